"""One coordinator at a time: a lease on a campaign, renewed while it runs."""

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
"""The duration of a lease: a coordinator that does not renew it in that time counts as dead.

On the same machine there is no wait: the book sees that the process is gone.
"""

_RENEWALS = 4  # within that time


class Lease:
    """A lease on a campaign, as a context manager. A thread renews it, however long a job takes.

    Without a book no other process can see the campaign, and the lease is always granted.

    Attributes:
        owner: The name of this coordinator in the book.

    Raises:
        CampaignBusyError: Another coordinator has it.
    """

    def __init__(self, book: RecordBook | None, number: int) -> None:
        self._book, self._number = book, number
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._ended, self._lost = threading.Event(), False
        self._heartbeat = threading.Thread(target=self._renew, daemon=True)

    def __enter__(self) -> Self:
        """Take the lease."""
        if not self._claim():
            raise CampaignBusyError(
                f"campaign {self._number} is being run by another process; wait until that has "
                "ended, or end it"
            )
        self._heartbeat.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back; if the book cannot be written any more, it expires by itself."""
        self._ended.set()
        self._heartbeat.join()
        if self._book is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._book.release(self._number, self.owner)

    def check(self) -> None:
        """Check that this coordinator still holds it.

        Raises:
            CampaignBusyError: It ran out, and another coordinator took it.
        """
        if self._lost:
            raise CampaignBusyError(
                f"campaign {self._number} was taken over by another process, since this one gave "
                f"no sign of life for {SECONDS:.0f} s"
            )

    def _claim(self) -> bool:
        return self._book is None or self._book.claim(self._number, self.owner, SECONDS)

    def _renew(self) -> None:
        while not self._ended.wait(SECONDS / _RENEWALS):
            # A book that cannot be written now may be writable soon; the lease outlasts several
            # tries.
            with contextlib.suppress(OSError, ValueError):
                self._lost = not self._claim()
