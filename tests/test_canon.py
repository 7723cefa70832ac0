"""Canonical JSON and the strict reader: rows X01 to X05 of the fault table, and what must hold for any value."""

import json
import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008 import canon
from a008.errors import Code, Rejected

_SCALARS = (
    st.none() | st.booleans() | st.integers(-(10**390), 10**390) | st.floats(allow_nan=False, allow_infinity=False)
)
_TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
_VALUES = st.recursive(
    _SCALARS | _TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=4),
    max_leaves=20,
)


def _refusal(source: str) -> Rejected:
    with pytest.raises(Rejected) as caught:
        canon.read(source)
    return caught.value


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \n", id="blanks"),
        pytest.param("I found nothing new.", id="prose"),
        pytest.param('Here it is: {"a":1}', id="prose before"),
        pytest.param('{"a":1} Hope this helps!', id="prose behind"),
        pytest.param('```json\n{"a":1}\n```', id="a fence around it"),
        pytest.param('{"a":1}{"a":2}', id="two objects"),
        pytest.param('{"a":1}\n{"a":2}', id="two lines"),
        pytest.param('{"a":1', id="cut off"),
        pytest.param('{"a":"b', id="cut off in a string"),
        pytest.param('{"a":"b\\', id="cut off in an escape"),
        pytest.param("{'a':1}", id="single quotes"),
        pytest.param('{"a":1,}', id="trailing comma"),
        pytest.param('{"a":1 /* why */}', id="comment"),
        pytest.param('\ufeff{"a":1}', id="byte order mark"),
        pytest.param('{"a":"line\nbreak"}', id="raw control character"),
        pytest.param("[01]", id="leading zero"),
        pytest.param("[+1]", id="plus sign"),
        pytest.param("[1.]", id="no digit behind the point"),
        pytest.param('["\\x41"]', id="escape that JSON lacks"),
        pytest.param("]]]]", id="only closing brackets"),
    ],
)
def test_what_is_not_exactly_one_json_value_is_refused(source: str) -> None:
    """X01."""
    assert _refusal(source).code is Code.NOT_JSON


def test_a_fence_or_an_object_inside_a_string_is_only_text() -> None:
    """X01."""
    inner = '```json\n{"a": [1, 2}\n```'
    assert canon.read(json.dumps({"proposition": inner})) == {"proposition": inner}


@pytest.mark.parametrize(
    "source",
    [
        '{"target":"k1","target":"k2"}',
        '{"target":"k1","target":"k1"}',
        '{"a":{"b":1,"c":[{"d":1,"d":2}]}}',
        '{"a":1,"\\u0061":2}',
    ],
)
def test_two_equal_keys_are_refused_at_any_depth_and_however_they_are_spelt(source: str) -> None:
    """X02."""
    assert _refusal(source).code is Code.DUPLICATE_KEY


def test_the_refusal_of_a_huge_duplicate_key_is_still_one_short_line() -> None:
    key = json.dumps("k\n" * 100_000)
    line = str(_refusal(f"{{{key}:1,{key}:2}}"))
    assert len(line) < 200
    assert "\n" not in line


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 390 + "e10"])
def test_numbers_that_are_not_finite_are_refused(literal: str) -> None:
    """X03."""
    assert _refusal(f'{{"a":[{literal}]}}').code is Code.NOT_FINITE


@pytest.mark.parametrize("literal", ["9" * 5_000, "-" + "9" * 5_000, "0." + "1" * 5_000])
def test_a_number_of_five_thousand_digits_is_refused_and_never_a_bare_value_error(literal: str) -> None:
    """X03."""
    assert _refusal(f"[{literal}]").code is Code.TOO_LARGE


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_nesting_of_a_hundred_thousand_levels_is_refused_before_parsing(opening: str) -> None:
    """X04."""
    assert _refusal(opening * 100_000).code is Code.TOO_DEEP


def test_the_deepest_nesting_allowed_is_read_and_one_level_more_is_not() -> None:
    """X04."""
    deepest = "[" * canon.MAX_DEPTH + "]" * canon.MAX_DEPTH
    assert canon.text(canon.read(deepest)) == deepest
    assert _refusal(f"[{deepest}]").code is Code.TOO_DEEP


@pytest.mark.parametrize("filler", ["[" * 500, '\\"[' * 500, "\\\\", "]" * 500 + "{" * 500])
def test_brackets_inside_strings_do_not_count_as_nesting(filler: str) -> None:
    """X04."""
    inner = canon.read(f'["{filler}",{{"{filler}":1}}]')
    assert isinstance(inner, list)
    assert inner[0] == json.loads(f'"{filler}"')


def test_nesting_behind_a_string_that_ends_in_a_backslash_still_counts() -> None:
    assert _refusal('["\\\\",' + "[" * 100).code is Code.TOO_DEEP


def test_thirty_megabytes_are_refused_unread() -> None:
    """X05; the cut while streaming is the sender's."""
    assert _refusal('"' + "x" * 30_000_000 + '"').code is Code.TOO_LARGE


def test_size_is_counted_in_bytes_of_utf8_including_lone_surrogates() -> None:
    assert canon.read('"ö"', max_bytes=4) == "ö"
    for source in ('"öx"', '"\ud800"'):
        with pytest.raises(Rejected) as caught:
            canon.read(source, max_bytes=4)
        assert caught.value.code is Code.TOO_LARGE


@pytest.mark.parametrize("source", ['"' + '\\"' * 500_000, '"' * 1_000_000, '["' + "\\\\" * 500_000])
def test_a_megabyte_of_hostile_quotes_is_refused_in_linear_time(source: str) -> None:
    """A quote without its partner once made the depth counter scan the rest again from every later quote."""
    began = time.process_time()
    assert _refusal(source).code is Code.NOT_JSON
    assert time.process_time() - began < 5


def test_lone_surrogates_are_read_as_written_and_repaired_before_they_are_stored() -> None:
    value = canon.read('"a\\ud800b"')
    assert value == "a\ud800b"
    with pytest.raises(UnicodeEncodeError):
        canon.encode(value)
    assert canon.repair("a\ud800b") == ("a\ufffdb", True)
    assert canon.repair('a\ud83d\ude00"').repaired
    assert canon.repair("åäö 😀") == ("åäö 😀", False)


def test_canonical_text_sorts_by_code_point_writes_no_blanks_and_escapes_only_what_it_must() -> None:
    value: canon.Json = {"b": 1, "Z": [True, None, 1.5], "å": 'say "hi"\n', "a": {}}
    assert canon.text(value) == '{"Z":[true,null,1.5],"a":{},"b":1,"å":"say \\"hi\\"\\n"}'


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_canonical_text_refuses_numbers_that_are_not_finite(value: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        canon.text({"a": value})


def test_the_digest_is_sha_256() -> None:
    assert canon.digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@given(_VALUES)
def test_what_is_written_is_read_back_and_written_the_same(value: canon.Json) -> None:
    written = canon.text(value)
    read = canon.read(written)
    assert read == value
    assert canon.text(read) == written
    assert canon.encode(value).decode() == written


@given(st.dictionaries(_TEXTS, _SCALARS))
def test_the_order_of_keys_never_changes_the_bytes(value: dict[str, canon.Json]) -> None:
    assert canon.encode(dict(reversed(value.items()))) == canon.encode(value)


@given(st.text(alphabet='[]{}",:\\u0123d8 nrtaefNI-.\ud800é'))
def test_any_text_is_read_as_the_standard_reader_does_or_refused_by_rule(source: str) -> None:
    """The oracle is the standard library; we may be stricter, never looser, and fail in one family only."""
    try:
        value = canon.read(source)
    except Rejected:
        return
    assert value == json.loads(source)


@given(st.text(st.characters()))
def test_repaired_text_can_always_be_stored_and_keeps_its_length(value: str) -> None:
    fixed, changed = canon.repair(value)
    assert fixed.encode().decode() == fixed
    assert len(fixed) == len(value)
    assert changed == (fixed != value)
