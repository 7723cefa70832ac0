"""The extractor's document: its models are parser, JSON Schema and documentation in one place.

A bad document refuses the whole memory step; a bad item is refused by path and reason, and the rest goes on.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from a008 import canon
from a008.clock import Instant
from a008.errors import Code, Rejected, UsageError
from a008.memory import address, label, name
from a008.memory.claim import Attribute, Event, Form, RelationTo, Severity, Value
from a008.memory.proposal import Proposal, Proposed, ProposedReinforcement, Refusal, RefusalCode, Section, Support
from a008.memory.reconcile import Wording
from a008.memory.time import Edge, Interval, IntervalEnd, WorldTime

#: Most proposals and reinforcements of one document, most bytes of it. Source: memory reference, runtime budgets.
MAX_ITEMS = 128
MAX_BYTES = 262_144

#: Confidence in words. Source: memory reference, validation.
CONFIDENCE = {
    "certain": 1.0,
    "very high": 0.95,
    "high": 0.85,
    "likely": 0.75,
    "medium": 0.6,
    "moderate": 0.6,
    "low": 0.3,
    "uncertain": 0.15,
    "very low": 0.15,
}
_DEFAULT_CONFIDENCE = 0.5
#: How a document writes a time that nobody told.
_UNKNOWN = "unknown"


def _names_something(value: str) -> str:
    if not name.key(value):
        raise ValueError("a name without a letter or digit")
    return value


def _names_a_slot(value: str) -> str:
    if not address.slot_key(value):
        raise ValueError("a name without a letter or digit")
    return value


_Text = Annotated[str, Field(min_length=1, max_length=200)]
_Name = Annotated[_Text, AfterValidator(_names_something)]
_SlotName = Annotated[_Text, Field(max_length=128), AfterValidator(_names_a_slot)]
_Sentence = Annotated[str, Field(min_length=1, max_length=4_000)]
_Tags = Annotated[list[_Text], Field(max_length=label.MAX_TAGS)]
_Domains = Annotated[list[_Text], Field(max_length=label.MAX_DOMAINS)]
_Value = str | bool | int | float | None


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class AttributeModel(_Strict):
    """`entity.attribute` has a value."""

    form: Literal["attribute"]
    entity: _Name
    attribute: _SlotName
    value: _Value


class EventModel(_Strict):
    """Something happened."""

    form: Literal["event"]
    event: _Text
    participants: list[_Name] = []


class SupportModel(_Strict):
    """A verbatim quote of the user's message that bears the proposal out."""

    source: Literal["message"]
    quote: _Sentence
    occurrence: Annotated[int, Field(ge=1)] = 1


class _Knowledge(_Strict):
    proposition: _Sentence
    severity: Literal["critical", "important", "minor"]
    valid_from: str | None = None
    valid_to: str | None = None
    tags: _Tags = []
    domains: _Domains = []
    entities: Annotated[list[_Name], Field(max_length=16)] = []
    confidence: str | int | float | None = None
    support: SupportModel | None = None


class NewKnowledgeModel(_Knowledge):
    """A claim that stands for itself."""

    structured: Annotated[AttributeModel | EventModel, Field(discriminator="form")] | None = None
    wording: Literal["plain", "change", "correction", "retraction", "conflict"] = "plain"


class StateUpdateModel(_Knowledge):
    """Another value for a state that the context showed: its id and address, copied."""

    id: _Text
    address: _Text
    value: _Value
    wording: Literal["change", "correction", "retraction"]


class RelationUpdateModel(_Knowledge):
    """A relation between two entities."""

    subject: _Name
    relation: _SlotName
    object: _Name
    wording: Literal["plain", "change", "correction", "retraction"] = "plain"


class ReinforcementModel(_Strict):
    """An item of the context that the turn used again."""

    id: _Text


class DocumentModel(_Strict):
    """The whole document; used for the JSON Schema, while parsing goes item by item."""

    new_knowledge: list[NewKnowledgeModel]
    state_updates: list[StateUpdateModel]
    relation_updates: list[RelationUpdateModel]
    reinforcements: list[ReinforcementModel]


_MODELS: dict[Section, TypeAdapter[object]] = {
    Section.STATE_UPDATES: TypeAdapter(StateUpdateModel),
    Section.RELATION_UPDATES: TypeAdapter(RelationUpdateModel),
    Section.NEW_KNOWLEDGE: TypeAdapter(NewKnowledgeModel),
    Section.REINFORCEMENTS: TypeAdapter(ReinforcementModel),
}


def schema() -> str:
    """The JSON Schema of the document as canonical JSON text."""
    return canon.text(DocumentModel.model_json_schema())


def parse(document: str) -> Proposal:
    """Read an extractor's document strictly; one code fence around the whole is all that is forgiven.

    Errors: `Rejected` when the document as a whole is unusable: not JSON, duplicate keys, another shape, too many
    items.
    """
    value = canon.read(_unfenced(canon.repair(document).text), max_bytes=MAX_BYTES)
    if not isinstance(value, dict):
        raise Rejected("the document is not an object", code=Code.SCHEMA_VIOLATION)
    unknown = sorted(set(value) - set(_MODELS))
    if unknown:
        raise Rejected("the document has an unknown part", code=Code.SCHEMA_VIOLATION, path=f"$.{unknown[0]}")
    items: list[tuple[Section, str, canon.Json]] = []
    for section in _MODELS:
        part = value.get(section)
        if not isinstance(part, list):
            state = "is missing" if part is None else "is not an array"
            raise Rejected(f"a part of the document {state}", code=Code.SCHEMA_VIOLATION, path=f"$.{section}")
        items.extend((section, f"$.{section}[{index}]", item) for index, item in enumerate(part))
    if len(items) > MAX_ITEMS:
        raise Rejected(f"{len(items)} proposals, at most {MAX_ITEMS} are read", code=Code.TOO_LARGE)
    return _items(items)


def _items(items: list[tuple[Section, str, canon.Json]]) -> Proposal:
    claims: list[Proposed] = []
    reinforcements: list[ProposedReinforcement] = []
    refusals: list[Refusal] = []
    for section, path, item in items:
        try:
            model = _MODELS[section].validate_python(_repaired(item))
            if isinstance(model, ReinforcementModel):
                reinforcements.append(ProposedReinforcement(path=path, cites=model.id))
            else:
                assert isinstance(model, (NewKnowledgeModel, StateUpdateModel, RelationUpdateModel))
                claims.append(_proposed(section, path, model))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"])
            refusals.append(Refusal(path=path + where, code=RefusalCode.SCHEMA_VIOLATION, reason=first["msg"]))
        except (Rejected, UsageError) as error:
            refusals.append(Refusal(path=path, code=RefusalCode.SCHEMA_VIOLATION, reason=str(error)))
    return Proposal(claims=tuple(claims), reinforcements=tuple(reinforcements), refusals=tuple(refusals))


def _proposed(
    section: Section, path: str, model: NewKnowledgeModel | StateUpdateModel | RelationUpdateModel
) -> Proposed:
    proposition = model.proposition.strip()
    said = _said(model)
    return Proposed(
        path=path,
        section=section,
        proposition=proposition,
        form=said.form,
        wording=Wording(model.wording),
        severity=Severity(model.severity),
        confidence=_confidence(model.confidence),
        interval=_interval(model.valid_from, model.valid_to),
        tags=label.normal(model.tags, label.MAX_TAGS),
        domains=label.normal(model.domains, label.MAX_DOMAINS),
        entities=tuple(model.entities),
        support=_support(model.support),
        cites=said.cites,
        address=said.address,
        value=said.value,
    )


class _Said(NamedTuple):
    form: Form | None
    cites: str | None
    address: str | None
    value: Value


def _said(model: NewKnowledgeModel | StateUpdateModel | RelationUpdateModel) -> _Said:
    match model:
        case StateUpdateModel():
            return _Said(None, model.id, model.address, model.value)
        case RelationUpdateModel():
            relation = RelationTo(subject=model.subject, relation=model.relation, object=model.object)
            return _Said(relation, None, None, None)
        case NewKnowledgeModel(structured=AttributeModel() as given):
            attribute = Attribute(entity=given.entity, attribute=given.attribute, value=given.value)
            return _Said(attribute, None, None, given.value)
        case NewKnowledgeModel(structured=EventModel() as given):
            return _Said(Event(event=given.event, participants=tuple(given.participants)), None, None, None)
        case _:
            return _Said(None, None, None, None)


def _support(given: SupportModel | None) -> Support | None:
    return None if given is None else Support(quote=given.quote, occurrence=given.occurrence)


def _confidence(value: str | int | float | None) -> float:
    if value is None:
        return _DEFAULT_CONFIDENCE
    if isinstance(value, str):
        word = " ".join(value.casefold().replace("_", " ").replace("-", " ").split())
        if word in CONFIDENCE:
            return CONFIDENCE[word]
        try:
            value = float(word)
        except ValueError:
            raise Rejected("not a confidence", code=Code.SCHEMA_VIOLATION, item=repr(word)) from None
    if isinstance(value, bool) or not 0 <= value <= 1:
        raise Rejected("a confidence lies between 0 and 1", code=Code.SCHEMA_VIOLATION, item=repr(value))
    return float(value)


def _interval(valid_from: str | None, valid_to: str | None) -> Interval:
    start: WorldTime = Edge.UNKNOWN
    if valid_from not in (None, _UNKNOWN):
        start = Instant.parse(str(valid_from))
    end: IntervalEnd = Edge.OPEN
    if valid_to is not None:
        end = Edge.UNKNOWN if valid_to == _UNKNOWN else Instant.parse(valid_to)
    interval = Interval(start=start, end=end)
    if interval.is_empty():
        raise Rejected("the interval ends before it begins", code=Code.SCHEMA_VIOLATION)
    return interval


def _unfenced(document: str) -> str:
    """The text inside one code fence that wraps the whole document; any other text as it is."""
    text = document.strip()
    first, newline, rest = text.partition("\n")
    opens = first.startswith("```") and first.strip("`").strip().casefold() in ("", "json")
    if newline and opens and rest.rstrip().endswith("\n```"):
        return rest.rstrip()[: -len("\n```")]
    return text


def _repaired(value: canon.Json) -> canon.Json:
    """The same value with lone surrogates replaced in every string (a JSON escape can smuggle one in)."""
    if isinstance(value, str):
        return canon.repair(value).text
    if isinstance(value, list):
        return [_repaired(item) for item in value]
    if isinstance(value, dict):
        return {canon.repair(key).text: _repaired(item) for key, item in value.items()}
    return value
