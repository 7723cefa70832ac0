"""One turn as people read it: the answer, three outcomes that never merge, what was learnt, what had been shown."""

from __future__ import annotations

from dataclasses import dataclass

from a008.messages import Usage
from a008.present import inspector, receipt, text, words
from a008.present.inspector import Inspector
from a008.present.receipt import ReceiptView
from a008.present.words import Phrase
from a008.runtime.outcome import TurnResult


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """A finished turn.

    Shape: `error` says why the answer is not complete, `memory_reason` what there is to explain, `tokens` what the
    route counted; each is empty when there is nothing to say.
    """

    turn_id: str
    message: str
    answer: Phrase
    text: str
    error: str
    recorded: bool
    model: str
    tokens: str
    notes: tuple[str, ...]
    memory: Phrase
    memory_reason: str
    effects: Phrase
    receipt: ReceiptView | None
    envelope: Inspector


def view(result: TurnResult) -> TurnView:
    """The view of a turn."""
    answer, memory = result.answer, result.memory
    return TurnView(
        turn_id=text.visible(result.turn_id),
        message=text.visible(result.message, lines=True),
        answer=words.ANSWERS[answer.status],
        text=text.visible(answer.text, lines=True),
        error="" if answer.error is None else text.visible(str(answer.error)),
        recorded=result.recorded,
        model=text.visible(answer.model),
        tokens=_tokens(answer.usage),
        notes=tuple(text.visible(words.spoken(note)) for note in answer.notes),
        memory=words.MEMORIES[memory.status],
        memory_reason=text.visible(memory.reason),
        effects=words.EFFECTS[result.effects.status],
        receipt=None if memory.receipt is None else receipt.view(memory.receipt),
        envelope=inspector.inspect(result.envelope),
    )


def _tokens(usage: Usage | None) -> str:
    if usage is None:
        return ""
    parts = ((usage.input_tokens, "in"), (usage.output_tokens, "out"))
    return ", ".join(f"{number:,} {way}" for number, way in parts if number is not None)
