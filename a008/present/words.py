"""Plain words for every closed set that people read: one table per set, used by every surface."""

from __future__ import annotations

from typing import NamedTuple

from a008.memory.envelope import Candidate, Fate, Intent, ItemType, Lane
from a008.memory.envelope_diff import Differs
from a008.memory.origin import Origin
from a008.memory.receipt import Written
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import Resolution
from a008.runtime.envelope_check import Held
from a008.runtime.outcome import AnswerStatus, EffectStatus, MemoryStatus
from a008.store.difference import Kind


class Phrase(NamedTuple):
    """A short title and the sentence that explains it."""

    title: str
    meaning: str


FATES: dict[Fate, Phrase] = {
    Fate.IN: Phrase("Sent", "The model was shown it."),
    Fate.OWNED_BY_HEAD: Phrase("Owned by a head", "The head of its address speaks for it."),
    Fate.SUPERSEDED: Phrase("Superseded", "A later value took its place, and the message does not ask for history."),
    Fate.DORMANT: Phrase("Dormant", "Too weak to be volunteered, and the message does not name it."),
    Fate.NOT_APPLICABLE: Phrase("Not applicable", "Outside of what the message and its conversation are about."),
    Fate.DUPLICATE: Phrase("Duplicate", "Another item says the same."),
    Fate.OVER_BUDGET: Phrase("Over budget", "It did not fit into the bytes that were left."),
    Fate.RETRACTED: Phrase("Retracted", "It was taken back."),
    Fate.NO_MATCH: Phrase("No match", "Nothing in the message leads to it."),
    Fate.OTHER_PROJECT: Phrase("Other project", "It belongs to another project and never leaves it."),
    Fate.UNKNOWN: Phrase("Unknown", "Nothing in the store has this id."),
}

LANES: dict[Lane, Phrase] = {
    Lane.SLOT: Phrase("exact address", "the message asks for this very address"),
    Lane.ENTITY: Phrase("named entity", "the message names the entity it is about"),
    Lane.HISTORY: Phrase("earlier values", "the message asks what held before"),
    Lane.ATTRIBUTION: Phrase("who said so", "the message asks for what was said, and it is the evidence"),
    Lane.EVENT: Phrase("event", "the message asks for what happened"),
    Lane.TEXT: Phrase("full text", "it shares words with the message"),
    Lane.LABEL: Phrase("tag or domain", "it carries a tag or domain of the message"),
    Lane.DIALOGUE: Phrase("conversation", "it lies in the scope of the conversation so far"),
    Lane.HOP: Phrase("one association away", "it is associated with something the message names"),
    Lane.DENSE: Phrase("similar meaning", "its meaning is close to the message"),
    Lane.CALLER: Phrase("asked for by id", "the caller required it"),
    Lane.STANDING: Phrase("standing", "the user pinned it to stand in every envelope"),
}

INTENTS: dict[Intent, str] = {
    Intent.CURRENT_STATE: "what holds now",
    Intent.HISTORY: "what held before",
    Intent.ATTRIBUTION: "who said so",
    Intent.EVENT: "what happened",
    Intent.ASSOCIATIVE: "what is related",
}

TYPES: dict[ItemType, str] = {
    ItemType.STATE: "state",
    ItemType.HISTORY: "history",
    ItemType.EVENT: "event",
    ItemType.CLAIM: "claim",
    ItemType.UTTERANCE: "utterance",
    ItemType.ATTRIBUTION: "attribution",
    ItemType.CONFLICT: "conflict",
}

ORIGINS: dict[Origin, str] = {
    Origin.USER: "said by the user",
    Origin.USER_CONFIRMED: "confirmed by a person",
    Origin.ASSISTANT: "said by the assistant",
    Origin.TOOL: "output of a tool",
    Origin.FILE: "read in a file",
    Origin.WEB: "read on the web",
    Origin.IMPORT: "imported",
}

OUTCOMES: dict[Outcome, Phrase] = {
    Outcome.RE_ASSERTION: Phrase("said again", "the value that holds was confirmed"),
    Outcome.CHANGE: Phrase("changed", "a new value holds; the one before became history"),
    Outcome.CORRECTION: Phrase("corrected", "the past was put right; older revisions still show it as it was"),
    Outcome.CONFLICT: Phrase("contested", "two values compete; the head keeps its place until a person decides"),
    Outcome.RETRACTION: Phrase("ended", "the value no longer holds and nothing took its place"),
    Outcome.NO_OP: Phrase("left as it is", "there was nothing to change"),
}

RESOLUTIONS: dict[Resolution, Phrase] = {
    Resolution.KEEP_HEAD: Phrase("head kept", "what holds stays; the other claim is rejected"),
    Resolution.TAKE_OTHER: Phrase("other taken", "the contesting value takes the place of what held"),
    Resolution.KEEP_BOTH: Phrase("both kept", "the address becomes a set, and both values are members of it"),
    Resolution.SPLIT: Phrase("split", "the contesting value stands at an address of its own"),
}

#: The three outcomes of a turn, which are never one.
ANSWERS: dict[AnswerStatus, Phrase] = {
    AnswerStatus.COMPLETED: Phrase("complete", "the whole answer arrived"),
    AnswerStatus.INTERRUPTED: Phrase("interrupted", "it broke off; what had arrived is kept"),
    AnswerStatus.FAILED: Phrase("failed", "the model gave none"),
    AnswerStatus.CANCELLED: Phrase("cancelled", "somebody stopped it; what had arrived is kept"),
}
MEMORIES: dict[MemoryStatus, Phrase] = {
    MemoryStatus.COMMITTED: Phrase("committed", "what was learnt is stored"),
    MemoryStatus.NOTHING: Phrase("nothing new", "the turn held nothing to remember"),
    MemoryStatus.FAILED: Phrase("failed", "nothing was learnt; the answer stands"),
    MemoryStatus.NOT_RUN: Phrase("not run", "there was no complete answer to learn from"),
    MemoryStatus.OFF: Phrase("off", "learning is switched off"),
}
EFFECTS: dict[EffectStatus, Phrase] = {
    EffectStatus.NONE: Phrase("none", "nothing outside was touched"),
    EffectStatus.KNOWN: Phrase("known", "what was done outside is on record"),
    EffectStatus.UNKNOWN: Phrase("unknown", "something outside may have happened; look before you repeat it"),
}

#: What is said of a value in two revisions.
DIFFERENCES: dict[Kind, str] = {
    Kind.ADDED: "now holds",
    Kind.REMOVED: "no longer holds",
    Kind.CHANGED: "changed",
    Kind.RESTATED: "same value, another claim",
    Kind.REDATED: "same value, other dates",
}

#: How an item differs between two envelopes.
ITEM_DIFFERENCES: dict[Differs, str] = {
    Differs.CAME: "came",
    Differs.WENT: "went",
    Differs.MOVED: "moved",
    Differs.REWORDED: "other words",
    Differs.RELABELLED: "other labels",
    Differs.REASONED: "found in another way",
}

#: What is said of an envelope that a turn was sent, once it has been put together again.
HELD: dict[Held, Phrase] = {
    Held.SAME: Phrase("as sent", "put together again, the bytes are the same"),
    Held.OTHER_RULES: Phrase("by other rules", "kept as sent; another version of A008, or of your tables, made it"),
    Held.INCOMPLETE: Phrase("incomplete then", "kept as sent; a lane had failed when it was made"),
    Held.DIFFERS: Phrase("not the same", "put together again by the same rules, the bytes differ"),
    Held.DAMAGED: Phrase("damaged", "the bytes that are kept are not those that were sent"),
}


def became(line: Written) -> str:
    """What became of an accepted proposal, in a word or three."""
    if line.outcome is None:
        return "kept as evidence"
    if line.outcome is Outcome.CHANGE and line.verdict is Verdict.NEW:
        return "is new"
    return OUTCOMES[line.outcome].title


def fate(candidate: Candidate) -> str:
    """Why a candidate is in or out, as one sentence with its figures."""
    meaning = FATES[candidate.fate].meaning
    return f"{meaning.removesuffix('.')} ({candidate.detail})." if candidate.detail else meaning


def spoken(code: str) -> str:
    """A code that has no table, as words: `stale_head` reads `stale head`, `text:error` reads `text, error`."""
    return code.replace("_", " ").replace(":", ", ")
