"""Which texts answer a question best. The dialogues are ours; what each clue is for stands in `data/ranking.toml`."""

from dataclasses import replace
from itertools import permutations

import pytest

from a008 import ids
from a008.clock import Instant
from a008.intake.rules.speech import sentences
from a008.memory.origin import Origin
from a008.memory.terms import words
from a008.memory.utterance import Artifact, ArtifactKind, Utterance
from a008.retrieval import ranking
from a008.retrieval.define import define
from a008.retrieval.query import RetrievalRequest, Snapshot
from a008.retrieval.ranking import ranked
from a008.retrieval.vocabulary import vocabulary
from a008.retrieval.weights import weights
from a008.runtime import evidence
from a008.runtime.evidence import Occasion, Said
from a008.store.connection import Connection
from a008.store.utterances import UtteranceRow
from tests.turns import Memory

_NOW = Instant.parse("2024-01-01")


def _hear(memory: Memory, session: str, day: str, *said: tuple[str, str]) -> None:
    """A session of a dialogue: who said what."""
    artifact = Artifact(
        id=ids.knowledge(ids.Knowledge.ARTIFACT, memory.project.id, session),
        kind=ArtifactKind.IMPORT,
        locator=session,
        digest=session,
        size=0,
        content=None,
    )
    heard = [
        Utterance(
            id=ids.knowledge(ids.Knowledge.UTTERANCE, memory.project.id, session, place),
            artifact_id=artifact.id,
            turn_id=None,
            speaker=speaker,
            origin=Origin.IMPORT,
            text=text,
            sentences=sentences(text),
            asserted_at=Instant.parse(day),
            recorded_at=_NOW,
        )
        for place, (speaker, text) in enumerate(said)
    ]
    occasion = Occasion(memory.project.id, None, f"heard:{session}", _NOW)
    memory.store.commit(evidence.plan(occasion, [Said(artifact, each) for each in heard], memory.store.revision()))


def _asked(memory: Memory, question: str, at_revision: int | None = None) -> list[str]:
    """What is found, the best first."""
    return list(_scores(memory, question, at_revision))


def _scores(memory: Memory, question: str, at_revision: int | None = None) -> dict[str, float]:
    request = RetrievalRequest(
        project_id=memory.project.id,
        message=question,
        now=_NOW,
        budget=99_999,
        scope=(),
        recent=(),
        required_ids=(),
        as_of=None,
        at_revision=at_revision,
        tokenizer=None,
    )

    def read(conn: Connection) -> dict[str, float]:
        snapshot, known = Snapshot.of(conn, memory.project.id, _NOW, at_revision=at_revision), vocabulary()
        hits = ranked(snapshot, define(snapshot, request, known), known).hits
        return {hit.subject.text: hit.score for hit in hits if isinstance(hit.subject, UtteranceRow)}

    return memory.store.read(read)


@pytest.fixture
def memory() -> Memory:
    """A project that has heard nothing yet."""
    return Memory()


def test_whoever_the_question_names_is_more_likely_to_have_said_it(memory: Memory) -> None:
    _hear(
        memory, "a", "2023-05-08", ("Maja", "The pottery class was lovely."), ("Lars", "The pottery class was lovely!")
    )
    assert _asked(memory, "What did Lars think of the pottery class?")[0] == "The pottery class was lovely!"
    assert _asked(memory, "What did Maja think of the pottery class?")[0] == "The pottery class was lovely."
    assert _asked(memory, "What was Lars's view of the pottery class?")[0] == "The pottery class was lovely!"
    assert _asked(memory, "What was Maja's view of the pottery class?")[0] == "The pottery class was lovely."


def test_a_word_that_nearly_every_text_of_a_small_project_holds_says_little(memory: Memory) -> None:
    said = [("Lars", f"The garden is lovely on day {number}.") for number in range(8)]
    _hear(memory, "a", "2023-05-08", *said, ("Maja", "A quince tree was planted."))
    scores = _scores(memory, "Which quince stands in the garden?")
    assert scores["A quince tree was planted."] > 1.8 * max(scores[text] for _, text in said[:4])


def test_the_day_that_is_named_leads_even_to_what_shares_no_word(memory: Memory) -> None:
    _hear(memory, "a", "2023-05-08", ("Maja", "Rain all over."))
    _hear(memory, "b", "2023-07-01", ("Maja", "Sun at last."))
    assert _asked(memory, "How did Maja feel on 8 May 2023?")[0] == "Rain all over."
    assert _asked(memory, "How did Maja feel in July 2023?")[0] == "Sun at last."
    assert _asked(memory, "What happened on 8 May 2023?") == ["Rain all over."]


def test_an_answer_is_found_by_the_question_before_it(memory: Memory) -> None:
    _hear(
        memory,
        "a",
        "2023-05-08",
        *(("Lars", "Which instrument do you play?"), ("Maja", "The cello, since school."), ("Lars", "Nice weather.")),
    )
    found = _asked(memory, "Which instrument does Maja play?")
    assert found[1] == "The cello, since school.", "right behind the question, though it shares no word"


def test_words_around_an_utterance_count_but_not_those_of_another_session(memory: Memory) -> None:
    _hear(memory, "a", "2023-05-08", ("Lars", "My violin teacher moved."), ("Maja", "Oh, that is sad."))
    _hear(memory, "b", "2023-05-09", ("Maja", "Oh, that is sad!"))
    found = _asked(memory, "Was anybody sad about the violin teacher?")
    assert found.index("Oh, that is sad.") < found.index("Oh, that is sad!")


@pytest.mark.parametrize(
    ("weight", "question", "better", "worse"),
    [
        ("answer", "Which instrument does anybody play?", "The cello, since school.", "The boat, near school."),
        ("first_person", "What did Maja plant?", "I plant roses.", "They plant roses."),
        ("time", "When was the rehearsal?", "The rehearsal was on Monday.", "The rehearsal was in Lund."),
        ("number", "How many rehearsals were there?", "There were rehearsals, ten.", "There were rehearsals, all."),
        ("question", "How was the rehearsal?", "The rehearsal was long.", "The rehearsal was long?"),
    ],
)
def test_each_clue_counts_and_is_what_makes_the_difference(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, weight: str, question: str, better: str, worse: str
) -> None:
    asked = ("Lars", "Which instrument do you play?")
    told = ("Lars", "Some instrument to play!")
    _hear(memory, "a", "2023-05-08", asked, ("Maja", better))
    _hear(memory, "b", "2023-05-08", told, ("Maja", worse))

    def lead() -> float:
        scores = _scores(memory, question)
        return scores[better] - scores[worse]

    with_it = lead()
    monkeypatch.setattr(ranking, "weights", lambda: replace(weights(), **{weight: 0.0}))
    assert with_it > lead()


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_recording_changes_nothing(order: tuple[int, ...]) -> None:
    """Of equals, what was said last comes first, and then the id decides."""
    said = [("a", "2023-05-08", "Tea!"), ("b", "2023-05-09", "Tea."), ("c", "2023-05-09", "(Tea)")]
    memory = Memory()
    for place in order:
        session, day, words = said[place]
        _hear(memory, session, day, ("Maja", words))
    assert len(set(_scores(memory, "tea").values())) == 1, "they are equals"
    ids_of = memory.store.read(lambda conn: dict(conn.execute("SELECT text, id FROM utterance").fetchall()))
    assert _asked(memory, "tea") == [*sorted(("Tea.", "(Tea)"), key=lambda text: ids_of[text]), "Tea!"]


def test_nothing_of_another_project_is_read_even_where_it_stands_between(memory: Memory) -> None:
    other = Memory.beside(memory, "other")
    for number in range(4):
        _hear(memory, f"a{number}", "2023-05-08", ("Maja", f"The harbour has {number} cranes."))
        _hear(other, f"b{number}", "2023-05-08", ("Maja", f"The harbour has {number} secrets."))
    assert len(_asked(memory, "What does Maja say of the harbour?")) == 4
    assert all("cranes" in text for text in _asked(memory, "What does Maja say of the harbour?"))


def test_at_an_older_revision_nothing_later_is_found(memory: Memory) -> None:
    _hear(memory, "a", "2023-05-08", ("Maja", "The harbour is small."))
    before = memory.store.revision()
    _hear(memory, "b", "2023-05-08", ("Maja", "The harbour is large."))
    assert _asked(memory, "Maja's harbour", before) == ["The harbour is small."]


def test_reading_costs_no_more_however_much_else_there_is(memory: Memory) -> None:
    _hear(memory, "a", "2023-05-08", ("Maja", "The harbour is small."), ("Lars", "It is."))

    def statements() -> int:
        told: list[str] = []

        def read(conn: Connection) -> None:
            conn.set_trace_callback(told.append)

        memory.store.read(read)
        _asked(memory, "Is the harbour small?")
        memory.store.read(lambda conn: conn.set_trace_callback(None))
        return len([each for each in told if "search_index_" not in each])  # the index reads itself by statements too

    counted = []
    for number in range(200):
        if number in (50, 199):
            counted.append(statements())
        _hear(memory, f"x{number}", "2023-06-01", ("Bo", f"Unrelated remark {number}."))
    assert counted[0] == counted[1] > 0


def test_a_common_word_is_followed_further_when_it_leads_and_not_beyond_its_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory = Memory()
    _hear(memory, "one", "2023-05-08", *(("Ann", f"The kayak is red, said {place}.") for place in range(9)))
    monkeypatch.setattr(ranking, "COMMON", 2)
    monkeypatch.setattr(ranking, "FOLLOWED", 5)

    def followed(leading: int) -> list[int]:
        monkeypatch.setattr(ranking, "LEADING", leading)

        def read(conn: Connection) -> list[int]:
            snapshot = Snapshot.of(conn, memory.project.id, _NOW)
            asked = ranking._asked(snapshot, words("kayak red 7"))
            return [len(asked.numbers[each.word]) for each in asked.words]

        return memory.store.read(read)

    assert followed(3) == [1, 5, 5]
    assert followed(2) == [1, 5, 2]
