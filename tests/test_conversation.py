"""A conversation by hand with the embedded engine: tell, change, ask, ask what was before and who said so, return."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from a008.clock import Instant, ManualClock
from a008.runtime.outcome import MemoryStatus
from a008.runtime.session import Session
from a008.workbench import open_workbench


@dataclass(frozen=True)
class Talk:
    """What is said in one language, and what must be in the answers."""

    told: tuple[str, str, str]
    changed: str
    asked: str
    now: str
    asked_before: str
    before: str
    asked_who: str
    who: str
    unknown: str
    nothing: str


ENGLISH = Talk(
    told=("I live in Lyon.", "Our favourite editor is vim.", "We use PostgreSQL for storage."),
    changed="We use SQLite for storage now.",
    asked="What do we use for storage?",
    now="SQLite",
    asked_before="What did we use for storage before?",
    before="PostgreSQL",
    asked_who="Who said that we use SQLite for storage?",
    who="We use SQLite for storage now.",
    unknown="What is the capital of Peru?",
    nothing="nothing",
)
SWEDISH = Talk(
    told=("Jag bor i Lund.", "Vår redaktör är Vim.", "Vi använder PostgreSQL för lagring."),
    changed="Vi använder SQLite för lagring nu.",
    asked="Vad använder vi för lagring?",
    now="SQLite",
    asked_before="Vad använde vi för lagring tidigare?",
    before="PostgreSQL",
    asked_who="Vem sa att vi använder SQLite för lagring?",
    who="Vi använder SQLite för lagring nu.",
    unknown="Vad heter Perus huvudstad?",
    nothing="inget",
)


@pytest.fixture(params=[ENGLISH, SWEDISH], ids=["English", "Swedish"])
def talk(request: pytest.FixtureRequest) -> Talk:
    found = request.param
    assert isinstance(found, Talk)
    return found


@pytest.fixture
def session(tmp_path: Path, talk: Talk) -> Iterator[Session]:
    clock = ManualClock(Instant.parse("2026-01-01T12:00:00Z"))
    with open_workbench(tmp_path, clock=clock) as workbench:
        session = workbench.session("talk")
        for message in (*talk.told, talk.changed):
            assert session.ask(message).memory.status is MemoryStatus.COMMITTED, message
            clock.advance(days=1)
        yield session


def answer(session: Session, message: str) -> str:
    return session.ask(message).answer.text


def test_the_current_value_is_known_and_the_old_one_is_not_mentioned(session: Session, talk: Talk) -> None:
    said = answer(session, talk.asked)
    assert talk.now in said
    assert talk.before not in said


def test_what_was_before_is_known_when_it_is_asked_for(session: Session, talk: Talk) -> None:
    assert talk.before in answer(session, talk.asked_before)


def test_who_said_so_is_known_in_their_own_words(session: Session, talk: Talk) -> None:
    assert talk.who in answer(session, talk.asked_who)


def test_what_is_not_known_is_said_plainly(session: Session, talk: Talk) -> None:
    assert talk.nothing in answer(session, talk.unknown)


def test_after_closing_and_reopening_everything_is_still_known(tmp_path: Path, session: Session, talk: Talk) -> None:
    del session
    with open_workbench(tmp_path, clock=ManualClock(Instant.parse("2026-02-01T12:00:00Z"))) as workbench:
        again = workbench.session("talk")
        assert talk.now in answer(again, talk.asked)
        assert talk.before in answer(again, talk.asked_before)
        assert talk.who in answer(again, talk.asked_who)


def test_asking_teaches_nothing(session: Session, talk: Talk) -> None:
    for message in (talk.asked, talk.asked_before, talk.asked_who, talk.unknown):
        receipt = session.ask(message).memory.receipt
        assert receipt is not None
        assert receipt.written == ()


@pytest.mark.parametrize(
    ("said", "denied", "again", "asked", "holds"),
    [
        ("I live in Lyon.", "I no longer live in Lyon.", "I live in Lyon.", "Where do I live?", "lives in Lyon"),
        ("I like tea.", "I don't like tea anymore.", "I like tea.", "Do I like tea?", "likes tea"),
        ("Jag bor i Lund.", "Jag bor inte längre i Lund.", "Jag bor i Lund.", "Var bor jag?", "bor i Lund"),
    ],
)
def test_a_denial_is_over_when_what_it_denied_holds_again(
    tmp_path: Path, said: str, denied: str, again: str, asked: str, holds: str
) -> None:
    clock = ManualClock(Instant.parse("2026-01-01T12:00:00Z"))
    with open_workbench(tmp_path, clock=clock) as workbench:
        session = workbench.session("talk")
        session.ask(said)
        clock.advance(days=1)
        session.ask(denied)
        assert not [item for item in session.envelope(asked).items if item.type == "state"]
        clock.advance(days=1)
        session.ask(again)
        envelope = session.envelope(asked)
        assert [holds in item.proposition for item in envelope.items if item.type in ("state", "claim")] == [True]
