"""Ctrl-C, put off for a moment."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def interrupts_kept() -> Iterator[None]:
    """Raise KeyboardInterrupt only after the block.

    Numba and llvmlite do not survive one while they are being imported, and LLVM's callbacks into
    Python lose it.
    """
    before = signal.getsignal(signal.SIGINT)
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or before is None:  # None: a handler of C's, which cannot be put back
        yield
        return
    received: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if received:
            signal.raise_signal(signal.SIGINT)  # now for whoever listened before
