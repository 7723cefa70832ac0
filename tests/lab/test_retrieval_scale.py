"""The measurement of an envelope's cost: what it says is of real envelopes and real processes."""

from pathlib import Path

import pytest

from a008.lab import cold, retrieval_scale
from a008.lab.made_talk import Kind
from a008.lab.retrieval_scale import ScaleFigures, measure


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_EACH", "_REPEATS", "_STARTS"):
        monkeypatch.setattr(retrieval_scale, name, 1)


def test_it_measures_each_size_on_a_store_that_was_really_filled(tmp_path: Path) -> None:
    told: list[int] = []
    growth = measure(tmp_path, (500, 1_000), told.append, in_projects=True)
    assert [figures.texts for figures in growth.sizes] == [500, 1_000]
    assert sum(told) == 1_000
    for figures in growth.sizes:
        assert set(figures.by_kind) == set(Kind)
        assert 0 < figures.p50 <= figures.p95 < 10
        assert figures.cold > figures.p50
    assert growth.in_projects
    assert (growth.p50, growth.p95) == (0.0, 0.0)


def test_growth_is_told_from_ten_thousand_texts_on() -> None:
    def figures(texts: int, seconds: float) -> ScaleFigures:
        return ScaleFigures(texts=texts, p50=seconds, p95=2 * seconds, by_kind={}, cold=1.0, memory=1)

    sizes = [figures(1_000, 0.001), figures(10_000, 0.010), figures(1_000_000, 0.1)]
    assert retrieval_scale._exponent(sizes, lambda each: each.p50) == pytest.approx(0.5)
    assert retrieval_scale._exponent(sizes[:2], lambda each: each.p50) == 0.0


def test_memory_is_what_this_process_holds() -> None:
    before = cold.resident()
    held = b"x" * 2**25
    assert cold.resident() - before > 2**24
    assert held
