"""The whole model: sources, knowledge on two time axes, lifecycle, labels, full text, conversations, revisions.

Conventions: every instant is ISO text of 24 characters, UTC. `rev_from` is the revision that wrote a row, `rev_to`
the one that closed it (exclusive, NULL = still believed). NULL in `valid_from` or `valid_to` means unknown; `is_open`
says that the end has not come. Rows are never edited: triggers allow no more than closing one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

VERSION = 1

_CONVERSATIONS = """
CREATE TABLE project (
  number     INTEGER PRIMARY KEY,                      -- short number, the project's term in the full-text index
  id         TEXT NOT NULL UNIQUE,                     -- namespace of everything below
  name       TEXT NOT NULL CHECK (name <> ''),
  name_key   TEXT NOT NULL UNIQUE,                     -- normal form of the name
  created_at TEXT NOT NULL CHECK (length(created_at) = 24)
) STRICT;
CREATE TABLE conversation (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  title      TEXT NOT NULL,
  scope      TEXT NOT NULL CHECK (json_valid(scope)),  -- JSON array of domains, last mentioned last
  created_at TEXT NOT NULL CHECK (length(created_at) = 24),
  updated_at TEXT NOT NULL CHECK (length(updated_at) = 24)
) STRICT, WITHOUT ROWID;
CREATE INDEX conversation_by_project ON conversation (project_id, updated_at, id);
CREATE TABLE turn (
  id              TEXT PRIMARY KEY,
  project_id      TEXT NOT NULL REFERENCES project (id),
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  position        INTEGER NOT NULL CHECK (position >= 0),
  command_id      TEXT NOT NULL,                       -- the caller's idempotency key
  command_digest  TEXT NOT NULL,                       -- SHA-256 of what the command asked for
  occurrence_id   TEXT NOT NULL UNIQUE,
  model           TEXT NOT NULL,                       -- provider:model
  asked_at        TEXT NOT NULL CHECK (length(asked_at) = 24),
  answered_at     TEXT CHECK (length(answered_at) = 24),
  envelope        TEXT,                                -- the payload exactly as sent
  envelope_sha256 TEXT,
  envelope_at     INTEGER,                             -- revision that the envelope was read at
  budget          INTEGER NOT NULL,                    -- bytes
  scope           TEXT NOT NULL CHECK (json_valid(scope)),  -- the conversation's domains before this message
  answer_status   TEXT NOT NULL CHECK (answer_status IN ('pending', 'completed', 'interrupted', 'failed', 'cancelled')),
  memory_status   TEXT NOT NULL CHECK (memory_status IN ('not_run', 'committed', 'nothing', 'failed', 'off')),
  effect_status   TEXT NOT NULL CHECK (effect_status IN ('none', 'known', 'unknown')),
  memory_reason   TEXT NOT NULL,                       -- why memory failed; '' otherwise
  extractor       TEXT NOT NULL,
  proposal        TEXT,                                -- the extractor's document, verbatim
  receipt         TEXT CHECK (receipt IS NULL OR json_valid(receipt)),
  recorded_rev    INTEGER REFERENCES revision (number),
  learnt_rev      INTEGER REFERENCES revision (number),
  UNIQUE (project_id, command_id),
  UNIQUE (conversation_id, position)
) STRICT;
CREATE TABLE message (
  id              TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  turn_id         TEXT NOT NULL REFERENCES turn (id),
  position        INTEGER NOT NULL CHECK (position >= 0),
  role            TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  content         TEXT NOT NULL,
  notes           TEXT NOT NULL CHECK (json_valid(notes)),
  created_at      TEXT NOT NULL CHECK (length(created_at) = 24),
  undone          INTEGER NOT NULL CHECK (undone IN (0, 1)),
  UNIQUE (conversation_id, position)
) STRICT;
CREATE INDEX message_by_turn ON message (turn_id, position);
"""

_REVISIONS = """
CREATE TABLE revision (
  number        INTEGER PRIMARY KEY CHECK (number > 0),
  project_id    TEXT NOT NULL REFERENCES project (id),
  occurrence_id TEXT NOT NULL,
  author        TEXT NOT NULL,
  cause         TEXT NOT NULL,
  recorded_at   TEXT NOT NULL CHECK (length(recorded_at) = 24),
  parent_hash   TEXT NOT NULL,                         -- hash of revision number - 1; 64 zeros for the first
  content_hash  TEXT NOT NULL,                         -- SHA-256 of changes
  hash          TEXT NOT NULL UNIQUE,                  -- SHA-256 over all of the above
  changes       TEXT NOT NULL CHECK (json_valid(changes))  -- [[table, row, action, SHA-256 of the row], ...]
) STRICT;
CREATE INDEX revision_by_occurrence ON revision (occurrence_id);
CREATE INDEX revision_by_project ON revision (project_id, number);
CREATE TRIGGER revision_rises BEFORE INSERT ON revision
WHEN new.number <> (SELECT coalesce(max(number), 0) + 1 FROM revision)
BEGIN SELECT raise(ABORT, 'revision numbers have no gap'); END;
"""

_SOURCES = """
CREATE TABLE artifact (
  id          TEXT PRIMARY KEY,
  project_id  TEXT NOT NULL REFERENCES project (id),
  kind        TEXT NOT NULL CHECK (kind IN ('message', 'answer', 'file')),
  locator     TEXT NOT NULL,                           -- where it was first met
  digest      TEXT NOT NULL,                           -- SHA-256 of its bytes; the blob's name where there is one
  size        INTEGER NOT NULL CHECK (size >= 0),      -- bytes
  has_blob    INTEGER NOT NULL CHECK (has_blob IN (0, 1)),
  ingested_at TEXT NOT NULL CHECK (length(ingested_at) = 24),
  rev_from    INTEGER NOT NULL REFERENCES revision (number)
) STRICT;
CREATE TABLE utterance (
  id          TEXT PRIMARY KEY,
  project_id  TEXT NOT NULL REFERENCES project (id),
  artifact_id TEXT NOT NULL REFERENCES artifact (id),
  turn_id     TEXT REFERENCES turn (id),
  speaker     TEXT NOT NULL CHECK (speaker <> ''),
  origin      TEXT NOT NULL CHECK (origin IN ('user', 'user_confirmed', 'assistant', 'tool', 'file', 'web', 'import')),
  text        TEXT NOT NULL,
  asserted_at TEXT CHECK (length(asserted_at) = 24),   -- NULL = unknown
  recorded_at TEXT NOT NULL CHECK (length(recorded_at) = 24),
  rev_from    INTEGER NOT NULL REFERENCES revision (number)
) STRICT;
CREATE INDEX utterance_by_project ON utterance (project_id, rev_from);
CREATE INDEX utterance_by_turn ON utterance (turn_id);
CREATE INDEX utterance_by_artifact ON utterance (artifact_id);
CREATE TABLE sentence (
  utterance_id TEXT NOT NULL REFERENCES utterance (id),
  position     INTEGER NOT NULL,
  start_byte   INTEGER NOT NULL CHECK (start_byte >= 0),
  end_byte     INTEGER NOT NULL CHECK (end_byte > start_byte),
  act          TEXT NOT NULL CHECK (act IN ('assertion', 'question', 'prediction', 'instruction', 'recitation',
                                            'performative', 'hypothetical', 'quotation')),
  PRIMARY KEY (utterance_id, position)
) STRICT, WITHOUT ROWID;
"""

_CLAIMS = """
CREATE TABLE claim (
  id            TEXT PRIMARY KEY,
  project_id    TEXT NOT NULL REFERENCES project (id),
  proposition   TEXT NOT NULL CHECK (proposition <> ''),
  text_key      TEXT NOT NULL,                         -- normal form of the proposition, hashed: what says the same
  form          TEXT CHECK (form IS NULL OR json_valid(form)),         -- NULL = evidence without an address
  certainty     TEXT NOT NULL CHECK (certainty IN ('certain', 'probable', 'possible', 'unlikely')),
  origin        TEXT NOT NULL CHECK (origin IN ('user', 'user_confirmed', 'assistant', 'tool', 'file', 'web',
  'import')), attributed_to TEXT NOT NULL CHECK (attributed_to <> ''),
  severity      TEXT NOT NULL CHECK (severity IN ('critical', 'important', 'minor')),
  valid_from    TEXT CHECK (length(valid_from) = 24),
  valid_to      TEXT CHECK (length(valid_to) = 24),
  is_open       INTEGER NOT NULL CHECK (is_open IN (0, 1)),
  utterance_id  TEXT NOT NULL REFERENCES utterance (id),  -- no claim without evidence
  rev_from      INTEGER NOT NULL REFERENCES revision (number),
  CHECK (NOT (is_open AND valid_to IS NOT NULL)), CHECK (valid_from < valid_to)
) STRICT;
CREATE INDEX claim_by_project ON claim (project_id, rev_from, id);
CREATE INDEX claim_by_utterance ON claim (utterance_id);
CREATE INDEX claim_by_text ON claim (project_id, text_key, rev_from);
CREATE TABLE claim_status (
  claim_id TEXT NOT NULL REFERENCES claim (id),
  status   TEXT NOT NULL CHECK (status IN ('asserted', 'accepted', 'contested', 'rejected', 'retracted')),
  policy   TEXT NOT NULL CHECK (policy <> ''),
  reason   TEXT NOT NULL,
  rev_from INTEGER NOT NULL REFERENCES revision (number),
  rev_to   INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  PRIMARY KEY (claim_id, rev_from)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX claim_one_status ON claim_status (claim_id) WHERE rev_to IS NULL;
CREATE TABLE provenance (
  claim_id     TEXT NOT NULL REFERENCES claim (id),
  utterance_id TEXT NOT NULL REFERENCES utterance (id),
  relation     TEXT NOT NULL CHECK (relation IN ('derived_from', 'appears_in')),
  start_byte   INTEGER CHECK (start_byte >= 0),        -- span in the utterance's UTF-8; NULL = not proved
  end_byte     INTEGER CHECK (end_byte > start_byte),
  rev_from     INTEGER NOT NULL REFERENCES revision (number),
  PRIMARY KEY (claim_id, utterance_id, relation),
  CHECK ((start_byte IS NULL) = (end_byte IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX provenance_by_utterance ON provenance (utterance_id, claim_id);
"""

_STATE = """
CREATE TABLE entity (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  key        TEXT NOT NULL CHECK (key <> ''),          -- normal form of the label it was met with
  label      TEXT NOT NULL,                            -- for the eye only
  rev_from   INTEGER NOT NULL REFERENCES revision (number),
  UNIQUE (project_id, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE entity_label (
  entity_id    TEXT NOT NULL REFERENCES entity (id),
  project_id   TEXT NOT NULL REFERENCES project (id),
  key          TEXT NOT NULL CHECK (key <> ''),        -- one key may name several entities: then nothing is bound
  label        TEXT NOT NULL,
  utterance_id TEXT REFERENCES utterance (id),         -- who called it that
  rev_from     INTEGER NOT NULL REFERENCES revision (number),
  rev_to       INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  PRIMARY KEY (entity_id, key, rev_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_label_by_key ON entity_label (project_id, key, entity_id);
CREATE TABLE claim_entity (
  claim_id  TEXT NOT NULL REFERENCES claim (id),
  entity_id TEXT NOT NULL REFERENCES entity (id),
  rev_from  INTEGER NOT NULL REFERENCES revision (number),
  PRIMARY KEY (claim_id, entity_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_entity_by_entity ON claim_entity (entity_id, rev_from, claim_id);
CREATE TABLE slot (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  entity_id  TEXT NOT NULL REFERENCES entity (id),
  kind       TEXT NOT NULL CHECK (kind IN ('attribute', 'relation')),
  name       TEXT NOT NULL CHECK (name <> ''),
  address    TEXT NOT NULL,                            -- semantic address as people read it
  rev_from   INTEGER NOT NULL REFERENCES revision (number),
  UNIQUE (entity_id, kind, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX slot_by_address ON slot (project_id, address);
CREATE TABLE slot_definition (
  slot_id     TEXT NOT NULL REFERENCES slot (id),
  cardinality TEXT NOT NULL CHECK (cardinality IN ('single', 'set')),
  rev_from    INTEGER NOT NULL REFERENCES revision (number),
  rev_to      INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  PRIMARY KEY (slot_id, rev_from)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX slot_one_definition ON slot_definition (slot_id) WHERE rev_to IS NULL;
CREATE TABLE binding (
  id          TEXT PRIMARY KEY,
  project_id  TEXT NOT NULL REFERENCES project (id),
  slot_id     TEXT NOT NULL REFERENCES slot (id),
  cardinality TEXT NOT NULL CHECK (cardinality IN ('single', 'set')),
  member      TEXT NOT NULL CHECK (json_valid(member)),   -- canonical JSON of the value
  object_id   TEXT REFERENCES entity (id),                -- the object of a relation
  claim_id    TEXT NOT NULL REFERENCES claim (id),
  valid_from  TEXT CHECK (length(valid_from) = 24),       -- NULL = unknown
  valid_to    TEXT CHECK (length(valid_to) = 24),         -- exclusive; NULL = open or unknown
  is_open     INTEGER NOT NULL CHECK (is_open IN (0, 1)), -- 1 = no end has been told
  rev_from    INTEGER NOT NULL REFERENCES revision (number),
  rev_to      INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  CHECK (NOT (is_open AND valid_to IS NOT NULL)), CHECK (valid_from < valid_to)
) STRICT;
CREATE UNIQUE INDEX binding_one_head ON binding (slot_id)
  WHERE is_open AND rev_to IS NULL AND cardinality = 'single';
CREATE UNIQUE INDEX binding_one_member ON binding (slot_id, member)
  WHERE is_open AND rev_to IS NULL AND cardinality = 'set';
CREATE INDEX binding_live ON binding (slot_id, valid_from) WHERE rev_to IS NULL;
CREATE INDEX binding_by_slot ON binding (slot_id, rev_from);
CREATE INDEX binding_by_claim ON binding (claim_id, rev_from);
CREATE INDEX binding_by_object ON binding (object_id) WHERE object_id IS NOT NULL;
CREATE TRIGGER binding_overlap BEFORE INSERT ON binding
WHEN new.cardinality = 'single' AND new.rev_to IS NULL AND new.valid_from IS NOT NULL AND EXISTS (
  SELECT 1 FROM binding AS old
  WHERE old.slot_id = new.slot_id AND old.rev_to IS NULL AND old.valid_from IS NOT NULL
    AND (old.is_open OR old.valid_to > new.valid_from) AND (new.is_open OR new.valid_to > old.valid_from))
BEGIN SELECT raise(ABORT, 'two values of a single slot overlap'); END;
CREATE TABLE transition (
  number       INTEGER PRIMARY KEY,
  project_id   TEXT NOT NULL REFERENCES project (id),
  slot_id      TEXT NOT NULL REFERENCES slot (id),
  outcome      TEXT NOT NULL CHECK (outcome IN ('change', 'correction', 'conflict', 'retraction')),
  verdict      TEXT NOT NULL CHECK (verdict IN ('new', 'restatement', 'extend', 'supersede', 'conflict')),
  from_claim   TEXT REFERENCES claim (id),
  to_claim     TEXT REFERENCES claim (id),
  amended_from TEXT CHECK (length(amended_from) = 24), -- the interval that a correction put right
  amended_to   TEXT CHECK (length(amended_to) = 24),
  utterance_id TEXT NOT NULL REFERENCES utterance (id),
  decided_by   TEXT NOT NULL CHECK (decided_by <> ''),
  rev_from     INTEGER NOT NULL REFERENCES revision (number)
) STRICT;
CREATE INDEX transition_by_slot ON transition (slot_id, number);
CREATE TABLE contest (
  slot_id          TEXT NOT NULL REFERENCES slot (id),
  claim_id         TEXT NOT NULL REFERENCES claim (id),  -- the competing claim
  against_claim_id TEXT NOT NULL REFERENCES claim (id),  -- the head it contests
  resolution       TEXT NOT NULL,                        -- '' while open
  reason           TEXT NOT NULL,
  rev_from         INTEGER NOT NULL REFERENCES revision (number),
  rev_to           INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  PRIMARY KEY (slot_id, claim_id, against_claim_id, rev_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX contest_by_claim ON contest (claim_id);
CREATE INDEX contest_open ON contest (slot_id) WHERE rev_to IS NULL;
"""

_SALIENCE = """
CREATE TABLE lifecycle (
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
  cause         TEXT NOT NULL CHECK (cause IN ('created', 'reinforced', 'weakened', 'pinned', 'unpinned')),
  occurrence_id TEXT NOT NULL,
  reason        TEXT NOT NULL,
  rev_from      INTEGER NOT NULL REFERENCES revision (number),
  rev_to        INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  PRIMARY KEY (evidence_id, rev_from),
  UNIQUE (evidence_id, occurrence_id)                  -- at most once per occurrence, its own creation included
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX lifecycle_now ON lifecycle (evidence_id) WHERE rev_to IS NULL;
CREATE TABLE association (
  id           TEXT PRIMARY KEY,
  project_id   TEXT NOT NULL REFERENCES project (id),
  from_id      TEXT NOT NULL REFERENCES entity (id),
  to_id        TEXT NOT NULL REFERENCES entity (id),
  relation     TEXT NOT NULL CHECK (length(relation) BETWEEN 1 AND 128),
  utterance_id TEXT NOT NULL REFERENCES utterance (id),
  rev_from     INTEGER NOT NULL REFERENCES revision (number),
  UNIQUE (from_id, to_id, relation)
) STRICT, WITHOUT ROWID;
CREATE INDEX association_by_source ON association (from_id, rev_from, id);
CREATE INDEX association_by_target ON association (to_id, rev_from, id);
CREATE TABLE association_state (
  association_id TEXT NOT NULL REFERENCES association (id),
  version        TEXT NOT NULL,
  half_life      REAL NOT NULL CHECK (half_life > 0),  -- seconds
  threshold      REAL NOT NULL CHECK (threshold BETWEEN 0 AND 1),
  boost          REAL NOT NULL CHECK (boost BETWEEN 0 AND 1),
  cap            REAL NOT NULL CHECK (cap BETWEEN 0 AND 1),
  initial        REAL NOT NULL CHECK (initial BETWEEN 0 AND 1),
  strength       REAL NOT NULL CHECK (strength BETWEEN 0 AND 1),
  attraction     REAL NOT NULL CHECK (attraction BETWEEN -1 AND 1),
  updated_at     TEXT NOT NULL CHECK (length(updated_at) = 24),
  cause          TEXT NOT NULL CHECK (cause IN ('created', 'reinforced', 'weakened')),
  occurrence_id  TEXT NOT NULL,
  rev_from       INTEGER NOT NULL REFERENCES revision (number),
  rev_to         INTEGER REFERENCES revision (number) CHECK (rev_to > rev_from),
  PRIMARY KEY (association_id, rev_from),
  UNIQUE (association_id, occurrence_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX association_now ON association_state (association_id) WHERE rev_to IS NULL;
CREATE TABLE label (
  claim_id   TEXT NOT NULL REFERENCES claim (id),
  project_id TEXT NOT NULL REFERENCES project (id),
  axis       TEXT NOT NULL CHECK (axis IN ('tag', 'domain')),
  value      TEXT NOT NULL CHECK (value <> ''),
  rev_from   INTEGER NOT NULL REFERENCES revision (number),
  PRIMARY KEY (claim_id, axis, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX label_by_value ON label (project_id, axis, value, claim_id);
CREATE INDEX label_by_age ON label (project_id, axis, value, rev_from, claim_id);
"""

_FULL_TEXT = """
CREATE TABLE search_text (
  number      INTEGER PRIMARY KEY,
  record_id   TEXT NOT NULL UNIQUE,                    -- a claim or an utterance
  carrier     TEXT NOT NULL CHECK (carrier IN ('claim', 'utterance')),
  scope       TEXT NOT NULL,                           -- the project's term
  terms       TEXT NOT NULL,                           -- analysed terms, divided by blanks
  rev_from    INTEGER NOT NULL REFERENCES revision (number)
) STRICT;
CREATE VIRTUAL TABLE search_index USING fts5 (
  scope, terms, content = "search_text", content_rowid = "number", tokenize = "ascii tokenchars '._-'"
);
CREATE TRIGGER search_text_insert AFTER INSERT ON search_text
BEGIN INSERT INTO search_index (rowid, scope, terms) VALUES (new.number, new.scope, new.terms); END;
CREATE TRIGGER search_text_delete AFTER DELETE ON search_text
BEGIN INSERT INTO search_index (search_index, rowid, scope, terms) VALUES ('delete', old.number, old.scope,
old.terms); END;
"""

#: Tables whose rows are written once and stay.
_WRITTEN_ONCE = (
    *("revision", "artifact", "utterance", "sentence", "claim", "provenance", "entity", "claim_entity"),
    *("slot", "transition", "association", "label", "search_text"),
)
#: Tables whose rows may only be closed on the record axis, with the columns that never change.
_CLOSED_ONCE = {
    "claim_status": "claim_id, status, policy, reason, rev_from",
    "entity_label": "entity_id, project_id, key, label, utterance_id, rev_from",
    "slot_definition": "slot_id, cardinality, rev_from",
    "binding": "id, project_id, slot_id, cardinality, member, object_id, claim_id, valid_from, valid_to, is_open, "
    "rev_from",
    "lifecycle": "evidence_id, carrier, severity, version, half_life, threshold, boost, cap, initial, strength, "
    "updated_at, pinned, cause, occurrence_id, reason, rev_from",
    "association_state": "association_id, version, half_life, threshold, boost, cap, initial, strength, attraction, "
    "updated_at, cause, occurrence_id, rev_from",
    "contest": "slot_id, claim_id, against_claim_id, rev_from",
}


def immutability(written_once: Iterable[str], closed_once: Mapping[str, str]) -> str:
    """Triggers that hold the rows of some tables to what their kind allows; `closed_once` names what never changes."""
    written_once = tuple(written_once)
    statements = [
        f"CREATE TRIGGER {table}_never_edited BEFORE UPDATE ON {table} "
        f"BEGIN SELECT raise(ABORT, '{table} rows are never edited'); END;"
        for table in written_once
    ]
    for table, columns in closed_once.items():
        statements.append(
            f"CREATE TRIGGER {table}_never_edited BEFORE UPDATE OF {columns} ON {table} "
            f"BEGIN SELECT raise(ABORT, '{table} rows are never edited'); END;"
        )
        statements.append(
            f"CREATE TRIGGER {table}_closed_once BEFORE UPDATE OF rev_to ON {table} WHEN old.rev_to IS NOT NULL "
            f"BEGIN SELECT raise(ABORT, '{table} rows are closed once'); END;"
        )
    statements.extend(
        f"CREATE TRIGGER {table}_never_deleted BEFORE DELETE ON {table} "
        f"BEGIN SELECT raise(ABORT, '{table} rows are never deleted'); END;"
        for table in (*written_once, *closed_once)
    )
    return "\n".join(statements)


_PARTS = (_CONVERSATIONS, _REVISIONS, _SOURCES, _CLAIMS, _STATE, _SALIENCE, _FULL_TEXT)
#: The statements of this migration, in order.
SCRIPT = "\n".join((*_PARTS, immutability(_WRITTEN_ONCE, _CLOSED_ONCE)))
