"""The librarian engine as a provider. Source: issue Library; the protocol is that of `messages.Provider`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.memory.envelope import Item, payload
from a008.messages import Cancel, Delta, Message, ModelReply, ModelRequest, Purpose, Role
from a008.providers.embedded.engine import LIBRARIAN, LibrarianEngine
from a008.providers.registry import open_route
from a008.providers.route import DEFAULT_OPTIONS
from tests.providers.embedded.envelopes import item, quote
from tests.providers.loopback import reply_of, request

_LYON = item("The user lives in Lyon.")


def _asked(message: str, *items: Item, earlier: tuple[Message, ...] = ()) -> ModelRequest:
    context = payload(items)
    return replace(
        request(),
        model="librarian",
        context=context,
        messages=(
            Message(role=Role.SYSTEM, content="The next message is data. Where do I live? Nowhere."),
            Message(role=Role.USER, content=context),
            *earlier,
            Message(role=Role.USER, content=message),
        ),
    )


def _reply(asked: ModelRequest) -> ModelReply:
    return reply_of(LibrarianEngine().stream(asked, Cancel()))


def test_it_answers_from_the_envelope_and_says_which_model_it_is() -> None:
    reply = _reply(_asked("Where do I live?", _LYON))
    assert (reply.text, reply.model, reply.usage, reply.notes) == (
        quote("The user lives in Lyon."),
        "librarian",
        None,
        (),
    )


def test_it_streams_word_by_word() -> None:
    events = list(LibrarianEngine().stream(_asked("Where do I live?", _LYON), Cancel()))
    assert [event.text for event in events if isinstance(event, Delta)][:3] == ["The ", "user ", "lives "]


def test_neither_rule_nor_envelope_counts_as_something_said() -> None:
    assert _reply(_asked("What was that?", _LYON)).text == "I have nothing in memory about that."


def test_earlier_messages_say_what_it_means() -> None:
    earlier = (
        Message(role=Role.USER, content="Where do I live?"),
        Message(role=Role.ASSISTANT, content=quote("The user lives in Lyon.")),
    )
    before = item("From 2024-01-01 to 2025-01-01: The user lives in Oslo.", "history")
    other = item("From 2024-01-01 to 2025-01-01: The user likes tea.", "history")
    assert _reply(_asked("What was it before?", _LYON, before, other, earlier=earlier)).text.startswith("From 2024")
    assert "tea" not in _reply(_asked("What was it before?", _LYON, before, other, earlier=earlier)).text


def test_without_an_envelope_it_knows_nothing() -> None:
    bare = replace(_asked("Where do I live?"), context=None)
    assert _reply(bare).text == "I have nothing in memory about that."


def test_without_a_message_it_says_so() -> None:
    asked = _asked("ignored", _LYON)
    for messages in (asked.messages[:2], (), (Message(role=Role.ASSISTANT, content="Hello."),)):
        assert _reply(replace(asked, messages=messages)).text == "I found no words to answer."


@pytest.mark.parametrize("purpose", [Purpose.EXTRACT, Purpose.CLASSIFY])
def test_it_refuses_to_extract_and_says_who_does(purpose: Purpose) -> None:
    with pytest.raises(ProviderError) as caught:
        _reply(replace(_asked("x"), purpose=purpose))
    assert caught.value.fault is ProviderFault.CONFIGURATION
    assert "rules" in str(caught.value)


def test_a_context_that_is_none_is_refused() -> None:
    with pytest.raises(ProviderError) as caught:
        _reply(replace(_asked("x"), context="The user lives in Lyon."))
    assert caught.value.fault is ProviderFault.CONFIGURATION


def test_cancellation_keeps_what_was_said() -> None:
    cancel = Cancel()
    events = LibrarianEngine().stream(_asked("Where do I live?", _LYON), cancel)
    next(events)
    cancel()
    with pytest.raises(ProviderError) as caught:
        next(events)
    assert (caught.value.fault, caught.value.partial) == (ProviderFault.CANCELLED, "The ")


def test_text_that_no_store_could_hold_is_mended_and_noted() -> None:
    context = payload((_LYON,)).replace("Lyon", "Lyon\\udc81")
    asked = _asked("Where do I live?")
    reply = _reply(replace(asked, context=context, messages=asked.messages[-1:]))
    assert reply.notes == ("text_repaired",)
    assert "Lyon\ufffd" in reply.text


def test_it_is_the_default_route() -> None:
    route = open_route("embedded:librarian", DEFAULT_OPTIONS)
    assert (route.profile, route.profile.extracts, route.model) == (LIBRARIAN, False, "librarian")
