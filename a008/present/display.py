"""Results that draw themselves in a notebook, as HTML and as plain text.

Each class adds only that to the plain value it is made of: it has the same attributes and serves wherever the plain
type is asked for. `turn` and `envelope` turn a plain value into one; the façade does so on the way out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, Protocol, Self, TypeVar

from a008.memory.envelope import Envelope
from a008.memory.receipt import Receipt
from a008.present import explanation as explanations
from a008.present import html, inspector, plain
from a008.present import receipt as receipts
from a008.present import turn as turns
from a008.present.table import Table
from a008.runtime.knowledge import Explanation
from a008.runtime.outcome import MemoryOutcome, TurnResult

T = TypeVar("T")


class Printer(Protocol):
    """What IPython hands to a value that prints itself."""

    def text(self, content: str) -> None:
        """Print."""
        ...


class Drawn:
    """What a notebook and `print` ask of a result."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        raise NotImplementedError

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


def envelope(value: Envelope) -> ShownEnvelope:
    """The envelope, drawing itself."""
    return _dressed(ShownEnvelope, value)


def receipt(value: Receipt) -> ShownReceipt:
    """The receipt, drawing itself."""
    return _dressed(ShownReceipt, value)


def explanation(value: Explanation) -> ShownExplanation:
    """The explanation, drawing itself."""
    return _dressed(ShownExplanation, value)


def turn(value: TurnResult) -> ShownTurn:
    """The turn, drawing itself, with its envelope and its receipt."""
    shown = replace(value, envelope=envelope(value.envelope), memory=_memory(value.memory))
    return _dressed(ShownTurn, shown)


def _dressed(kind: Callable[..., T], value: Any) -> T:
    return kind(**{name: getattr(value, name) for name in _names(value)})


def _names(value: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(value))


def _memory(value: MemoryOutcome) -> MemoryOutcome:
    return value if value.receipt is None else replace(value, receipt=receipt(value.receipt))
