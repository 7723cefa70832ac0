"""What found evidence backs: the addresses that claims hold or held, what holds there now, and what contests it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from a008.memory import name, terms
from a008.memory.address import PROJECT, USER, Cardinality, Entity
from a008.memory.claim import Status
from a008.memory.envelope import ItemType
from a008.memory.place import Place, labels_in, place
from a008.memory.terms import Word
from a008.retrieval.find import Find, found
from a008.retrieval.query import Snapshot
from a008.retrieval.vocabulary import Vocabulary
from a008.store import claims, entities, heads, utterances
from a008.store.claims import ClaimRow, ContestRow
from a008.store.heads import Head
from a008.store.utterances import Link, UtteranceRow

#: Addresses whose superseded wording is known, the best found first, and rows of each.
_MAX_SLOTS, _MAX_ROWS = 48, 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How an address was put into words, now or before.

    Shape: `said` are its words without the entity's name, at least one; `naming` are terms any of which means that
    entity; `now` is what the address says instead, one entry for each head, empty when these words hold.
    """

    address: str
    holds: bool
    said: tuple[Word, ...]
    naming: frozenset[str]
    now: tuple[tuple[Word, ...], ...]

    def is_in(self, held: frozenset[str]) -> bool:
        """Whether a sentence of these terms says so; one that says what holds instead does not."""
        if not _holds(held, self.said) or any(_holds(held, wording) for wording in self.now):
            return False
        return len(self.said) > 1 or not held.isdisjoint(self.naming)


class Wordings:
    """How addresses were put into words, in the order found; a sentence is compared only with those it may hold."""

    def __init__(self, every: Iterable[Wording]) -> None:
        self._every = tuple(every)
        self._all: dict[str, list[int]] = {}
        self._stale: dict[str, list[int]] = {}
        for number, each in enumerate(self._every):
            for form in each.said[0].forms:
                self._all.setdefault(form, []).append(number)
                if not each.holds:
                    self._stale.setdefault(form, []).append(number)

    @property
    def any_stale(self) -> bool:
        """Whether any of them holds no more."""
        return bool(self._stale)

    def said_by(self, text: str, *, stale: bool) -> Wording | None:
        """The first wording that a sentence says; with `stale`, of those that hold no more."""
        by_form = self._stale if stale else self._all
        if not by_form:
            return None
        held = frozenset(terms.terms(text))
        near = sorted({number for form in held for number in by_form.get(form, ())})
        return next((self._every[number] for number in near if self._every[number].is_in(held)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backing:
    """Where found evidence stands in the state of things.

    Shape: `links` by utterance id, `slots` (ids of the addresses ever held, or competed for in a conflict that is
    resolved) by claim id, `heads` and `contests` by slot id; what is absent backs nothing.
    """

    links: Mapping[str, tuple[Link, ...]]
    slots: Mapping[str, tuple[str, ...]]
    heads: Mapping[str, tuple[Head, ...]]
    contests: Mapping[str, tuple[ContestRow, ...]]
    wordings: Wordings

    @property
    def is_stale(self) -> bool:
        """Whether any wording is known that holds no more."""
        return self.wordings.any_stale

    def holding(self, claim_id: str) -> Head | None:
        """The head that a claim is, `None` when it holds nothing now."""
        rows = (head for slot in self.slots.get(claim_id, ()) for head in self.heads.get(slot, ()))
        return next((head for head in rows if head.claim.id == claim_id), None)

    def successor(self, claim_id: str) -> Head | None:
        """A head of an address that a claim once held, `None` when nothing holds there."""
        return next((head for slot in self.slots.get(claim_id, ()) for head in self.heads.get(slot, ())), None)

    def contested(self, claim_id: str) -> ContestRow | None:
        """The open conflict in which a claim competes with a head."""
        rows = (row for contests in self.contests.values() for row in contests)
        return next((row for row in rows if row.claim.id == claim_id), None)


def backing(snapshot: Snapshot, finds: Iterable[Find], known: Vocabulary) -> Backing:
    """Look up what finds back, in a handful of statements."""
    subjects = [find.subject for find in finds]
    at = snapshot.at_revision
    said = list(dict.fromkeys(each.id for each in subjects if isinstance(each, UtteranceRow)))
    links = _grouped(utterances.resting_on(snapshot.conn, said, at_revision=at))
    found_claims = [each.claim.id for each in subjects if isinstance(each, ClaimRow)]
    linked = [link.claim_id for each in links.values() for link in each]
    bound = heads.bound_by(snapshot.conn, dict.fromkeys((*found_claims, *linked)), at_revision=at)
    contesting = claims.contested_by(snapshot.conn, dict.fromkeys((*found_claims, *linked)), at_revision=at)
    denials = _denials(snapshot, dict.fromkeys((*found_claims, *linked)))
    slots: dict[str, list[str]] = {}
    settled = claims.settled_at(snapshot.conn, dict.fromkeys((*found_claims, *linked)), at_revision=at)
    for claim_id, slot_id in dict.fromkeys((*((each.claim_id, each.slot_id) for each in bound), *settled)):
        slots.setdefault(claim_id, []).append(slot_id)
    known_heads = [each for each in subjects if isinstance(each, Head)]
    slot_ids = dict.fromkeys(
        (
            *(head.slot.id for head in known_heads),
            *(each.slot_id for each in bound),
            *contesting.values(),
            *(slot_id for _, slot_id in settled),
            *(there.slot.id for there in denials.values()),
        )
    )
    held = heads.heads_of(snapshot.conn, slot_ids, as_of=snapshot.as_of, at_revision=at)
    by_slot = {slot_id: tuple(group) for slot_id, group in groupby(held, key=lambda head: head.slot.id)}
    for claim_id, there in denials.items():
        if any(_belies(head, there) for head in by_slot.get(there.slot.id, ())):
            slots.setdefault(claim_id, []).append(there.slot.id)
    contests = claims.contests(snapshot.conn, slot_ids, at_revision=at)
    past = heads.newest_of(snapshot.conn, list(slot_ids)[:_MAX_SLOTS], at_revision=at, limit=_MAX_ROWS)
    return Backing(
        links=links,
        slots={claim_id: tuple(ids) for claim_id, ids in slots.items()},
        heads=by_slot,
        contests={slot_id: tuple(group) for slot_id, group in groupby(contests, key=lambda row: row.slot_id)},
        wordings=Wordings(_wordings((*held, *past), by_slot, known)),
    )


def _denials(snapshot: Snapshot, claim_ids: Iterable[str]) -> dict[str, Place]:
    """What some claims deny: the addresses and members that they say do not hold."""
    denials = claims.denials(snapshot.conn, snapshot.project_id, claim_ids, at_revision=snapshot.at_revision)
    if not denials:
        return {}
    keys = dict.fromkeys(name.key(label) for form in denials.values() for label in labels_in(form))
    names = entities.meaning(snapshot.conn, snapshot.project_id, keys, at_revision=snapshot.at_revision)
    denied = ((claim_id, place(names, form)) for claim_id, form in denials.items())
    return {claim_id: there for claim_id, there in denied if isinstance(there, Place)}


def _belies(head: Head, denied: Place) -> bool:
    """Whether a denial is over: its address has a value again, or its member is back in the set."""
    return head.slot.cardinality is Cardinality.SINGLE or head.binding.member == denied.member


def states(found_evidence: Iterable[Find], backed: Backing) -> Iterator[Find]:
    """What holds now at the addresses that found evidence has ever backed: the same find, one step further."""
    for find in found_evidence:
        if isinstance(find.subject, Head) or find.missing:
            continue
        claim_ids = [find.subject.claim.id] if isinstance(find.subject, ClaimRow) else _backed(find.subject, backed)
        slots = [slot for claim_id in claim_ids for slot in backed.slots.get(claim_id, ())]
        slots += [row.slot_id for claim_id in claim_ids if (row := backed.contested(claim_id)) is not None]
        for slot in dict.fromkeys(slots):
            for head in backed.heads.get(slot, ()):
                reason = f"through its evidence: {find.reason}"
                yield found(find.lane, find.rank, reason, head, ItemType.STATE, strong=find.strong, pull=find.pull)


def conflicts(state_finds: Iterable[Find], backed: Backing) -> Iterator[Find]:
    """The open conflicts of found heads: both sides travel together."""
    for find in state_finds:
        if find.type is not ItemType.STATE or not isinstance(find.subject, Head):
            continue
        head = find.subject
        for row in backed.contests.get(head.slot.id, ()):
            siblings = {other.claim.id for other in backed.heads.get(head.slot.id, ())}
            if row.against_claim_id == head.claim.id or row.against_claim_id not in siblings:
                subject = ClaimRow(claim=row.claim, status=Status.CONTESTED, rev_from=row.rev_from)
                yield found(
                    find.lane,
                    find.rank,
                    f"contests {head.address}",
                    subject,
                    ItemType.CONFLICT,
                    required=find.required,
                    strong=find.strong,
                    pull=find.pull,
                    beside=head.binding.id,
                )


def _backed(said: UtteranceRow, backed: Backing) -> list[str]:
    return [link.claim_id for link in backed.links.get(said.id, ())]


def _grouped(links: Iterable[Link]) -> dict[str, tuple[Link, ...]]:
    return {key: tuple(group) for key, group in groupby(links, key=lambda link: link.utterance_id)}


def _wordings(rows: Iterable[Head], by_slot: Mapping[str, tuple[Head, ...]], known: Vocabulary) -> Iterator[Wording]:
    for row in {(row.slot.id, row.claim.id): row for row in rows}.values():
        holding = by_slot.get(row.slot.id, ())
        holds = any(head.binding.member == row.binding.member for head in holding)
        named = terms.words(row.entity.label)
        said = _content(row, named, known)
        if said:
            yield Wording(
                address=row.address,
                holds=holds,
                said=said,
                naming=_naming(row.entity, known),
                now=() if holds else tuple(_content(head, named, known) for head in holding),
            )


def _naming(entity: Entity, known: Vocabulary) -> frozenset[str]:
    """Terms any of which means an entity: its name, and for the speaker and the project how they are spoken of."""
    pronouns = {USER: known.user | known.listener, PROJECT: known.project | known.listener}
    spoken = {word.replace("'", "") for word in pronouns.get(entity.key, frozenset())}
    return frozenset((*spoken, *(form for word in terms.words(entity.label)[:1] for form in word.forms)))


def _content(row: Head, named: tuple[Word, ...], known: Vocabulary) -> tuple[Word, ...]:
    own = {word.text for word in named}
    words = terms.words(row.claim.proposition)
    return tuple(word for word in words if word.text not in own and word.text not in known.stop)


def _holds(held: frozenset[str], words: tuple[Word, ...]) -> bool:
    return all(not held.isdisjoint(word.forms) for word in words)
