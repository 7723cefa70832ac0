"""What a turn stands on, and what it is asked to do."""

from __future__ import annotations

from dataclasses import dataclass

from a008 import canon, ids
from a008.clock import Clock
from a008.providers.route import Route
from a008.runtime.attachment import Attachment
from a008.runtime.extraction import Extractor
from a008.store.conversations import Conversation
from a008.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What every turn of a session stands on.

    Shape: `conversation` is as it was when the session was opened; a new one is in the store from its first turn on.
    `tables` are the user's own language tables, as of `retrieve`; `dense` names an embedding model; `recent_messages`
    of the dialogue are shown to the model. Units: `budget` in bytes of the envelope, or in tokens where a `tokenizer`
    is named.
    """

    store: Store
    project_id: str
    conversation: Conversation
    route: Route
    extractor: Extractor
    budget: int
    tokenizer: str | None
    dense: str | None
    tables: tuple[str, ...]
    recent_messages: int
    clock: Clock
    mint: ids.IdSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What a caller asks for; the same `id` again means the same command again."""

    id: str | None
    message: str
    attachments: tuple[Attachment, ...]
    required_ids: tuple[str, ...]

    def digest(self, conversation_id: str) -> str:
        """What two commands share when they ask for the same."""
        files = [canon.digest(file.content) for file in self.attachments]
        return canon.digest(canon.encode([conversation_id, self.message, files, list(self.required_ids)]))
