"""Tags and domains of a fact, from its names and from tables of words."""

from __future__ import annotations

import re

from a008.intake.rules import words as wordlists
from a008.intake.rules.names import is_identifier
from a008.intake.rules.reading import Fact
from a008.memory import label
from a008.memory.address import PROJECT, USER

_LONGEST_TAG = 48
_SUFFIX = re.compile(r"\.([a-z][a-z0-9]{0,7})\b", re.IGNORECASE)


def tags(fact: Fact) -> tuple[str, ...]:
    """Tags: what the fact is about, its property, short objects, and the kinds of files it names."""
    named = [] if fact.entity in {USER, PROJECT} else [fact.entity]
    value = str(fact.value)
    suffixes = [] if "@" in value else _SUFFIX.findall(f"{fact.entity} {value}")
    objects = [value] if len(value.split()) <= 3 and any(letter.isalpha() for letter in value) else []
    short = (tag for tag in (*named, fact.slot, *objects, *suffixes) if len(tag) <= _LONGEST_TAG)
    return label.normal(short, label.MAX_TAGS) or (label.GENERAL,)


def domains(fact: Fact) -> tuple[str, ...]:
    """Domains: those of the rule first, then those that its words point to, then that of the entity."""
    about = f"{fact.entity} {fact.slot} {fact.value}"
    found = wordlists.found(about) + [f".{suffix.casefold()}" for suffix in _SUFFIX.findall(about)]
    pointed = [name for name, phrases in wordlists.of(fact.language).domains.items() if phrases.anywhere(found)]
    owned = ["personal"] if fact.entity == USER else ["development"] if _is_technical(fact.entity) else []
    return label.normal((*fact.domains, *pointed, *owned), label.MAX_DOMAINS) or (label.GENERAL,)


def _is_technical(entity: str) -> bool:
    return entity == PROJECT or is_identifier(entity)
