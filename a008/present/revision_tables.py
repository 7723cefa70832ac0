"""The changes of one revision, a table for each sort of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from a008.present import listing, words
from a008.present.table import Cell, Table, columns

if TYPE_CHECKING:
    from a008.store.details import Details
    from a008.store.heads import Head
    from a008.store.salience_moves import StrengthMove


def tables(value: Details) -> tuple[Table, ...]:
    """Every table, empty ones included: the state first, then what it rests on, then how it comes back."""
    return (
        _moves(value),
        _bindings("Bindings written", value.written),
        _bindings("Bindings closed", value.closed),
        _claims(value),
        _statuses(value),
        _contests(value),
        _support(value),
        _utterances(value),
        _names(value),
        _labels(value),
        _strengths(value),
        _associations(value),
    )


def _moves(value: Details) -> Table:
    rows = (
        (m.address, words.OUTCOMES[m.outcome].title, str(m.verdict), m.decided_by, m.from_claim, m.to_claim)
        for m in value.moves
    )
    return _table("State", ("Address", "Outcome", "Verdict", "Decided by", "From claim", "To claim"), rows)


def _bindings(title: str, bound: tuple[Head, ...]) -> Table:
    rows = (
        (
            head.address,
            listing.value(head),
            listing.moment(head.binding.interval.start),
            listing.moment(head.binding.interval.end),
            head.claim.id,
            head.binding.id,
        )
        for head in bound
    )
    return _table(title, ("Address", "Value", "From", "Until", "Claim", "Binding"), rows)


def _claims(value: Details) -> Table:
    rows = (
        (row.claim.proposition, str(row.status), str(row.claim.certainty), row.claim.attributed_to, row.claim.id)
        for row in value.claims
    )
    return _table("Claims", ("Proposition", "Status", "Certainty", "Claimed by", "Claim"), rows)


def _statuses(value: Details) -> Table:
    rows = ((s.proposition, s.before, str(s.after), s.policy, s.reason, s.claim_id) for s in value.statuses)
    return _table("Status", ("Proposition", "Before", "After", "Policy", "Reason", "Claim"), rows)


def _contests(value: Details) -> Table:
    rows = (
        (c.address, "opened" if c.opened else f"closed: {c.resolution}", c.proposition, c.against, c.claim_id)
        for c in value.contests
    )
    return _table("Conflicts", ("Address", "What", "Contested by", "Against", "Claim"), rows)


def _support(value: Details) -> Table:
    rows = ((s.proposition, s.speaker, s.words, str(s.relation), s.claim_id, s.utterance_id) for s in value.support)
    return _table("Rests on", ("Proposition", "Said by", "Words", "Relation", "Claim", "Utterance"), rows)


def _utterances(value: Details) -> Table:
    sources = [(f"{source.kind}, {source.size:,} bytes", "", source.locator, source.id) for source in value.sources]
    said = [(words.ORIGINS[u.origin], u.speaker, u.text, u.id) for u in value.utterances]
    return _table("Said and read", ("What", "Who", "Text", "Id"), [*said, *sources])


def _names(value: Details) -> Table:
    rows = [("entity", entity.label, entity.id) for entity in value.entities]
    rows += [("address", address, "") for address in value.addresses]
    return _table("New names", ("What", "Name", "Id"), rows)


def _labels(value: Details) -> Table:
    rows = ((label.claim_id, str(label.axis), label.value) for label in value.labels)
    return _table("Labels", ("Claim", "Axis", "Label"), rows)


def _strengths(value: Details) -> Table:
    rows = ((s.text, str(s.cause), s.before, s.after, _pinned(s), s.reason, s.evidence_id) for s in value.strengths)
    names = ("Text", "Cause", "Strength before", "Strength after", "Pinned", "Reason", "Carrier")
    return _table("How readily it comes back", names, rows, numeric=("Strength before", "Strength after"))


def _pinned(move: StrengthMove) -> str:
    if move.standing:
        return "in every envelope"
    return "yes" if move.pinned else ""


def _associations(value: Details) -> Table:
    rows = (
        (
            f"{a.source} --{a.relation}--> {a.target}",
            str(a.cause),
            a.strength_before,
            a.strength,
            a.attraction_before,
            a.attraction,
            a.reason,
            a.association_id,
        )
        for a in value.associations
    )
    numbers = ("Strength before", "Strength after", "Attraction before", "Attraction after")
    return _table("Associations", ("Association", "Cause", *numbers, "Reason", "Id"), rows, numeric=numbers)


def _table(
    title: str, names: tuple[str, ...], rows: Iterable[tuple[Cell, ...]], *, numeric: tuple[str, ...] = ()
) -> Table:
    return Table(title=title, columns=columns(*names, numeric=numeric), rows=tuple(rows), empty="None.")
