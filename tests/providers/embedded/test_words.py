"""Words and names. Our choice."""

from __future__ import annotations

import pytest

from a008.providers.embedded.words import spaced, words_of


@pytest.mark.parametrize(
    ("sentence", "keys"),
    [
        ("It lists .md files.", ["it", "lists", ".md", "files"]),
        ("loadfile.c's author", ["loadfile.c", "author"]),
        ("#include <stdlib.h>!", ["include", "stdlib.h"]),
        ("I don't, it's Anna's.", ["i", "do", "it", "anna"]),
        ("C++ and C# and my_func", ["c++", "and", "c#", "and", "my_func"]),
        ("from 2023-02-01 to 3.11", ["from", "2023-02-01", "to", "3.11"]),
        ("a “quoted” word…", ["a", "quoted", "word"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("e-post och e-mail", ["e-post", "och", "e-mail"]),
        ("... ?!", []),
    ],
)
def test_words_keep_what_belongs_to_them(sentence: str, keys: list[str]) -> None:
    assert [word.key for word in words_of(sentence)] == keys


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Where does Maria live?", ["maria"]),
        ("Maria lives here.", []),
        ("What is PostgreSQL?", ["postgresql"]),
        ("SQLite is here.", ["sqlite"]),
        ("what is loadfile.c", ["loadfile.c"]),
        ("Am I 34 years old?", []),
        ("In 2023-02-01 too", []),
    ],
)
def test_a_name_has_a_capital_or_is_technical(sentence: str, names: list[str]) -> None:
    assert [word.key for word in words_of(sentence) if word.is_name] == names


def test_a_genitive_shows_an_owner() -> None:
    assert [word.key for word in words_of("What's Anna's dog's name? It's here.") if word.owns] == [
        "what",
        "anna",
        "dog",
        "it",
    ]


def test_cues_find_whole_words_only() -> None:
    assert " used to " in spaced("I USED to, once.")
    assert " used to " not in spaced("I confused tomatoes.")
