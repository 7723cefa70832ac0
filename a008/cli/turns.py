"""A turn on the command line: the answer streams to standard output, the rest goes beside it."""

from __future__ import annotations

from collections.abc import Iterable

from a008.cli.interrupt import cancelled_by_interrupt
from a008.cli.output import Output
from a008.errors import StoreError
from a008.messages import Cancel, Delta, Thought
from a008.present.outcome import envelope_line, memory_line
from a008.runtime.outcome import Answered, Completed, EnvelopeReady, TurnEvent, TurnResult
from a008.runtime.session import Session

#: What is said of a turn that the store could not keep.
_NOT_RECORDED = "this turn is not in the store; the answer stands here alone"


def carried_out(session: Session, message: str, files: Iterable[str], out: Output) -> TurnResult:
    """Ask, print as it comes, and return the whole result, whatever became of the answer.

    Errors: those of `Session.stream`.
    """
    cancel = Cancel()
    with cancelled_by_interrupt(cancel):
        result = _printed(session.stream(message, files=list(files), cancel=cancel), out)
    if not out.json:
        out.note(memory_line(result) if result.recorded else f"{memory_line(result)}; {_NOT_RECORDED}")
    return result


def _printed(events: Iterable[TurnEvent], out: Output) -> TurnResult:
    """Print events as they come; when nobody can read them any more the turn still goes on to its end.

    Errors: what stopped the printing, once the turn is over.
    """
    failure: BrokenPipeError | StoreError | None = None
    for event in events:
        if isinstance(event, Completed):
            if failure is not None:
                raise failure
            return event.result
        if failure is None:
            try:
                _print(event, out)
            except (BrokenPipeError, StoreError) as error:
                failure = error
    raise AssertionError("a turn ends with its result")


def _print(event: TurnEvent, out: Output) -> None:
    match event:
        case EnvelopeReady(envelope=envelope) if not out.json:
            out.note(envelope_line(envelope))
        case Thought(text=words):
            out.thought(words)
        case Delta(text=words):
            out.piece(words)
        case Answered():
            out.end()
