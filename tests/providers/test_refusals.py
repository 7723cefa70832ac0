"""What refusals mean. Source: fault matrix P08 and P10; bug reports B063 and B064; runtime reference 5.1."""

from __future__ import annotations

import json

import pytest

from a008.clock import Instant
from a008.errors import EXIT_CODES, Code, ProviderError, ProviderFault
from a008.providers.http import HttpReply
from a008.providers.refusals import MAX_RETRY_AFTER, plain, refused, refused_inside

_NOW = Instant.parse("2026-11-30T12:00:00Z")


def _refused(status: int, body: str = "", **headers: str) -> ProviderError:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return refused(HttpReply(status=status, headers=named, body=body), _NOW)


@pytest.mark.parametrize(
    ("status", "fault", "code", "exit_code", "retryable"),
    [
        (302, ProviderFault.CONFIGURATION, Code.CONFIGURATION, 2, False),
        (400, ProviderFault.PROVIDER, Code.PROVIDER, 10, False),
        (401, ProviderFault.AUTHENTICATION, Code.PROVIDER, 10, False),
        (403, ProviderFault.AUTHENTICATION, Code.PROVIDER, 10, False),
        (404, ProviderFault.UNKNOWN_MODEL, Code.NOT_FOUND, 3, False),
        (408, ProviderFault.TIMEOUT, Code.INTERRUPTED, 12, True),
        (413, ProviderFault.PROVIDER, Code.TOO_LARGE, 4, False),
        (422, ProviderFault.PROVIDER, Code.PROVIDER, 10, False),
        (429, ProviderFault.RATE_LIMIT, Code.RATE_LIMITED, 11, True),
        (500, ProviderFault.SERVER, Code.PROVIDER, 10, True),
        (503, ProviderFault.SERVER, Code.PROVIDER, 10, True),
        (529, ProviderFault.SERVER, Code.PROVIDER, 10, True),
    ],
)
def test_the_status_decides_the_fault(
    status: int, fault: ProviderFault, code: Code, exit_code: int, retryable: bool
) -> None:
    error = _refused(status)
    assert (error.fault, error.code, error.status, error.retryable) == (fault, code, status, retryable)
    assert EXIT_CODES[error.code] == exit_code


@pytest.mark.parametrize("status", [302, 401, 404, 413, 429, 500, 503])
def test_a_refusal_that_a_user_can_cure_says_how(status: int) -> None:
    assert _refused(status).remedy


@pytest.mark.parametrize(
    ("status", "name", "fault"),
    [
        (400, "context_length_exceeded", ProviderFault.PROVIDER),
        (400, "model_not_found", ProviderFault.UNKNOWN_MODEL),
        (400, "invalid_api_key", ProviderFault.AUTHENTICATION),
        (403, "rate_limit_exceeded", ProviderFault.RATE_LIMIT),
    ],
)
def test_the_name_of_an_error_says_more_than_its_status(status: int, name: str, fault: ProviderFault) -> None:
    by_code = _refused(status, json.dumps({"error": {"message": "no", "code": name}}))
    by_type = _refused(status, json.dumps({"error": {"message": "no", "code": None, "type": name}}))
    assert by_code.fault is by_type.fault is fault
    assert by_code.status == status


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"error": {"message": "no such key"}}', ": no such key"),
        ('{"error": "no such key"}', ": no such key"),
        ('{"detail": "no such key"}', ": no such key"),
        ('{"error": {"odd": 1}}', ': {"odd":1}'),
        ("[1]", ": [1]"),
        ("<html>\n<b>gone</b>", ": <html> <b>gone</b>"),
        ("\x1b[31m red\u202e \x00", ": [31m red"),
        ('{"error": {"message": "half \\ud83c"}}', ": half \ufffd"),
        ("", ""),
        (" \n", ""),
    ],
)
def test_the_words_of_the_server_are_shown_on_one_line(body: str, words: str) -> None:
    assert _refused(400, body).what == f"the server answered 400{words}"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("2", 2.0),
        ("0", 0.0),
        ("1.5", 1.5),
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 12:01:00 -0000", 60.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("1000000000", MAX_RETRY_AFTER),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("soon", None),
        ("", None),
    ],
)
def test_the_wait_is_read_in_both_forms_bounded_and_never_junk(header: str, seconds: float | None) -> None:
    assert _refused(429, retry_after=header).retry_after == seconds


def test_no_header_is_no_wait() -> None:
    assert _refused(429).retry_after is None


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        ({"message": "slow down", "code": "rate_limit_exceeded"}, ProviderFault.RATE_LIMIT),
        ({"message": "slow down", "code": 429}, ProviderFault.RATE_LIMIT),
        ({"message": "broken", "code": 502}, ProviderFault.SERVER),
        ({"message": "odd", "code": "9" * 50}, ProviderFault.PROVIDER),
        ("just words", ProviderFault.PROVIDER),
        ({}, ProviderFault.PROVIDER),
    ],
)
def test_an_error_inside_a_success_has_a_fault_too(error: dict[str, str | int] | str, fault: ProviderFault) -> None:
    assert refused_inside(error).fault is fault
    assert refused_inside(error).status is None


def test_words_are_cleaned_not_cut_because_a_key_cut_in_half_would_not_be_found() -> None:
    assert plain("a\r\n\tb" + "x" * 5000) == "a b" + "x" * 5000
