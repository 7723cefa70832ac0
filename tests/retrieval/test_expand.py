"""EXPAND: which subjects a message leads to."""

from a008.memory.envelope import Fate
from tests.retrieval.asking import ask, shown
from tests.turns import Memory, document, fact


def _told(*domains: str) -> Memory:
    """Two facts that share nothing but their domains."""
    memory = Memory()
    for told in (fact("dome", "colour", "green"), fact("telescope", "maker", "Ida")):
        memory.learn(document(new_knowledge=[told | {"domains": list(domains)}]))
    return memory


def test_what_is_asked_for_leads_to_its_subject() -> None:
    memory = _told("astronomy")
    sent = shown(ask(memory, "Which colour has the dome?"))
    assert sent == ["The colour of dome is green.", "The maker of telescope is Ida."]


def test_what_points_to_no_subject_leads_nowhere() -> None:
    memory = _told("general")
    envelope = ask(memory, "Which colour has the dome?")
    assert shown(envelope) == ["The colour of dome is green."]
    assert all("telescope" not in each.item.proposition for each in envelope.candidates if each.fate is Fate.IN)
    assert envelope.scope == ()
