"""Where knowledge came from, and what that origin may do. The runtime sets it from provenance, never a model."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """Trust by origin; shown to a model as the item's authority."""

    USER = "user"
    USER_CONFIRMED = "user_confirmed"
    ASSISTANT = "assistant"
    TOOL = "tool"
    FILE = "file"
    WEB = "web"
    IMPORT = "import"

    @property
    def is_user(self) -> bool:
        """Whether a person vouches for it: only then may it be pinned or stand in every envelope."""
        return self in {Origin.USER, Origin.USER_CONFIRMED}

    @property
    def is_outside(self) -> bool:
        """Whether it comes from text that nobody here wrote: it never displaces a head that a user supports."""
        return self in {Origin.FILE, Origin.WEB, Origin.IMPORT}
