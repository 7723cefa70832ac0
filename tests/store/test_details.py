"""One revision in full. Source: the issue, "a revision names turn, author, cause and every change"."""

from collections.abc import Callable

import pytest

from a008.memory.claim import Status
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import Resolution
from a008.memory.revision_name import Back
from a008.runtime.conflicts import resolve
from a008.store import details, history
from a008.store.connection import Connection
from a008.store.details import Details
from a008.store.revisions import Change
from tests.turns import Memory, document, fact, relation

#: Changes that have no list of their own, since they follow from one that has.
_DERIVED = {"sentence", "search_text", "claim_entity", "entity_label", "slot_definition"}


def newest(memory: Memory) -> Details:
    """The newest revision in full."""
    return memory.store.read(lambda conn: details.details(conn, history.named(conn, memory.project.id, Back(steps=0))))


def tell(memory: Memory, value: object, at: str, *, wording: str = "plain", **more: object) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", value, wording=wording, **more)]), at=at)


def named(found: Details) -> set[tuple[str, str, str]]:
    """Table, key and action of every change that the lists of a revision name, rebuilt from what they hold."""
    ids = {
        ("artifact", "write"): [source.id for source in found.sources],
        ("utterance", "write"): [utterance.id for utterance in found.utterances],
        ("entity", "write"): [entity.id for entity in found.entities],
        ("claim", "write"): [row.claim.id for row in found.claims],
        ("provenance", "write"): [f"{each.claim_id}/{each.utterance_id}" for each in found.support],
        ("claim_status", "write"): [move.claim_id for move in found.statuses],
        ("claim_status", "close"): [move.claim_id for move in found.statuses if move.before],
        ("binding", "write"): [head.binding.id for head in found.written],
        ("binding", "close"): [head.binding.id for head in found.closed],
        ("contest", "write"): [f"{each.claim_id}/{each.against_claim_id}" for each in found.contests if each.opened],
        ("contest", "close"): [
            f"{each.claim_id}/{each.against_claim_id}" for each in found.contests if not each.opened
        ],
        ("label", "write"): [f"{label.claim_id}/{label.axis}/{label.value}" for label in found.labels],
        ("lifecycle", "write"): [move.evidence_id for move in found.strengths],
        ("lifecycle", "close"): [move.evidence_id for move in found.strengths if move.before is not None],
        ("association", "write"): [pull.association_id for pull in found.associations if pull.strength_before is None],
        ("association_state", "write"): [pull.association_id for pull in found.associations],
        ("association_state", "close"): [
            pull.association_id for pull in found.associations if pull.strength_before is not None
        ],
    }
    return {(table, key, action) for (table, action), keys in ids.items() for key in keys}


def missing(found: Details) -> list[Change]:
    """Changes of a revision that no list of it names; slots and transitions are compared by number."""
    by_number = {"slot": len(found.addresses), "transition": len(found.moves)}
    for table, number in by_number.items():
        assert sum(change.table == table for change in found.revision.changes) == number
    told = named(found)
    assert {change.table for change in found.others} <= _DERIVED
    return [
        change
        for change in found.revision.changes
        if change not in found.others
        and change.table not in by_number
        and (change.table, change.row, change.action) not in told
    ]


def first(memory: Memory) -> None:
    tell(memory, "Lyon", "2026-01-02", valid_from="2026-01-01", tags=["city"], domains=["home"])


def again(memory: Memory) -> None:
    first(memory)
    tell(memory, "Lyon", "2026-02-02")


def extended(memory: Memory) -> None:
    memory.learn(document(relation_updates=[relation("Ada", "likes", "tea")]), at="2026-01-02")
    memory.learn(document(relation_updates=[relation("Ada", "likes", "chess")]), at="2026-01-03")


def changed(memory: Memory) -> None:
    first(memory)
    tell(memory, "Oslo", "2026-03-02", wording="change")


def corrected(memory: Memory) -> None:
    first(memory)
    tell(memory, "Nantes", "2026-03-02", wording="correction")


def retracted(memory: Memory) -> None:
    first(memory)
    tell(memory, "Lyon", "2026-03-02", wording="retraction")


def contested(memory: Memory) -> None:
    first(memory)
    tell(memory, "Oslo", "2026-03-02", wording="conflict")


def reinforced(memory: Memory) -> None:
    first(memory)
    memory.learn(document(reinforcements=[{"id": memory.item("user.residence")}]), "Where?", at="2026-03-02")


def resolved(resolution: Resolution) -> Callable[[Memory], None]:
    def do(memory: Memory) -> None:
        contested(memory)
        (opened,) = newest(memory).contests
        split = "second home" if resolution is Resolution.SPLIT else None
        resolve(
            memory.store,
            memory.project,
            opened.claim_id,
            resolution,
            by="Ada",
            reason="I asked.",
            clock=memory.clock,
            new_attribute=split,
        )

    return do


#: What is done, and what the last commit made of it.
CASES: dict[str, tuple[Callable[[Memory], None], set[Outcome], set[Verdict]]] = {
    "new": (first, {Outcome.CHANGE}, {Verdict.NEW}),
    "restatement": (again, set(), set()),
    "a member more": (extended, {Outcome.CHANGE}, {Verdict.NEW}),
    "supersede": (changed, {Outcome.CHANGE}, {Verdict.SUPERSEDE}),
    "supersede by correction": (corrected, {Outcome.CORRECTION}, {Verdict.SUPERSEDE}),
    "retraction": (retracted, {Outcome.RETRACTION}, {Verdict.SUPERSEDE}),
    "conflict": (contested, {Outcome.CONFLICT}, {Verdict.CONFLICT}),
    "reinforcement": (reinforced, set(), set()),
    "keep the head": (resolved(Resolution.KEEP_HEAD), set(), set()),
    "take the other": (resolved(Resolution.TAKE_OTHER), {Outcome.CORRECTION}, {Verdict.SUPERSEDE}),
    "keep both": (resolved(Resolution.KEEP_BOTH), {Outcome.CHANGE}, {Verdict.EXTEND}),
    "split": (resolved(Resolution.SPLIT), {Outcome.CHANGE}, {Verdict.NEW}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_revision_names_every_change_of_a_commit(case: str) -> None:
    tell_it, outcomes, verdicts = CASES[case]
    memory = Memory()
    tell_it(memory)
    found = newest(memory)
    assert missing(found) == []
    assert {move.outcome for move in found.moves} == outcomes
    assert {move.verdict for move in found.moves} == verdicts


def test_the_recording_of_what_was_said_names_every_change_too() -> None:
    memory = Memory()
    first(memory)
    recorded = memory.store.read(
        lambda conn: details.details(conn, history.named(conn, memory.project.id, Back(steps=1)))
    )
    assert missing(recorded) == []
    assert [utterance.speaker for utterance in recorded.utterances] == ["user", "assistant"]
    assert [source.kind for source in recorded.sources] == ["message", "answer"]


def test_a_change_shows_what_it_closed_and_what_it_wrote() -> None:
    memory = Memory()
    changed(memory)
    found = newest(memory)
    assert [(head.value, head.binding.interval.is_open) for head in found.closed] == [("Lyon", True)]
    assert [(head.value, head.binding.interval.is_open) for head in found.written] == [("Lyon", False), ("Oslo", True)]
    assert [(each.claim.proposition, each.status) for each in found.claims] == [
        ("The residence of user is Oslo.", Status.ACCEPTED)
    ]


def test_a_claim_rests_on_the_words_that_bear_it_out() -> None:
    memory = Memory()
    supported = {"source": "message", "quote": "I live in Lyon", "occurrence": 1}
    facts = [fact("user", "residence", "Lyon", support=supported)]
    memory.learn(document(new_knowledge=facts), "Hello! I live in Lyon, by the way.")
    (given,) = newest(memory).support
    assert (given.speaker, given.words) == ("user", "I live in Lyon")


def test_a_reinforcement_shows_the_strength_before_and_after() -> None:
    memory = Memory()
    reinforced(memory)
    (move,) = newest(memory).strengths
    assert move.before is not None
    assert 0.5 < move.before < 0.8, "it had weakened by then"
    assert move.before < move.after <= 1.0
    assert move.cause == "reinforced"


def test_a_conflict_shows_both_claims() -> None:
    memory = Memory()
    contested(memory)
    (opened,) = newest(memory).contests
    assert opened.opened
    assert ("Oslo" in opened.proposition, "Lyon" in opened.against) == (True, True)


def test_a_resolution_shows_how_the_conflict_ended() -> None:
    memory = Memory()
    resolved(Resolution.TAKE_OTHER)(memory)
    found = newest(memory)
    (ended,) = found.contests
    assert (ended.opened, ended.resolution) == (False, "take_other")
    assert found.revision.author == "Ada"
    assert {(move.before, move.after) for move in found.statuses} >= {(Status.CONTESTED, Status.ACCEPTED)}


def test_an_association_shows_its_ends() -> None:
    memory = Memory()
    extended(memory)
    (pull,) = newest(memory).associations
    assert (pull.source, pull.relation, pull.target, pull.attraction) == ("Ada", "likes", "chess", 0.0)


def test_a_revision_outside_of_conversations_has_no_turn() -> None:
    memory = Memory()
    first(memory)
    assert newest(memory).turn is None


def test_a_revision_has_its_own_transitions_and_no_others() -> None:
    memory = Memory()
    for number in range(20):
        tell(memory, f"place {number}", f"2026-02-{number + 1:02d}", wording="change" if number else "plain")

    def addressed(steps: int) -> list[str]:
        found = memory.store.read(
            lambda conn: details.details(conn, history.named(conn, memory.project.id, Back(steps=steps)))
        )
        assert sum(change.table == "transition" for change in found.revision.changes) == len(found.moves)
        claims = {row.claim.id: row.claim.proposition for row in found.claims}
        return [claims[move.to_claim] for move in found.moves if move.to_claim]

    for number in range(20):
        assert addressed(2 * (19 - number)) == [f"The residence of user is place {number}."]
        assert addressed(2 * (19 - number) + 1) == []


def test_the_cost_follows_the_changes_not_the_store() -> None:
    """Instructions of SQLite's machine for the same commit with ten and with four hundred claims around it."""
    assert _steps(400) < 1.5 * _steps(10)


def _steps(others: int) -> int:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact(f"house {n}", "owner", f"owner {n}") for n in range(others // 10)]))
    for part in range(9):
        facts = [fact(f"house {part} {n}", "owner", f"owner {n}") for n in range(others // 10)]
        memory.learn(document(new_knowledge=facts))
    changed(memory)
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    def read(conn: Connection) -> Details:
        revision = history.named(conn, memory.project.id, Back(steps=0))
        conn.set_progress_handler(count, 1)
        found = details.details(conn, revision)
        conn.set_progress_handler(None, 0)
        return found

    memory.store.read(read)
    return steps
