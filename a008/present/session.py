"""A session whose results draw themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from a008.messages import Cancel
from a008.present import display, listing
from a008.present.display import Rows, ShownEnvelope, ShownTurn
from a008.present.envelopes import ShownEnvelopes
from a008.runtime.session import Session
from a008.store.conversations import DialogueMessage

if TYPE_CHECKING:
    from pathlib import Path


class ShownSession(Session):
    """`Session` whose results draw themselves and are otherwise the same; events of `stream` stay plain."""

    def ask(
        self,
        message: str,
        *,
        command_id: str | None = None,
        files: Sequence[Path | str] = (),
        required_ids: Sequence[str] = (),
        cancel: Cancel | None = None,
    ) -> ShownTurn:
        """As in `Session`."""
        result = super().ask(message, command_id=command_id, files=files, required_ids=required_ids, cancel=cancel)
        return display.turn(result)

    def envelope(self, message: str, *, required_ids: Sequence[str] = (), budget: int | None = None) -> ShownEnvelope:
        """As in `Session`."""
        return display.envelope(super().envelope(message, required_ids=required_ids, budget=budget))

    def envelopes(self) -> ShownEnvelopes:
        """As in `Session`."""
        return self._envelopes(ShownEnvelopes)

    def history(self) -> Rows[DialogueMessage]:
        """As in `Session`."""
        found = super().history()
        return Rows(found, listing.messages(found))
