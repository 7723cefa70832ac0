"""Envelopes, receipts and hostile strings that the tests of what people see share."""

from __future__ import annotations

from a008 import canon
from a008.clock import Instant
from a008.memory.envelope import (
    DEFAULT_BUDGET,
    Candidate,
    Envelope,
    EnvelopeReceipt,
    Fate,
    Intent,
    Item,
    ItemType,
    Lane,
    item_json,
    payload,
)
from a008.memory.origin import Origin
from a008.memory.proposal import Refusal, RefusalCode
from a008.memory.reading import NOTHING_READ
from a008.memory.receipt import Receipt, Written
from a008.memory.reconcile import Outcome, Verdict

NOW = Instant.parse("2026-12-01T09:30:00Z")

#: Texts that do harm where something takes them for more than text.
HOSTILE = (
    "<script>document.title = 'owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "</textarea></style></script><b>bold</b>",
    '" onmouseover="document.title=1',
    "&lt;already&gt; &amp; escaped",
    "/etc/hostname",
    "file.html",
    "http://127.0.0.1:1/x",
    "![beacon](http://127.0.0.1:1/x.png) [link](javascript:alert(1))",
    "$\\href{javascript:alert(1)}{x}$ \\require{html}",
    "{{ 7 * 7 }} ${7 * 7} %(x)s {0}",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b]52;c;Zm9v\x07",
    "user\u202egpj.exe \u2066isolate \u200bzero \ufefftag \U000e0041",
    "null\x00 bell\x07 back\x08space\r\nline \u2028 separator",
    "lone \ud800 surrogate",
)


_REASONS = {
    Lane.SLOT: "names loadfile.c.lists",
    Lane.LABEL: "tag c, in the message",
    Lane.HISTORY: "earlier value of loadfile.c.lists",
    Lane.HOP: "loadfile.c feeds Markdown converter, one association away",
}


def item(number: int, proposition: str, kind: ItemType = ItemType.STATE) -> Item:
    """An item of a known shape."""
    return Item(
        id=f"claim_{number:016d}",
        proposition=proposition,
        type=kind,
        tags=("c", "loadfile.c"),
        scope=("development",),
        authority=Origin.USER,
    )


def candidate(
    stated: Item,
    fate: Fate = Fate.IN,
    *,
    detail: str = "",
    rank: int | None = None,
    lanes: tuple[Lane, ...] = (Lane.SLOT, Lane.LABEL),
    active: bool = True,
    required: bool = False,
) -> Candidate:
    """A candidate of an item; its bytes are those the item takes with its comma."""
    return Candidate(
        item=stated,
        lanes=lanes,
        reasons=tuple(_REASONS[lane] for lane in lanes),
        required=required,
        score=1.0 if rank is None else 1.0 / (rank + 1),
        strength=0.8 if active else 0.07,
        active=active,
        address="loadfile.c.lists",
        slot_id="slot_aaaaaaaaaaaaaaaa",
        binding_id="binding_aaaaaaaaaaaaaaaa",
        rank=rank,
        bytes=len(canon.text(item_json(stated)).encode("utf-8", "surrogatepass")) + 1,
        fate=fate,
        detail=detail,
    )


def envelope(
    *candidates: Candidate, message: str = "What does loadfile.c list?", budget: int = DEFAULT_BUDGET
) -> Envelope:
    """An envelope of candidates; those that are in are sent in the order given."""
    items = tuple(each.item for each in candidates if each.fate is Fate.IN)
    sent = payload(items)
    data = sent.encode("utf-8", "surrogatepass")
    return Envelope(
        project_id="A008_v1_project_00000000-0000-4000-8000-000000000000",
        message=message,
        intents=(Intent.CURRENT_STATE, Intent.HISTORY),
        items=items,
        candidates=candidates,
        payload=sent,
        scope=("development", "game engines"),
        degraded=(),
        receipt=EnvelopeReceipt(
            revision=7,
            data_version_before=3,
            data_version_after=3,
            bytes=len(data),
            budget=budget,
            sha256=canon.digest(data),
            at=NOW,
            tokens=None,
            tokenizer=None,
            reading=NOTHING_READ,
            abstention=None,
        ),
    )


def library() -> Envelope:
    """A small envelope with one item of several types and a few things left out."""
    return envelope(
        candidate(item(1, "loadfile.c lists every file."), rank=0, active=False, required=True),
        candidate(item(2, "Until 2023-02-01: it lists nothing.", ItemType.HISTORY), rank=1, lanes=(Lane.HISTORY,)),
        candidate(item(3, "A .md file is a text file in Markdown.", ItemType.CLAIM), rank=2, lanes=(Lane.HOP,)),
        candidate(item(4, 'user, 2026-11-30: "Unreal Engine is too big for us"', ItemType.UTTERANCE), rank=3),
        candidate(item(5, "The user's pancakes need four eggs."), Fate.NOT_APPLICABLE, detail="scope cooking"),
        candidate(item(6, "C was made at Bell Labs.", ItemType.CLAIM), Fate.DORMANT, detail="s=0.07", active=False),
        candidate(item(7, "C has a preprocessor.", ItemType.CLAIM), Fate.DORMANT, detail="s=0.11", active=False),
        candidate(item(8, "A long story.", ItemType.CLAIM), Fate.OVER_BUDGET, detail="by 83 bytes"),
        message="Change loadfile.c so that it lists only .md files; has anybody asked about this before?",
    )


def receipt(*, written: str = "loadfile.c lists only .md files.") -> Receipt:
    """A receipt with one of everything."""
    return Receipt(
        revision=8,
        hash="a" * 64,
        occurrence_id="A008_v1_turn_00000000-0000-4000-8000-000000000001",
        at=NOW,
        written=(
            Written(
                path="$.state_updates[0]",
                proposition=written,
                verdict=Verdict.SUPERSEDE,
                outcome=Outcome.CHANGE,
                reason="no start given: at commit time",
                address="loadfile.c.lists",
                claim_id="claim_0000000000000009",
            ),
            Written(
                path="$.new_knowledge[0]",
                proposition="loadfile.c includes <stdlib.h>.",
                verdict=Verdict.NEW,
                outcome=None,
                reason="",
                address=None,
                claim_id="claim_0000000000000010",
            ),
        ),
        reinforced=("claim_0000000000000001",),
        refusals=(
            Refusal(path="$.new_knowledge[1]", code=RefusalCode.NOT_IN_BASELINE, reason="no such item was sent"),
        ),
    )
