"""What became of a turn's memory, in one line: it says "revision" only when a receipt vouches for one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from a008.memory.envelope import Envelope, Fate
from a008.memory.receipt import Receipt, Written
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import Resolution
from a008.present import envelope_receipt, text, words
from a008.runtime.outcome import MemoryOutcome, MemoryStatus, TurnResult

#: Written claims that a line names; it says how many more there are.
_NAMED = 3
#: What is said behind a conflict that a turn opened.
_RESOLVE = "`a008 memory conflicts` lists what waits for your decision"
#: Characters of a proposition in a line.
_PROPOSITION = 60


def memory_line(result: TurnResult, *, with_ids: bool = True) -> str:
    """The outcome of a turn's memory: `memory: revision 7: user.residence changed (claim_…)`."""
    said = "".join(f"; {part}" for part in _parts(result.memory, with_ids))
    return text.visible(f"memory: {said.removeprefix('; ')}")


def resolution_line(receipt: Receipt, resolution: Resolution) -> str:
    """A decision on a conflict: `revision 9: user.residence: head kept; what holds stays; …`."""
    title, meaning = words.RESOLUTIONS[resolution]
    shown = "".join(f" {line.address}:" for line in receipt.written if line.address)
    return text.visible(f"revision {receipt.revision}:{shown} {title}; {meaning}")


def envelope_line(envelope: Envelope) -> str:
    """An envelope's figures: `envelope: 3 sent, 5 left out, 812 of 32,768 bytes, revision 6`."""
    left_out = sum(candidate.fate is not Fate.IN for candidate in envelope.candidates)
    receipt = envelope.receipt
    line = (
        f"envelope: {len(envelope.items):,} sent, {left_out:,} left out, "
        f"{envelope_receipt.room(receipt)}, revision {receipt.revision:,}"
    )
    notes = [
        f"failed: {', '.join(map(text.visible, envelope.degraded))}" if envelope.degraded else "",
        envelope_receipt.cut(receipt.reading),
        "nothing that is known answers this" if envelope.abstains else "",
    ]
    return "; ".join([line, *filter(None, notes)])


def _parts(memory: MemoryOutcome, with_ids: bool) -> Iterator[str]:
    if memory.receipt is not None and memory.receipt.revision is not None:
        yield from _committed(memory.receipt, with_ids)
    elif memory.status is MemoryStatus.NOTHING:
        yield memory.reason or "nothing new"
    else:
        title = words.MEMORIES[memory.status].title
        yield title if memory.status is MemoryStatus.OFF or not memory.reason else f"{title}: {memory.reason}"


def _committed(receipt: Receipt, with_ids: bool) -> Iterator[str]:
    """The revision, then what came with it; the first part is set off from it by a colon."""
    named = [_written(line, with_ids) for line in islice(receipt.written, _NAMED)]
    counts = (
        (len(receipt.written) - len(named), "more"),
        (len(receipt.reinforced), "reinforced"),
        (len(receipt.refusals), "refused"),
    )
    first, *others = [*named, *(f"{number:,} {word}" for number, word in counts if number), ""]
    yield f"revision {receipt.revision}: {first}".removesuffix(": ")
    yield from filter(None, others)
    if any(line.outcome is Outcome.CONFLICT for line in receipt.written):
        yield _RESOLVE


def _written(line: Written, with_ids: bool) -> str:
    what = line.address or f'"{text.shorten(line.proposition, _PROPOSITION)}"'
    if line.outcome is None:
        became = f"kept: {line.reason}" if line.reason else "kept"
    elif line.outcome is Outcome.CHANGE and line.verdict is Verdict.NEW:
        became = "is new"
    else:
        became = words.OUTCOMES[line.outcome].title
    return f"{what} {became} ({line.claim_id})" if with_ids else f"{what} {became}"
