"""One coordinator at a time: a lease on a campaign, renewed while it is at work."""

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
"""How long a lease lasts: who stops renewing it is taken for dead after that.

On the same machine nobody has to wait: the book sees that the process is gone.
"""

_RENEWALS = 4  # within that time


class Lease:
    """A lease on a campaign, for the block. A thread renews it, however long a job takes.

    Without a book nobody else can know the campaign, and it is always its owner's.

    Attributes:
        owner: The name under which the book knows this coordinator.

    Raises:
        CampaignBusyError: Another coordinator has it.
    """

    def __init__(self, book: RecordBook | None, number: int) -> None:
        self._book, self._number = book, number
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._ended, self._lost = threading.Event(), False
        self._heartbeat = threading.Thread(target=self._renew, daemon=True)

    def __enter__(self) -> Self:
        """Take it."""
        if not self._claim():
            raise CampaignBusyError(
                f"campaign {self._number} is being run by another process; wait until that has "
                "ended, or end it"
            )
        self._heartbeat.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back; where the book cannot be written any more, it runs out by itself."""
        self._ended.set()
        self._heartbeat.join()
        if self._book is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._book.release(self._number, self.owner)

    def check(self) -> None:
        """See to it that it still is ours.

        Raises:
            CampaignBusyError: It ran out, and another coordinator took it.
        """
        if self._lost:
            raise CampaignBusyError(
                f"campaign {self._number} was taken over by another process, for this one had not "
                f"been heard of for {SECONDS:.0f} s"
            )

    def _claim(self) -> bool:
        return self._book is None or self._book.claim(self._number, self.owner, SECONDS)

    def _renew(self) -> None:
        while not self._ended.wait(SECONDS / _RENEWALS):
            # A book that cannot be written now may be a moment later; the lease lasts for several.
            with contextlib.suppress(OSError, ValueError):
                self._lost = not self._claim()
