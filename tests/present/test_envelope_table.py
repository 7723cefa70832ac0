"""An envelope as two tables."""

from a008.present import envelope_table, inspector
from tests.present.samples import library


def test_each_item_that_was_sent_has_a_number_and_what_led_to_it() -> None:
    view = inspector.inspect(library())
    table = envelope_table.sent(view)
    assert [row[0] for row in table.rows] == list(range(1, len(view.sent) + 1))
    for entry, row in zip(view.sent, table.rows, strict=True):
        assert row[3]
        assert all(reason in str(row[3]) for reason in entry.reasons[:2])


def test_an_item_that_sleeps_says_that_it_came_although_dormant() -> None:
    view = inspector.inspect(library())
    said = {entry.id: row[3] for entry, row in zip(view.sent, envelope_table.sent(view).rows, strict=True)}
    for entry in view.sent:
        assert ("although dormant" in str(said[entry.id])) is not entry.active


def test_what_was_left_out_is_counted_for_each_reason() -> None:
    view = inspector.inspect(library())
    table = envelope_table.left_out(view)
    assert sum(int(row[1] or 0) for row in table.rows) == view.header.left_out
    assert [row[0] for row in table.rows] == [group.title for group in view.left_out]
