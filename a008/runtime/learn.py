"""After the answer: extract, decide, commit. A failure here is an outcome, never an exception, and costs no answer."""

from __future__ import annotations

from functools import partial

from a008.errors import A008Error, Code, Rejected, StaleState, StoreError
from a008.intake.ground import Turn, wanted
from a008.intake.proposal import parse
from a008.intake.validate import validate
from a008.memory.label import Axis, widened
from a008.memory.plan import CommitPlan
from a008.memory.proposal import Proposal
from a008.memory.receipt import Receipt
from a008.memory.utterance import ArtifactKind
from a008.messages import Cancel
from a008.runtime import extraction
from a008.runtime.evidence import Occasion, Said
from a008.runtime.extraction import Extractor
from a008.runtime.ground import Ground
from a008.runtime.outcome import AnswerStatus, MemoryOutcome, MemoryStatus, TurnResult
from a008.store import commit, conversations, known
from a008.store.connection import Connection

#: How often a plan is made anew because another process changed a guarded address in between.
_ATTEMPTS = 5


def learn(ground: Ground, result: TurnResult, occasion: Occasion, said: list[Said], cancel: Cancel) -> MemoryOutcome:
    """Learn from a recorded turn and write what became of it."""
    if ground.extractor is Extractor.OFF:
        return _settle(ground, result.turn_id, MemoryStatus.OFF, "memory is switched off", None, None)
    if result.answer.status is not AnswerStatus.COMPLETED:
        reason = "nothing is learnt from an answer that is not complete"
        return _settle(ground, result.turn_id, MemoryStatus.NOT_RUN, reason, None, None)
    document: str | None = None
    try:
        document = extraction.document(
            ground.extractor, ground.route, result.envelope, result.message, result.answer.text, cancel
        )
        receipt = _commit(ground, _turn(ground, result, occasion, said), parse(document), result.turn_id, document)
    except StaleState as error:
        if error.code is Code.COMMAND_CONFLICT:
            return decided(ground, result.turn_id)
        return _settle(ground, result.turn_id, MemoryStatus.FAILED, f"{error.code}: {error}", document, None)
    except A008Error as error:
        where = f" at {error.path}" if isinstance(error, Rejected) else ""
        reason = f"{error.code}{where}: {error}"
        return _settle(ground, result.turn_id, MemoryStatus.FAILED, reason, document, None)
    except Exception as error:  # a fault of ours in memory must not cost the user an answer that is already there
        reason = f"internal: {type(error).__name__}: {error}"
        return _settle(ground, result.turn_id, MemoryStatus.FAILED, reason, document, None)
    return MemoryOutcome(status=_status(receipt), reason=_reason(receipt), receipt=receipt)


def decided(ground: Ground, turn_id: str) -> MemoryOutcome:
    """What became of a turn's memory, as it stands in the store."""
    found = ground.store.read(lambda conn: conversations.memory_of(conn, turn_id))
    return MemoryOutcome(status=MemoryStatus(found.status), reason=found.reason, receipt=found.receipt)


def _turn(ground: Ground, result: TurnResult, occasion: Occasion, said: list[Said]) -> Turn:
    by_kind = {s.artifact.kind: s.utterance for s in said}
    return Turn(
        project_id=ground.project_id,
        occurrence_id=occasion.occurrence_id,
        now=occasion.at,
        envelope=result.envelope,
        message=by_kind[ArtifactKind.MESSAGE],
        answer=by_kind.get(ArtifactKind.ANSWER),
    )


def _commit(ground: Ground, turn: Turn, proposal: Proposal, turn_id: str, document: str) -> Receipt:
    """Plan on a snapshot and commit; when a guarded address moved meanwhile, plan again on the new state."""
    needed = wanted(turn, proposal)
    for attempt in range(_ATTEMPTS):
        truth = ground.store.read(lambda conn: known.known(conn, turn.project_id, needed))
        plan = validate(turn, proposal, (), truth, author=ground.extractor)
        domains = tuple(dict.fromkeys(label.value for label in plan.labels if label.axis is Axis.DOMAIN))
        scope = widened(turn.envelope.scope, domains)
        try:
            return ground.store.write(partial(_write, ground.conversation.id, turn_id, document, plan, scope))
        except StaleState as error:
            if error.code is Code.COMMAND_CONFLICT or attempt == _ATTEMPTS - 1:
                raise
    raise AssertionError("the last attempt returns or raises")


def _write(
    conversation_id: str, turn_id: str, document: str, plan: CommitPlan, scope: tuple[str, ...], conn: Connection
) -> Receipt:
    """Commit a plan, settle its turn and move the conversation's scope, in one transaction."""
    receipt = commit.apply(conn, plan)
    conversations.learnt(
        conn, turn_id, status=_status(receipt), reason=_reason(receipt), proposal=document, receipt=receipt
    )
    conversations.move(conn, conversation_id, scope)
    return receipt


def _status(receipt: Receipt) -> MemoryStatus:
    return MemoryStatus.NOTHING if receipt.revision is None else MemoryStatus.COMMITTED


def _reason(receipt: Receipt) -> str:
    if receipt.revision is None and receipt.refusals:
        return f"nothing committed, {len(receipt.refusals)} refused"
    return f"{len(receipt.refusals)} refused" if receipt.refusals else ""


def _settle(
    ground: Ground, turn_id: str, status: MemoryStatus, reason: str, document: str | None, receipt: Receipt | None
) -> MemoryOutcome:
    """Write an outcome that changed no knowledge; if even that fails, the outcome says so."""
    try:
        ground.store.write(
            lambda conn: conversations.learnt(
                conn, turn_id, status=status, reason=reason, proposal=document, receipt=receipt
            )
        )
    except StaleState:
        return decided(ground, turn_id)
    except StoreError as error:
        return MemoryOutcome(status=MemoryStatus.FAILED, reason=f"{reason}; {error}".strip("; "), receipt=None)
    return MemoryOutcome(status=status, reason=reason, receipt=receipt)
