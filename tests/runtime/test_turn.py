"""One turn: the order of things, three outcomes, and what a fault may cost."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from a008.clock import Instant, ManualClock
from a008.errors import Code, NotFound, ProviderError, ProviderFault, StaleState, StoreError, UsageError
from a008.ids import CountedIds
from a008.messages import Cancel, Delta, Finish, Purpose, Role
from a008.providers.scripted import Fail, Hook, Reply, ScriptedProvider, scripted_route
from a008.runtime.outcome import Answered, AnswerStatus, Completed, EnvelopeReady, MemoryStatus
from a008.runtime.session import Session
from a008.store import conversations
from a008.store.store import Store
from a008.workbench import Workbench, open_workbench
from tests.turns import document, fact


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(Instant.parse("2026-01-01T00:00:00Z"))


@pytest.fixture
def workbench(tmp_path: Path, clock: ManualClock) -> Iterator[Workbench]:
    with open_workbench(tmp_path, clock=clock, mint=CountedIds("turn")) as opened:
        yield opened


def scripted(workbench: Workbench, provider: ScriptedProvider, *, extracts: bool = True) -> Session:
    return workbench.session("test", route=scripted_route(provider, extracts=extracts))


def rows(workbench: Workbench, sql: str) -> list[Any]:
    return workbench.store.read(lambda conn: conn.execute(sql).fetchall())


HOUSE = document(new_knowledge=[fact("house", "colour", "white")])


def test_events_come_in_order_and_the_result_is_the_last(workbench: Workbench) -> None:
    session = scripted(workbench, ScriptedProvider([Reply.of("It is ", "white.")], extract=[HOUSE]))
    events = list(session.stream("The house is white."))
    kinds = [type(event) for event in events]
    assert kinds == [EnvelopeReady, Delta, Delta, Answered, Completed]
    assert isinstance(events[-1], Completed)
    assert events[-1].result.memory.status is MemoryStatus.COMMITTED


def test_a_model_is_shown_the_envelope_as_data_in_the_user_role(workbench: Workbench) -> None:
    provider = ScriptedProvider(["White.", "White."], extract=[HOUSE, document()])
    session = scripted(workbench, provider)
    session.ask("The colour of house is white.")
    result = session.ask("What is the colour of house?")
    request = provider.asked(Purpose.ANSWER)[1]
    assert request.context == result.envelope.payload
    assert [message.role for message in request.messages] == [
        Role.SYSTEM, Role.USER, Role.USER, Role.ASSISTANT, Role.USER,
    ]  # fmt: skip
    assert request.messages[1].content == result.envelope.payload
    assert result.envelope.payload not in [message.content for message in session.history()]


def test_the_extractor_sees_context_message_and_answer_and_nothing_else(workbench: Workbench) -> None:
    provider = ScriptedProvider([Reply(chunks=("White.",), thoughts=("secret reasoning",), finish=Reply.of("x").finish,
                                       model=None, usage=None, notes=())], extract=[HOUSE])  # fmt: skip
    scripted(workbench, provider).ask("The colour of house is white.")
    (request,) = provider.asked(Purpose.EXTRACT)
    assert set(json.loads(request.messages[1].content)) == {"operation", "context", "message", "answer"}
    everything = json.dumps(rows(workbench, "SELECT * FROM turn")) + json.dumps(
        rows(workbench, "SELECT * FROM message")
    )
    assert "secret reasoning" not in everything
    assert "secret reasoning" not in request.messages[1].content


@pytest.mark.parametrize(
    ("extract", "code"),
    [
        ("Here are the facts: {}", "not_json"),
        ('{"new_knowledge":[]}', "schema_violation"),
        (Fail.of(ProviderFault.SERVER), "provider_error"),
        (Fail.of(ProviderFault.RATE_LIMIT), "rate_limited"),
    ],
)
def test_an_answer_stands_when_memory_fails_and_the_failure_is_told(
    workbench: Workbench, extract: Any, code: str
) -> None:
    """B051, X14: the memory step fails, the answer and the conversation stay, and one call was made."""
    provider = ScriptedProvider(["White."], extract=[extract])
    session = scripted(workbench, provider)
    result = session.ask("The colour of house is white.")
    assert result.answer.text == "White."
    assert result.memory.status is MemoryStatus.FAILED
    assert result.memory.reason.startswith(code)
    assert len(provider.asked(Purpose.EXTRACT)) == 1
    assert [message.content for message in session.history()] == ["The colour of house is white.", "White."]
    assert rows(workbench, "SELECT memory_status FROM turn") == [("failed",)]
    assert rows(workbench, "SELECT count(*) FROM claim") == [(0,)]


def test_an_answer_that_tells_an_earlier_value_does_not_bring_it_back(workbench: Workbench, clock: ManualClock) -> None:
    """Rule 27, the echo guard: what the envelope showed as history never becomes new knowledge."""
    red = fact("house", "colour", "red", wording="change")
    told = fact("house", "colour", "white", proposition="Before that, the house was white.")
    documents = [HOUSE, document(new_knowledge=[red]), document(new_knowledge=[told])]
    session = scripted(workbench, ScriptedProvider(["Noted.", "Noted.", "It was white."], extract=documents))
    session.ask("The colour of house is white.")
    clock.advance(days=1)
    session.ask("The colour of house is red.")
    clock.advance(days=1)
    result = session.ask("What was the colour of the house before?")
    assert [item.type for item in result.envelope.items if item.proposition.endswith("white.")] == ["history"]
    assert [head.value for head in workbench.knowledge("test").state("house")] == ["red"]


def test_a_fault_of_ours_in_memory_costs_no_answer(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("a008.runtime.learn.validate", explode)
    result = scripted(workbench, ScriptedProvider(["White."], extract=[HOUSE])).ask("The colour of house is white.")
    assert result.answer.text == "White."
    assert result.memory.status is MemoryStatus.FAILED
    assert "ZeroDivisionError" in result.memory.reason


def test_an_answer_is_returned_when_the_store_fails_after_it(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = scripted(workbench, ScriptedProvider(["White."], extract=[HOUSE]))

    def full(self: Store, fn: object) -> None:
        raise StoreError("the disk is full", code=Code.STORAGE_FULL, item="memory.sqlite")

    monkeypatch.setattr(Store, "write", full)
    result = session.ask("The colour of house is white.")
    assert result.answer.text == "White."
    assert not result.recorded
    assert result.memory.status is MemoryStatus.FAILED
    assert "disk is full" in result.memory.reason


def test_an_interrupted_answer_is_kept_as_far_as_it_came_and_nothing_is_learnt(workbench: Workbench) -> None:
    """B059: the connection closed before the last piece."""
    provider = ScriptedProvider([Fail.of(ProviderFault.NETWORK, "It is ", "wh")])
    session = scripted(workbench, provider)
    with pytest.raises(ProviderError) as failed:
        session.ask("The colour of house is white.")
    assert failed.value.partial == "It is wh"
    assert [message.content for message in session.history()][1] == "It is wh"
    assert rows(workbench, "SELECT answer_status, memory_status FROM turn") == [("interrupted", "not_run")]
    assert provider.asked(Purpose.EXTRACT) == ()


def test_a_provider_that_breaks_in_a_way_of_its_own_is_a_failed_route(workbench: Workbench) -> None:
    """A third party's provider may raise anything; what had arrived is kept, its words are not: they may hold a key."""

    def explode(number: int) -> None:
        if number == 1:
            raise KeyError("sk-secret")

    provider = ScriptedProvider([Hook(step=Reply.of("It ", "is."), before=explode)])
    with pytest.raises(ProviderError) as failed:
        scripted(workbench, provider).ask("What?")
    assert failed.value.fault is ProviderFault.PROVIDER
    assert "sk-secret" not in str(failed.value)
    assert rows(workbench, "SELECT answer_status FROM turn") == [("interrupted",)]


def test_a_failure_without_a_word_leaves_the_dialogue_as_it_was(workbench: Workbench) -> None:
    session = scripted(workbench, ScriptedProvider([Fail.of(ProviderFault.AUTHENTICATION)]))
    with pytest.raises(ProviderError):
        session.ask("Hello there, friend.")
    assert session.history() == ()
    assert rows(workbench, "SELECT answer_status FROM turn") == [("failed",)]


def test_cancelling_keeps_what_had_arrived(workbench: Workbench) -> None:
    cancel = Cancel()

    def before(number: int) -> None:
        if number == 1:
            cancel()

    provider = ScriptedProvider([Hook(step=Reply.of("It is ", "white."), before=before)])
    events = list(scripted(workbench, provider).stream("What is the colour of house?", cancel=cancel))
    assert isinstance(events[-1], Completed)
    outcome = events[-1].result
    assert (outcome.answer.status, outcome.answer.text) == (AnswerStatus.CANCELLED, "It is ")
    assert outcome.memory.status is MemoryStatus.NOT_RUN


def test_the_same_command_twice_has_one_effect_and_one_receipt(workbench: Workbench) -> None:
    """B033, C03: the second time no model is asked."""
    provider = ScriptedProvider(["White."], extract=[HOUSE])
    session = scripted(workbench, provider)
    first = session.ask("The colour of house is white.", command_id="one")
    again = session.ask("The colour of house is white.", command_id="one")
    assert again.memory.receipt == first.memory.receipt
    assert again.answer.text == first.answer.text
    assert again.envelope.payload == first.envelope.payload
    assert len(provider.requests) == 2
    assert rows(workbench, "SELECT count(*) FROM turn") == [(1,)]


def test_one_command_id_cannot_stand_for_two_commands(workbench: Workbench) -> None:
    session = scripted(workbench, ScriptedProvider(["White."], extract=[HOUSE]))
    session.ask("The colour of house is white.", command_id="one")
    with pytest.raises(StaleState) as refused:
        session.ask("The colour of house is red.", command_id="one")
    assert refused.value.code is Code.COMMAND_CONFLICT


def test_a_memory_step_that_a_crash_left_out_runs_once_when_the_command_comes_again(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A03: killed between answer and memory."""
    provider = ScriptedProvider(["White."], extract=[HOUSE])
    session = scripted(workbench, provider)
    with monkeypatch.context() as patched:
        patched.setattr("a008.runtime.turn.learn", _killed)
        with pytest.raises(KeyboardInterrupt):
            session.ask("The colour of house is white.", command_id="one")
    assert rows(workbench, "SELECT memory_status FROM turn") == [("not_run",)]
    result = session.ask("The colour of house is white.", command_id="one")
    assert result.memory.status is MemoryStatus.COMMITTED
    assert session.ask("The colour of house is white.", command_id="one").memory == result.memory
    assert rows(workbench, "SELECT count(*) FROM claim") == [(1,)]


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_an_envelope_alone_asks_no_model_and_writes_nothing(workbench: Workbench) -> None:
    provider = ScriptedProvider(["White."], extract=[HOUSE])
    session = scripted(workbench, provider)
    session.ask("The colour of house is white.")
    before = workbench.store.revision()
    envelope = session.envelope("What is the colour of house?")
    assert envelope.items[0].type == "state"
    assert workbench.store.revision() == before
    assert len(provider.requests) == 2


@pytest.mark.parametrize("message", ["", "  \n ", "x" * 131_073])
def test_an_empty_or_too_long_message_is_refused_before_anything_happens(workbench: Workbench, message: str) -> None:
    provider = ScriptedProvider()
    with pytest.raises(UsageError):
        scripted(workbench, provider).ask(message)
    assert provider.requests == []


def test_a_lone_surrogate_is_repaired_on_its_way_in(workbench: Workbench) -> None:
    """B017: the answer was paid for and could not be stored."""
    session = scripted(workbench, ScriptedProvider(["Yes."], extract=[document()]))
    session.ask("price \udc81 ok")
    assert session.history()[0].content == "price \ufffd ok"


def test_a_session_has_one_turn_at_a_time(workbench: Workbench) -> None:
    """Case 55."""
    inside, go_on = threading.Event(), threading.Event()

    def before(number: int) -> None:
        inside.set()
        assert go_on.wait(30)

    session = scripted(workbench, ScriptedProvider([Hook(step=Reply.of("Yes."), before=before)], extract=[document()]))
    other = threading.Thread(target=lambda: session.ask("One?"))
    other.start()
    assert inside.wait(30)
    with pytest.raises(UsageError, match="busy"):
        session.ask("Two?")
    go_on.set()
    other.join()


def test_undo_and_reset_change_the_dialogue_and_not_memory(workbench: Workbench) -> None:
    provider = ScriptedProvider(["White.", "Yes."], extract=[HOUSE, document()])
    session = scripted(workbench, provider)
    session.ask("The colour of house is white.")
    session.ask("Is that so?")
    assert session.undo()
    assert len(session.history()) == 2
    session.reset()
    assert session.history() == ()
    assert not session.undo()
    assert [head.value for head in workbench.knowledge("test").state()] == ["white"]


def test_a_conversation_is_reopened_where_it_was_left(tmp_path: Path, clock: ManualClock) -> None:
    """Case 55: and by nobody from another project."""
    with open_workbench(tmp_path, clock=clock) as workbench:
        first = scripted(workbench, ScriptedProvider(["White."], extract=[HOUSE]))
        first.ask("The colour of house is white.")
        kept = first.conversation_id
    with open_workbench(tmp_path, clock=clock) as workbench:
        assert workbench.session("test", conversation="last").conversation_id == kept
        assert len(workbench.session("test", conversation=kept).history()) == 2
        with pytest.raises(NotFound):
            workbench.session("another", conversation=kept)


def test_messages_keep_their_order_on_a_frozen_clock(workbench: Workbench) -> None:
    """B068: user and answer had the same time and changed places."""
    provider = ScriptedProvider(["1", "2", "3"], extract=[document()] * 3)
    session = scripted(workbench, provider)
    for text in "abc":
        session.ask(text)
    assert [message.content for message in session.history()] == ["a", "1", "b", "2", "c", "3"]


def test_earlier_messages_are_limited_apart_from_the_envelope(tmp_path: Path) -> None:
    with open_workbench(tmp_path, recent_messages=0) as workbench:
        provider = ScriptedProvider(["1", "2"], extract=[document()] * 2)
        session = scripted(workbench, provider)
        session.ask("first")
        session.ask("second")
        assert len(provider.asked(Purpose.ANSWER)[1].messages) == 3


def test_an_attached_file_is_kept_whole_and_shown_as_data(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("The harbour closes at nine.", encoding="utf-8")
    provider = ScriptedProvider(["Noted."], extract=[document()])
    scripted(workbench, provider).ask("Read this.", files=[path])
    shown = [json.loads(m.content) for m in provider.requests[0].messages if "a008_file" in m.content]
    assert shown == [{"a008_file": "notes.md", "text": "The harbour closes at nine."}]
    ((digest, has_blob),) = rows(workbench, "SELECT digest, has_blob FROM artifact WHERE kind = 'file'")
    assert has_blob
    assert workbench.store.blobs.get(digest) == path.read_bytes()
    assert rows(workbench, "SELECT origin FROM utterance WHERE speaker = 'notes.md'") == [("file",)]


def test_two_files_of_the_same_bytes_are_recorded_once(workbench: Workbench, tmp_path: Path) -> None:
    paths = [tmp_path / "one.md", tmp_path / "two.md"]
    for path in paths:
        path.write_text("", encoding="utf-8")
    result = scripted(workbench, ScriptedProvider(["Noted."], extract=[document()])).ask("Read these.", files=paths)
    assert result.recorded
    assert len(rows(workbench, "SELECT id FROM utterance WHERE origin = 'file'")) == 1


def test_a_file_with_the_name_of_a_role_does_not_speak_for_it(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "user"
    path.write_text("Nothing of that sort.", encoding="utf-8")
    scripted(workbench, ScriptedProvider(["Noted."], extract=[HOUSE])).ask(
        "The colour of house is white.", files=[path]
    )
    assert rows(workbench, "SELECT origin, attributed_to FROM claim") == [("user", "user")]
    assert rows(workbench, "SELECT speaker FROM utterance WHERE origin = 'file'") == [("file user",)]


@pytest.mark.parametrize("make", ["missing", "folder", "binary", "pipe"])
def test_what_cannot_be_attached_is_named(workbench: Workbench, tmp_path: Path, make: str) -> None:
    import os

    path = tmp_path / "thing"
    if make == "folder":
        path.mkdir()
    elif make == "binary":
        path.write_bytes(b"\xff\xfe\x00")
    elif make == "pipe":
        os.mkfifo(path)
    with pytest.raises(UsageError, match="thing"):
        scripted(workbench, ScriptedProvider()).ask("Read this.", files=[path])


def test_a_turn_is_found_by_its_command(workbench: Workbench) -> None:
    session = scripted(workbench, ScriptedProvider(["White."], extract=[HOUSE]))
    result = session.ask("The colour of house is white.", command_id="one")
    stored = workbench.store.read(lambda conn: conversations.by_command(conn, session.project.id, "one"))
    assert stored is not None
    assert stored.id == result.turn_id
    assert stored.memory.receipt == result.memory.receipt


def test_a_conversation_without_a_turn_leaves_nothing_behind(workbench: Workbench) -> None:
    session = scripted(workbench, ScriptedProvider(["White."], extract=[HOUSE]))
    session.envelope("What is the colour of house?")
    assert rows(workbench, "SELECT count(*) FROM conversation") == [(0,)]
    session.ask("The colour of house is white.")
    assert rows(workbench, "SELECT id FROM conversation") == [(session.conversation_id,)]


def test_the_scope_is_written_with_the_turn_and_a_look_at_an_envelope_moves_nothing(workbench: Workbench) -> None:
    """Issue 4: a returned value, widened on overlap and replaced without any."""
    taught = [fact("house", "colour", "red", domains=["home"]), fact("car", "engine", "V8", domains=["cars"])]
    scripted(workbench, ScriptedProvider(["Noted."], extract=[document(new_knowledge=taught)])).ask("House and car.")
    session = scripted(workbench, ScriptedProvider(["1", "2", "3"], extract=[document()] * 3))

    def scope() -> list[str]:
        values = dict(rows(workbench, "SELECT id, scope FROM conversation"))
        return list(json.loads(values[session.conversation_id]))

    session.ask("What colour has the house?")
    assert scope() == ["home"]
    assert session.envelope("What engine has the car?").scope == ("cars",)
    assert scope() == ["home"]
    session.ask("What engine has the car?")
    assert scope() == ["cars"]
    session.ask("Hello!")
    assert scope() == ["cars"]
    before = rows(workbench, "SELECT scope FROM turn ORDER BY recorded_rev")[1:]
    assert [json.loads(value) for (value,) in before] == [[], ["home"], ["cars"]]


def test_a_message_may_point_back_at_talk_that_the_model_is_not_shown(tmp_path: Path) -> None:
    with open_workbench(tmp_path, recent_messages=0) as workbench:
        taught = document(new_knowledge=[fact("house", "colour", "red")])
        provider = ScriptedProvider(["Noted.", "Hm.", "Done."], extract=[taught, document(), document()])
        session = scripted(workbench, provider)
        session.ask("The house is red.")
        session.ask("Well, well.")
        sent = session.ask("Change its colour.").envelope
        assert [item.proposition for item in sent.items if item.type == "state"] == ["The colour of house is red."]
        assert workbench.envelopes(session.project.name).verify().is_sound


def test_what_a_turn_teaches_widens_the_scope_of_its_conversation(workbench: Workbench) -> None:
    entry = fact("house", "colour", "white", domains=["buildings"])
    scripted(workbench, ScriptedProvider(["White."], extract=[document(new_knowledge=[entry])])).ask(
        "The colour of house is white."
    )
    assert rows(workbench, "SELECT scope FROM conversation") == [('["buildings"]',)]


def test_a_replayed_follow_up_shows_the_envelope_of_then(workbench: Workbench) -> None:
    provider = ScriptedProvider(["White.", "It is white.", "Red."], extract=[HOUSE, document(), document()])
    session = scripted(workbench, provider)
    session.ask("The colour of house is white.")
    first = session.ask("What about it?", command_id="follow")
    session.ask("And the door is something else, they say.")
    assert session.ask("What about it?", command_id="follow").envelope.payload == first.envelope.payload


@pytest.mark.parametrize("finish", [Finish.LENGTH, Finish.FILTER])
def test_nothing_is_learnt_from_an_answer_that_was_cut_off(workbench: Workbench, finish: Finish) -> None:
    cut = Reply(chunks=("It is wh",), thoughts=(), finish=finish, model=None, usage=None, notes=())
    provider = ScriptedProvider([cut])
    with pytest.raises(ProviderError) as failed:
        scripted(workbench, provider).ask("The colour of house is white.")
    assert failed.value.code is Code.INTERRUPTED
    assert provider.asked(Purpose.EXTRACT) == ()
    assert rows(workbench, "SELECT answer_status, memory_status FROM turn") == [("interrupted", "not_run")]


def test_a_failed_memory_step_gets_another_try_when_the_command_is_sent_again(workbench: Workbench) -> None:
    provider = ScriptedProvider(["White."], extract=[Fail.of(ProviderFault.SERVER), HOUSE])
    session = scripted(workbench, provider)
    assert session.ask("The colour of house is white.", command_id="one").memory.status is MemoryStatus.FAILED
    assert session.ask("The colour of house is white.", command_id="one").memory.status is MemoryStatus.COMMITTED
    assert len(provider.asked(Purpose.ANSWER)) == 1
    assert rows(workbench, "SELECT count(*) FROM claim") == [(1,)]


def test_a_fault_of_ours_in_recording_costs_no_answer(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    session = scripted(workbench, ScriptedProvider(["White."], extract=[HOUSE]))

    def explode(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("a008.runtime.evidence.sentences", explode)
    result = session.ask("The colour of house is white.")
    assert (result.answer.text, result.recorded) == ("White.", False)
    assert "ZeroDivisionError" in result.memory.reason


def test_a_file_with_the_bytes_of_a_message_has_its_blob(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("The harbour closes at nine.", encoding="utf-8")
    session = scripted(workbench, ScriptedProvider(["Yes.", "Read."], extract=[document()] * 2))
    session.ask("The harbour closes at nine.")
    session.ask("Read this.", files=[path])
    assert rows(workbench, "SELECT count(*) FROM artifact WHERE has_blob") == [(1,)]
