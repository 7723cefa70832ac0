"""Entities of a project: who a name means, and a person's word that two are one or one is two.

Every change is shown before it is made: what it would do is worked out on one snapshot, and committing it fails if that
has moved meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from a008 import canon
from a008.clock import Clock
from a008.errors import NotFound, UsageError
from a008.intake import identity, undo
from a008.intake.identity import Ground, Rearrangement
from a008.intake.undo import Undoing
from a008.intake.word import Word
from a008.memory import address, name, revision_name
from a008.memory.address import PROJECT, USER, Entity
from a008.memory.identity import Alias
from a008.memory.known import KnownSlot
from a008.memory.plan import Cause, CommitPlan
from a008.memory.rearrangement import Done
from a008.memory.receipt import Receipt
from a008.runtime import person
from a008.runtime.person import Signed
from a008.store import entities, history, revisions
from a008.store import identity as stored
from a008.store.connection import Connection
from a008.store.entities import EntityRow
from a008.store.projects import Project
from a008.store.store import Store

#: Entities that one page of the list reads, and characters of a name.
_PAGE, _LONGEST = 500, 200
_REMEDY = "`a008 memory entities` lists them"


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """A name that an entity gets or loses, before it is committed.

    Shape: `others` are the entities that the name means besides, so that by this name alone nothing will be bound.
    """

    entity: Entity
    alias: Alias
    given: bool
    others: tuple[Entity, ...]
    plan: CommitPlan


class Entities:
    """The entities of one project. What a method returns has changed nothing until `commit` gets it."""

    def __init__(self, store: Store, project: Project, clock: Clock) -> None:
        self._store = store
        self._project = project
        self._clock = clock

    def list(self, *, limit: int = 1_000) -> tuple[EntityRow, ...]:
        """The entities that go by a name, by the first one of theirs, at most `limit`."""

        def read(conn: Connection) -> tuple[EntityRow, ...]:
            revision = revisions.newest(conn)[0]
            found: list[EntityRow] = []
            after: str | None = ""
            while after is not None and len(found) < limit:
                page, rest = entities.listed(conn, self._project.id, after=after, at_revision=revision, limit=_PAGE)
                found.extend(page)
                after = rest or None
            return tuple(found[:limit])

        return self._store.read(read)

    def named(self, label: str) -> tuple[EntityRow, ...]:
        """Every entity that a name may mean; nothing is bound by a name of several.

        Errors: `NotFound` for a name that nothing goes by.
        """

        def read(conn: Connection) -> tuple[EntityRow, ...]:
            revision = revisions.newest(conn)[0]
            return tuple(
                entities.row_of(conn, entity, at_revision=revision)
                for entity in person.meant(conn, self._project.id, label, at_revision=revision)
            )

        return self._store.read(read)

    def alias(self, label: str, other: str, *, by: str = USER, reason: str = "") -> Renaming:
        """Give an entity another name.

        Errors: `NotFound` for a name that nothing goes by; `UsageError` for a name of several, for one that it has, and
        for one without a letter or digit.
        """
        return self._renaming(label, other, True, by, reason)

    def unalias(self, label: str, other: str, *, by: str = USER, reason: str = "") -> Renaming:
        """Take a name from an entity; one that something was first met with goes on to mean something.

        Errors: as of `alias`; `UsageError` for a name that it does not have, and for a first name nobody else has.
        """
        return self._renaming(label, other, False, by, reason)

    def merge(self, label: str, into: str, *, by: str = USER, reason: str = "") -> Rearrangement:
        """Declare that two names are of one entity: everything known of the first becomes known of the second.

        Errors: `NotFound` for a name that nothing goes by; `UsageError` for a name of several, for an entity and
        itself, and when the user or the project would become part of something else.
        """

        def read(conn: Connection) -> Ground:
            revision = revisions.newest(conn)[0]
            gone, kept = self._one(conn, label, revision), self._one(conn, into, revision)
            if gone.id == kept.id:
                raise UsageError("these are one entity already", item=f"{label}, {into}", remedy="nothing is to do")
            if gone.key in (USER, PROJECT):
                raise UsageError(
                    f"the {gone.key} stays what it is",
                    item=label,
                    remedy=f"merge the other way: `{into}` into `{label}`",
                )
            sources = stored.slots_of(conn, self._project.id, gone.id)
            return Ground(
                revision=revision,
                gone=gone,
                into=kept,
                sources=sources,
                targets={each.slot.id: each for each in stored.slots_of(conn, self._project.id, kept.id)},
                pointing=tuple(
                    slot
                    for slot in stored.pointing_at(conn, self._project.id, gone.id)
                    if slot.slot.entity_id != gone.id
                ),
                contests=stored.contests_at(conn, [each.slot.id for each in sources]),
                aliases=entities.aliases(conn, gone.id, at_revision=revision),
            )

        ground = self._store.read(read)
        said = f"{ground.gone.label} and {ground.into.label} are the same."
        return identity.merged(ground, self._word("merge", ground.revision, by, reason, said))

    def split(
        self,
        label: str,
        into: str,
        addresses: Iterable[str],
        *,
        names: Iterable[str] = (),
        by: str = USER,
        reason: str = "",
    ) -> Rearrangement:
        """Declare that some of what is known of one entity is about another one, that may be new.

        Shape: `addresses` are those that go, as `entity.attribute` or by the name of the slot; `names` go with them.

        Errors: `NotFound` for a name, an address or an alias that is not there; `UsageError` for a name of several, for
        nothing to move, and when no name would be left.
        """
        wanted, taken = tuple(addresses), tuple(names)

        def read(conn: Connection) -> tuple[Ground, bool]:
            revision = revisions.newest(conn)[0]
            gone = self._one(conn, label, revision)
            meant = entities.meaning(conn, self._project.id, [name.key(into)], at_revision=revision).known
            kept = self._one(conn, into, revision) if meant else address.entity(self._project.id, into)
            if kept.id == gone.id:
                raise UsageError("a split needs another name", item=into)
            own = entities.aliases(conn, gone.id, at_revision=revision)
            going = self._going(own, taken)
            if len(going) == len(own):
                raise UsageError("an entity keeps at least one name", item=label, remedy="merge it instead")
            names = {gone.key, *(alias.key for alias in own)}
            sources = self._chosen(stored.slots_of(conn, self._project.id, gone.id), wanted, names)
            ground = Ground(
                revision=revision,
                gone=gone,
                into=kept,
                sources=sources,
                targets={each.slot.id: each for each in stored.slots_of(conn, self._project.id, kept.id)},
                pointing=(),
                contests=stored.contests_at(conn, [each.slot.id for each in sources]),
                aliases=going,
            )
            return ground, not meant

        ground, is_new = self._store.read(read)
        told = ", ".join((*wanted, *taken))
        said = f"What is known of {ground.gone.label} is partly about {ground.into.label}: {told}."
        return identity.split(ground, self._word("split", ground.revision, by, reason, said), is_new=is_new)

    def undo(self, revision: int | str, *, by: str = USER, reason: str = "") -> Undoing:
        """Take a merge, a split or a naming back; addresses that have changed since stay as they are, and are named.

        Errors: those of a revision's name; `UsageError` for a revision that did something else, and for one whose names
        have gone on to another entity.
        """
        wanted = revision_name.parse(str(revision))

        def read(conn: Connection) -> tuple[Done, int]:
            found = history.named(conn, self._project.id, wanted)
            if found.cause not in (Cause.MERGED, Cause.SPLIT, Cause.NAMED):
                raise UsageError(
                    "only a merge, a split or a name can be taken back",
                    item=f"revision {found.number}: {found.cause}",
                    remedy="say it again, or tell what is right instead",
                )
            return stored.done(conn, found), revisions.newest(conn)[0]

        done, newest = self._store.read(read)
        if done.gone_on:
            raise UsageError(
                f"it was taken back already, or the name {done.gone_on[0].label} has gone on since",
                item=f"revision {done.number}",
                remedy="take the later change back first",
            )
        if not (done.opened or done.ended or done.merge or done.touched):
            raise UsageError("nothing of it is left to take back", item=f"revision {done.number}")
        said = f"Revision {done.number} is taken back."
        return undo.undone(done, self._word("undo", newest, by, reason, said), newest)

    def commit(self, change: Rearrangement | Renaming | Undoing) -> Receipt:
        """Make a change that was shown, as one revision.

        Errors: `StaleState` when what it was worked out on has moved since; nothing is written then.
        """
        return self._store.commit(change.plan)

    def _renaming(self, label: str, other: str, given: bool, by: str, reason: str) -> Renaming:
        key = name.key(other)
        if not name.says_something(key) or len(other) > _LONGEST:
            raise UsageError(f"a name has a letter or digit, and at most {_LONGEST} characters", item=repr(other[:40]))

        def read(conn: Connection) -> tuple[Entity, tuple[Alias, ...], tuple[Entity, ...], bool, int]:
            revision = revisions.newest(conn)[0]
            entity = self._one(conn, label, revision)
            meant = entities.meaning(conn, self._project.id, [key], at_revision=revision).known.get(key, ())
            own = entities.aliases(conn, entity.id, at_revision=revision)
            met = entities.was_met_as(conn, self._project.id, key)
            return entity, own, tuple(each for each in meant if each.id != entity.id), met, revision

        entity, own, others, met, revision = self._store.read(read)
        has = next((alias for alias in own if alias.key == key), None)
        if given and has is not None:
            raise UsageError("it has this name already", item=other)
        if not given and has is None:
            raise UsageError("it does not have this name", item=other, remedy=_REMEDY)
        if not given and met and not others:
            raise UsageError("something was first met with this name, which would then mean nothing", item=other)
        said = f"{entity.label} is also called {other}." if given else f"{entity.label} is not called {other}."
        word = self._word("name", revision, by, reason, said)
        alias = has or Alias(entity_id=entity.id, key=key, label=name.spelt(other), utterance_id=word.utterance.id)
        plan = identity.named(word, revision, (alias,) if given else (), () if given else (alias,))
        return Renaming(entity=entity, alias=alias, given=given, others=others, plan=plan)

    def _word(self, what: str, revision: int, by: str, reason: str, said: str) -> Word:
        (by, reason), at, said = person.signed(by, reason), self._clock(), canon.repair(said).text
        digest = canon.digest(canon.encode([said, reason, by]))[:16]
        occurrence = f"{what}:{revision}:{digest}"
        return person.word(self._project.id, occurrence, Signed(by, reason), at, f"{said} {reason}".strip())

    def _one(self, conn: Connection, label: str, revision: int) -> Entity:
        return person.one(conn, self._project.id, label, at_revision=revision)

    @staticmethod
    def _going(own: tuple[Alias, ...], wanted: tuple[str, ...]) -> tuple[Alias, ...]:
        by_key = {alias.key: alias for alias in own}
        missing = next((each for each in wanted if name.key(each) not in by_key), None)
        if missing is not None:
            raise NotFound("it does not go by this name", item=missing, remedy=_REMEDY)
        return tuple(dict.fromkeys(by_key[name.key(each)] for each in wanted))

    @staticmethod
    def _chosen(own: tuple[KnownSlot, ...], wanted: tuple[str, ...], names: Set[str]) -> tuple[KnownSlot, ...]:
        if not wanted:
            raise UsageError("a split needs the addresses that go", remedy="name at least one")
        chosen: dict[str, KnownSlot] = {}
        for each in wanted:
            at = address.parts(each) if address.is_address(each) else None
            if at is not None and at.owner not in names:
                raise UsageError("this address is of something else", item=each, remedy="name one of its own")
            slot_name = address.slot_key(each) if at is None else at.name
            found = [
                slot
                for slot in own
                if slot.live and slot.slot.name == slot_name and (at is None or slot.slot.kind is at.kind)
            ]
            if not found:
                raise NotFound("nothing is known there", item=each, remedy="`a008 memory state` lists addresses")
            chosen |= {slot.slot.id: slot for slot in found}
        return tuple(chosen.values())
