"""Reading a folder of dialogues. The dialogue here is ours; none of the data set is in this project."""

import json
from pathlib import Path

import pytest

from a008.errors import NotFound, UsageError
from a008.lab.locomo import dialogues

DIALOGUE = {
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Maja", "dia_id": "D1:1", "text": "I have started to play the cello."},
        {"speaker": "Lars", "dia_id": "D1:2", "text": "Look at my boat.", "blip_caption": "a red boat"},
    ],
    "session_2_date_time": "9:05 am on 1 June, 2023",
    "session_2": [{"speaker": "Maja", "dia_id": "D2:1", "text": "The cello is hard on my fingers."}],
    "qa": [
        {"question": "Which instrument does Maja play?", "category": 4, "evidence": ["D1:1"], "answer": "cello"},
        {"question": "What does Lars own?", "category": 1, "evidence": ["D1:02; D9:9"], "answer": "a boat"},
        {"question": "What is never said?", "category": 5, "evidence": [], "answer": ""},
    ],
}


def write(folder: Path, document: object = DIALOGUE, name: str = "one.json") -> Path:
    """A folder with one dialogue in it."""
    folder.joinpath(name).write_text(json.dumps(document), encoding="utf-8")
    return folder


def test_a_dialogue_is_read_with_its_dates_pictures_and_questions(tmp_path: Path) -> None:
    (found,) = dialogues(write(tmp_path))
    assert [str(remark.said_at)[:16] for remark in found.remarks] == ["2023-05-08T13:56"] * 2 + ["2023-06-01T09:05"]
    assert found.remarks[1].text == "Look at my boat. [image: a red boat]"
    assert [question.evidence for question in found.questions] == [frozenset({"D1:1"}), frozenset({"D1:2"})]
    assert found.name == "one"


def test_one_file_may_hold_several(tmp_path: Path) -> None:
    write(tmp_path, [DIALOGUE, {"conversation": DIALOGUE, "qa": DIALOGUE["qa"]}])
    assert [found.name for found in dialogues(tmp_path / "one.json")] == ["one/0", "one/1"]


@pytest.mark.parametrize(
    "document", [{}, [], [1], {"qa": []}, {**DIALOGUE, "session_1_date_time": "soon"}, {**DIALOGUE, "qa": {}}, "text"]
)
def test_a_file_of_another_shape_is_named(tmp_path: Path, document: object) -> None:
    write(tmp_path, document)
    if document == []:
        assert dialogues(tmp_path) == ()
    else:
        with pytest.raises(UsageError, match=r"one\.json"):
            dialogues(tmp_path)


def test_a_folder_without_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=tmp_path.name):
        dialogues(tmp_path)


@pytest.mark.parametrize("content", [b"{", b"", b'{"a": 1, "a": 2}', b"\xff\xfe{}"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.json").write_bytes(content)
    with pytest.raises(UsageError, match=r"broken\.json"):
        dialogues(tmp_path)
