"""The picture of an address over both time axes. Source: our choice."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from a008.present.timeline import Timeline, timeline
from a008.store import heads
from a008.store.address_page import AddressPage, address_page
from a008.store.connection import Connection
from tests.turns import Memory, document, fact


def told(*values: str) -> tuple[Memory, Timeline]:
    """A residence that changes month by month, drawn at the end."""
    memory = Memory()
    for month, value in enumerate(values, 1):
        new = fact("user", "residence", value, wording="change" if month > 1 else "plain")
        memory.learn(document(new_knowledge=[new]), at=f"2026-{month:02d}-01")

    revision = memory.store.revision()

    def read(conn: Connection) -> AddressPage:
        (slot,) = heads.slots_at(conn, memory.project.id, ["user.residence"], at_revision=revision)
        found = address_page(conn, slot.id)
        assert found is not None
        return found

    return memory, timeline(memory.store.read(read), memory.clock.now)


def test_each_belief_is_a_strip_with_a_bar_for_each_value() -> None:
    _, drawn = told("Lyon", "Oslo")
    markup = drawn._repr_html_()
    svg = ElementTree.fromstring(markup[markup.index("<svg") : markup.rindex("</div>")])
    assert [title.text for title in svg.iter("title")] == [
        "Lyon: Until 2026-02-01",
        "Oslo: Since 2026-02-01",
        "Lyon: Since an unknown date",
    ]
    assert {"revision 4", "revision 2", "now"} <= {text.text for text in svg.iter("text")}
    assert svg.get("aria-label") == str(drawn).replace("\n", " ")


def test_the_same_value_has_the_same_colour_in_every_strip() -> None:
    markup = told("Lyon", "Oslo")[1]._repr_html_()
    lyon, oslo, again = re.findall(r'<rect[^>]*fill="(#[0-9a-f]{6})"', markup)
    assert lyon == again != oslo


def test_it_says_the_same_in_words() -> None:
    assert str(told("Lyon", "Oslo")[1]).splitlines() == [
        "user.residence",
        "as believed from revision 4 on (2026-02-01 00:00): Lyon: Until 2026-02-01; Oslo: Since 2026-02-01",
        "as believed from revision 2 on (2026-01-01 00:00): Lyon: Since an unknown date",
    ]


def test_a_value_of_markup_stays_a_text_and_nothing_is_loaded() -> None:
    markup = told('<script src="https://example.com">', "Oslo")[1]._repr_html_()
    assert "<script" not in markup
    assert "href" not in markup
    assert " src=" not in re.sub(r"&lt;.*?&gt;", "", markup)


def test_what_is_too_much_for_a_picture_is_said() -> None:
    drawn = told(*(f"place {n}" for n in range(12)))[1]
    assert "too many for one picture" in str(drawn)
    assert "too many for one picture" in drawn._repr_html_()
