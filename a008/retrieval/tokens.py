"""Tokenizers that can count a budget: those whose vocabulary comes inside a package, so that nothing is ever fetched.

What a budget in tokens rests on: an item costs the same number of tokens wherever it stands in a payload. It does by
these tokenizers, since they cut a text at every change from signs to letters before they merge anything, and an item
begins and ends with signs. `tests/retrieval/test_tokens.py` holds it over any text.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Protocol

from a008.errors import Code, UsageError

#: Tokenizers that can be named, as OpenAI calls them: of its models up to GPT-4, and of those since.
NAMES = ("cl100k_base", "o200k_base")


class Tokenizer(Protocol):
    """Counts the tokens of a text."""

    def count(self, text: str) -> int:
        """How many there are; text that looks like a special token is text."""


class _BytePairs:
    def __init__(self, name: str) -> None:
        try:
            with warnings.catch_warnings():  # it opens its own files in a way that is out of date
                warnings.simplefilter("ignore", DeprecationWarning)
                import bpe_openai

                self._encoding = bpe_openai.get_encoding(name)
        except ImportError:
            raise UsageError(
                "no tokenizer is installed",
                code=Code.CONFIGURATION,
                item=name,
                remedy="pip install 'a008[tokens]', or leave `tokenizer` out and count bytes",
            ) from None

    def count(self, text: str) -> int:
        return len(self._encoding.encode_ordinary(text))


@cache
def tokenizer(name: str) -> Tokenizer:
    """The tokenizer of a name.

    Errors: `UsageError` (`configuration`) for a name that is none, and where the extra `tokens` is not installed.
    """
    if name not in NAMES:
        raise UsageError(
            "no such tokenizer", code=Code.CONFIGURATION, item=name, remedy=f"there are: {', '.join(NAMES)}"
        )
    return _BytePairs(name)
