"""Leases, which ensure that only one coordinator at a time runs a campaign."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import threading
from typing import TYPE_CHECKING

from magicbb.research.campaigns.errors import CampaignBusyError

if TYPE_CHECKING:
    from typing_extensions import Self

    from magicbb.research.records import RecordBook

SECONDS = 60.0
"""The duration of a lease; a coordinator that does not renew its lease in time is presumed dead.

On the same machine there is no wait, because the book detects that the process is gone.
"""

_RENEWALS = 4  # per lease


class Lease:
    """A lease on a campaign, as a context manager; a thread keeps renewing it.

    Without a book, no other process can see the campaign, and the lease is always granted.

    Attributes:
        owner: The name of this coordinator in the book.

    Raises:
        CampaignBusyError: Another coordinator holds the lease.
    """

    def __init__(self, book: RecordBook | None, number: int) -> None:
        self._book, self._number = book, number
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._ended, self._lost = threading.Event(), False
        self._heartbeat = threading.Thread(target=self._renew, daemon=True)

    def __enter__(self) -> Self:
        """Take the lease."""
        if not self._take():
            raise CampaignBusyError(
                f"campaign {self._number} is being run by another process; wait for it to finish, "
                "or stop it"
            )
        self._heartbeat.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Release the lease, which expires by itself if the book can no longer be written."""
        self._ended.set()
        self._heartbeat.join()
        if self._book is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._book.release(self._number, self.owner)

    def check(self) -> None:
        """Check that this coordinator still holds the lease.

        Raises:
            CampaignBusyError: The lease expired, and another coordinator took it.
        """
        if self._lost:
            raise CampaignBusyError(
                f"campaign {self._number} was taken over by another process, because this one sent "
                f"no heartbeat for {SECONDS:.0f} s"
            )

    def _take(self) -> bool:
        return self._book is None or self._book.lease(self._number, self.owner, SECONDS)

    def _renew(self) -> None:
        while not self._ended.wait(SECONDS / _RENEWALS):
            # A failed write may succeed next time; the lease lasts for several attempts.
            with contextlib.suppress(OSError, ValueError):
                self._lost = not self._take()
