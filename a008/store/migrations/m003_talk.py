"""Where each utterance stands in what was said together: what its neighbours and its day tell of it.

The rows follow from others, so that no revision vouches for them: a trigger writes them with the text.
"""

from __future__ import annotations

VERSION = 3

#: An utterance in its place. A session is what was said on one day in one conversation, or read from one source.
_PLACE = """
SELECT t.number, t.scope,
       coalesce(r.conversation_id, u.artifact_id) || '/' || substr(coalesce(u.asserted_at, u.recorded_at), 1, 10),
       substr(u.asserted_at, 1, 10),
       length(t.terms) - length(replace(t.terms, ' ', '')) + 1,
       substr(u.text, -200) LIKE '%?%' OR substr(u.text, -200) LIKE '%？%'
FROM search_text AS t JOIN utterance AS u ON u.id = t.record_id LEFT JOIN turn AS r ON r.id = u.turn_id
"""

#: The statements of this migration, in order.
SCRIPT = f"""
CREATE TABLE talk (
  number  INTEGER PRIMARY KEY REFERENCES search_text (number),
  scope   TEXT NOT NULL,                               -- the project's term
  session TEXT NOT NULL,                               -- what was said together
  day     TEXT CHECK (length(day) = 10),               -- when it was said; NULL = unknown
  length  INTEGER NOT NULL CHECK (length > 0),         -- terms
  asks    INTEGER NOT NULL CHECK (asks IN (0, 1))      -- 1 = a question near its end
) STRICT;
CREATE INDEX talk_by_session ON talk (session, number);
CREATE INDEX talk_by_day ON talk (scope, day, number);
INSERT INTO talk (number, scope, session, day, length, asks) {_PLACE};
CREATE TRIGGER talk_follows_search_text AFTER INSERT ON search_text WHEN new.carrier = 'utterance'
BEGIN INSERT INTO talk (number, scope, session, day, length, asks) {_PLACE} WHERE t.number = new.number; END;
"""
