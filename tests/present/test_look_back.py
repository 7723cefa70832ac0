"""Looking back as pages and tables. Source: our choice."""

from __future__ import annotations

from a008.memory.revision_name import Back
from a008.present import display, html, look_back, plain
from a008.present.page import Page
from a008.runtime.verify import verify
from a008.store import blame, details, difference, heads, history
from a008.store.connection import Connection
from tests.turns import Memory, document, fact


def told(message: str = "The residence of user is <b>Oslo</b>.") -> Memory:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon")]), at="2026-01-02")
    new = fact("user", "residence", "<b>Oslo</b>", wording="change", tags=["city"])
    memory.learn(document(new_knowledge=[new]), message, at="2026-02-01")
    return memory


def shown(memory: Memory) -> details.Details:
    return memory.store.read(lambda conn: details.details(conn, history.named(conn, memory.project.id, Back(steps=0))))


def test_a_revision_has_a_table_for_each_sort_of_change_that_it_made() -> None:
    page = look_back.details(shown(told()))
    assert page.title == "Revision 4"
    assert [table.title for table in page.tables] == [
        "State",
        "Bindings written",
        "Bindings closed",
        "Claims",
        "Status",
        "Rests on",
        "Labels",
        "How readily it comes back",
    ]
    assert all(table.rows for table in page.tables)
    assert "besides: 1 text to be found by, 1 mention" in page.lines


def test_the_recording_of_a_turn_says_what_was_said() -> None:
    memory = told()
    recorded = memory.store.read(
        lambda conn: details.details(conn, history.named(conn, memory.project.id, Back(steps=1)))
    )
    (said,) = [table for table in look_back.details(recorded).tables if table.title == "Said and read"]
    assert [row[1:3] for row in said.rows[:2]] == [
        ("user", "The residence of user is <b>Oslo</b>."),
        ("assistant", "Yes."),
    ]


def test_a_difference_names_what_moved_and_what_differs() -> None:
    memory = told()
    found = memory.store.read(lambda conn: difference.difference(conn, memory.project.id, 2, 4, as_of=memory.clock.now))
    page = look_back.difference(found)
    assert page.title == "Revision 2 against 4"
    assert page.tables[0].rows[0][:4] == ("user.residence", "changed", "Lyon", "<b>Oslo</b>")
    assert page.lines == ("2 revisions in between, as of 2026-02-01",)


def test_blame_has_a_row_for_each_binding() -> None:
    memory = told()

    def read(conn: Connection) -> tuple[blame.Blamed, ...]:
        (slot,) = heads.slots_at(conn, memory.project.id, ["user.residence"], at_revision=4)
        return blame.blame(conn, slot.id, at_revision=4)

    oslo, lyon = look_back.blame(memory.store.read(read)).records()
    assert (oslo["value"], oslo["revision"], oslo["ended_or_moved_by"]) == ("<b>Oslo</b>", "4", "")
    assert lyon["words"] == "The residence of user is Lyon."
    assert lyon["ended_or_moved_by"] == "revision 4: The residence of user is <b>Oslo</b>."


def test_a_sound_store_shows_its_hash_and_no_warning() -> None:
    found = verify(told().store)
    page = look_back.verification(found)
    assert (page.title, page.warnings) == ("Everything holds, at revision 4", ())
    assert page.lines == (f"hash {found.hash}",)


def test_a_page_is_safe_as_html_and_as_text() -> None:
    value = display.details(shown(told("Now \x1b[31mred: the residence of user is <b>Oslo</b>.")))
    assert "<b>Oslo" not in value._repr_html_()
    assert "&lt;b&gt;Oslo" in value._repr_html_()
    assert "\x1b" not in str(value)
    page = Page(title="A <i>", lines=("line\x07",), warnings=("<script>",), tables=())
    assert "<script>" not in html.page(page)
    assert plain.page(page) == "A <i>\nline\\x07\n<script>"


def test_what_draws_itself_equals_the_plain_value() -> None:
    plain_value = shown(told())
    assert display.details(plain_value) == plain_value
    assert display.revision(plain_value.revision) == plain_value.revision
