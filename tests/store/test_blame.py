"""Who put there what is believed. Source: the issue, "blame ADDRESS"."""

from a008.clock import Instant
from a008.store import blame, heads
from a008.store.blame import Blamed
from a008.store.connection import Connection
from tests.turns import Memory, document, fact


def blamed(memory: Memory, at_revision: int | None = None) -> tuple[Blamed, ...]:
    def read(conn: Connection) -> tuple[Blamed, ...]:
        revision = memory.store.revision() if at_revision is None else at_revision
        (slot,) = heads.slots_at(conn, memory.project.id, ["user.residence"], at_revision=revision)
        return blame.blame(conn, slot.id, at_revision=revision)

    revision = memory.store.revision()
    return memory.store.read(read) if at_revision is not None else blamed(memory, revision)


def tell(memory: Memory, value: str, message: str, at: str, wording: str = "plain", **more: object) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", value, wording=wording, **more)]), message, at=at)


def moved() -> Memory:
    """Told once, told again, changed."""
    memory = Memory()
    quote = {"source": "message", "quote": "I live in Lyon", "occurrence": 1}
    tell(memory, "Lyon", "Hello. I live in Lyon, you know.", "2026-01-02", support=quote)  # 2
    tell(memory, "Lyon", "The residence of user is Lyon.", "2026-01-20")  # 4
    tell(memory, "Oslo", "The residence of user is Oslo.", "2026-02-01", "change")  # 6
    return memory


def test_each_binding_has_the_revision_and_the_words_that_first_put_it_there() -> None:
    oslo, lyon = blamed(moved())
    assert (oslo.head.value, oslo.put.revision, oslo.revised) == ("Oslo", 6, None)
    assert (lyon.head.value, lyon.put.revision, lyon.put.author) == ("Lyon", 2, "test")
    assert lyon.put.at == Instant.parse("2026-01-02")
    assert lyon.put.words is not None
    assert (lyon.put.words.speaker, lyon.put.words.text) == ("user", "I live in Lyon")
    assert lyon.put.words.turn_id is None, "nothing here was said in a conversation"


def test_what_ended_a_binding_is_named_with_its_words() -> None:
    _, lyon = blamed(moved())
    assert lyon.revised is not None
    assert lyon.revised.revision == 6
    assert lyon.revised.words is not None
    assert lyon.revised.words.text == "The residence of user is Oslo."


def test_at_an_earlier_revision_nothing_later_is_known() -> None:
    (lyon,) = blamed(moved(), at_revision=4)
    assert (lyon.head.value, lyon.put.revision, lyon.revised) == ("Lyon", 2, None)


def test_what_a_correction_put_right_is_not_believed_and_not_blamed() -> None:
    memory = Memory()
    tell(memory, "Lyon", "The residence of user is Lyon.", "2026-01-02", valid_from="2026-01-01")
    tell(memory, "Nantes", "The residence of user is Nantes.", "2026-01-03", "correction")
    (nantes,) = blamed(memory)
    assert (nantes.head.value, nantes.put.revision) == ("Nantes", 4)


def test_a_retraction_is_what_ended_a_value() -> None:
    memory = Memory()
    tell(memory, "Lyon", "The residence of user is Lyon.", "2026-01-02", valid_from="2026-01-01")
    tell(memory, "Lyon", "The residence of user is Lyon. Not any more.", "2026-03-01", "retraction")
    (lyon,) = blamed(memory)
    assert not lyon.head.binding.interval.is_open
    assert lyon.revised is not None
    assert lyon.revised.revision == 4
    assert lyon.revised.words is not None
    assert lyon.revised.words.text.endswith("Not any more.")


def test_a_value_that_came_back_is_blamed_for_each_time() -> None:
    memory = moved()
    tell(memory, "Lyon", "The residence of user is Lyon.", "2026-03-01", "change")
    found = [(each.head.value, each.put.revision, each.revised and each.revised.revision) for each in blamed(memory)]
    assert found == [("Lyon", 8, None), ("Oslo", 6, 8), ("Lyon", 2, 6)]
