"""Light stems of English and Swedish words, so that `lists` finds `list` and `filerna` finds `filer`.

Nobody says which language a word is in, so each gets the stem of both; a wrong one costs a little precision, which
ranking makes good (a word found as written counts for more). Own rules: fewer and safer endings than a full stemmer's.
"""

from __future__ import annotations

#: Shortest stem that is left of a word.
_SHORTEST = 3
_VOWELS = frozenset("aeiouy")

#: Forms that no ending explains, with the word they belong to.
_IRREGULAR = {
    form: base
    for base, forms in {
        "ate eaten": "eat",
        "became": "become",
        "began begun": "begin",
        "bought": "buy",
        "broke broken": "break",
        "brought": "bring",
        "built": "build",
        "children": "child",
        "chose chosen": "choose",
        "came": "come",
        "drank drunk": "drink",
        "drove driven": "drive",
        "fell fallen": "fall",
        "felt": "feel",
        "flew flown": "fly",
        "forgot forgotten": "forget",
        "found": "find",
        "gave given": "give",
        "grew grown": "grow",
        "held": "hold",
        "kept": "keep",
        "knew known": "know",
        "left": "leave",
        "lost": "lose",
        "made": "make",
        "meant": "mean",
        "met": "meet",
        "paid": "pay",
        "people": "person",
        "ran": "run",
        "said": "say",
        "sang sung": "sing",
        "saw seen": "see",
        "sent": "send",
        "shown": "show",
        "sold": "sell",
        "spent": "spend",
        "spoke spoken": "speak",
        "stood": "stand",
        "swam swum": "swim",
        "taken took": "take",
        "taught": "teach",
        "thought": "think",
        "told": "tell",
        "went gone": "go",
        "won": "win",
        "wore worn": "wear",
        "written wrote": "write",
        "bodde bott bor": "bo",
        "gick gatt": "ga",
        "kom kommit": "komma",
        "sade sagt": "saga",
        "skrev skrivit": "skriva",
        "fick fatt": "fa",
        "blev blivit": "bli",
        "gjorde gjort": "gora",
        "tog tagit": "ta",
        "gav gett givit": "ge",
        "akte": "aka",
        "atit": "ata",
        "kopte kopt": "kopa",
        "salde salt": "salja",
        "barnen barnet": "barn",
    }.items()
    for form, base in [(part, forms) for part in base.split()]
}
#: Endings that make a noun or an adjective of an English word: `adoption` and `adopt` meet, `achievement` and
#: `achieve`, `thoughtful` and `thought`.
_NOUNS = ("ion", "ment", "ness", "ful")
#: Shortest word that such an ending was put to, so that `station`, `version` and `document` are words of their own.
_SHORTEST_VERB = 5
#: Endings of Swedish nouns, adjectives and verbs, the longest first.
_SWEDISH = (
    "heterna", "heten", "heter", "arnas", "ernas", "ornas", "arens", "andes", "arna", "erna", "orna", "aren", "ande",
    "ende", "aste", "ades", "ade", "are", "ast", "ens", "ets", "ar", "er", "or", "en", "et", "an", "na", "ad", "as",
    "es", "at", "de", "te", "a", "e", "s",
)  # fmt: skip


def stems(word: str) -> tuple[str, ...]:
    """The stems of a word, its English one first, the word itself where nothing was to remove.

    Shape: a case-folded word of letters without diacritics.
    """
    known = _IRREGULAR.get(word, word)
    return tuple(dict.fromkeys((_undoubled(_english(known)), _undoubled(_swedish(known)))))


def _english(word: str) -> str:
    if word.endswith("ies") and len(word) > _SHORTEST + 1:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        word = word[:-2]
    elif word.endswith("s") and len(word) > _SHORTEST and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ied") and len(word) > _SHORTEST + 1:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 2 and not word.endswith("eed") and _VOWELS & set(rest):
            return _verb(rest)
    if word.endswith("ly") and len(word) > _SHORTEST + 2:
        return word[:-2]
    for ending in _NOUNS:
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST_VERB:
            return _verb(rest)
    return _verb(word) if len(word) >= _SHORTEST else word


def _verb(word: str) -> str:
    """What a word is built on, without its last `e` or `ate`: so `inspiration` and `inspire` meet."""
    if word.endswith("i"):
        return word[:-1] + "y"
    bare = word.removesuffix("e")
    rest = bare.removesuffix("at")
    return rest if len(rest) >= _SHORTEST_VERB else bare


def _swedish(word: str) -> str:
    for ending in _SWEDISH:
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST and _VOWELS & set(rest):
            return rest
    return word


def _undoubled(word: str) -> str:
    """Without a doubled last consonant: `running` and `run`, `bytt` and `byta` meet."""
    doubled = len(word) >= _SHORTEST and word[-1] == word[-2] and word[-1] not in _VOWELS
    return word[:-1] if doubled else word
