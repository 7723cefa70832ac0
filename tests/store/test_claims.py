"""Claims as they stand at a revision, and open conflicts. Source: rules 1, 7 and 30; case B046 (one project)."""

import pytest

from a008 import canon
from a008.memory.claim import Attribute, Event, Status, form_json
from a008.store import claims, entities, utterances
from a008.store.claims import ClaimRow
from tests.turns import Memory, document, fact


@pytest.fixture
def memory() -> Memory:
    return Memory()


def read(memory: Memory, *ids: str, project: str = "", at_revision: int | None = None) -> tuple[ClaimRow, ...]:
    revision = memory.store.revision() if at_revision is None else at_revision
    return memory.store.read(lambda conn: claims.claims(conn, project or memory.project.id, ids, at_revision=revision))


def test_a_claim_comes_back_as_it_was_written(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "age", 41, severity="critical")]))
    (row,) = read(memory, memory.item("user.age"))
    assert row.claim.form == Attribute(entity="user", attribute="age", value=41)
    assert (row.status, row.claim.proposition) == (Status.ACCEPTED, "The age of user is 41.")


def test_claims_come_in_the_order_asked_for_and_only_from_their_project(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("a", "x", 1), fact("b", "y", 2)]))
    first, second = memory.item("b.y"), memory.item("a.x")
    assert [row.claim.id for row in read(memory, first, "claim_none", second)] == [first, second]
    assert read(memory, first, project="elsewhere") == ()


def test_the_status_is_that_of_the_revision_asked_for(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "employer", "Acme")]))
    claim, before = memory.item("user.employer"), memory.store.revision()
    memory.learn(document(new_knowledge=[fact("user", "employer", "Acme", wording="retraction")]))
    assert read(memory, claim)[0].status is Status.RETRACTED
    assert read(memory, claim, at_revision=before)[0].status is Status.ACCEPTED
    assert read(memory, claim, at_revision=0) == ()


def test_claims_of_an_entity_come_newest_first_and_bounded(memory: Memory) -> None:
    for number in range(5):
        memory.learn(document(new_knowledge=[fact("build", f"step{number}", number)]))
    revision = memory.store.revision()
    (named,) = memory.store.read(lambda conn: entities.named(conn, memory.project.id, ["build"], at_revision=revision))
    owner = named.entities[0].id
    newest = memory.store.read(lambda conn: claims.of_entity(conn, owner, at_revision=revision, limit=2))
    assert list(newest) == [memory.item("build.step4"), memory.item("build.step3")]


def test_an_open_conflict_names_both_sides(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "diet", "vegetarian")]))
    memory.learn(document(new_knowledge=[fact("user", "diet", "vegan", wording="conflict")]))
    revision, head = memory.store.revision(), memory.item("user.diet")
    slot_id = next(each.slot.id for each in memory.heads(memory.clock.now) if each.address == "user.diet")
    (row,) = memory.store.read(lambda conn: claims.contests(conn, [slot_id], at_revision=revision))
    assert (row.against_claim_id, row.claim.proposition) == (head, "The diet of user is vegan.")
    competing = memory.store.read(lambda conn: claims.contested_by(conn, [row.claim.id, head], at_revision=revision))
    assert competing == {row.claim.id: slot_id}


@pytest.mark.parametrize(
    "form", [None, Attribute(entity="a", attribute="b", value=None), Event(event="party", participants=("Ann", "Bo"))]
)
def test_a_form_survives_its_column(form: Attribute | Event | None) -> None:
    column = None if form is None else canon.text(form_json(form))
    assert claims.form_of(column) == form


def test_a_column_that_is_no_form_is_a_fault_and_not_evidence() -> None:
    with pytest.raises(ValueError, match="not a form"):
        claims.form_of('{"form":"riddle"}')


def test_provenance_leads_both_ways_with_its_span(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "age", 41)]), message="Well. The age of user is 41.")
    claim, revision = memory.item("user.age"), memory.store.revision()
    (link,) = memory.store.read(lambda conn: utterances.behind(conn, [claim], at_revision=revision))
    (said,) = memory.store.read(
        lambda conn: utterances.utterances(conn, memory.project.id, [link.utterance_id], at_revision=revision)
    )
    assert said.text.encode()[link.start : link.end].decode() == "The age of user is 41."
    back = memory.store.read(lambda conn: utterances.resting_on(conn, [said.id], at_revision=revision))
    assert [each.claim_id for each in back] == [claim]
    sentences = memory.store.read(lambda conn: utterances.sentences_of(conn, [said.id]))[said.id]
    assert [said.text.encode()[each.start : each.end].decode() for each in sentences] == [
        "Well.",
        "The age of user is 41.",
    ]
