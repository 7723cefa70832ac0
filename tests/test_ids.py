"""Runtime ids are minted once; knowledge ids follow from content alone."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008 import ids
from a008.errors import UsageError
from a008.ids import CountedIds, Kind, Knowledge

_GOOD = "A008_v1_turn_0f8fad5b-d9cb-469f-a165-70867728950e"


@pytest.mark.parametrize("kind", Kind)
def test_every_minted_id_is_well_formed_and_fresh(kind: Kind) -> None:
    for source in (ids.random_ids, CountedIds("seed")):
        minted = [source(kind) for _ in range(100)]
        assert len(set(minted)) == 100
        assert [ids.parse(text, kind) for text in minted] == minted


def test_counted_ids_are_the_same_in_every_run_and_differ_by_seed() -> None:
    first, again, other = CountedIds("a"), CountedIds("a"), CountedIds("b")
    assert [first(Kind.TURN), first(Kind.MESSAGE)] == [again(Kind.TURN), again(Kind.MESSAGE)]
    assert other(Kind.TURN) != CountedIds("a")(Kind.TURN)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(_GOOD.replace("turn", "project"), id="another kind"),
        pytest.param(_GOOD.replace("turn", "thread"), id="no kind of ours"),
        pytest.param(_GOOD.replace("v1", "v2"), id="another version of the format"),
        pytest.param(_GOOD.upper(), id="upper case"),
        pytest.param(_GOOD.replace("-469f", "-169f"), id="uuid version 1"),
        pytest.param(_GOOD.replace("-a165", "-c165"), id="uuid of another variant"),
        pytest.param(_GOOD.replace("-", ""), id="no hyphens"),
        pytest.param(_GOOD[:-1], id="one digit short"),
        pytest.param(_GOOD + "0", id="one digit more"),
        pytest.param(_GOOD + "\n", id="a line end behind it"),
        pytest.param(" " + _GOOD, id="a blank before it"),
        pytest.param(_GOOD.replace("0f", "٠f"), id="a digit of another script"),
    ],
)
def test_anything_else_is_refused_as_a_turn_id(text: str) -> None:
    with pytest.raises(UsageError, match="not a turn id"):
        ids.parse(text, Kind.TURN)


def test_the_well_formed_one_is_accepted() -> None:
    assert ids.parse(_GOOD, Kind.TURN) == _GOOD


@pytest.mark.parametrize("kind", Knowledge)
def test_a_knowledge_id_is_its_kind_and_sixteen_characters(kind: Knowledge) -> None:
    assert re.fullmatch(rf"{kind}_[a-z2-7]{{16}}", ids.knowledge(kind, "loadfile.c", {"lists": "md"}))


def test_a_knowledge_id_is_the_same_in_another_process_with_another_hash_seed() -> None:
    program = "from a008 import ids; print(ids.knowledge(ids.Knowledge.CLAIM, 'x', {'b': 1, 'a': [2.5, None]}))"
    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert seen == {ids.knowledge(Knowledge.CLAIM, "x", {"a": [2.5, None], "b": 1})}


def test_what_is_told_apart_in_content_is_told_apart_in_the_id() -> None:
    contents = [
        ("a", "b"),
        ("ab",),
        (["a", "b"],),
        ("a", ["b"]),
        ("b", "a"),
        ("a", "b", None),
        (),
        ("1",),
        (1,),
        (True,),
    ]
    assert len({ids.knowledge(Knowledge.CLAIM, *content) for content in contents}) == len(contents)
    assert ids.knowledge(Knowledge.CLAIM, "a") != ids.knowledge(Knowledge.SLOT, "a")


@given(st.text(), st.text())
def test_two_texts_share_an_id_only_if_they_are_equal(one: str, other: str) -> None:
    equal = ids.knowledge(Knowledge.UTTERANCE, one) == ids.knowledge(Knowledge.UTTERANCE, other)
    assert equal == (one == other)
