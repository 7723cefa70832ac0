"""Ctrl-C during a turn."""

import os
import signal
import threading

import pytest

from a008.cli.interrupt import cancelled_by_interrupt
from a008.messages import Cancel


def test_the_first_interrupt_asks_and_the_second_one_interrupts() -> None:
    cancel, asked = Cancel(), threading.Event()
    cancel.on_cancel(asked.set)
    with cancelled_by_interrupt(cancel):
        os.kill(os.getpid(), signal.SIGINT)
        assert asked.wait(20)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert cancel.requested


def test_what_takes_the_token_s_lock_while_it_is_interrupted_does_not_wait_for_itself() -> None:
    cancel, asked = Cancel(), threading.Event()
    with cancelled_by_interrupt(cancel):
        with cancel._lock:
            os.kill(os.getpid(), signal.SIGINT)
            assert not cancel.requested
        cancel.on_cancel(asked.set)
        assert asked.wait(20)


def test_behind_the_block_everything_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with cancelled_by_interrupt(Cancel()):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_where_interrupts_are_ignored_they_stay_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with cancelled_by_interrupt(Cancel()):
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_leaves_signals_alone() -> None:
    seen: list[object] = []

    def work() -> None:
        with cancelled_by_interrupt(Cancel()):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]
