"""What goes to a model and what comes back, free of any vendor's wire format.

Intake and runtime write a `ModelRequest`; a provider answers with events and ends with one `ModelReply`. `Thought` is
shown live and stored nowhere.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Role(StrEnum):
    """Who speaks in a message as a model sees it."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Purpose(StrEnum):
    """Why a model is called; a turn makes at most one call of each."""

    ANSWER = "answer"
    EXTRACT = "extract"
    CLASSIFY = "classify"


class Finish(StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    FILTER = "content_filter"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a request."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationSettings:
    """How to generate; `None` leaves a parameter to the route.

    Units: `max_tokens` in tokens of the model; `temperature` and `top_p` as the vendor counts them.
    """

    temperature: float | None
    top_p: float | None
    max_tokens: int | None


#: Leaves everything to the route.
DEFAULT_SETTINGS = GenerationSettings(temperature=None, top_p=None, max_tokens=None)
#: Settings of extraction and classification. Source: memory reference, semantic calls.
SEMANTIC_SETTINGS = GenerationSettings(temperature=0.0, top_p=1.0, max_tokens=16_384)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call of one model.

    Shape: `model` is the name behind the colon of `provider:model`; `context` is the envelope exactly as measured
    (canonical JSON text), or `None`. In a request for an answer it stands in `messages` too, in the user role, as the
    first message behind the system rule; in one for extraction it is a part of the turn that is looked at.
    `json_schema` is JSON text that the reply should obey, where the route can enforce it.
    """

    model: str
    purpose: Purpose
    messages: tuple[Message, ...]
    context: str | None
    settings: GenerationSettings
    json_schema: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens a call cost, as the route counted them; `None` where it did not say."""

    input_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """A piece of a model's reasoning: for the eye only, never stored, never part of an answer."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """A complete reply; the last event of every stream that did not fail.

    `notes` name what had to be done to the text (`text_repaired`).
    """

    text: str
    finish: Finish
    model: str
    usage: Usage | None
    notes: tuple[str, ...]


ModelEvent = Delta | Thought | ModelReply


class Cancel:
    """A token that asks a running turn to stop; checked between events, safe from any thread."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._closers: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def __call__(self) -> None:
        """Ask to stop; closes what was registered with `on_cancel`. Asking twice changes nothing."""
        with self._lock:
            self._event.set()
            closers, self._closers = self._closers, []
        with ExitStack() as stack:  # one that fails does not keep the others open
            for close in reversed(closers):
                stack.callback(close)

    @property
    def requested(self) -> bool:
        """Whether somebody asked."""
        return self._event.is_set()

    def on_cancel(self, close: Callable[[], None]) -> None:
        """Run `close` when somebody asks, at once if somebody has."""
        with self._lock:
            if not self._event.is_set():
                self._closers.append(close)
                return
        close()


class Provider(Protocol):
    """A way to a model: an engine in this process, or a codec behind the sender."""

    def stream(self, request: ModelRequest, cancel: Cancel) -> Iterator[ModelEvent]:
        """Answer a request with deltas and, last, one reply.

        Errors: `ProviderError`, with the text that had arrived as `partial`.
        """
        ...
