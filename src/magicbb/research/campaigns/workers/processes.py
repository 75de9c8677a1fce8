"""Running jobs in processes on this machine.

A worker killed while sending a result leaves an incomplete message in the pipe, and the reader
waits forever for the rest. POSIX guarantees that writes of up to 4 KiB are atomic, so larger
results are passed as files.
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
from magicbb.research.campaigns.errors import CampaignError
from magicbb.research.campaigns.workers.backend import Backend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from typing_extensions import Self

MOST = 61 if os.name == "nt" else 4096
"""The maximum number of processes; Windows cannot wait for more than 61."""

_LARGEST = 3500
"""The maximum size in bytes of a result sent through a pipe, excluding the pool's overhead."""

_NO_WORKER = (
    "no worker process could start; the reason is printed above. Workers import your script, so "
    'put the call below `if __name__ == "__main__":`'
)

_PATIENCE = 1.0  # seconds to let a pool without workers shut down, which usually takes milliseconds


class Processes(Backend):
    """A pool of processes, spawned because threads, compilers and databases do not survive a fork.

    Every worker holds one end of a pipe on which nothing is ever sent. When the other end closes,
    because the `with` block ended or this process was killed, the workers exit at once.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._open = contextlib.ExitStack()  # resources to close with the pool

    def __enter__(self) -> Self:
        """Create the pool; its processes start with the first jobs."""
        self._directory = tempfile.TemporaryDirectory(prefix="magicbb-", ignore_cleanup_errors=True)
        self._has_begun = Path(self._directory.name) / "begun"
        self._create_pool()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the workers."""
        self._open.close()
        self._directory.cleanup()

    @property
    def ahead(self) -> int:
        """Two jobs for each worker: one running and one waiting."""
        return 2 * self._count

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit the call to the pool, which may start a process for it."""
        with _undisturbed():
            return self._pool.submit(call_packed, self._directory.name, function, *arguments)

    def result(self, future: Future[Any]) -> Any:
        """The unpickled result of a finished future."""
        return unpack(future.result())

    def renew(self) -> None:
        """Replace a broken pool with a new one.

        Raises:
            CampaignError: No worker of any pool could start, so the next ones could not either.
        """
        self._open.close()
        if not self._has_begun.exists():
            raise CampaignError(_NO_WORKER)
        self._create_pool()

    def _create_pool(self) -> None:
        context = get_context("spawn")
        end, ours = context.Pipe(duplex=False)
        begin = (end, self._has_begun)
        pool = ProcessPoolExecutor(self._count, context, initializer=_begin, initargs=begin)
        self._open.callback(end.close)
        self._open.callback(_shut_down, pool)
        self._open.callback(ours.close)  # called first
        self._pool = pool

    def __repr__(self) -> str:
        """The expression that creates the backend."""
        return f"Processes({self._count})"


def call_packed(directory: str, function: Callable[..., Any], *arguments: Any) -> bytes | Path:
    """Call a function in a worker, and pickle its result; a large one goes to a file."""
    packed = pickle.dumps(function(*arguments))
    if len(packed) <= _LARGEST:
        return packed
    path = Path(directory) / secrets.token_hex(8)
    path.write_bytes(packed)
    return path


def unpack(parcel: bytes | Path) -> Any:
    """Unpickle a function's result, and delete its file, if any."""
    if isinstance(parcel, bytes):
        return pickle.loads(parcel)  # noqa: S301 (pickled by one of our own workers)
    packed = parcel.read_bytes()
    parcel.unlink()
    return pickle.loads(packed)  # noqa: S301 (in our own directory)


def _shut_down(pool: ProcessPoolExecutor) -> None:
    """Shut down a pool whose workers are gone.

    One thread of the pool may be blocked sending a job, and another one receiving a result, if
    these are larger than a pipe's buffer. The threads do not notice that the other end is closed
    until this process has closed its own copy of that end. (Python 3.12 does so itself for the
    sending thread.)
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


def _begin(end: connection.Connection, has_begun: Path) -> None:
    """Make a worker ignore Ctrl-C, and exit when the coordinator exits; create a file as a sign."""
    with contextlib.suppress(OSError):  # the coordinator has exited
        has_begun.touch()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault(ENVIRONMENT_VARIABLE, "1")

    def watch() -> None:
        connection.wait([end])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Defer Ctrl-C while the block starts processes.

    Ctrl-C reaches every process in the terminal. A process that is still importing would print a
    traceback, so it starts with the signal blocked. If Ctrl-C interrupted this process, the process
    being started would receive only part of its start-up data, so here the signal is deferred until
    the block ends.
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
