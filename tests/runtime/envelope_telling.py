"""Conversations whose envelopes are looked at afterwards, and hands that tamper with a store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing

from a008.clock import ManualClock
from a008.present.session import ShownSession
from a008.workbench import Workbench

#: Things that are told, changed and asked, one a day.
TOLD = (
    *("I live in Lyon.", "We use PostgreSQL for storage.", "I prefer tea.", "Ada owns the house.", "Where do I live?"),
    *("The colour of house is white.", "I live in Oslo now.", "What do we use for storage?", "The house is big."),
    *("Tell me about the house.", "We use SQLite for storage now.", "Where did I live before?", "I work at Acme."),
    *("Who owns the house?", "The colour of house is red now.", "Hello!", "What is its colour?", "I own a boat."),
    *("Who said that we use SQLite?", "My dentist is Dr. Berg.", "Where do I work?", "What do I prefer?"),
    *("The boat is in Bergen.", "Where is the boat?", "I live in Bergen now.", "Thanks!", "What do you know of me?"),
    *("Anna lives in Rome.", "Where does Anna live?", "What do we use for storage, and where do I live?"),
)


def tell(session: ShownSession, clock: ManualClock, messages: Iterable[str]) -> list[str]:
    """Ask, a day apart; the payloads as they were sent."""
    sent = []
    for message in messages:
        sent.append(session.ask(message).envelope.payload)
        clock.advance(days=1)
    return sent


def tamper(workbench: Workbench, *statements: str) -> None:
    """Change a store by hand, past its triggers."""
    with closing(sqlite3.connect(workbench.settings.store_path, isolation_level=None)) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            conn.execute(statement)
