"""Receipts as JSON, so that the same command gives the same receipt again."""

from __future__ import annotations

import json
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.memory.proposal import Refusal, RefusalCode
from a008.memory.receipt import Receipt, Written
from a008.memory.reconcile import Outcome, Verdict


def receipt_text(receipt: Receipt) -> str:
    """A receipt as canonical JSON text."""
    return canon.text(
        {
            "revision": receipt.revision,
            "hash": receipt.hash,
            "occurrence_id": receipt.occurrence_id,
            "at": str(receipt.at),
            "written": [
                {
                    "path": written.path,
                    "proposition": written.proposition,
                    "verdict": written.verdict,
                    "outcome": written.outcome,
                    "reason": written.reason,
                    "address": written.address,
                    "claim_id": written.claim_id,
                }
                for written in receipt.written
            ],
            "reinforced": list(receipt.reinforced),
            "refusals": [{"path": r.path, "code": r.code, "reason": r.reason} for r in receipt.refusals],
        }
    )


def receipt_of(text: str) -> Receipt:
    """The receipt that `receipt_text` wrote."""
    stored = json.loads(text)
    return Receipt(
        revision=stored["revision"],
        hash=stored["hash"],
        occurrence_id=stored["occurrence_id"],
        at=Instant.parse(stored["at"]),
        written=tuple(_written(entry) for entry in stored["written"]),
        reinforced=tuple(stored["reinforced"]),
        refusals=tuple(
            Refusal(path=r["path"], code=RefusalCode(r["code"]), reason=r["reason"]) for r in stored["refusals"]
        ),
    )


def _written(entry: Any) -> Written:
    return Written(
        path=entry["path"],
        proposition=entry["proposition"],
        verdict=Verdict(entry["verdict"]),
        outcome=None if entry["outcome"] is None else Outcome(entry["outcome"]),
        reason=entry["reason"],
        address=entry["address"],
        claim_id=entry["claim_id"],
    )
