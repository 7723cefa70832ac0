"""Lists as tables: the text as it is, moments as people read them. Source: our choice."""

from __future__ import annotations

import pytest

from a008.clock import Instant
from a008.memory.claim import RelationTo, Value
from a008.memory.origin import Origin
from a008.memory.time import Edge, Interval, IntervalEnd
from a008.present import listing
from a008.providers.profile import Profile
from a008.runtime.conflicts import Conflict, Side
from a008.store.revisions import Revision
from tests.present import rows
from tests.present.samples import NOW

_MIDNIGHT = Instant.parse("2021-03-10")


def test_heads_stand_with_their_value_their_time_and_who_said_so() -> None:
    table = listing.heads([rows.head(interval=Interval(start=_MIDNIGHT, end=Edge.OPEN))])
    assert table.records() == [
        {
            "address": "loadfile.c.lists",
            "value": "every file",
            "since": "2021-03-10",
            "until": "open",
            "said_by": "user",
            "claim": "claim_aaaaaaaaaaaaaaaa",
        }
    ]


def test_a_history_says_which_revision_wrote_a_binding() -> None:
    assert listing.history([rows.head()]).records()[0]["revision"] == 4


@pytest.mark.parametrize(
    ("value", "shown"), [("5432", "5432"), (5432, "5432"), (0.5, "0.5"), (True, "true"), (None, "null")]
)
def test_a_value_is_never_dressed_up(value: Value, shown: str) -> None:
    assert listing.value(rows.head(value)) == shown


def test_the_object_of_a_relation_is_shown_by_its_label() -> None:
    form = RelationTo(subject="loadfile.c", relation="includes", object="<stdlib.h>")
    assert listing.value(rows.head("<stdlib.h>", form=form)) == "<stdlib.h>"


@pytest.mark.parametrize(
    ("edge", "shown"),
    [(Edge.UNKNOWN, "unknown"), (Edge.OPEN, "open"), (_MIDNIGHT, "2021-03-10"), (NOW, "2026-12-01 09:30")],
)
def test_a_moment_is_as_exact_as_it_is_known(edge: IntervalEnd, shown: str) -> None:
    assert listing.moment(edge) == shown


def test_revisions_and_models_are_listed_with_their_figures() -> None:
    revision = Revision(
        number=7,
        project_id="p",
        occurrence_id="turn:1",
        author="user",
        cause="turn learnt",
        recorded_at=NOW,
        parent_hash="0" * 64,
        content_hash="1" * 64,
        hash="2" * 64,
        changes=(),
    )
    assert listing.log([revision]).rows == ((7, str(NOW), "user", "turn learnt", 0, "2" * 12),)
    profile = Profile(
        provider="embedded",
        name="librarian",
        context_tokens=None,
        streams=True,
        extracts=False,
        enforces_schema=False,
        checked=None,
    )
    assert listing.models([profile]).rows == (("embedded:librarian", True, False, None, None),)


def test_a_conflict_shows_both_sides_and_from_where_the_other_comes() -> None:
    since = Interval(start=_MIDNIGHT, end=Edge.OPEN)
    table = listing.conflicts([_conflict(head=_side("SQLite", Origin.USER, since))])
    assert table.records() == [
        {
            "address": "project.storage",
            "holds": "We use SQLite.",
            "held_by": "user",
            "since": "2021-03-10",
            "competes": "We use MySQL.",
            "would_hold": "Since an unknown date",
            "claimed_by": "notes.md, read in a file",
            "on": "unknown",
            "revision": 4,
            "claim": "claim_mysql",
        }
    ]


def test_a_conflict_about_an_address_where_nothing_holds_any_more_leaves_that_side_empty() -> None:
    (record,) = listing.conflicts([_conflict(head=None)]).records()
    assert (record["holds"], record["held_by"], record["since"]) == ("", "", "")


def _conflict(*, head: Side | None) -> Conflict:
    other = _side("MySQL", Origin.FILE, Interval(start=Edge.UNKNOWN, end=Edge.OPEN))
    return Conflict(address="project.storage", head=head, other=other, against="claim_sqlite", revision=4)


def _side(value: str, origin: Origin, interval: Interval) -> Side:
    return Side(
        claim_id=f"claim_{value.lower()}",
        proposition=f"We use {value}.",
        value=value,
        denies=False,
        said_by="user" if origin is Origin.USER else "notes.md",
        origin=origin,
        said_at=Edge.UNKNOWN,
        interval=interval,
    )
