"""A session: one conversation of one project with one model, as a caller holds it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from a008 import ids
from a008.clock import Clock
from a008.config import Settings
from a008.errors import UsageError
from a008.memory.envelope import Envelope
from a008.messages import Cancel
from a008.providers.registry import open_route
from a008.providers.route import Route, RouteOptions
from a008.runtime import attachment
from a008.runtime.envelopes import Envelopes, Usual
from a008.runtime.extraction import chosen
from a008.runtime.ground import Command, Ground
from a008.runtime.outcome import Completed, TurnEvent, TurnResult
from a008.runtime.turn import envelope_for, turn
from a008.store import conversations, projects
from a008.store.connection import Connection
from a008.store.conversations import Conversation, DialogueMessage
from a008.store.projects import Project
from a008.store.store import Store

#: How a caller asks for the conversation used last.
LAST = "last"
#: Most messages that `history` returns. Source: runtime reference, messages per conversation.
MAX_HISTORY = 10_000

E = TypeVar("E", bound=Envelopes)


class Session:
    """Asks one model within one conversation; one turn at a time, from any thread."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        project: Project,
        conversation: Conversation,
        route: Route,
        options: RouteOptions,
        tables: tuple[str, ...],
        clock: Clock,
        mint: ids.IdSource,
    ) -> None:
        self.project = project
        self.conversation_id = conversation.id
        self._settings = settings
        self._options = options
        self._busy = threading.Lock()
        self._ground = Ground(
            store=store,
            project_id=project.id,
            conversation=conversation,
            route=route,
            extractor=chosen(settings.extractor, route),
            budget=settings.budget,
            tokenizer=settings.tokens_by,
            dense=settings.embedder,
            tables=tables,
            recent_messages=settings.recent_messages,
            clock=clock,
            mint=mint,
        )

    @property
    def model(self) -> str:
        """The model that is asked, `provider:model`."""
        return self._ground.route.profile.route

    @property
    def extractor(self) -> str:
        """What proposes knowledge after an answer: `rules`, `model` or `off`."""
        return self._ground.extractor

    def ask(
        self,
        message: str,
        *,
        command_id: str | None = None,
        files: Sequence[Path | str] = (),
        required_ids: Sequence[str] = (),
        cancel: Cancel | None = None,
    ) -> TurnResult:
        """Ask and wait for everything: answer, memory, effects.

        Errors: those of `stream`; besides, the answer's own error when it is not complete (a `ProviderError` holds what
        had arrived as `partial`; the turn is recorded all the same).
        """
        result = None
        for event in self.stream(message, command_id=command_id, files=files, required_ids=required_ids, cancel=cancel):
            if isinstance(event, Completed):
                result = event.result
        assert result is not None
        if result.answer.error is not None:
            raise result.answer.error
        return result

    def stream(
        self,
        message: str,
        *,
        command_id: str | None = None,
        files: Sequence[Path | str] = (),
        required_ids: Sequence[str] = (),
        cancel: Cancel | None = None,
    ) -> Iterator[TurnEvent]:
        """Ask and watch: the envelope, pieces of the answer, the answer, and last the whole result.

        Errors: `UsageError` while another turn of this session runs, for an empty or too long message or a file that
        cannot be attached; `ProjectionError`; `StoreError`. What the model's route does wrong stands in the result.
        """
        command = self._command(message, command_id, files, required_ids)
        if not self._busy.acquire(blocking=False):
            raise UsageError("this session is busy with another turn", remedy="wait, cancel it or open another session")
        try:
            yield from turn(self._ground, command, cancel or Cancel())
        finally:
            self._busy.release()

    def envelope(self, message: str, *, required_ids: Sequence[str] = (), budget: int | None = None) -> Envelope:
        """What a model would be shown for a message, without asking it; nothing is written."""
        ground = self._ground if budget is None else replace(self._ground, budget=budget)
        return envelope_for(ground, self._command(message, None, (), required_ids))

    def envelopes(self) -> Envelopes:
        """The envelopes of the session's project: what its turns were sent, what a message would get, and why."""
        return self._envelopes(Envelopes)

    def history(self) -> tuple[DialogueMessage, ...]:
        """The messages of the conversation as it is now, oldest first."""
        return self._ground.store.read(lambda conn: conversations.messages(conn, self.conversation_id, MAX_HISTORY))

    def undo(self) -> bool:
        """Take the last turn out of the dialogue; whether there was one. Memory keeps what it learnt."""
        return self._ground.store.write(lambda conn: conversations.undo(conn, self.conversation_id))

    def reset(self) -> None:
        """Begin the dialogue anew; memory keeps what it learnt."""
        self._ground.store.write(lambda conn: conversations.reset(conn, self.conversation_id))

    def set_model(self, route: str) -> None:
        """Ask another model from the next turn on.

        Errors: `ProviderError` for a route that cannot be opened; the session keeps the old one.
        """
        opened = open_route(route, self._options)
        self._ground = replace(self._ground, route=opened, extractor=chosen(self._settings.extractor, opened))

    def _envelopes(self, kind: type[E]) -> E:
        ground = self._ground
        usual = Usual(
            budget=ground.budget,
            tokenizer=ground.tokenizer,
            dense=ground.dense,
            recent_messages=ground.recent_messages,
            tables=ground.tables,
        )
        return kind(ground.store, self.project, ground.clock, usual)

    @staticmethod
    def _command(
        message: str, command_id: str | None, files: Sequence[Path | str], required_ids: Sequence[str]
    ) -> Command:
        return Command(
            id=command_id,
            message=message,
            attachments=tuple(attachment.read(Path(path)) for path in files),
            required_ids=tuple(required_ids),
        )


S = TypeVar("S", bound=Session)


def open_session(
    kind: type[S],
    store: Store,
    settings: Settings,
    options: RouteOptions,
    *,
    project: str,
    conversation: str | None,
    route: Route | None,
    tables: tuple[str, ...],
    clock: Clock,
    mint: ids.IdSource,
) -> S:
    """A session on a conversation of a project; a new project is made now, a new conversation with its first turn.

    Shape: `kind` is `Session` or a subclass that dresses its results; `conversation` is an id, `"last"` for the one
    used last, or `None` for a new one; `route` replaces the model of the settings; `tables` as of `retrieve`.

    Errors: `NotFound` for a conversation that is not in the project; `ProviderError` for the settings' model.
    """
    opened = route or open_route(settings.model, options)
    now = clock()
    home = store.write(lambda conn: projects.ensure(conn, project, mint, now))

    def chosen_one(conn: Connection) -> Conversation | None:
        if conversation is None:
            return None
        if conversation == LAST:
            return next(iter(conversations.listed(conn, home.id, 1)), None)
        return conversations.get(conn, home.id, conversation)

    talk = store.read(chosen_one) or conversations.new(mint, now)
    return kind(store, settings, home, talk, opened, options, tables, clock, mint)
