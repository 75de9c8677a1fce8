"""Pack a table, as the command `magicbb pack` does."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, overload

from magicbb.arguments import parse_seed, short_repr
from magicbb.research.campaigns.works.pack import Pack
from magicbb.research.campaigns.works.pack_start import digest_of
from magicbb.research.tasks.running import rounds_of, run, unfinished

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.research.campaigns import Event
    from magicbb.research.tasks.running import Kept, Where
    from magicbb.tables.table import Table


@overload
def pack(
    kind: str = ...,
    shift: str = ...,
    sharing: str = ...,
    *,
    published: bool = ...,
    start: str | os.PathLike[str] = ...,
    rounds: int = ...,
    draft: bool = ...,
    seed: int = ...,
    book: Kept = ...,
    workers: Where = ...,
    hours: float | None = ...,
    on_event: Callable[[Event], object] | None = ...,
) -> Table: ...


@overload
def pack(
    kind: str = ...,
    shift: str = ...,
    sharing: Sequence[str] = ...,
    *,
    published: bool = ...,
    start: str | os.PathLike[str] = ...,
    rounds: int = ...,
    draft: bool = ...,
    seed: int = ...,
    book: Kept = ...,
    workers: Where = ...,
    hours: float | None = ...,
    on_event: Callable[[Event], object] | None = ...,
) -> dict[str, Table]: ...


def pack(
    kind: str = "black",
    shift: str = "free",
    sharing: str | Sequence[str] = "none",
    *,
    published: bool = False,
    start: str | os.PathLike[str] = "",
    rounds: int = 12,
    draft: bool = False,
    seed: int = 1,
    book: Kept = None,
    workers: Where = None,
    hours: float | None = None,
    on_event: Callable[[Event], object] | None = None,
) -> Table | dict[str, Table]:
    """Pack the index ranges of 128 magics into one array that is as small as possible.

    Each round anneals magics whose slots pack well, chooses and places them, and compacts the
    result by guided local search. A round takes about ten minutes on one core, and tables keep
    getting smaller for hours.

    Args:
        kind: "white" or "black".
        shift: "free" (a shift for each square) or "fixed" (a shift for each piece).
        sharing: How squares share slots: "none", "postmask" (masked union slots) or
            "bytes" (a byte for each slot). A list packs one table for each of its items, from the
            same magics.
        published: Whether published magics may be chosen and used as starting points.
        start: A table to start from: a name such as "densest-shared", or a file.
        rounds: The number of rounds.
        draft: Whether to make a quick run at 1% effort, which gives a large table.
        seed: The seed; equal seeds give equal tables, regardless of the workers.
        book: A `RecordBook` or its file, in which progress is saved (default: none).
        workers: A number of processes, "dask:ADDRESS" or an executor (default: this process).
        hours: The time limit in hours, after which the best table so far is returned.
        on_event: Callback that receives each event. By default, notebooks show the progress.

    Returns:
        The table; if `sharing` is a list, a dict from each of its items to a table.

    Raises:
        ValueError: A name or number is not allowed, or the start table is unsuitable.
        TypeError: `sharing` is neither a string nor a list.
        UnfinishedError: Time ran out before every table had been packed once.
        CampaignError: The campaign cannot continue, for example if another process runs it.
        OSError: The book or the workers cannot be reached, or the start table cannot be read.

    >>> pack("purple")
    Traceback (most recent call last):
    ValueError: kind must be "white" or "black", got 'purple'
    """
    if not isinstance(sharing, Iterable):
        raise TypeError(f"sharing must be a string or a list of strings, got {short_repr(sharing)}")
    sharings = (sharing,) if isinstance(sharing, str) else tuple(sharing)
    if not all(isinstance(each, str) for each in sharings):
        raise TypeError(f"sharing must be a list of strings, got {short_repr(sharing)}")
    seed, start = parse_seed(seed), os.fspath(start)
    work = Pack(kind, shift, sharings, published, rounds, seed, draft, start, digest_of(start))
    work.check_start()
    outcome = run(
        work, command=work.command, book=book, workers=workers, hours=hours, on_event=on_event
    )
    tables = work.tables(rounds_of(outcome))
    if len(tables) < len(work.sharing):
        raise unfinished(outcome)
    return tables[sharing] if isinstance(sharing, str) else tables
