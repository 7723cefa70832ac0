"""What must hold between rows, beyond what the schema's own constraints refuse, each with a query that finds breaches.

A file that only A008 wrote passes; another program's hand, or a bug of ours, shows here.
"""

from __future__ import annotations

from typing import NamedTuple


class Invariant(NamedTuple):
    """A query whose every row is a breach, named by its first column, and the sentence that says so."""

    says: str
    statement: str


_ONE_HEAD = """
SELECT s.address FROM binding AS b JOIN slot AS s ON s.id = b.slot_id
WHERE b.rev_to IS NULL AND b.is_open AND b.cardinality = 'single'
GROUP BY b.slot_id HAVING count(*) > 1 ORDER BY s.address
"""
_OVERLAP = """
SELECT s.address FROM binding AS one JOIN binding AS other ON other.slot_id = one.slot_id AND other.id > one.id
JOIN slot AS s ON s.id = one.slot_id
WHERE one.cardinality = 'single' AND other.cardinality = 'single' AND one.rev_to IS NULL AND other.rev_to IS NULL
  AND one.valid_from IS NOT NULL AND other.valid_from IS NOT NULL
  AND (one.is_open OR one.valid_to > other.valid_from) AND (other.is_open OR other.valid_to > one.valid_from)
GROUP BY s.address ORDER BY s.address
"""
_NO_PROVENANCE = """
SELECT id FROM claim WHERE NOT EXISTS (SELECT 1 FROM provenance WHERE claim_id = claim.id) ORDER BY id
"""
_NO_STATUS = """
SELECT id FROM claim WHERE NOT EXISTS (SELECT 1 FROM claim_status WHERE claim_id = claim.id AND rev_to IS NULL)
ORDER BY id
"""
_NO_LIFECYCLE = """
SELECT id FROM (SELECT id FROM claim UNION ALL SELECT id FROM utterance)
WHERE NOT EXISTS (SELECT 1 FROM lifecycle WHERE evidence_id = id AND rev_to IS NULL) ORDER BY id
"""
_PINNED = """
SELECT l.evidence_id FROM lifecycle AS l WHERE l.pinned AND l.rev_to IS NULL AND NOT EXISTS (
  SELECT 1 FROM provenance AS p JOIN utterance AS u ON u.id = p.utterance_id
  WHERE p.claim_id = l.evidence_id AND u.origin IN ('user', 'user_confirmed'))
ORDER BY l.evidence_id
"""
_NOT_SEARCHABLE = """
SELECT id FROM (SELECT id FROM claim UNION ALL SELECT id FROM utterance)
WHERE NOT EXISTS (SELECT 1 FROM search_text WHERE record_id = id) ORDER BY id
"""
_SEARCH_SCOPE = """
SELECT t.record_id FROM search_text AS t
LEFT JOIN (SELECT id, project_id FROM claim UNION ALL SELECT id, project_id FROM utterance) AS r ON r.id = t.record_id
LEFT JOIN project AS p ON p.id = r.project_id
WHERE t.scope IS NOT 'p' || p.number ORDER BY t.record_id
"""
_NO_TALK = """
SELECT t.record_id FROM search_text AS t WHERE t.carrier = 'utterance'
  AND NOT EXISTS (SELECT 1 FROM talk WHERE talk.number = t.number AND talk.scope = t.scope) ORDER BY t.record_id
"""
_OTHER_KIND = """
SELECT s.address FROM binding AS b JOIN slot AS s ON s.id = b.slot_id
JOIN slot_definition AS d ON d.slot_id = b.slot_id AND d.rev_to IS NULL
WHERE b.rev_to IS NULL AND b.is_open AND b.cardinality <> d.cardinality GROUP BY s.address ORDER BY s.address
"""
#: One that a split made and that was taken back is nothing any more, and may be met again.
_NAMELESS = """
SELECT e.id FROM entity AS e WHERE NOT EXISTS (
  SELECT 1 FROM entity_label AS l WHERE l.project_id = e.project_id AND l.key = e.key AND l.rev_to IS NULL)
AND (EXISTS (SELECT 1 FROM entity_label AS l WHERE l.entity_id = e.id AND l.rev_to IS NULL)
  OR EXISTS (SELECT 1 FROM entity_merge AS m WHERE m.from_id = e.id AND m.rev_to IS NULL)
  OR EXISTS (SELECT 1 FROM slot AS s JOIN binding AS b ON b.slot_id = s.id AND b.rev_to IS NULL
             WHERE s.entity_id = e.id))
ORDER BY e.id
"""
_MERGED = """
SELECT m.from_id FROM entity_merge AS m WHERE m.rev_to IS NULL AND (
  EXISTS (SELECT 1 FROM entity_label AS l WHERE l.entity_id = m.from_id AND l.rev_to IS NULL)
  OR EXISTS (SELECT 1 FROM slot AS s JOIN binding AS b ON b.slot_id = s.id AND b.rev_to IS NULL
             WHERE s.entity_id = m.from_id))
ORDER BY m.from_id
"""
_ASSOCIATIONS = """
SELECT a.id FROM association AS a
JOIN entity AS f ON f.id = a.from_id JOIN entity AS t ON t.id = a.to_id JOIN utterance AS u ON u.id = a.utterance_id
WHERE a.project_id <> f.project_id OR a.project_id <> t.project_id OR a.project_id <> u.project_id ORDER BY a.id
"""
_CLAIMS = """
SELECT c.id FROM claim AS c JOIN utterance AS u ON u.id = c.utterance_id WHERE c.project_id <> u.project_id
UNION SELECT c.id FROM provenance AS p JOIN claim AS c ON c.id = p.claim_id JOIN utterance AS u ON u.id = p.utterance_id
WHERE c.project_id <> u.project_id
UNION SELECT c.id FROM claim_entity AS m JOIN claim AS c ON c.id = m.claim_id JOIN entity AS e ON e.id = m.entity_id
WHERE c.project_id <> e.project_id
UNION SELECT c.id FROM label AS l JOIN claim AS c ON c.id = l.claim_id WHERE c.project_id <> l.project_id
ORDER BY 1
"""
_BINDINGS = """
SELECT b.id FROM binding AS b JOIN slot AS s ON s.id = b.slot_id JOIN claim AS c ON c.id = b.claim_id
LEFT JOIN entity AS o ON o.id = b.object_id
WHERE b.project_id <> s.project_id OR b.project_id <> c.project_id OR b.project_id <> o.project_id ORDER BY b.id
"""
_SLOTS = """
SELECT s.address FROM slot AS s JOIN entity AS e ON e.id = s.entity_id WHERE s.project_id <> e.project_id
ORDER BY s.address
"""
_TURNS = """
SELECT t.id FROM turn AS t JOIN conversation AS c ON c.id = t.conversation_id WHERE t.project_id <> c.project_id
UNION SELECT m.turn_id FROM message AS m JOIN turn AS t ON t.id = m.turn_id WHERE m.conversation_id <> t.conversation_id
ORDER BY 1
"""

INVARIANTS: tuple[Invariant, ...] = (
    Invariant("an address has more than one head", _ONE_HEAD),
    Invariant("two values of one address hold at the same time", _OVERLAP),
    Invariant("a claim rests on nothing that anybody said", _NO_PROVENANCE),
    Invariant("a claim stands nowhere (it has no status)", _NO_STATUS),
    Invariant("an evidence carrier has no strength", _NO_LIFECYCLE),
    Invariant("what no user vouches for is pinned", _PINNED),
    Invariant("a record cannot be found by its words", _NOT_SEARCHABLE),
    Invariant("a record is found in a project that is not its own", _SEARCH_SCOPE),
    Invariant("an utterance has no place in what was said together", _NO_TALK),
    Invariant("what holds at an address is of another kind than the address", _OTHER_KIND),
    Invariant("the name that an entity was met with means nothing", _NAMELESS),
    Invariant("an entity that was merged has a name or an address of its own", _MERGED),
    Invariant("an association crosses projects", _ASSOCIATIONS),
    Invariant("a claim crosses projects", _CLAIMS),
    Invariant("a binding crosses projects", _BINDINGS),
    Invariant("an address crosses projects", _SLOTS),
    Invariant("a turn crosses projects or conversations", _TURNS),
)
