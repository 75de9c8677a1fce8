"""Leases in the book, each of which gives one coordinator the right to run a campaign.

Two coordinators of one campaign would do the same work twice, so one of them holds a lease, which
expires if its owner does not renew it. Any process can take an expired lease. If the owner's
process has died, another process on its computer can take the lease immediately.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magicbb.research.records.database.structure import check_row
from magicbb.research.records.errors import LeaseLostError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magicbb.research.records.database.connection import Connection


def take(connection: Connection, campaign: int, owner: str, seconds: float) -> bool:
    """Take or renew a lease, within a transaction; return False if another owner holds it."""
    rows = connection.rows("SELECT * FROM leases WHERE campaign = ?", (campaign,))
    if any(row["owner"] != owner and _holds(row) for row in rows):
        return False
    connection.run(
        "INSERT OR REPLACE INTO leases (campaign, owner, host, process, until)"
        " VALUES (?, ?, ?, ?, ?)",
        (campaign, owner, host(), os.getpid(), time.time() + seconds),
    )
    return True


def release(connection: Connection, campaign: int, owner: str) -> None:
    """Give up a lease, within a transaction; another owner's lease is left alone."""
    connection.run("DELETE FROM leases WHERE campaign = ? AND owner = ?", (campaign, owner))


def check(connection: Connection, campaign: int, owner: str) -> None:
    """Check that the owner holds the campaign's lease, within a transaction.

    An expired lease still belongs to its owner until another owner takes it.

    Raises:
        LeaseLostError: Another owner holds the lease, or nobody does.
    """
    rows = connection.rows("SELECT owner FROM leases WHERE campaign = ?", (campaign,))
    owners = [row["owner"] for row in rows]
    if owners != [owner]:
        whose = f"it belongs to {owners[0]}" if owners else "nobody holds its lease"
        raise LeaseLostError(f"campaign {campaign} does not belong to {owner}: {whose}")


def _holds(lease: Mapping[str, Any]) -> bool:
    try:
        check_row("leases", lease)
    except ValueError:
        return False  # a damaged lease does not count
    if lease["until"] <= time.time():
        return False
    return lease["host"] != host() or _is_alive(lease["process"])


def host() -> str:
    """The name of the computer, and on Linux the namespace in which process numbers are valid."""
    name = platform.node()
    with contextlib.suppress(OSError):
        name += f" {Path('/proc/self/ns/pid').readlink()}"
    return name


def _is_alive(process: int) -> bool:
    """Whether a process on this computer is, or may be, running; a zombie is not running.

    A zombie stays in the process list until its parent waits for it.
    """
    if sys.platform == "win32":
        return True  # on Windows, os.kill would kill it
    with contextlib.suppress(OSError, OverflowError):  # alive, but owned by another user
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
    with contextlib.suppress(OSError):  # only Linux has this file
        # The file begins with the number, the name in parentheses (any characters), and the state.
        state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
        return state[:1] not in ([b"Z"], [b"X"])
    return True
