"""Tags and domains: scope and discovery, never correctness.

Tags are fine-grained and match one message; domains are broad subject areas and accumulate over a conversation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from a008.memory import name

#: Most tags and domains of one claim, and domains of one conversation. Source: memory reference, runtime budgets.
MAX_TAGS = 16
MAX_DOMAINS = 4
MAX_SCOPE = 32
#: The label of what points to no subject: it leads nowhere, since what shares it shares nothing.
GENERAL = "general"


class Axis(StrEnum):
    """The two kinds of label."""

    TAG = "tag"
    DOMAIN = "domain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One label of one claim, in normal form."""

    claim_id: str
    axis: Axis
    value: str


def normal(values: Iterable[str], limit: int) -> tuple[str, ...]:
    """Labels in normal form, blank and repeated ones dropped, first seen first, at most `limit`."""
    seen = dict.fromkeys(name.label(value) for value in values)
    return tuple(value for value in seen if value)[:limit]


def widened(scope: tuple[str, ...], domains: tuple[str, ...]) -> tuple[str, ...]:
    """The scope of a conversation after a turn in some domains.

    No domains leave it as it is; domains without overlap replace it; otherwise it widens, those mentioned again
    moving to the end, and what overflows `MAX_SCOPE` leaves at the front. Source: memory reference, conversation scope.
    """
    said = subjects(domains)
    if not said:
        return scope
    if not set(scope) & set(said):
        return said[:MAX_SCOPE]
    kept = tuple(domain for domain in scope if domain not in said)
    return (kept + said)[-MAX_SCOPE:]


def subjects(domains: Iterable[str]) -> tuple[str, ...]:
    """The domains among some that name a subject."""
    return tuple(domain for domain in domains if domain != GENERAL)
