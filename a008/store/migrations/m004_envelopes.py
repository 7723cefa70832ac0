"""What each turn's envelope was made of, and each item that was sent once, however often it was sent.

`turn.envelope` is the payload as sent, in which an item may stand as the number of its row here; an older version wrote
every item out, and such a row stays as it is. The new columns of `turn` are NULL where an older version wrote the turn.
"""

from __future__ import annotations

from a008.store.migrations.m001_initial import immutability

VERSION = 4

_ITEMS = """
CREATE TABLE envelope_item (
  number       INTEGER PRIMARY KEY,
  knowledge_id TEXT NOT NULL,                          -- the claim or the utterance that it states
  item         TEXT NOT NULL CHECK (json_valid(item))  -- exactly as it was sent
) STRICT;
CREATE INDEX envelope_item_by_knowledge ON envelope_item (knowledge_id, number);
"""
_TURNS = """
ALTER TABLE turn ADD COLUMN tokenizer TEXT           -- what the budget is counted by; NULL = bytes
  CHECK (tokenizer <> '');
ALTER TABLE turn ADD COLUMN dense TEXT               -- the embedding model; NULL = meaning was left alone
  CHECK (dense <> '');
ALTER TABLE turn ADD COLUMN required_ids TEXT        -- JSON array of what the caller required
  CHECK (required_ids IS NULL OR json_valid(required_ids));
ALTER TABLE turn ADD COLUMN recent TEXT              -- JSON array of the messages that it was read with
  CHECK (recent IS NULL OR json_valid(recent));
ALTER TABLE turn ADD COLUMN as_of TEXT               -- instant in the world that was asked about; NULL = asked_at
  CHECK (length(as_of) = 24);
ALTER TABLE turn ADD COLUMN degraded TEXT            -- JSON array of the lanes that had failed
  CHECK (degraded IS NULL OR json_valid(degraded));
ALTER TABLE turn ADD COLUMN rules TEXT               -- SHA-256 of the rules it was put together by
  CHECK (length(rules) = 64);
CREATE INDEX turn_by_project ON turn (project_id, recorded_rev, id);
"""

#: The statements of this migration, in order.
SCRIPT = "\n".join((_ITEMS, _TURNS, immutability(("envelope_item",), {})))
