"""Defer Ctrl-C and other signals during a block of code."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # not all exist on every system


@contextlib.contextmanager
def interrupts_kept() -> Iterator[None]:
    """Defer signals, and any exceptions that their handlers raise, to the end of the block.

    An exception raised while Numba or llvmlite is being imported would leave that package broken,
    and one raised in a callback from LLVM into Python would be lost.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    # Signals without a Python handler are left alone: a C handler could not be restored.
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: handler for number, handler in before.items() if callable(handler)}
    received: list[int] = []
    for number in before:
        signal.signal(number, lambda number, _frame: received.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(received):
            signal.raise_signal(number)  # calls the handler just restored
