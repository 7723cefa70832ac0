"""What a project knows, drawing itself: every list is a table, every explanation a page."""

from __future__ import annotations

from a008.clock import Instant
from a008.present import display, listing
from a008.present.display import Rows, ShownExplanation
from a008.retrieval.search import Found
from a008.runtime.knowledge import Knowledge
from a008.store.heads import Head
from a008.store.revisions import Revision


class ShownKnowledge(Knowledge):
    """`Knowledge` whose results draw themselves and are otherwise the same."""

    def state(
        self, entity: str | None = None, *, as_of: Instant | None = None, at_revision: int | None = None
    ) -> Rows[Head]:
        """As in `Knowledge`."""
        found = super().state(entity, as_of=as_of, at_revision=at_revision)
        return Rows(found, listing.heads(found))

    def history(self, at: str, *, at_revision: int | None = None) -> Rows[Head]:
        """As in `Knowledge`."""
        found = super().history(at, at_revision=at_revision)
        return Rows(found, listing.history(found))

    def search(self, text: str, *, limit: int = 20) -> Rows[Found]:
        """As in `Knowledge`."""
        found = super().search(text, limit=limit)
        return Rows(found, listing.found(found))

    def why(self, claim_id: str, *, at_revision: int | None = None) -> ShownExplanation:
        """As in `Knowledge`."""
        return display.explanation(super().why(claim_id, at_revision=at_revision))

    def log(self, *, limit: int = 50, before: int | None = None) -> Rows[Revision]:
        """As in `Knowledge`."""
        found = super().log(limit=limit, before=before)
        return Rows(found, listing.log(found))
