"""Names, entities and semantic addresses: one normal form (rule 4, case 26)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.errors import UsageError
from a008.memory import address, name
from a008.memory.address import Cardinality, SlotKind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("React", "react"),
        ("HTML5 Canvas", "html5_canvas"),
        ("  Ann   Lee ", "ann lee"),
        ("STRASSE", "straße"),
        ("ﬁle", "file"),
        ("main()", "main"),
        ("e\u0301t\u00e9", "\u00e9te\u0301"),
    ],
)
def test_spellings_of_one_name_are_one_entity(one: str, other: str) -> None:
    assert address.entity("p", one).id == address.entity("p", other).id


@pytest.mark.parametrize(
    ("one", "other"),
    [("package.json", "package-lock.json"), ("package.json", "React"), ("a.b", "a b"), ("Ann", "Anna")],
)
def test_punctuation_keeps_names_apart(one: str, other: str) -> None:
    assert address.entity("p", one).id != address.entity("p", other).id


def test_one_name_in_two_projects_is_two_entities() -> None:
    assert address.entity("p", "Ann").id != address.entity("q", "Ann").id


@pytest.mark.parametrize("label", ["", "  ", "_ _", "()"])
def test_a_name_without_anything_names_nothing(label: str) -> None:
    with pytest.raises(UsageError):
        address.entity("p", label)


def test_two_slots_never_share_an_address() -> None:
    dotted = address.slot(address.entity("p", "a.b"), SlotKind.ATTRIBUTE, "c", Cardinality.SINGLE)
    nested = address.slot(address.entity("p", "a"), SlotKind.ATTRIBUTE, "b.c", Cardinality.SINGLE)
    assert dotted.address != nested.address


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("loadfile.c.lists", "loadfile.c.lists"),
        ("House.Colour", "house.colour"),
        ("Ann --Works At--> Acme", "ann --works_at-->"),
        ("ann --works_at-->", "ann --works_at-->"),
    ],
)
def test_an_address_reads_back_in_normal_form(written: str, normal: str) -> None:
    assert address.normal(written) == normal


@pytest.mark.parametrize("written", ["", "nothing", ".lists", "loadfile.", " . "])
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(UsageError):
        address.normal(written)


@given(st.text(max_size=40), st.text(max_size=40))
def test_an_address_of_any_names_survives_normalisation(owner: str, attribute: str) -> None:
    if not name.key(owner) or not address.slot_key(attribute):
        return
    slot = address.slot(address.entity("p", owner), SlotKind.ATTRIBUTE, attribute, Cardinality.SINGLE)
    if " --" not in slot.address:
        assert address.normal(slot.address) == slot.address


@given(st.text(max_size=60))
def test_the_normal_form_of_a_name_is_its_own_normal_form(text: str) -> None:
    assert name.key(name.key(text)) == name.key(text)
