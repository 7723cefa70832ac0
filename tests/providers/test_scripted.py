"""The double that ships. Our choice."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.messages import Cancel, Delta, ModelReply, ModelRequest, Provider, Purpose, Thought
from a008.providers.scripted import Fail, Hook, Reply, ScriptedProvider, scripted_route
from tests.providers.loopback import reply_of, request


def _request(purpose: Purpose) -> ModelRequest:
    return replace(request(), purpose=purpose)


def _play(provider: Provider, purpose: Purpose = Purpose.ANSWER, cancel: Cancel | None = None) -> ModelReply:
    return reply_of(provider.stream(_request(purpose), cancel or Cancel()))


def test_steps_are_played_in_order() -> None:
    provider = ScriptedProvider(["one", Reply.of("t", "wo")])
    assert [_play(provider).text, _play(provider).text] == ["one", "two"]


def test_each_purpose_has_a_queue_of_its_own() -> None:
    provider = ScriptedProvider(["a"], extract=["e"], classify=["c"])
    played = [_play(provider, purpose).text for purpose in (Purpose.CLASSIFY, Purpose.EXTRACT, Purpose.ANSWER)]
    assert played == ["c", "e", "a"]


def test_chunks_and_thoughts_are_given_one_by_one() -> None:
    step = replace(Reply.of("Hel", "lo."), thoughts=("hm",), model="other", notes=("text_repaired",))
    events = list(ScriptedProvider([step]).stream(request(), Cancel()))
    assert events[:3] == [Thought(text="hm"), Delta(text="Hel"), Delta(text="lo.")]
    reply = reply_of(events)
    assert (reply.text, reply.model, reply.notes) == ("Hello.", "other", ("text_repaired",))


def test_everything_it_was_asked_is_remembered() -> None:
    provider = ScriptedProvider(["a"], extract=["e"])
    for purpose in (Purpose.ANSWER, Purpose.EXTRACT):
        _play(provider, purpose)
    assert [each.purpose for each in provider.requests] == [Purpose.ANSWER, Purpose.EXTRACT]
    assert provider.asked(Purpose.EXTRACT) == (_request(Purpose.EXTRACT),)
    assert provider.remaining(Purpose.ANSWER) == 0


def test_a_script_that_has_run_out_says_for_which_purpose() -> None:
    provider = ScriptedProvider(["a"])
    with pytest.raises(ProviderError) as caught:
        _play(provider, Purpose.EXTRACT)
    assert str(caught.value) == "the script has run out: request 1, purpose extract (add a step for extract)"
    assert _play(provider).text == "a"


def test_a_failure_keeps_what_was_given_and_can_be_played_again() -> None:
    step = Fail.of(ProviderFault.RATE_LIMIT, "Hel", "lo")
    provider = ScriptedProvider([step, step])
    for _ in range(2):
        events = provider.stream(request(), Cancel())
        assert [next(events), next(events)] == [Delta(text="Hel"), Delta(text="lo")]
        with pytest.raises(ProviderError) as caught:
            next(events)
        assert (caught.value.fault, caught.value.partial) == (ProviderFault.RATE_LIMIT, "Hello")
    assert step.error.partial == ""


def test_a_failure_says_all_that_its_error_says() -> None:
    error = ProviderError("no", fault=ProviderFault.SERVER, item="x", remedy="y", status=503, retry_after=2.0)
    with pytest.raises(ProviderError) as caught:
        _play(ScriptedProvider([Fail(error=error, chunks=())]))
    assert vars(caught.value) == vars(error)


def test_a_step_can_be_made_from_the_request() -> None:
    provider = ScriptedProvider([lambda asked: f"you said {asked.messages[-1].content}"])
    assert _play(provider).text == "you said Hello?"


def test_cancellation_is_seen_before_each_chunk() -> None:
    cancel = Cancel()
    step = Hook(step=Reply.of("a", "b", "c"), before=lambda number: cancel() if number == 2 else None)
    with pytest.raises(ProviderError) as caught:
        _play(ScriptedProvider([step]), cancel=cancel)
    assert (caught.value.fault, caught.value.partial) == (ProviderFault.CANCELLED, "ab")


def test_a_hook_holds_a_chunk_back_until_it_is_let_go() -> None:
    go_on = threading.Event()
    step = Hook(step=Reply.of("a", "b"), before=lambda number: None if number == 0 else _wait_for(go_on))
    events = ScriptedProvider([step]).stream(request(), Cancel())
    assert next(events) == Delta(text="a")
    threading.Thread(target=go_on.set).start()
    assert next(events) == Delta(text="b")


def _wait_for(event: threading.Event) -> None:
    assert event.wait(20)


def test_steps_can_be_added_later() -> None:
    provider = ScriptedProvider()
    provider.add("a")
    provider.add("e", Purpose.EXTRACT)
    assert [_play(provider).text, _play(provider, Purpose.EXTRACT).text] == ["a", "e"]


def test_a_route_says_whether_the_script_extracts() -> None:
    provider = ScriptedProvider()
    route = scripted_route(provider, extracts=True)
    assert (route.provider, route.profile.extracts, route.profile.route) == (provider, True, "scripted:double")
