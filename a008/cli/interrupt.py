"""Ctrl-C during a turn: asks the turn to stop, so that what had arrived is kept and recorded."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from a008.messages import Cancel


@contextmanager
def cancelled_by_interrupt(cancel: Cancel) -> Iterator[None]:
    """Within the block, the first Ctrl-C asks for cancellation; a second one interrupts as usual.

    The asking is done by a thread of its own: it takes a lock that the interrupted code may hold.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ask(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        threading.Thread(target=cancel, name="a008-cancel", daemon=True).start()

    signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
