"""The chat completions codec, without a network. Source: runtime reference 5.5; fault matrix P13 to P17 and P21."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from a008.errors import Code, ProviderError, ProviderFault
from a008.messages import (
    SEMANTIC_SETTINGS,
    Delta,
    Finish,
    Message,
    ModelEvent,
    ModelReply,
    ModelRequest,
    Purpose,
    Role,
    Thought,
    Usage,
)
from a008.providers.chat_completions import ChatCompletions
from a008.providers.http import ServerEvent, WholeBody, WirePart
from a008.providers.profile import Profile
from a008.providers.secret import Secret
from a008.providers.vendor import TokenField
from tests.providers.loopback import reply_of, said

_PROFILE = Profile(
    provider="openai",
    name="m",
    context_tokens=None,
    streams=True,
    extracts=True,
    enforces_schema=True,
    checked=None,
)
_CODEC = ChatCompletions(base_url="https://host/v1", api_key=None, token_field=TokenField.MAX_TOKENS)
_REQUEST = ModelRequest(
    model="m",
    purpose=Purpose.EXTRACT,
    messages=(Message(role=Role.SYSTEM, content="Be brief."), Message(role=Role.USER, content='Hej "du" 🌍')),
    context=None,
    settings=SEMANTIC_SETTINGS,
    json_schema='{"type": "object"}',
)


def _decode(*parts: WirePart | Mapping[str, object] | str) -> list[ModelEvent]:
    return list(_CODEC.decode([_part(part) for part in parts], "asked-model"))


def _part(part: WirePart | Mapping[str, object] | str) -> WirePart:
    if isinstance(part, ServerEvent | WholeBody):
        return part
    return ServerEvent(name="message", data=part if isinstance(part, str) else json.dumps(part), repaired=False)


def _choice(finish: str | None = None, **delta: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _whole(**fields: object) -> WholeBody:
    return WholeBody(text=json.dumps(fields), repaired=False)


def _fault(*parts: WirePart | Mapping[str, object] | str) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        _decode(*parts)
    return caught.value


def test_a_request_is_exactly_this_json() -> None:
    encoded = _CODEC.encode(_REQUEST, _PROFILE)
    assert encoded.url == "https://host/v1/chat/completions"
    assert encoded.body.decode() == (
        '{"max_tokens":16384,"messages":[{"content":"Be brief.","role":"system"},'
        '{"content":"Hej \\"du\\" 🌍","role":"user"}],"model":"m",'
        '"response_format":{"json_schema":{"name":"extract","schema":{"type":"object"},"strict":false},'
        '"type":"json_schema"},"stream":true,"stream_options":{"include_usage":true},"temperature":0.0,"top_p":1.0}'
    )


def test_what_a_model_cannot_do_is_not_asked_of_it() -> None:
    plain = replace(_PROFILE, streams=False, enforces_schema=False)
    settings = replace(SEMANTIC_SETTINGS, temperature=None, top_p=None, max_tokens=None)
    body = json.loads(_CODEC.encode(replace(_REQUEST, settings=settings), plain).body)
    assert set(body) == {"messages", "model", "stream"}
    assert body["stream"] is False


def test_the_limit_of_tokens_has_the_vendors_name() -> None:
    codec = ChatCompletions(base_url="https://host", api_key=None, token_field=TokenField.MAX_COMPLETION_TOKENS)
    assert json.loads(codec.encode(_REQUEST, _PROFILE).body)["max_completion_tokens"] == 16384


def test_the_key_travels_in_a_header_and_shows_nowhere() -> None:
    codec = ChatCompletions(base_url="https://host", api_key=Secret("sk-FAKE-key"), token_field=TokenField.MAX_TOKENS)
    encoded = codec.encode(_REQUEST, _PROFILE)
    assert dict(encoded.headers)["authorization"] == ("Bearer ", Secret("sk-FAKE-key"))
    assert encoded.secrets == (Secret("sk-FAKE-key"),)
    assert "FAKE" not in repr(encoded)
    assert _CODEC.encode(_REQUEST, _PROFILE).secrets == ()


def test_a_message_that_no_file_could_hold_is_sent_mended() -> None:
    broken = replace(_REQUEST, messages=(Message(role=Role.USER, content="half \ud83c"),))
    assert json.loads(_CODEC.encode(broken, _PROFILE).body)["messages"][0]["content"] == "half \ufffd"


def test_pieces_make_an_answer() -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}
    first = {"model": "real-model", **_choice(role="assistant", content="Hel")}
    events = _decode(first, _choice(content="lo."), _choice("stop"), usage, "[DONE]", "after the end")
    assert events == [
        Delta(text="Hel"),
        Delta(text="lo."),
        ModelReply(
            text="Hello.",
            finish=Finish.STOP,
            model="real-model",
            usage=Usage(input_tokens=7, output_tokens=2),
            notes=(),
        ),
    ]


def test_an_answer_in_one_piece_is_an_answer() -> None:
    message = {"role": "assistant", "reasoning_content": "hm", "content": "<think>more</think>Hello."}
    events = _decode(_whole(choices=[{"message": message, "finish_reason": "stop"}], usage={"prompt_tokens": 3}))
    assert events == [
        Thought(text="hm"),
        Thought(text="more"),
        Delta(text="Hello."),
        ModelReply(
            text="Hello.",
            finish=Finish.STOP,
            model="asked-model",
            usage=Usage(input_tokens=3, output_tokens=None),
            notes=(),
        ),
    ]


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_thought_and_never_answer(field: str) -> None:
    events = _decode(_choice(**{field: "hm"}), _choice("stop", content="Yes."))
    assert events[0] == Thought(text="hm")
    assert reply_of(events).text == "Yes."


def test_what_only_looks_like_a_tag_is_answer_to_the_last_character() -> None:
    assert reply_of(_decode(_choice(content="1 <thin"), _choice("stop", content="g <"))).text == "1 <thing <"


def test_the_same_thought_under_two_names_is_shown_once() -> None:
    events = _decode(_choice(reasoning_content="hm", reasoning="hm"), _choice("stop"))
    assert [event for event in events if isinstance(event, Thought)] == [Thought(text="hm")]


def test_tags_of_thought_that_are_cut_by_chunks_never_reach_the_answer() -> None:
    events = _decode(*(_choice(content=character) for character in "<think>hm</think>\nYes."), _choice("stop"))
    assert said(events) == reply_of(events).text == "Yes."


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("stop", Finish.STOP),
        ("length", Finish.LENGTH),
        ("content_filter", Finish.FILTER),
        ("tool_calls", Finish.UNKNOWN),
        ("eos", Finish.UNKNOWN),
    ],
)
def test_the_reason_of_the_end_is_kept(reason: str, finish: Finish) -> None:
    assert reply_of(_decode(_choice(reason, content="x"), "[DONE]")).finish is finish


def test_an_end_without_a_reason_is_an_end_of_unknown_reason() -> None:
    assert reply_of(_decode(_choice(content="x"), "[DONE]")).finish is Finish.UNKNOWN


def test_a_reason_without_the_last_word_is_an_end() -> None:
    assert reply_of(_decode(_choice("stop", content="x"))).finish is Finish.STOP


def test_a_stream_that_ends_before_the_answer_is_an_interruption() -> None:
    for parts in ([], [_choice(content="x")]):
        error = _fault(*parts)
        assert (error.fault, error.code) == (ProviderFault.NETWORK, Code.INTERRUPTED)


@pytest.mark.parametrize("count", [-1, "7", 7.0, True, 10**30, None, [7]])
def test_an_odd_number_of_tokens_is_unknown_and_not_zero(count: object) -> None:
    usage = {"usage": {"prompt_tokens": count, "completion_tokens": 5}}
    reply = reply_of(_decode(usage, _choice("stop")))
    assert reply.usage == Usage(input_tokens=None, output_tokens=5)


@pytest.mark.parametrize("usage", [None, "many", [], 3])
def test_usage_of_another_shape_is_no_usage(usage: object) -> None:
    assert reply_of(_decode({"usage": usage}, _choice("stop"))).usage is None


def test_lone_halves_of_characters_are_mended_and_noted() -> None:
    events = _decode('{"choices":[{"delta":{"content":"price \\udc81 ok"},"finish_reason":"stop"}]}')
    reply = reply_of(events)
    assert (reply.text, reply.notes) == ("price \ufffd ok", ("text_repaired",))
    reply.text.encode("utf-8")


def test_a_character_cut_between_two_events_is_joined() -> None:
    events = _decode(_choice(content="\ud83c"), _choice("stop", content="\udf0d"))
    assert (reply_of(events).text, reply_of(events).notes) == ("🌍", ())


def test_bytes_that_were_no_text_are_noted() -> None:
    broken = ServerEvent(name="message", data=json.dumps(_choice("stop", content="a\ufffd")), repaired=True)
    assert reply_of(_decode(broken)).notes == ("text_repaired",)


@pytest.mark.parametrize(
    "data", ["{", "[]", "null", '{"a":1,"a":2}', '{"choices":[{"delta":{"content":1}}]}', "NaN", "[" * 100]
)
def test_a_broken_event_fails_with_its_place(data: str) -> None:
    error = _fault(_choice(content="x"), data)
    assert error.fault is ProviderFault.INVALID_RESPONSE
    assert "event 2" in error.what


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"choices":[]}', '{"choices":"none"}', '{"choices":[1]}'])
def test_a_whole_body_without_an_answer_fails(body: str) -> None:
    assert _fault(WholeBody(text=body, repaired=False)).fault is ProviderFault.INVALID_RESPONSE


def test_an_error_inside_a_success_is_an_error() -> None:
    error = _fault(_choice(content="x"), {"error": {"message": "overloaded", "code": 503}})
    assert (error.fault, error.what) == (ProviderFault.SERVER, "the server reported an error: overloaded")
    assert _fault(_whole(error={"message": "no", "code": "model_not_found"})).fault is ProviderFault.UNKNOWN_MODEL
    named = ServerEvent(name="error", data='{"message": "overloaded"}', repaired=False)
    assert _fault(named).what == "the server reported an error: overloaded"


def test_events_that_say_nothing_known_are_read_over() -> None:
    events = _decode(
        {"type": "ping"},
        {"error": None, "choices": None},
        {"choices": [{"index": 1, "delta": {"content": "other"}}]},
        {"choices": [{"index": 0, "delta": None}]},
        _choice("stop", content="Yes.", tool_calls=[]),
    )
    assert reply_of(events).text == "Yes."


def test_another_models_name_is_recorded_bounded_and_clean() -> None:
    assert reply_of(_decode({"model": "m\x1b\n" + "x" * 999}, _choice("stop"))).model == "m " + "x" * 198
    assert reply_of(_decode({"model": 7}, _choice("stop"))).model == "asked-model"


def test_a_refusal_in_words_is_an_answer() -> None:
    assert reply_of(_decode(_choice("stop", content=None, refusal="I cannot."))).text == "I cannot."
