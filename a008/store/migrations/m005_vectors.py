"""What texts mean, as vectors of an embedding model: made from the texts, so that no revision vouches for them.

All of it can be dropped and made again. A vector goes with its text.
"""

from __future__ import annotations

VERSION = 5

#: The statements of this migration, in order.
SCRIPT = """
CREATE TABLE vector_set (
  scope      TEXT NOT NULL,                            -- the project's term
  model      TEXT NOT NULL,                            -- the embedding model, and how texts are given to it
  dimensions INTEGER NOT NULL CHECK (dimensions > 0),
  removed    INTEGER NOT NULL DEFAULT 0,               -- vectors that were taken out: what is held of the set is void
  PRIMARY KEY (scope, model)
) STRICT;
CREATE TABLE vector (
  place     INTEGER PRIMARY KEY,
  record_id TEXT NOT NULL REFERENCES search_text (record_id) ON DELETE CASCADE,
  scope     TEXT NOT NULL,
  model     TEXT NOT NULL,
  digest    TEXT NOT NULL CHECK (length(digest) = 32), -- of the text that was embedded
  numbers   BLOB NOT NULL,                             -- signed bytes; only their direction counts
  UNIQUE (record_id, model),
  FOREIGN KEY (scope, model) REFERENCES vector_set (scope, model)
) STRICT;
CREATE INDEX vector_by_set ON vector (scope, model, place);
CREATE TRIGGER vector_never_edited BEFORE UPDATE ON vector
BEGIN SELECT raise(ABORT, 'vector rows are never edited'); END;
CREATE TRIGGER vector_removed AFTER DELETE ON vector
BEGIN UPDATE vector_set SET removed = removed + 1 WHERE scope = old.scope AND model = old.model; END;
"""
