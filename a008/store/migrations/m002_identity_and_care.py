"""Entities that are merged, carriers that are woken or stand in every envelope, and more sorts of sources.

SQLite cannot widen a CHECK: a table whose CHECK grows is made anew and its rows are copied.
"""

from __future__ import annotations

from a008.store.migrations.m001_initial import immutability

VERSION = 2

_SOURCES = """
CREATE TABLE artifact_new (
  id          TEXT PRIMARY KEY,
  project_id  TEXT NOT NULL REFERENCES project (id),
  kind        TEXT NOT NULL CHECK (kind IN ('message', 'answer', 'file', 'tool', 'web', 'import')),
  locator     TEXT NOT NULL,                           -- where it was first met
  digest      TEXT NOT NULL,                           -- SHA-256 of its bytes; the blob's name where there is one
  size        INTEGER NOT NULL CHECK (size >= 0),      -- bytes
  has_blob    INTEGER NOT NULL CHECK (has_blob IN (0, 1)),
  ingested_at TEXT NOT NULL CHECK (length(ingested_at) = 24),
  rev_from    INTEGER NOT NULL REFERENCES revision (number)
) STRICT;
INSERT INTO artifact_new (id, project_id, kind, locator, digest, size, has_blob, ingested_at, rev_from)
SELECT id, project_id, kind, locator, digest, size, has_blob, ingested_at, rev_from FROM artifact;
DROP TABLE artifact;
ALTER TABLE artifact_new RENAME TO artifact;
"""

_CARE = """
CREATE TABLE lifecycle_new (
  evidence_id   TEXT NOT NULL,
  carrier       TEXT NOT NULL CHECK (carrier IN ('claim', 'utterance')),
  severity      TEXT CHECK (severity IN ('critical', 'important', 'minor')),
  version       TEXT NOT NULL,
  half_life     REAL NOT NULL CHECK (half_life > 0),   -- seconds
  threshold     REAL NOT NULL CHECK (threshold BETWEEN 0 AND 1),
  boost         REAL NOT NULL CHECK (boost BETWEEN 0 AND 1),
  cap           REAL NOT NULL CHECK (cap BETWEEN 0 AND 1),
  initial       REAL NOT NULL CHECK (initial BETWEEN 0 AND 1),
  strength      REAL NOT NULL CHECK (strength BETWEEN 0 AND 1),  -- at updated_at; decay is never stored
  updated_at    TEXT NOT NULL CHECK (length(updated_at) = 24),
  pinned        INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  cause         TEXT NOT NULL CHECK (cause IN ('created', 'reinforced', 'weakened', 'reactivated', 'pinned',
                                               'unpinned')),
  occurrence_id TEXT NOT NULL,
  reason        TEXT NOT NULL,
  rev_from      INTEGER NOT NULL REFERENCES revision (number),
  rev_to        INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  standing      INTEGER CHECK (standing IS NULL OR (standing = 1 AND pinned = 1)),  -- in every envelope
  PRIMARY KEY (evidence_id, rev_from),
  UNIQUE (evidence_id, occurrence_id)                  -- at most once per occurrence, its own creation included
) STRICT, WITHOUT ROWID;
INSERT INTO lifecycle_new (evidence_id, carrier, severity, version, half_life, threshold, boost, cap, initial, strength,
                           updated_at, pinned, cause, occurrence_id, reason, rev_from, rev_to)
SELECT evidence_id, carrier, severity, version, half_life, threshold, boost, cap, initial, strength,
       updated_at, pinned, cause, occurrence_id, reason, rev_from, rev_to FROM lifecycle;
DROP TABLE lifecycle;
ALTER TABLE lifecycle_new RENAME TO lifecycle;
CREATE UNIQUE INDEX lifecycle_now ON lifecycle (evidence_id) WHERE rev_to IS NULL;
CREATE INDEX lifecycle_standing ON lifecycle (evidence_id, rev_from) WHERE standing = 1;
ALTER TABLE association_state ADD COLUMN reason TEXT;
DROP TRIGGER association_state_never_edited;
DROP TRIGGER association_state_closed_once;
DROP TRIGGER association_state_never_deleted;
"""

_IDENTITY = """
CREATE TABLE entity_merge (
  from_id      TEXT NOT NULL REFERENCES entity (id),   -- what is named here is now part of
  into_id      TEXT NOT NULL REFERENCES entity (id),   -- this one
  project_id   TEXT NOT NULL REFERENCES project (id),
  utterance_id TEXT NOT NULL REFERENCES utterance (id),  -- whose decision it was, in their words
  rev_from     INTEGER NOT NULL REFERENCES revision (number),
  rev_to       INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  PRIMARY KEY (from_id, rev_from), CHECK (from_id <> into_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entity_merge_now ON entity_merge (from_id) WHERE rev_to IS NULL;
CREATE INDEX entity_merge_by_target ON entity_merge (into_id, from_id);
"""

_TRIGGERS = immutability(
    ("artifact",),
    {
        "lifecycle": "evidence_id, carrier, severity, version, half_life, threshold, boost, cap, initial, strength, "
        "updated_at, pinned, cause, occurrence_id, reason, rev_from, standing",
        "association_state": "association_id, version, half_life, threshold, boost, cap, initial, strength, "
        "attraction, updated_at, cause, occurrence_id, rev_from, reason",
        "entity_merge": "from_id, into_id, project_id, utterance_id, rev_from",
    },
)

#: The statements of this migration, in order.
SCRIPT = "\n".join((_SOURCES, _CARE, _IDENTITY, _TRIGGERS))
