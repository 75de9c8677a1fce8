"""Ctrl-C, put off for a moment."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextlib.contextmanager
def interrupts_kept() -> Iterator[None]:
    """Raise KeyboardInterrupt only after the block.

    Numba and llvmlite do not survive one while they are being imported, and LLVM's callbacks into
    Python lose it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[tuple[int, FrameType | None]] = []
    before = signal.signal(signal.SIGINT, lambda *arguments: received.append(arguments))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if received and callable(before):
            before(*received[-1])
