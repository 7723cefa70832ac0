"""What a statement is about: things with a name and their properties. What cannot be addressed yields `None`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from a008.intake.rules.words import Words, kind
from a008.memory.address import PROJECT, USER

_MOST_WORDS = 5
_IDENTIFIER = re.compile(r"[\w~.-]*+[/\\][\w./\\~-]++|[\w-]*+(?:\.[\w-]++)*?\.[A-Za-z]\w{0,7}|\w+\(\)|<[\w./]+>")
_WORDLIKE = re.compile(r"[\w#][\w.+#&/'@:-]*+")
_PAIRS = {"``", '""', "''", "“”", "””", "«»"}
_GENITIVE_S = {"s", "x", "z"}


class Thing(NamedTuple):
    """A thing by its name.

    Shape: `owned` is the property of the entity that the thing is told by ("my sister" is `user` and `sister`), else
    empty. `proper` says that it was named, not described.
    """

    entity: str
    owned: str
    spoken: str
    proper: bool


class Property(NamedTuple):
    """A property by its shared name; `known` when the tables hold it, `fresh` when it was called new."""

    name: str
    spoken: str
    known: bool
    fresh: bool


class Topic(NamedTuple):
    """A property of a thing, as an address and in words."""

    entity: str
    slot: str
    spoken: str
    known: bool
    fresh: bool


def is_identifier(text: str) -> bool:
    """Whether a text is a path, a file, a header or a function rather than a word."""
    return _IDENTIFIER.fullmatch(text) is not None


def bare(text: str) -> str:
    """A text without the quotation marks or backticks around it."""
    text = text.strip()
    while len(text) > 2 and f"{text[0]}{text[-1]}" in _PAIRS:
        text = text[1:-1].strip()
    return text


def thing(surface: str, words: Words) -> Thing | None:
    """The thing that some words name; `None` for pronouns, quantities, times and whatever else has no address."""
    name = bare(surface)
    if is_identifier(name) or name != surface.strip():
        return Thing(name, "", name, True) if len(name.split()) <= _MOST_WORDS else None
    if words.names["project"].holds(name):
        return _project(words)
    parts = name.split()
    first = parts[0].casefold() if parts else ""
    if words.names["user_owns"].holds(first) or words.names["project_owns"].holds(first):
        return _owned(words.names["user_owns"].holds(first), " ".join(parts[1:]), words)
    definite = False
    if words.names["articles"].holds(first) and len(parts) > 1:
        definite, parts = words.names["definite"].holds(first), parts[1:]
        if not definite:
            return None
    if not _names_something(parts, words, definite=definite):
        return None
    return Thing(" ".join(parts), "", name, not definite and _is_proper(parts, words))


def prop(surface: str, words: Words) -> Property | None:
    """The property that some words name; `None` for secrets and for what is no property."""
    parts = bare(surface).split()
    fresh = False
    while len(parts) > 1 and (words.names["fresh"].holds(parts[0]) or words.names["dull"].holds(parts[0])):
        fresh = fresh or words.names["fresh"].holds(parts[0])
        parts = parts[1:]
    lower = " ".join(parts).casefold()
    if not parts or words.names["secrets"].end(lower.split()):
        return None
    shared = _shared(lower, words) or _favourite(lower, words)
    if shared is not None:
        return Property(shared, " ".join(parts), True, fresh)
    blocking = (words.names["blocked"], words.names["blocked_attributes"])
    if any(table.holds(part) for table in blocking for part in (parts[0], parts[-1])):
        return None
    return Property(lower, " ".join(parts), False, fresh)


def topic(groups: Mapping[str, str], words: Words) -> Topic | None:
    """The topic of a match: "X's Y", "the Y of X", "my Y", or a property that only the project has."""
    if "here" in groups:
        return _here(groups["here"], words)
    if "owner" in groups:
        by_user = words.names["user_owns"].holds(groups["owner"])
        owner = Thing(USER, "", words.spoken_user, True) if by_user else _project(words)
        return _topic(owner, prop(groups["attribute_own"], words), words)
    if "entity_of" in groups:
        return _of(groups["attribute_of"], groups["of"], groups["entity_of"], words)
    return _topic(_genitive_owner(groups["entity"], words), prop(groups["attribute"], words), words)


def slot_of(owner: Thing, slot: str) -> str:
    """The slot on the entity of a thing: "my sister's birthday" is the user's `sister birthday`, her name `sister`."""
    if not owner.owned:
        return slot
    return owner.owned if slot == "name" and owner.owned in kind("kin") else f"{owner.owned} {slot}"


def genitive(spoken: str, words: Words) -> str:
    """A name in the genitive; one in a mere -s is kept apart by a colon from what is no common word."""
    if not words.genitive.isalpha():
        return f"{spoken}{words.genitive}"
    if is_identifier(spoken) or not spoken[-1:].isalpha() or spoken.isupper():
        return f"{spoken}:{words.genitive}"
    return spoken if spoken[-1:].casefold() in _GENITIVE_S else f"{spoken}{words.genitive}"


def is_definite(word: str, words: Words) -> bool:
    """Whether a word is a noun with an article at its end, as Swedish has them, in the genitive or not."""
    return bool(words.definite_noun) and re.fullmatch(words.definite_noun, word, re.IGNORECASE) is not None


def _project(words: Words) -> Thing:
    return Thing(PROJECT, "", words.spoken_project, True)


def _topic(owner: Thing | None, found: Property | None, words: Words) -> Topic | None:
    if owner is None or found is None:
        return None
    spoken = f"{genitive(owner.spoken, words)} {found.spoken}"
    return Topic(owner.entity, slot_of(owner, found.name), spoken, found.known, found.fresh)


def _here(attribute: str, words: Words) -> Topic | None:
    """ "The deadline" of the project, told by the first way in which the tables say it."""
    found = prop(attribute, words)
    if found is None:
        return None
    first = next(way for way, shared in words.attributes.items() if shared == found.name)
    return _topic(_project(words), found._replace(spoken=first), words)


def _of(attribute: str, of: str, entity: str, words: Words) -> Topic | None:
    """ "The port of the server", told as it was said."""
    owner, found = thing(entity, words), prop(attribute, words)
    made = _topic(owner, found, words)
    if made is None or owner is None or found is None:
        return None
    return made._replace(spoken=words.of_form.format(attribute=found.spoken, of=of, entity=owner.spoken))


def _owned(by_user: bool, noun: str, words: Words) -> Thing | None:
    """ "my sister", told by the user's property; "our server" is a thing of the project with a name of its own."""
    found = prop(noun, words) if noun else None
    if found is None or len(noun.split()) > _MOST_WORDS:
        return None
    if by_user:
        return Thing(USER, found.name, f"{genitive(words.spoken_user, words)} {found.spoken}", False)
    return Thing(noun, "", words.our_form.format(noun=noun), False)


def _genitive_owner(surface: str, words: Words) -> Thing | None:
    """Whose a property is, when a name and a genitive mark stood before it; a mere -s ends many other words too."""
    if not words.genitive.isalpha():
        return thing(surface, words)
    if words.names["names_in_s"].holds(f"{surface}s"):
        return thing(f"{surface}s", words)
    if any(words.names[table].holds(f"{surface.split()[-1]}s") for table in ("nouns_in_s", "blocked")):
        return None
    found = thing(surface, words)
    if found is None or found.owned or found.entity == PROJECT:
        return found
    last = surface.split()[-1]
    certain = is_identifier(last) or is_definite(last, words)
    return found if certain or (found.proper and last[:1].isupper()) else None


def _favourite(lower: str, words: Words) -> str | None:
    """The shared name of a favourite, which both languages build from the name of the kind of thing."""
    for mark in words.favourite:
        rest = lower.removeprefix(mark).lstrip(" -")
        if lower.startswith(mark) and rest:
            return f"favourite {_shared(rest, words) or rest}"
    return None


def _shared(lower: str, words: Words) -> str | None:
    """The shared name of a property; several of them are called like one."""
    return words.attributes.get(lower) or words.attributes.get(lower.removesuffix("s"))


def _names_something(parts: list[str], words: Words, *, definite: bool) -> bool:
    if not 1 <= len(parts) <= _MOST_WORDS or not all(_WORDLIKE.fullmatch(part) for part in parts):
        return False
    stems = [part.split("'")[0] for part in parts]
    if any(words.names["blocked"].holds(stem) and not words.names["particles"].holds(stem) for stem in stems):
        return False
    if len("".join(parts)) < 2 or words.names["particles"].holds(parts[0]) or words.names["particles"].holds(parts[-1]):
        return False
    return definite or len(parts) == 1 or _is_proper(parts, words)


def _is_proper(parts: list[str], words: Words) -> bool:
    """Whether every word is a name: capital or digit in front, or a particle between."""
    return all(part[:1].isupper() or part[:1].isdigit() or words.names["particles"].holds(part) for part in parts)
