"""Deadlines, by a clock that the tests move. Source: fault matrix P02 to P04, P12 and P20."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from a008.errors import Code, ProviderError, ProviderFault
from a008.messages import Cancel
from a008.providers.http import Deadlines
from a008.providers.watch import MAX_REFUSAL, MAX_WHOLE, End, Head, Reading, Watch, interrupted

_DEADLINES = Deadlines(first_event=10.0, no_progress=3.0, total=60.0)
_HEAD = Head(status=200, headers={})
_END = End(failure=None)


class _Line:
    """Readings that arrive at given seconds; waiting moves the clock and nothing else does."""

    def __init__(self, *readings: tuple[float, Reading]) -> None:
        self.now = 0.0
        self._readings = list(readings)

    def take(self, timeout: float) -> Reading | None:
        if self._readings and self._readings[0][0] <= self.now + timeout:
            moment, reading = self._readings.pop(0)
            self.now = max(self.now, moment)
            return reading
        self.now += timeout
        return None

    def clock(self) -> float:
        return self.now


def _watch(line: _Line, cancel: Cancel | None = None) -> Watch:
    return Watch(line, cancel or Cancel(), _DEADLINES, line.clock)


def _times_out(line: _Line, read: Callable[[Watch], object]) -> float:
    """When reading gives up."""
    with pytest.raises(ProviderError) as caught:
        read(_watch(line))
    assert (caught.value.fault, caught.value.code) == (ProviderFault.TIMEOUT, Code.INTERRUPTED)
    return line.now


def _stream(watch: Watch) -> list[str]:
    watch.head()
    return [event.data for event in watch.events()]


def _drip(*, first: float, step: float, what: bytes) -> Iterator[tuple[float, Reading]]:
    return ((first + step * number, what) for number in range(10_000))


def test_a_server_that_never_answers_is_given_up_at_the_first_deadline() -> None:
    assert _times_out(_Line(), Watch.head) == 10.0


def test_a_head_alone_does_not_extend_the_first_deadline() -> None:
    assert _times_out(_Line((9.0, _HEAD)), _stream) == 10.0


def test_silence_in_mid_stream_is_given_up() -> None:
    assert _times_out(_Line((1.0, _HEAD), (8.0, b"data: x\n\n"), (9.0, b"data: y\n")), _stream) == 11.0


@pytest.mark.parametrize("what", [b":\n", b": alive\n\n", b"d", b"data:\n\n", b"event: ping\n\n"])
def test_bytes_without_events_are_no_progress(what: bytes) -> None:
    start = ((0.0, _HEAD), (1.0, b"data: x\n\n"))
    assert _times_out(_Line(*start, *_drip(first=1.1, step=0.4, what=what)), _stream) == pytest.approx(4.0)


def test_progress_is_given_up_only_at_the_last_deadline() -> None:
    assert _times_out(_Line((0.0, _HEAD), *_drip(first=0.0, step=0.5, what=b"data: x\n\n")), _stream) == 60.0


def test_a_slow_reader_is_not_the_servers_fault() -> None:
    line = _Line((0.0, _HEAD), (1.0, b"data: x\n\n"), (20.0, b"data: y\n\n"), (20.0, _END))
    watch = _watch(line)
    watch.head()
    events = watch.events()
    assert next(events).data == "x"
    line.now = 19.0
    assert next(events).data == "y"


def test_events_come_through_and_blank_ones_do_not() -> None:
    line = _Line((0.0, _HEAD), (1.0, b"data: x\n\ndata:\n\nda"), (2.0, b"ta: y\n\n"), (2.5, _END))
    assert _stream(_watch(line)) == ["x", "y"]


def test_a_body_that_drips_is_given_up_though_bytes_arrive() -> None:
    def whole(watch: Watch) -> bytes:
        watch.head()
        return watch.whole_body()

    assert _times_out(_Line((0.0, _HEAD), *_drip(first=0.1, step=0.4, what=b"x")), whole) == pytest.approx(3.0)


def test_an_endless_body_is_refused() -> None:
    watch = _watch(_Line((0.0, _HEAD), *((0.0, b"x" * 65_536) for _ in range(MAX_WHOLE // 65_536 + 1))))
    watch.head()
    with pytest.raises(ProviderError) as caught:
        watch.whole_body()
    assert caught.value.code is Code.TOO_LARGE


def test_a_refusal_is_read_as_far_as_it_comes() -> None:
    stalls = _Line((0.0, _HEAD), (0.1, b"x" * 5000))
    breaks = _Line((0.0, _HEAD), (0.1, b"x" * 5000), (0.2, End(failure=interrupted("broken"))))
    for line in (stalls, breaks):
        watch = _watch(line)
        watch.head()
        assert 0 < len(watch.refusal_body()) < 5000
    endless = _watch(_Line((0.0, _HEAD), *_drip(first=0.0, step=0.0, what=b"x" * 1000)))
    endless.head()
    assert MAX_REFUSAL // 2 < len(endless.refusal_body()) < MAX_REFUSAL


def test_a_cut_refusal_loses_its_end_so_that_no_key_is_left_cut_in_half() -> None:
    watch = _watch(_Line((0.0, _HEAD), (0.0, b" " * (MAX_REFUSAL - 4) + b"sk-FAKE-key")))
    watch.head()
    assert b"sk" not in watch.refusal_body()


def test_a_failed_line_says_why() -> None:
    failure = interrupted("broken")
    with pytest.raises(ProviderError) as caught:
        _watch(_Line((0.0, End(failure=failure)))).head()
    assert caught.value is failure


def test_an_end_without_an_answer_is_an_interruption() -> None:
    with pytest.raises(ProviderError) as caught:
        _watch(_Line((0.0, _END))).head()
    assert caught.value.code is Code.INTERRUPTED


def test_cancellation_is_seen_at_the_next_reading() -> None:
    cancel = Cancel()
    line = _Line((0.0, _HEAD), (1.0, b"data: x\n\n"), (2.0, b"data: y\n\n"))
    watch = _watch(line, cancel)
    watch.head()
    events = watch.events()
    next(events)
    cancel()
    with pytest.raises(ProviderError) as caught:
        next(events)
    assert caught.value.fault is ProviderFault.CANCELLED
