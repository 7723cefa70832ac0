"""What a project knows, drawing itself: every list is a table, every explanation a page."""

from __future__ import annotations

from collections.abc import Callable

from a008.clock import Instant
from a008.present import display, listing, look_back
from a008.present.display import Rows, ShownDetails, ShownDifference, ShownExplanation, ShownRevision
from a008.present.timeline import Timeline, timeline
from a008.retrieval.search import Found
from a008.runtime.bisect import KnowledgeAt
from a008.runtime.conflicts import Conflict
from a008.runtime.knowledge import Knowledge
from a008.store.blame import Blamed
from a008.store.heads import Head
from a008.store.revisions import Revision


class ShownKnowledge(Knowledge):
    """`Knowledge` whose results draw themselves and are otherwise the same."""

    def state(
        self, entity: str | None = None, *, as_of: Instant | str | None = None, at_revision: int | str | None = None
    ) -> Rows[Head]:
        """As in `Knowledge`."""
        found = super().state(entity, as_of=as_of, at_revision=at_revision)
        return Rows(found, listing.heads(found))

    def history(self, at: str, *, at_revision: int | str | None = None) -> Rows[Head]:
        """As in `Knowledge`."""
        found = super().history(at, at_revision=at_revision)
        return Rows(found, listing.history(found))

    def search(self, text: str, *, limit: int = 20) -> Rows[Found]:
        """As in `Knowledge`."""
        found = super().search(text, limit=limit)
        return Rows(found, listing.found(found))

    def why(self, claim_id: str, *, at_revision: int | str | None = None) -> ShownExplanation:
        """As in `Knowledge`."""
        return display.explanation(super().why(claim_id, at_revision=at_revision))

    def conflicts(self, *, at_revision: int | str | None = None) -> Rows[Conflict]:
        """As in `Knowledge`."""
        found = super().conflicts(at_revision=at_revision)
        return Rows(found, listing.conflicts(found))

    def log(self, *, limit: int = 50, before: int | None = None) -> Rows[Revision]:
        """As in `Knowledge`."""
        found = super().log(limit=limit, before=before)
        return Rows(found, listing.log(found))

    def revision(self, name: int | str) -> ShownRevision:
        """As in `Knowledge`."""
        return display.revision(super().revision(name))

    def show(self, revision: int | str) -> ShownDetails:
        """As in `Knowledge`."""
        return display.details(super().show(revision))

    def diff(self, before: int | str, after: int | str, *, as_of: Instant | str | None = None) -> ShownDifference:
        """As in `Knowledge`."""
        return display.difference(super().diff(before, after, as_of=as_of))

    def blame(self, at: str, *, at_revision: int | str | None = None) -> Rows[Blamed]:
        """As in `Knowledge`."""
        found = super().blame(at, at_revision=at_revision)
        return Rows(found, look_back.blame(found))

    def bisect(
        self,
        holds: Callable[[KnowledgeAt], bool],
        *,
        good: int | str | None = None,
        bad: int | str | None = None,
        as_of: Instant | str | None = None,
    ) -> ShownRevision:
        """As in `Knowledge`."""
        return display.revision(super().bisect(holds, good=good, bad=bad, as_of=as_of))

    def timeline(self, at: str, *, now: Instant | None = None) -> Timeline:
        """An address over both time axes, as a picture with the present marked.

        Errors: those of `Knowledge.page`.
        """
        return timeline(self.page(at), now or self._clock())
