"""Views as static HTML: no script, no remote load, nothing that text of others can break out of.

What a saved notebook shows on GitHub, in nbviewer and after nbconvert. Without its style sheet, which some of these
strip, it still reads in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from a008.present import plain, text
from a008.present.explanation import ExplanationView, Quotation
from a008.present.inspector import Entry, Group, Header, Inspector, Part
from a008.present.markup import Markup, element, joined
from a008.present.page import Page
from a008.present.receipt import ReceiptView
from a008.present.style import CSS
from a008.present.table import Table
from a008.present.turn import TurnView
from a008.present.words import Phrase

#: Entries shown of each group of what was left out, and rows of a table; the snapshot says how many more there are.
_MAX_LEFT_OUT = 20
_MAX_ROWS = 200
#: Characters of a cell that is never broken into lines: dates, numbers, single words.
_SHORT = 16


def envelope(view: Inspector) -> str:
    """An envelope: its figures, its bytes as a bar, its items in order, what was left out and why."""
    return _page("Envelope", _envelope(view))


def turn(view: TurnView) -> str:
    """A turn: the answer, its three outcomes, what was learnt, and the envelope folded away."""
    header = view.envelope.header
    learnt = () if view.receipt is None else _receipt(view.receipt)
    folded = _fold(
        f"Envelope: {header.sent:,} sent, {header.left_out:,} left out, {text.byte_count(header.bytes)}",
        _envelope(view.envelope),
    )
    outcomes = (
        _outcome("Answer", view.answer, view.error),
        _outcome("Memory", view.memory, view.memory_reason),
        _outcome("Effects", view.effects),
    )
    lost = () if view.recorded else (element("p", plain.NOT_RECORDED, class_="a008-warn"),)
    asked = element("p", view.message, class_="a008-said a008-dim", dir="auto")
    answer = element("div", view.text, class_="a008-said", dir="auto")
    facts = element("small", " · ".join(plain.facts(view)))
    return _page("Turn", (asked, answer, element("p", *outcomes, facts), *lost, *learnt, folded))


def receipt(view: ReceiptView) -> str:
    """A receipt: its title, then everything written, reinforced or refused."""
    return _page("Receipt", _receipt(view))


def explanation(view: ExplanationView) -> str:
    """Why something is believed: the claim, the words it rests on, where it has held, what contests it."""
    return _page("Why", _explanation(view))


def table(value: Table) -> str:
    """A table with its title, or the sentence that stands for an empty one."""
    return _page(value.title, _table(value))


def page(value: Page) -> str:
    """A page: its title, its lines, its tables."""
    lines = (element("p", line, class_="a008-dim", dir="auto") for line in value.lines)
    warnings = (element("p", line, class_="a008-warn", dir="auto") for line in value.warnings)
    tables = (piece for each in value.tables for piece in _table(each))
    return _page(value.title, (_title(value.title), *lines, *warnings, *tables))


def _table(value: Table) -> Iterator[Markup]:
    yield _title(value.title)
    if not value.rows:
        yield element("p", value.empty)
        return
    aligned = ["a008-number" if column.numeric else "" for column in value.columns]
    names = (element("th", c.name, scope="col", class_=a) for c, a in zip(value.columns, aligned, strict=True))
    rows = (
        element("tr", *(_cell(plain.cell(cell), look) for cell, look in zip(row, aligned, strict=True)))
        for row in value.rows[:_MAX_ROWS]
    )
    yield element("table", element("thead", element("tr", *names)), element("tbody", *rows))
    yield from _more(len(value.rows) - _MAX_ROWS, "p")


def _cell(words: str, look: str) -> Markup:
    short = "a008-short" if len(words) <= _SHORT else ""
    return element("td", words, class_=f"{look} {short}".strip(), dir="auto")


def _page(label: str, children: Iterable[str]) -> str:
    return element("div", element("style", Markup(CSS)), *children, class_="a008", role="group", aria_label=label)


def _title(words: str) -> Markup:
    return element("h4", words)


def _fold(summary: str, children: Iterable[str]) -> Markup:
    return element("details", element("summary", summary), *children)


def _more(number: int, tag: str) -> Iterator[Markup]:
    if number > 0:
        yield element(tag, f"and {number:,} more", class_="a008-dim")


def _chip(words: str, title: str = "") -> Markup:
    """A short word set apart; it stays apart without the style sheet."""
    return joined((element("strong", words, class_="a008-chip", title=title), " "))


def _outcome(name: str, phrase: Phrase, reason: str = "") -> Markup:
    return _chip(f"{name}: {phrase.title}" + (f" ({reason})" if reason else ""), phrase.meaning)


def _envelope(view: Inspector) -> Iterator[Markup]:
    yield from _figures(view.header)
    yield _title(f"Sent ({len(view.sent):,})")
    if view.sent:
        yield element("ol", *(element("li", *_sent(entry)) for entry in view.sent))
    else:
        yield element("p", "Nothing: the model saw the message alone.")
    if view.left_out:
        pieces = (piece for group in view.left_out for piece in _group(group))
        yield _fold(f"Left out ({view.header.left_out:,})", pieces)


def _figures(header: Header) -> Iterator[Markup]:
    yield element("div", header.message, class_="a008-said", dir="auto")
    facts = (
        f"{header.room} · revision {header.revision:,} · SHA-256 {header.sha256_short}",
        f"asks for {', '.join(header.intents) or 'nothing in particular'}",
        f"scope {', '.join(header.scope)}" if header.scope else "",
    )
    yield element("p", " · ".join(filter(None, facts)), class_="a008-dim")
    if header.degraded:
        yield element("p", f"Incomplete: {'; '.join(header.degraded)}", class_="a008-warn")
    if header.abstains:
        yield element("p", header.abstains, class_="a008-warn")
    bars = (
        element("span", "", class_=f"a008-{part.kind}", style=f"flex: {max(part.bytes, 0)} 0 0")
        for part in header.parts
    )
    yield element("div", *bars, class_="a008-bar", role="img", aria_label=header.room)
    yield element("p", *(piece for part in header.parts for piece in _legend(part)), class_="a008-dim")


def _legend(part: Part) -> Iterator[str]:
    yield element("span", "", class_=f"a008-swatch a008-{part.kind}")
    yield f"{part.kind} {text.byte_count(part.bytes)}. "


def _sent(entry: Entry) -> Iterator[Markup]:
    yield _chip(entry.type)
    yield element("bdi", entry.proposition)
    facts = [plain.ways(entry), "required" if entry.required else "", entry.authority, text.byte_count(entry.bytes)]
    if entry.tags:
        facts.append(f"tags {', '.join(entry.tags)}")
    if not entry.active:
        facts.append(f"dormant, strength {entry.strength}")
    yield joined((Markup("<br>"), element("small", " · ".join(filter(None, facts)))))


def _group(group: Group) -> Iterator[Markup]:
    yield _title(f"{group.title} ({len(group.entries):,})")
    yield element("p", group.meaning, class_="a008-dim")
    entries = (
        element("li", element("bdi", entry.proposition), " ", element("small", entry.detail))
        for entry in group.entries[:_MAX_LEFT_OUT]
    )
    yield element("ul", *entries, *_more(len(group.entries) - _MAX_LEFT_OUT, "li"))


def _whence(quotation: Quotation) -> str:
    said = f"{quotation.who}, {quotation.when}"
    return f"{said}, {quotation.kind}" if quotation.kind else said


def _explanation(view: ExplanationView) -> Iterator[Markup]:
    yield element("div", view.proposition, class_="a008-said", dir="auto")
    yield element("p", f"{view.claim_id}: {view.standing}; {view.salience}", class_="a008-dim")
    yield element("p", view.acceptance, class_="a008-dim", dir="auto")
    yield _title("Rests on")
    yield element("p", view.sources, class_="a008-dim", dir="auto")
    words = (
        element("li", element("bdi", quotation.text), " ", element("small", _whence(quotation)))
        for quotation in view.evidence
    )
    yield element("ul", *words)
    if view.held.rows:
        yield from _table(view.held)
    if view.moved_on:
        yield _title("Afterwards")
        yield element("ul", *(element("li", line, dir="auto") for line in view.moved_on))
    for contest in view.contests:
        yield element("p", f"Contested by: {contest}", class_="a008-warn", dir="auto")


def _receipt(view: ReceiptView) -> Iterator[Markup]:
    yield _title(view.title)
    for line in view.written:
        what = f"{line.address} {line.outcome}".strip()
        yield element(
            "p",
            _chip(what),
            element("bdi", line.proposition),
            " ",
            element("small", line.reason),
        )
    if view.reinforced:
        yield element("p", f"Reinforced: {', '.join(view.reinforced)}", class_="a008-dim")
    for refused in view.refused:
        shown = f"Refused at {refused.path} by rule {refused.rule}: {refused.reason}"
        yield element("p", shown, class_="a008-warn")
