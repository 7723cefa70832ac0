"""Which words name a thing or a property, and which address they make (seed: no synthetic addresses)."""

from __future__ import annotations

import pytest

from a008.intake.rules import names, words

EN, SV = words.of("en"), words.of("sv")


@pytest.mark.parametrize(
    ("surface", "entity"),
    [
        ("Anna", "Anna"),
        ("Anna Ek", "Anna Ek"),
        ("the build server", "build server"),
        ("`loadfile.c`", "loadfile.c"),
        ("src/load.c", "src/load.c"),
        ("<stdlib.h>", "<stdlib.h>"),
        ("list_files()", "list_files()"),
        ("the project", "project"),
        ("our app", "project"),
        ("our server", "server"),
        ("my sister", "user"),
        ("University of Lund", "University of Lund"),
        ("Python 3.12", "Python 3.12"),
    ],
)
def test_what_names_a_thing(surface: str, entity: str) -> None:
    found = names.thing(surface, EN)
    assert found is not None
    assert found.entity == entity


@pytest.mark.parametrize(
    "surface",
    [
        *("it", "he", "this server", "that", "his server", "your server", "a server", "everyone", "the user", "users"),
        *("today", "we've", "Yesterday Anna", "build server", "the one that works best of all", "X", "of Lund", "what"),
        *("my life", "my password", "", " "),
    ],
)
def test_what_names_nothing(surface: str) -> None:
    assert names.thing(surface, EN) is None


@pytest.mark.parametrize(
    ("surface", "name", "known"),
    [
        ("favorite color", "favourite colour", True),
        ("favourite foods", "favourite food", True),
        ("favourite quark", "favourite quark", True),
        ("E-Mail", "email", True),
        ("new address", "address", True),
        ("current port", "port", True),
        ("Rate limit", "rate limit", False),
    ],
)
def test_properties_have_shared_names(surface: str, name: str, known: bool) -> None:
    found = names.prop(surface, EN)
    assert found is not None
    assert (found.name, found.known, found.fresh) == (name, known, surface.startswith("new"))


@pytest.mark.parametrize("surface", ["password", "API key", "wifi password", "point", "last day", "own"])
def test_secrets_and_remarks_are_no_properties(surface: str) -> None:
    assert names.prop(surface, EN) is None


@pytest.mark.parametrize("surface", ["lösenord", "pinkod", "poängen"])
def test_secrets_and_remarks_are_no_properties_in_swedish(surface: str) -> None:
    assert names.prop(surface, SV) is None


def test_a_swedish_compound_names_the_same_favourite() -> None:
    found = names.prop("favoritfärg", SV)
    assert found is not None
    assert found.name == "favourite colour"


@pytest.mark.parametrize(
    ("groups", "address", "spoken"),
    [
        ({"entity": "Anna", "attribute": "birthday"}, ("Anna", "birthday"), "Anna's birthday"),
        (
            {"attribute_of": "capital", "of": "of", "entity_of": "France"},
            ("France", "capital"),
            "the capital of France",
        ),
        ({"owner": "my", "attribute_own": "editor"}, ("user", "editor"), "the user's editor"),
        ({"owner": "our", "attribute_own": "budget"}, ("project", "budget"), "the project's budget"),
        ({"here": "due date"}, ("project", "deadline"), "the project's deadline"),
        ({"entity": "my sister", "attribute": "birthday"}, ("user", "sister birthday"), "the user's sister's birthday"),
        ({"entity": "my sister", "attribute": "name"}, ("user", "sister"), "the user's sister's name"),
    ],
)
def test_topics_are_addresses_and_can_be_told(groups: dict[str, str], address: tuple[str, str], spoken: str) -> None:
    found = names.topic(groups, EN)
    assert found is not None
    assert ((found.entity, found.slot), found.spoken) == (address, spoken)


@pytest.mark.parametrize(
    ("stem", "entity"),
    [
        ("Anna", "Anna"),
        ("Servern", "Servern"),
        ("projektet", "project"),
        ("Lar", "Lars"),
        ("A008", "A008"),
        ("loadfile.c", "loadfile.c"),
    ],
)
def test_swedish_genitives_find_their_owner(stem: str, entity: str) -> None:
    found = names.topic({"entity": stem, "attribute": "namn"}, SV)
    assert found is not None
    assert found.entity == entity


@pytest.mark.parametrize("stem", ["Ett gla", "Kur", "hund", "Dagen", "Dera"])
def test_a_word_in_s_is_not_always_a_genitive(stem: str) -> None:
    assert names.topic({"entity": stem, "attribute": "namn"}, SV) is None


@pytest.mark.parametrize(
    ("spoken", "genitive"), [("Anna", "Annas"), ("Lars", "Lars"), ("NATO", "NATO:s"), ("loadfile.c", "loadfile.c:s")]
)
def test_swedish_genitives_are_spelt(spoken: str, genitive: str) -> None:
    assert names.genitive(spoken, SV) == genitive
