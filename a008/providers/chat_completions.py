"""The wire format of OpenAI's chat completions, streamed or in one piece; pure.

Source: OpenAI API reference, "Chat completions"; `reasoning_content` and `reasoning` are what compatible servers add.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from a008 import canon
from a008.clock import Instant
from a008.errors import Code, ProviderError, ProviderFault, Rejected
from a008.messages import Delta, Finish, ModelEvent, ModelReply, ModelRequest, Thought, Usage
from a008.providers.http import HttpReply, HttpRequest, ServerEvent, WholeBody, WirePart
from a008.providers.mending import TextMender
from a008.providers.profile import Profile
from a008.providers.refusals import plain, refused, refused_inside
from a008.providers.secret import Secret
from a008.providers.thinking import ThoughtSplitter
from a008.providers.vendor import TokenField

_FINISH: Final = {"stop": Finish.STOP, "length": Finish.LENGTH, "content_filter": Finish.FILTER}
_DONE: Final = "[DONE]"
#: Token counts above this are a fault of the server, not a count.
_MAX_TOKENS: Final = 1_000_000_000
#: Bytes of JSON in one piece; the sender allows no more either.
_MAX_JSON: Final = 4_194_304


class ChatCompletions:
    """The codec of one server."""

    def __init__(self, *, base_url: str, api_key: Secret | None, token_field: TokenField) -> None:
        self._base_url = base_url
        self._api_key = api_key
        self._token_field = token_field

    def encode(self, request: ModelRequest, profile: Profile) -> HttpRequest:
        """The request as JSON in canonical form; settings that are `None` are left out."""
        settings = request.settings
        body: dict[str, canon.Json] = {
            "messages": [
                {"role": str(message.role), "content": canon.repair(message.content).text}
                for message in request.messages
            ],
            "model": request.model,
            "stream": profile.streams,
        }
        if profile.streams:
            body["stream_options"] = {"include_usage": True}
        if request.json_schema is not None and profile.enforces_schema:
            # Not in strict mode, which knows only part of JSON Schema; what comes back is checked in any case.
            schema = {"name": str(request.purpose), "schema": canon.read(request.json_schema), "strict": False}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        optional = {
            "temperature": settings.temperature,
            "top_p": settings.top_p,
            str(self._token_field): settings.max_tokens,
        }
        body |= {name: value for name, value in optional.items() if value is not None}
        headers: tuple[tuple[str, tuple[str | Secret, ...]], ...] = (
            ("content-type", ("application/json",)),
            ("accept", ("text/event-stream, application/json",)),
        )
        if self._api_key is not None:
            headers += (("authorization", ("Bearer ", self._api_key)),)
        return HttpRequest(url=f"{self._base_url}/chat/completions", headers=headers, body=canon.encode(body))

    def decode(self, parts: Iterable[WirePart], model: str) -> Iterator[ModelEvent]:
        """The events that a successful answer says; see `Codec.decode`."""
        reader = _Reader(model)
        for number, part in enumerate(parts, start=1):
            if isinstance(part, ServerEvent) and part.data.strip() == _DONE:
                reader.complete = True
                break
            yield from reader.read(part, number)
        yield from reader.finish()

    def error(self, reply: HttpReply, now: Instant) -> ProviderError:
        """The error that an unsuccessful answer stands for."""
        return refused(reply, now)


class _Reader:
    """One reply in the making."""

    def __init__(self, model: str) -> None:
        self.complete = False
        self._model = model
        self._finish: Finish | None = None
        self._usage: Usage | None = None
        self._answer: list[str] = []
        self._text = TextMender()
        self._reasoning = TextMender()
        self._splitter = ThoughtSplitter()
        self._bytes_repaired = False

    def read(self, part: WirePart, number: int) -> Iterator[Delta | Thought]:
        whole = isinstance(part, WholeBody)
        chunk = _object(part.text if isinstance(part, WholeBody) else part.data, number)
        self._bytes_repaired = self._bytes_repaired or part.repaired
        if isinstance(part, ServerEvent) and part.name == "error":
            raise refused_inside(chunk.get("error", chunk))
        if chunk.get("error") not in (None, False):
            raise refused_inside(chunk["error"])
        reported = chunk.get("model")
        if isinstance(reported, str) and reported.strip():
            self._model = plain(reported)[:200]
        self._usage = _usage(chunk.get("usage")) or self._usage
        choice = _choice(chunk.get("choices"))
        if choice is None:
            if whole:
                raise _invalid("the answer holds no choice", number)
            return
        message = choice.get("message" if whole else "delta")
        yield from self._read_message(message if isinstance(message, Mapping) else {}, number)
        reason = choice.get("finish_reason")
        if isinstance(reason, str):
            self._finish = _FINISH.get(reason, Finish.UNKNOWN)
        self.complete = self.complete or whole

    def _read_message(self, message: Mapping[str, canon.Json], number: int) -> Iterator[Delta | Thought]:
        for key in ("reasoning_content", "reasoning"):
            thought = message.get(key)
            if isinstance(thought, str) and (text := self._reasoning.feed(thought)):
                yield Thought(text=text)
                break  # some servers send the same thought under both names
        for key in ("content", "refusal"):
            piece = message.get(key)
            if isinstance(piece, str):
                yield from self._sort(self._splitter.feed(self._text.feed(piece)))
            elif piece is not None:
                raise _invalid(f"{key} is no text", number)

    def finish(self) -> Iterator[ModelEvent]:
        if rest := self._reasoning.finish():
            yield Thought(text=rest)
        if rest := self._text.finish():
            yield from self._sort(self._splitter.feed(rest))
        yield from self._sort(self._splitter.finish())
        if not (self.complete or self._finish):
            raise ProviderError(
                "the stream ended before the answer did",
                fault=ProviderFault.NETWORK,
                code=Code.INTERRUPTED,
                remedy="ask again if you like",
            )
        repaired = self._bytes_repaired or self._text.repaired
        yield ModelReply(
            text="".join(self._answer),
            finish=self._finish or Finish.UNKNOWN,
            model=self._model,
            usage=self._usage,
            notes=("text_repaired",) if repaired else (),
        )

    def _sort(self, pieces: Iterator[Delta | Thought]) -> Iterator[Delta | Thought]:
        for piece in pieces:
            if isinstance(piece, Delta):
                self._answer.append(piece.text)
            yield piece


def _object(text: str, number: int) -> Mapping[str, canon.Json]:
    try:
        value = canon.read(text, max_bytes=_MAX_JSON)
    except Rejected as error:
        raise _invalid(error.what, number) from None
    if not isinstance(value, Mapping):
        raise _invalid("not an object", number)
    return value


def _choice(choices: canon.Json) -> Mapping[str, canon.Json] | None:
    """The first choice; A008 never asks for two."""
    if isinstance(choices, Sequence) and not isinstance(choices, str):
        for choice in choices:
            if isinstance(choice, Mapping) and choice.get("index", 0) == 0:
                return choice
    return None


def _usage(value: canon.Json) -> Usage | None:
    if not isinstance(value, Mapping):
        return None
    return Usage(input_tokens=_count(value.get("prompt_tokens")), output_tokens=_count(value.get("completion_tokens")))


def _count(value: canon.Json) -> int | None:
    """A count of tokens; anything odd is unknown, never zero."""
    return value if type(value) is int and 0 <= value <= _MAX_TOKENS else None


def _invalid(what: str, number: int) -> ProviderError:
    return ProviderError(f"event {number} of the answer is invalid: {what}", fault=ProviderFault.INVALID_RESPONSE)
