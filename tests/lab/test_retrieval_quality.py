"""The measurement of retrieval: what it counts is what is in the envelope."""

from pathlib import Path

from a008.lab.locomo import dialogues
from a008.lab.retrieval_quality import BUDGETS, measure
from tests.lab.test_locomo import write


def test_what_answers_a_question_is_found_and_counted(tmp_path: Path) -> None:
    told: list[int] = []
    quality = measure(dialogues(write(tmp_path)), told.append)
    assert sum(told) == quality.overall.questions == 2
    assert quality.overall.at_rank == 1.0
    assert quality.overall.at_budget == {str(budget): 1.0 for budget in BUDGETS}
    assert quality.by_category["4"].questions == quality.by_category["1"].questions == 1
    assert quality.by_category["2"].questions == 0
    assert list(quality.by_dialogue) == ["one"]


def test_it_is_the_same_every_time(tmp_path: Path) -> None:
    found = dialogues(write(tmp_path))
    assert measure(found, lambda count: None) == measure(found, lambda count: None)
