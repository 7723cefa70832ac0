"""A scenario told in a terminal: what was said, what the model saw and why, what was learnt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from a008.cli.output import Output
from a008.cli.tables import drawn
from a008.lab.scenario import Part, Played
from a008.memory.receipt import Written
from a008.present import envelope_table, inspector, plain, receipt, text
from a008.present.outcome import envelope_line, memory_line
from a008.present.wrap import wrapped

_NEXT = """\
Now you, with a model that runs in this process and needs no key:

  a008 chat                    tell it where you live, change it, ask what it was before
  a008 memory state            what it knows, by address
  a008 memory history ADDRESS  what held when
  a008 memory why ID           who said so, in which words
  a008 browse                  the same in a browser"""
#: Columns of a table where no terminal says how many it has.
_WIDTH = 100


def told(steps: Iterable[Played], title: str, out: Output) -> Iterator[str]:
    """Blocks of text, one as soon as each step was played."""
    story = _Story(out)
    yield out.heading(title)
    for step in steps:
        yield from story.tell(step)
    yield wrapped(_NEXT, out.width)


class _Story:
    """Tells step by step, and remembers what was learnt on the way."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._width = out.width or _WIDTH
        self._learnt: list[Written] = []

    def tell(self, step: Played) -> Iterator[str]:
        """The blocks of one step."""
        match step.scene.part:
            case Part.PAST:
                yield self._lines(_asked(step), f"            {memory_line(step.result, with_ids=False)}")
            case Part.QUESTION:
                yield from self._question(step)
            case Part.AFTERWARDS:
                yield self._out.heading("The next plain question")
                yield self._lines(_asked(step), f"            answer: {text.visible(step.result.answer.text)}")
                yield drawn(envelope_table.sent(inspector.inspect(step.result.envelope)), self._width)
        if step.result.memory.receipt is not None:
            self._learnt.extend(step.result.memory.receipt.written)

    def _question(self, step: Played) -> Iterator[str]:
        envelope = step.result.envelope
        view = inspector.inspect(envelope)
        yield self._out.heading("The question, after years")
        yield self._lines(_asked(step))
        yield self._out.heading(envelope_line(envelope).capitalize())
        yield drawn(envelope_table.sent(view), self._width)
        yield drawn(envelope_table.left_out(view), self._width)
        unfound = [f"  {text.visible(w.proposition)}" for w in self._learnt if envelope.why(w.claim_id) is None]
        yield self._lines("Known, but nothing in the message or its conversation leads there:", *unfound)
        yield self._out.heading("The answer")
        yield wrapped(text.visible(step.result.answer.text, lines=True), self._width, step=0)
        yield self._out.heading("What was learnt from it")
        committed = step.result.memory.receipt
        yield self._lines(memory_line(step.result) if committed is None else plain.receipt(receipt.view(committed)))

    def _lines(self, *lines: str) -> str:
        return wrapped("\n".join(lines), self._width)


def _asked(step: Played) -> str:
    return f"{step.scene.at.date}  you: {text.visible(step.scene.message)}"
