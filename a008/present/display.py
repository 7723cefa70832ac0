"""Results that draw themselves in a notebook, as HTML and as plain text.

Each class adds only that to the plain value it is made of: it has the same attributes and serves wherever the plain
type is asked for. `turn` and `envelope` turn a plain value into one; the façade does so on the way out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, Protocol, Self, TypeVar

from a008.memory.envelope import Envelope
from a008.memory.receipt import Receipt
from a008.present import explanation as explanations
from a008.present import html, inspector, listing, look_back, plain
from a008.present import receipt as receipts
from a008.present import turn as turns
from a008.present.page import Page
from a008.present.table import Table
from a008.runtime.knowledge import Explanation
from a008.runtime.outcome import MemoryOutcome, TurnResult
from a008.runtime.verify import Verification
from a008.store.details import Details
from a008.store.difference import Difference
from a008.store.revisions import Revision

T = TypeVar("T")


class Printer(Protocol):
    """What IPython hands to a value that prints itself."""

    def text(self, content: str) -> None:
        """Print."""
        ...


class Drawn(ABC):
    """What a notebook and `print` ask of a result."""

    __slots__ = ()

    @abstractmethod
    def _repr_html_(self) -> str: ...

    @abstractmethod
    def __str__(self) -> str: ...

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        printer.text(str(self))


class DrawnValue(Drawn):
    """A drawn dataclass: equal to the plain value with the same fields, and hashed like it."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(self, type(other)):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _names(self))

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in _names(self)))


class DrawnPage(DrawnValue):
    """A dataclass that is drawn as a page."""

    __slots__ = ()

    @abstractmethod
    def _page(self) -> Page: ...

    def _repr_html_(self) -> str:
        return html.page(self._page())

    def __str__(self) -> str:
        return plain.page(self._page())


class ShownEnvelope(DrawnValue, Envelope):
    """An envelope that draws itself."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html.envelope(inspector.inspect(self))

    def __str__(self) -> str:
        return plain.envelope(inspector.inspect(self))


class ShownReceipt(DrawnValue, Receipt):
    """A receipt that draws itself."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html.receipt(receipts.view(self))

    def __str__(self) -> str:
        return plain.receipt(receipts.view(self))


class ShownTurn(DrawnValue, TurnResult):
    """A turn that draws itself, and so do its envelope and its receipt."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html.turn(turns.view(self))

    def __str__(self) -> str:
        return plain.turn(turns.view(self))


class Rows(Drawn, tuple[T, ...]):
    """A tuple of results that draws itself as a table."""

    table: Table

    def __new__(cls, values: Iterable[T], table: Table) -> Self:
        """The values, and how they look."""
        made = super().__new__(cls, values)
        made.table = table
        return made

    def _repr_html_(self) -> str:
        return html.table(self.table)

    def __str__(self) -> str:
        return plain.table(self.table)


class ShownExplanation(DrawnValue, Explanation):
    """Why something is believed, drawing itself."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html.explanation(explanations.view(self))

    def __str__(self) -> str:
        return plain.explanation(explanations.view(self))


class ShownRevision(DrawnValue, Revision):
    """A revision that draws itself."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html.table(listing.log([self]))

    def __str__(self) -> str:
        return plain.table(listing.log([self]))


class ShownDetails(DrawnPage, Details):
    """A revision with everything it changed, drawing itself."""

    __slots__ = ()

    def _page(self) -> Page:
        return look_back.details(self)


class ShownDifference(DrawnPage, Difference):
    """Two revisions compared, drawing themselves."""

    __slots__ = ()

    def _page(self) -> Page:
        return look_back.difference(self)


class ShownVerification(DrawnPage, Verification):
    """What was checked and found, drawing itself."""

    __slots__ = ()

    def _page(self) -> Page:
        return look_back.verification(self)


def envelope(value: Envelope) -> ShownEnvelope:
    """The envelope, drawing itself."""
    return dressed(ShownEnvelope, value)


def receipt(value: Receipt) -> ShownReceipt:
    """The receipt, drawing itself."""
    return dressed(ShownReceipt, value)


def explanation(value: Explanation) -> ShownExplanation:
    """The explanation, drawing itself."""
    return dressed(ShownExplanation, value)


def revision(value: Revision) -> ShownRevision:
    """The revision, drawing itself."""
    return dressed(ShownRevision, value)


def details(value: Details) -> ShownDetails:
    """The revision with its changes, drawing itself."""
    return dressed(ShownDetails, value)


def difference(value: Difference) -> ShownDifference:
    """The comparison, drawing itself."""
    return dressed(ShownDifference, value)


def verification(value: Verification) -> ShownVerification:
    """The verification, drawing itself."""
    return dressed(ShownVerification, value)


def turn(value: TurnResult) -> ShownTurn:
    """The turn, drawing itself, with its envelope and its receipt."""
    shown = replace(value, envelope=envelope(value.envelope), memory=_memory(value.memory))
    return dressed(ShownTurn, shown)


def dressed(kind: Callable[..., T], value: Any) -> T:
    """A plain value as the class that adds how it looks."""
    return kind(**{name: getattr(value, name) for name in _names(value)})


def _names(value: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(value))


def _memory(value: MemoryOutcome) -> MemoryOutcome:
    return value if value.receipt is None else replace(value, receipt=receipt(value.receipt))
