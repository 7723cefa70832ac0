"""The envelopes of a project whose results draw themselves."""

from __future__ import annotations

from collections.abc import Sequence

from a008.clock import Instant
from a008.memory.account import Account
from a008.memory.envelope import Envelope
from a008.memory.envelope_diff import EnvelopeDiff
from a008.memory.turn_name import LAST
from a008.present import decision, display, envelope_pages, html, plain
from a008.present.display import Drawn, DrawnPage, Rows, ShownEnvelope
from a008.present.page import Page
from a008.retrieval.explain import Decision
from a008.runtime.envelope_check import EnvelopesChecked, Progress
from a008.runtime.envelopes import Envelopes, TurnSent


class ShownEnvelopeDiff(DrawnPage, EnvelopeDiff):
    """Two envelopes compared, drawing themselves."""

    __slots__ = ()

    def _page(self) -> Page:
        return envelope_pages.difference(self)


class ShownEnvelopesChecked(DrawnPage, EnvelopesChecked):
    """What was found of envelopes, drawing itself."""

    __slots__ = ()

    def _page(self) -> Page:
        return envelope_pages.checked(self)


class ShownDecision(DrawnPage, Decision):
    """The decision behind an envelope, drawing itself."""

    __slots__ = ()

    def _page(self) -> Page:
        return decision.page(self)


class Accounts(Drawn, tuple[Account, ...]):
    """What became of one id, or of each claim of an address, drawing itself."""

    def _repr_html_(self) -> str:
        return html.page(envelope_pages.accounts(self))

    def __str__(self) -> str:
        return plain.page(envelope_pages.accounts(self))


class ShownEnvelopes(Envelopes):
    """`Envelopes` whose results draw themselves and are otherwise the same."""

    def turns(self, *, conversation: str | None = None, limit: int = 50) -> Rows[TurnSent]:
        """As in `Envelopes`."""
        found = super().turns(conversation=conversation, limit=limit)
        return Rows(found, envelope_pages.turns(found))

    def sent(self, turn: str = LAST, *, conversation: str | None = None) -> ShownEnvelope:
        """As in `Envelopes`."""
        return display.envelope(super().sent(turn, conversation=conversation))

    def of(
        self,
        message: str,
        *,
        budget: int | None = None,
        at: Instant | str | None = None,
        as_of: Instant | str | None = None,
        at_revision: int | str | None = None,
        required_ids: Sequence[str] = (),
        conversation: str | None = None,
    ) -> ShownEnvelope:
        """As in `Envelopes`."""
        found = super().of(
            message,
            budget=budget,
            at=at,
            as_of=as_of,
            at_revision=at_revision,
            required_ids=required_ids,
            conversation=conversation,
        )
        return display.envelope(found)

    def verify(
        self,
        turn: str | None = None,
        *,
        conversation: str | None = None,
        progress: Progress = lambda done, of: None,
    ) -> ShownEnvelopesChecked:
        """As in `Envelopes`."""
        found = super().verify(turn, conversation=conversation, progress=progress)
        return display.dressed(ShownEnvelopesChecked, found)

    def diff(self, before: str | Envelope, after: str | Envelope) -> ShownEnvelopeDiff:
        """As in `Envelopes`."""
        return display.dressed(ShownEnvelopeDiff, super().diff(before, after))

    def why(self, given: str, about: str | Envelope = LAST) -> Accounts:
        """As in `Envelopes`."""
        return Accounts(super().why(given, about))

    def why_not(self, given: str, about: str | Envelope = LAST) -> Accounts:
        """As in `Envelopes`."""
        return Accounts(super().why_not(given, about))

    def explain(self, about: str | Envelope = LAST) -> ShownDecision:
        """As in `Envelopes`."""
        return display.dressed(ShownDecision, super().explain(about))
