"""The double that ships: a provider that plays a script and remembers what it was asked.

For tests, documents, notebooks and demos. Steps are played in order, one queue per purpose; nothing sleeps.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from a008.errors import ProviderError, ProviderFault
from a008.messages import Cancel, Delta, Finish, ModelEvent, ModelReply, ModelRequest, Purpose, Thought, Usage
from a008.providers.profile import Profile
from a008.providers.route import Route

#: The provider name of scripted routes.
NAME: Final = "scripted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A step that answers: thoughts first, then the chunks, whose join is the answer.

    Shape: `usage` and `notes` are reported as they are; so is `model`, where it is not `None`.
    """

    chunks: tuple[str, ...]
    thoughts: tuple[str, ...]
    finish: Finish
    model: str | None
    usage: Usage | None
    notes: tuple[str, ...]

    @classmethod
    def of(cls, *chunks: str) -> Reply:
        """A plain reply in one or more pieces that ends as replies should."""
        return cls(chunks=chunks, thoughts=(), finish=Finish.STOP, model=None, usage=None, notes=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Fail:
    """A step that fails, after some chunks of an answer; they become the error's `partial`."""

    error: ProviderError
    chunks: tuple[str, ...]

    @classmethod
    def of(cls, fault: ProviderFault, *chunks: str) -> Fail:
        """A failure of a kind, in words of its own."""
        return cls(error=ProviderError(f"the script says: {fault}", fault=fault), chunks=chunks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """A step that calls `before` with the number of each chunk, from 0, before the chunk is given.

    The call may block until a test lets it go, or ask for cancellation: a test decides when things happen, not a clock.
    """

    step: Reply | Fail
    before: Callable[[int], None]


#: A step that reads the request first, to cite ids that only the store knows.
Derive = Callable[[ModelRequest], "Reply | Fail | Hook | str"]
#: One step; a plain text stands for `Reply.of(text)`.
Step = Reply | Fail | Hook | Derive | str


class _Play(NamedTuple):
    step: Reply | Fail
    before: Callable[[int], None]


class ScriptedProvider:
    """Plays a script; `requests` holds everything it was asked, in order."""

    def __init__(
        self, answer: Iterable[Step] = (), *, extract: Iterable[Step] = (), classify: Iterable[Step] = ()
    ) -> None:
        self.requests: list[ModelRequest] = []
        self._lock = threading.Lock()
        self._queues: dict[Purpose, deque[Step]] = {
            Purpose.ANSWER: deque(answer),
            Purpose.EXTRACT: deque(extract),
            Purpose.CLASSIFY: deque(classify),
        }

    def add(self, step: Step, purpose: Purpose = Purpose.ANSWER) -> None:
        """Append a step to a queue."""
        with self._lock:
            self._queues[purpose].append(step)

    def remaining(self, purpose: Purpose) -> int:
        """Steps of a queue that were not played yet."""
        return len(self._queues[purpose])

    def asked(self, purpose: Purpose) -> tuple[ModelRequest, ...]:
        """The requests of one purpose, in order."""
        return tuple(request for request in self.requests if request.purpose is purpose)

    def stream(self, request: ModelRequest, cancel: Cancel) -> Iterator[ModelEvent]:
        """Play the next step of the request's purpose.

        Errors: `ProviderError`: what the step says, `cancelled`, or `configuration` when the script has run out.
        """
        step, before = self._next(request)
        for thought in step.thoughts if isinstance(step, Reply) else ():
            yield Thought(text=thought)
        given: list[str] = []
        for number, chunk in enumerate(step.chunks):
            before(number)
            _check(cancel, given)
            given.append(chunk)
            yield Delta(text=chunk)
        _check(cancel, given)
        if isinstance(step, Fail):
            raise _failing(step.error, "".join(given))
        yield ModelReply(
            text="".join(given),
            finish=step.finish,
            model=step.model or request.model,
            usage=step.usage,
            notes=step.notes,
        )

    def _next(self, request: ModelRequest) -> _Play:
        with self._lock:
            self.requests.append(request)
            queue = self._queues[request.purpose]
            if not queue:
                raise ProviderError(
                    "the script has run out",
                    fault=ProviderFault.CONFIGURATION,
                    item=f"request {len(self.requests)}, purpose {request.purpose}",
                    remedy=f"add a step for {request.purpose}",
                )
            step = queue.popleft()
        derived = step(request) if callable(step) else step
        before = derived.before if isinstance(derived, Hook) else _nothing
        inner = derived.step if isinstance(derived, Hook) else derived
        return _Play(Reply.of(inner) if isinstance(inner, str) else inner, before)


def scripted_route(provider: ScriptedProvider, *, extracts: bool, model: str = "double") -> Route:
    """A route to a script; `extracts` says whether it also plays the extractor, or leaves that to the rules."""
    profile = Profile(
        provider=NAME,
        name=model,
        context_tokens=None,
        streams=True,
        extracts=extracts,
        enforces_schema=False,
        checked=None,
    )
    return Route(provider=provider, profile=profile, model=model)


def _nothing(number: int) -> None:
    """Before a chunk without a hook."""


def _check(cancel: Cancel, given: list[str]) -> None:
    if cancel.requested:
        raise ProviderError("the call was cancelled", fault=ProviderFault.CANCELLED, partial="".join(given))


def _failing(error: ProviderError, partial: str) -> ProviderError:
    """The error of a step; a new one each time, so that one step object can be played twice."""
    return ProviderError(
        error.what,
        fault=error.fault,
        code=error.code,
        item=error.item,
        remedy=error.remedy,
        status=error.status,
        retry_after=error.retry_after,
        partial=partial,
    )
