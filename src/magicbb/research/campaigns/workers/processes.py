"""Jobs done in processes on this machine.

A worker that is killed in the middle of sending leaves half of a result in the pipe, and whoever
reads there waits for the other half for ever. POSIX promises that pieces of up to 4 KiB are sent
whole or not at all: larger results go as files.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import secrets
import signal
import tempfile
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magicbb.compile.interrupts import interrupts_kept
from magicbb.compile.threads import ENVIRONMENT_VARIABLE
from magicbb.research.campaigns.workers.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from typing_extensions import Self

MOST = 61 if os.name == "nt" else 4096
"""The most processes: Windows cannot wait for more."""

_LARGEST = 3500
"""Bytes of a result in a pipe, without those that the pool adds."""

_PATIENCE = 1.0  # seconds in which a pool without workers shuts down; it takes milliseconds


class Processes(Place):
    """A pool of processes, each started fresh: threads, compilers and databases survive no fork.

    Every worker holds one end of a pipe on which nothing is ever sent. When the other end closes,
    because the block ended or because this process was killed, the workers exit at once.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._open = contextlib.ExitStack()  # what ends with the pool

    def __enter__(self) -> Self:
        """Make the pool; its processes start with the first jobs."""
        self._directory = tempfile.TemporaryDirectory(prefix="magicbb-", ignore_cleanup_errors=True)
        self.renew()
        return self

    def __exit__(self, *_: object) -> None:
        """End the workers."""
        self._open.close()
        self._directory.cleanup()

    @property
    def ahead(self) -> int:
        """A job for each worker, and another one that waits for it."""
        return 2 * self._count

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Hand it to the pool, which may start a process for it."""
        with _undisturbed():
            return self._pool.submit(call_packed, self._directory.name, function, *arguments)

    def result(self, future: Future[Any]) -> Any:
        """A value packed by the worker."""
        return unpack(future.result())

    def renew(self) -> None:
        """Make a new pool in the place of one that broke."""
        self._open.close()
        context = get_context("spawn")
        end, ours = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self._count, context, initializer=_begin, initargs=(end,))
        self._open.callback(end.close)
        self._open.callback(_shut_down, pool)
        self._open.callback(ours.close)  # first of them all
        self._pool = pool

    def __repr__(self) -> str:
        """The expression that creates it."""
        return f"Processes({self._count})"


def call_packed(directory: str, function: Callable[..., Any], *arguments: Any) -> bytes | Path:
    """Call a function in a worker, and pack its result, into a file if it is large."""
    packed = pickle.dumps(function(*arguments))
    if len(packed) <= _LARGEST:
        return packed
    path = Path(directory) / secrets.token_hex(8)
    path.write_bytes(packed)
    return path


def unpack(parcel: bytes | Path) -> Any:
    """Return the function's result; a file is removed."""
    if isinstance(parcel, bytes):
        return pickle.loads(parcel)  # noqa: S301 (a worker of this process has packed it)
    packed = parcel.read_bytes()
    parcel.unlink()
    return pickle.loads(packed)  # noqa: S301 (also in a directory of our own)


def _shut_down(pool: ProcessPoolExecutor) -> None:
    """Shut a pool down whose workers are gone.

    A thread of the pool may be in the middle of sending a job, another one of receiving a result,
    both larger than what a pipe holds. They notice that the other end is closed once it is not open
    in this process either. (Python 3.12 does the first by itself.)
    """
    queues = (("_call_queue", "_reader"), ("_result_queue", "_writer"))
    ends = [getattr(getattr(pool, queue, None), end, None) for queue, end in queues]
    closing = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    closing.start()
    closing.join(_PATIENCE)
    if closing.is_alive():
        for end in ends:
            if end is not None:
                end.close()
        closing.join()


def _begin(end: connection.Connection) -> None:
    """Prepare a worker: Ctrl-C is for the coordinator, with whom it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault(ENVIRONMENT_VARIABLE, "1")

    def watch() -> None:
        connection.wait([end])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Start processes in the block, without Ctrl-C.

    It reaches every process of a terminal. One that is just importing would answer with a
    traceback: it begins its life with the signal blocked. One that is just being started would get
    half of what it must know: here the signal waits until the block ends.
    """
    with interrupts_kept():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
