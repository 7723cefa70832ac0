"""The cancel token: asked once or twice, before or after, from any thread; everything open is closed exactly once."""

import threading

import pytest

from a008.messages import Cancel


def test_nothing_is_requested_until_somebody_asks() -> None:
    cancel = Cancel()
    assert not cancel.requested
    cancel()
    assert cancel.requested


def test_asking_closes_what_was_registered_in_order_and_only_once() -> None:
    cancel, closed = Cancel(), list[str]()
    cancel.on_cancel(lambda: closed.append("response"))
    cancel.on_cancel(lambda: closed.append("pool"))
    cancel()
    cancel()
    assert closed == ["response", "pool"]


def test_registering_after_somebody_asked_closes_at_once() -> None:
    cancel, closed = Cancel(), list[str]()
    cancel()
    cancel.on_cancel(lambda: closed.append("late"))
    assert closed == ["late"]


def test_a_closer_may_look_at_the_token_and_register_another() -> None:
    cancel, seen = Cancel(), list[bool]()
    cancel.on_cancel(lambda: cancel.on_cancel(lambda: seen.append(cancel.requested)))
    cancel()
    assert seen == [True]


def test_a_closer_that_fails_does_not_keep_the_others_open() -> None:
    cancel, closed = Cancel(), list[str]()

    def broken() -> None:
        raise OSError("already gone")

    cancel.on_cancel(broken)
    cancel.on_cancel(lambda: closed.append("pool"))
    with pytest.raises(OSError, match="already gone"):
        cancel()
    assert closed == ["pool"]
    assert cancel.requested


def test_each_closer_runs_once_whichever_thread_wins() -> None:
    for _ in range(200):
        cancel, closed = Cancel(), list[int]()
        start = threading.Barrier(3)

        def ask(cancel: Cancel = cancel, start: threading.Barrier = start) -> None:
            start.wait()
            cancel()

        def register(cancel: Cancel = cancel, start: threading.Barrier = start, closed: list[int] = closed) -> None:
            start.wait()
            for number in range(3):
                cancel.on_cancel(lambda number=number: closed.append(number))  # type: ignore[misc]

        threads = [threading.Thread(target=work) for work in (ask, ask, register)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(closed) == [0, 1, 2]
