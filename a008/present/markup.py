"""HTML that cannot be broken by what it holds: every text is escaped on its way in, every tag is ours."""

from __future__ import annotations

import html
from collections.abc import Iterable

#: What may stand inside an element: `Markup` as it is, any other text escaped.
Child = str


class Markup(str):
    """HTML of ours, safe to place inside other HTML."""

    __slots__ = ()


def element(tag: str, *children: Child, **attributes: str) -> Markup:
    """An element; `class_` stands for `class` and `_` in other attributes for `-`. Empty attributes are left out."""
    shown = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{html.escape(value)}"' for name, value in attributes.items() if value
    )
    return Markup(f"<{tag}{shown}>{joined(children)}</{tag}>")


def joined(children: Iterable[Child]) -> Markup:
    """Pieces one after the other."""
    return Markup("".join(child if isinstance(child, Markup) else html.escape(child) for child in children))
