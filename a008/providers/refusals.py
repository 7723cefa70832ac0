"""What a server's refusal means: HTTP status and error object to one of the ten faults.

The words of the server are kept, because they often name the cure. Whoever shows them removes keys first and cuts after
that: a key cut in half would not be found.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

from a008 import canon
from a008.clock import Instant
from a008.errors import Code, ProviderError, ProviderFault, Rejected
from a008.providers.http import HttpReply

#: The longest wait that is passed on; a server that names more means "not today". Units: seconds.
MAX_RETRY_AFTER: Final = 86_400.0

_UNSEEN: Final = re.compile("[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Meaning:
    fault: ProviderFault
    code: Code | None
    remedy: str | None


_SERVER: Final = _Meaning(fault=ProviderFault.SERVER, code=None, remedy="try again later")
_OTHER: Final = _Meaning(fault=ProviderFault.PROVIDER, code=None, remedy=None)
_MOVED: Final = _Meaning(
    fault=ProviderFault.CONFIGURATION,
    code=None,
    remedy="redirects are not followed; write the server's new address into base_url",
)
_DENIED: Final = _Meaning(fault=ProviderFault.AUTHENTICATION, code=None, remedy="check the key of this route")
_BY_STATUS: Final = {
    401: _DENIED,
    403: _DENIED,
    404: _Meaning(
        fault=ProviderFault.UNKNOWN_MODEL,
        code=None,
        remedy="check the name of the model and base_url; `a008 models` lists what is known",
    ),
    408: _Meaning(fault=ProviderFault.TIMEOUT, code=None, remedy="try again later"),
    413: _Meaning(
        fault=ProviderFault.PROVIDER,
        code=Code.TOO_LARGE,
        remedy="the request is too long for this model; lower the budget of the envelope",
    ),
    429: _Meaning(fault=ProviderFault.RATE_LIMIT, code=None, remedy="wait before you ask again, or use another route"),
}
#: Names in error objects that say more than the status they come with.
_BY_NAME: Final = {
    "context_length_exceeded": 413,
    "insufficient_quota": 429,
    "invalid_api_key": 401,
    "model_not_found": 404,
    "rate_limit_exceeded": 429,
    "server_error": 500,
}


def refused(reply: HttpReply, now: Instant) -> ProviderError:
    """The error that an unsuccessful HTTP answer stands for.

    Units: `now` serves only to turn a date in `Retry-After` into seconds.
    """
    error = _error_object(reply.body)
    detail = plain(_words(error) if error is not None else reply.body)
    meaning = _meaning(_BY_NAME.get(_name(error), reply.status))
    return ProviderError(
        f"the server answered {reply.status}" + (f": {detail}" if detail else ""),
        fault=meaning.fault,
        code=meaning.code,
        remedy=meaning.remedy,
        status=reply.status,
        retry_after=_retry_after(reply.header("retry-after"), now),
    )


def refused_inside(error: canon.Json) -> ProviderError:
    """The error that an error object inside a successful answer stands for."""
    name = _name(error)
    status = _BY_NAME.get(name, int(name) if name.isdigit() and len(name) == 3 else 0)
    meaning = _meaning(status)
    return ProviderError(
        f"the server reported an error: {plain(_words(error)) or 'without words'}",
        fault=meaning.fault,
        code=meaning.code,
        remedy=meaning.remedy,
    )


def plain(text: str) -> str:
    """Words of a stranger on one line, without control or invisible characters."""
    return _UNSEEN.sub(" ", canon.repair(text).text).strip()


def _meaning(status: int) -> _Meaning:
    if 300 <= status < 400:
        return _MOVED
    return _BY_STATUS.get(status, _SERVER if status >= 500 else _OTHER)


def _error_object(body: str) -> canon.Json:
    try:
        value = canon.read(body)
    except Rejected:
        return None
    if isinstance(value, Mapping):
        return value.get("error") or value
    return None


def _name(error: canon.Json) -> str:
    """The most telling name of an error object: its `code`, or its `type` where the code says nothing known."""
    if not isinstance(error, Mapping):
        return ""
    names = [str(error.get(key)) for key in ("code", "type")]
    return next((name for name in names if name in _BY_NAME), names[0])


def _words(error: canon.Json) -> str:
    if isinstance(error, str):
        return error
    if isinstance(error, Mapping):
        for key in ("message", "detail", "msg"):
            words = error.get(key)
            if isinstance(words, str):
                return words
    return canon.text(error)


def _retry_after(header: str | None, now: Instant) -> float | None:
    """Seconds to wait; `None` for no header, a negative number or junk."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            moment = parsedate_to_datetime(header)
        except ValueError:
            return None
        seconds = max(0.0, moment.timestamp() - now.milliseconds / 1000)
    return min(seconds, MAX_RETRY_AFTER) if math.isfinite(seconds) and seconds >= 0 else None
