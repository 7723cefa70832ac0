"""How much of a message was read: what does not fit the bounds is cut by rule, and the receipt says so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How much of a message was looked at, of how much there was.

    Units: characters, half at each end of a long message; words as blanks divide them, of which so many were looked
    through for names and dates; different words that carry content, of what was read, and those of them that were
    looked up.
    """

    characters: int
    characters_read: int
    words: int
    words_searched: int
    terms: int
    terms_asked: int

    @property
    def is_cut(self) -> bool:
        """Whether anything of the message had no part in what was found."""
        return (
            self.characters_read < self.characters or self.words_searched < self.words or self.terms_asked < self.terms
        )


#: The reading of no message.
NOTHING_READ = Reading(characters=0, characters_read=0, words=0, words_searched=0, terms=0, terms_asked=0)
