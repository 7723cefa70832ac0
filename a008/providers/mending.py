"""Text from a JSON stream, made fit to be stored, however it is cut into pieces.

JSON may say half a surrogate pair. A server that cuts its text by UTF-16 units says the other half in the next piece;
so a half at the end waits, and one that stays alone becomes U+FFFD and is reported.
"""

from __future__ import annotations

from a008 import canon


class TextMender:
    """Joins split surrogate pairs and replaces lone ones; `repaired` says whether anything was replaced."""

    def __init__(self) -> None:
        self._held = ""
        self.repaired = False

    def feed(self, text: str) -> str:
        """The next piece of text, without a last character that may be half of one."""
        text = self._held + text
        self._held = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return self._mend(text)

    def finish(self) -> str:
        """What was held back."""
        held, self._held = self._held, ""
        return self._mend(held)

    def _mend(self, text: str) -> str:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        fixed = canon.repair(joined)
        self.repaired = self.repaired or fixed.repaired
        return fixed.text
