"""Extractor documents for tests of retrieval."""

from __future__ import annotations

from typing import Any

from tests.turns import document


def claim(proposition: str, **more: Any) -> str:
    """A document with one claim that has no address."""
    entry = {"proposition": proposition, "severity": "important", "structured": None, "tags": ["note"]}
    return document(new_knowledge=[{**entry, "domains": ["notes"], **more}])
