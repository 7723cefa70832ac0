"""The measurement of the store: what it says is of real commits and reads."""

from pathlib import Path

from a008.lab.store_bench import measure
from a008.store import revisions
from a008.store.store import Store


def test_it_measures_each_size_on_a_store_that_was_really_filled(tmp_path: Path) -> None:
    told: list[int] = []
    growth = measure(tmp_path, (100, 250), told.append)
    assert [figures.claims for figures in growth.sizes] == [100, 250]
    assert sum(told) == 250
    assert all(min(f.commit, f.head, f.history, f.as_of) > 0 for f in growth.sizes)
    with Store.open(tmp_path / "bench.sqlite") as store:
        assert store.read(lambda conn: conn.execute("SELECT count(*) FROM slot").fetchone()) == (250,)
        assert store.read(revisions.broken) == ()


def test_one_size_has_no_growth(tmp_path: Path) -> None:
    assert measure(tmp_path, (100,), lambda count: None).commit == 0.0
