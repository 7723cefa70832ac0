"""Scripts in files, for `scripted:PATH`: what a notebook, a document or the command line can play.

A script is one JSON object with at most the keys `answer`, `extract` and `classify`, each a list of steps. A step is

- a text: `"Hello."`;
- `{"chunks": ["Hel", "lo."]}`: an answer in pieces;
- `{"document": {…}}`: an answer that is JSON, such as an extractor's report;
- `{"fail": "rate_limit", "chunks": ["Hel"]}`: a failure of one of the ten kinds, after some pieces.

In all texts of a step, `{{id: PROPOSITION}}` stands for the id of the item with that proposition in the envelope.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from a008 import canon
from a008.errors import ProviderError, ProviderFault, Rejected
from a008.messages import ModelRequest, Purpose
from a008.providers.context import read_context
from a008.providers.profile import Profile
from a008.providers.route import Route, RouteOptions
from a008.providers.scripted import NAME, Derive, Fail, Reply, ScriptedProvider, scripted_route

#: The model name that stands for an empty script, to be filled by `ScriptedProvider.add`.
DOUBLE: Final = "double"
_CITATION: Final = re.compile(r"\{\{id: (.+?)\}\}")
_STEP_KEYS: Final = frozenset({"chunks", "document", "fail"})


class _ScriptedFamily:
    """Scripts: `double` is empty, any other name is the path of a script file."""

    def profiles(self) -> tuple[Profile, ...]:
        """The empty script."""
        return (scripted_route(ScriptedProvider(), extracts=False, model=DOUBLE).profile,)

    def open_model(self, model: str, options: RouteOptions) -> Route:
        """A route that plays a file from its beginning.

        Errors: `ProviderError`: `unknown_model` for a file that cannot be read, `configuration` for no valid script.
        """
        if model == DOUBLE:
            return scripted_route(ScriptedProvider(), extracts=False, model=DOUBLE)
        try:
            text = Path(model).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProviderError(
                f"no script can be read ({type(error).__name__})",
                fault=ProviderFault.UNKNOWN_MODEL,
                item=model,
                remedy=f"name a script file, or {NAME}:{DOUBLE} for an empty script",
            ) from None
        queues = _read(text, model)
        provider = ScriptedProvider(
            queues[Purpose.ANSWER], extract=queues[Purpose.EXTRACT], classify=queues[Purpose.CLASSIFY]
        )
        return scripted_route(provider, extracts=bool(queues[Purpose.EXTRACT]), model=model)


#: The family that the registry opens.
SCRIPTED: Final = _ScriptedFamily()


def _read(text: str, path: str) -> dict[Purpose, list[Derive]]:
    try:
        script = canon.read(text)
    except Rejected as error:
        raise _invalid(error.what, path) from None
    if not isinstance(script, Mapping) or not set(script) <= set(Purpose):
        raise _invalid("not an object with the keys answer, extract, classify", path)
    queues: dict[Purpose, list[Derive]] = {purpose: [] for purpose in Purpose}
    for purpose, steps in script.items():
        if not isinstance(steps, Sequence) or isinstance(steps, str):
            raise _invalid("not a list of steps", f"{path}, {purpose}")
        for number, step in enumerate(steps, start=1):
            queues[Purpose(purpose)].append(step_of(step, f"{path}, {purpose}, step {number}"))
    return queues


def step_of(step: canon.Json, where: str = "a script") -> Derive:
    """The step that a value of a script stands for; `where` names it in errors.

    Errors: `ProviderError` (`configuration`) for a value that is no step.
    """
    if isinstance(step, str):
        step = {"chunks": [step]}
    if not isinstance(step, Mapping) or not set(step) <= _STEP_KEYS or not step:
        raise _invalid("neither a text nor an object with chunks, document or fail", where)
    if "document" in step:
        if len(step) > 1:
            raise _invalid("document stands beside another key", where)
        document = step["document"]
        return lambda request: Reply.of(canon.text(_cite(document, request, where)))
    chunks = _texts(step.get("chunks", []), where)
    if "fail" not in step:
        return lambda request: Reply.of(*(_cite_text(chunk, request, where) for chunk in chunks))
    if step["fail"] not in tuple(ProviderFault):
        raise _invalid(f"fail is none of: {', '.join(ProviderFault)}", where)
    fault = ProviderFault(str(step["fail"]))
    return lambda request: Fail.of(fault, *(_cite_text(chunk, request, where) for chunk in chunks))


def _texts(value: canon.Json, where: str) -> tuple[str, ...]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        texts = tuple(entry for entry in value if isinstance(entry, str))
        if len(texts) == len(value):
            return texts
    raise _invalid("chunks is no list of texts", where)


def _cite(value: canon.Json, request: ModelRequest, where: str) -> canon.Json:
    """A document with the citations in its texts resolved; keys stay as they are."""
    if isinstance(value, str):
        return _cite_text(value, request, where)
    if isinstance(value, Mapping):
        return {key: _cite(entry, request, where) for key, entry in value.items()}
    if isinstance(value, Sequence):
        return [_cite(entry, request, where) for entry in value]
    return value


def _cite_text(text: str, request: ModelRequest, where: str) -> str:
    if _CITATION.search(text) is None:
        return text
    ids = {item.proposition: item.id for item in read_context(request.context)}

    def cited(match: re.Match[str]) -> str:
        found = ids.get(match.group(1))
        if found is None:
            raise ProviderError(
                "the script cites an item that the envelope does not hold",
                fault=ProviderFault.CONFIGURATION,
                item=f"{where}: {match.group(1)}",
            )
        return found

    return _CITATION.sub(cited, text)


def _invalid(what: str, where: str) -> ProviderError:
    return ProviderError(f"no valid script: {what}", fault=ProviderFault.CONFIGURATION, item=where)
