"""`a008 bench retrieval`: figures of a data set that the user names."""

from pathlib import Path

from tests.cli.conftest import Call
from tests.lab.test_locomo import write


def test_retrieval_is_measured_on_the_data_that_is_named(a008: Call, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    write(folder)
    ran = a008("bench", "retrieval", "--data", str(folder))
    assert ran.status == 0
    assert ran.out.splitlines()[2].split() == ["all", "2", "1.000", "1.000", "1.000", "1.000"]
    found = a008("bench", "retrieval", "--dataset", "locomo", "--data", str(folder), "--json").document
    assert found["overall"]["at_budget"]["2048"] == 1.0


def test_a_folder_without_data_is_named(a008: Call, tmp_path: Path) -> None:
    ran = a008("bench", "retrieval", "--data", str(tmp_path / "empty"))
    assert ran.status == 2
    (tmp_path / "empty").mkdir()
    ran = a008("bench", "retrieval", "--data", str(tmp_path / "empty"))
    assert ran.status == 3
    assert "no LoCoMo file here" in ran.err
