"""Resume a campaign saved in a book."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

from magicbb.research.campaigns.works import work_of
from magicbb.research.records import RecordBook
from magicbb.research.records.book import parse_book
from magicbb.research.records.database.connection import book_path
from magicbb.research.tasks.running import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.research.campaigns import Event, Outcome
    from magicbb.research.records import Campaign
    from magicbb.research.tasks.running import Where


def unfinished_campaigns(book: RecordBook) -> list[Campaign]:
    """The unfinished campaigns of a book, oldest first.

    >>> unfinished_campaigns(RecordBook("no-such-book.sqlite", create=False))
    []
    """
    return [campaign for campaign in parse_book(book).campaigns() if campaign.finished is None]


def resume(
    number: int | None = None,
    *,
    book: RecordBook | str | os.PathLike[str] | None = None,
    workers: Where = None,
    hours: float | None = None,
    on_event: Callable[[Event], object] | None = None,
) -> Outcome[Any] | None:
    """Resume a campaign without repeating finished jobs, whichever machine ran them.

    Args:
        number: The campaign's number (default: the latest unfinished one).
        book: The book or its file (default: MAGICBB_BOOK, or the user's own book).
        workers: A number of processes, "dask:ADDRESS" or an executor (default: this process).
        hours: The time limit in hours.
        on_event: Callback that receives each event. By default, notebooks show the progress.

    Returns:
        The outcome of the campaign, including its `records`; None if all campaigns are finished.

    Raises:
        ValueError: The campaign does not exist, or is finished.
        LookupError: This version does not know the campaign's kind.
        CampaignError: The campaign cannot continue.
        OSError: The book or the workers cannot be reached.

    >>> resume(book=RecordBook("no-such-book.sqlite", create=False))
    """
    if not isinstance(book, RecordBook):
        if book is not None and not book_path(book).exists():
            raise FileNotFoundError(errno.ENOENT, "no such record book", os.fspath(book_path(book)))
        with RecordBook(book, create=False) as opened:
            return resume(number, book=opened, workers=workers, hours=hours, on_event=on_event)
    if number is None:
        left = unfinished_campaigns(book)
        if not left:
            return None
        campaign = left[-1]
    else:
        campaign = book.campaign(number)
        if campaign.finished is not None:
            raise ValueError(f"campaign {number} was finished at {campaign.finished}")
    work = work_of(campaign)
    return run(
        work, command=campaign.command, book=book, workers=workers, hours=hours, on_event=on_event
    )
