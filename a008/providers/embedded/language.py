"""Which language a text is in, told by its small words."""

from __future__ import annotations

import re
from typing import Final

from a008.providers.embedded.english import ENGLISH
from a008.providers.embedded.lexicon import Lexicon
from a008.providers.embedded.swedish import SWEDISH

#: All languages; the first wins where nothing tells.
LEXICONS: Final = (ENGLISH, SWEDISH)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SWEDISH_LETTERS: Final = frozenset("åäö")


def language_of(*texts: str) -> Lexicon:
    """The language of the first text that tells; later ones are asked only where it does not."""
    for text in texts:
        found = [word.casefold() for word in _WORD.findall(text)]
        scores = [sum(word in lexicon.markers for word in found) for lexicon in LEXICONS]
        scores[LEXICONS.index(SWEDISH)] += sum(bool(_SWEDISH_LETTERS & set(word)) for word in found)
        if scores.count(max(scores)) == 1:
            return LEXICONS[scores.index(max(scores))]
    return LEXICONS[0]
