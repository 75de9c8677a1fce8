"""The record book: records, and the campaigns that produce them."""

from __future__ import annotations

import json
import shlex
import sys
import warnings
from typing import TYPE_CHECKING, Any

from magicbb.arguments import parse_integer, parse_one_of, parse_seed, short_repr
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.magics.magic import KINDS
from magicbb.public import __version__
from magicbb.research.records import campaigns, leases
from magicbb.research.records.database.connection import Connection, book_path
from magicbb.research.records.errors import (
    DamagedBookError,
    DamagedBookWarning,
    RecordError,
)
from magicbb.research.records.magic_records import MagicRecord
from magicbb.research.records.proof_records import ProofRecord
from magicbb.research.records.provenance import Provenance, now, who
from magicbb.research.records.record import Kind, Record, checked_records
from magicbb.research.records.rows import check_consistent, insert, select
from magicbb.research.records.table_records import CATEGORIES, TableRecord
from magicbb.research.records.values import LARGEST_INTEGER, MOST_SECONDS, check_short

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from typing_extensions import Self

    from magicbb.geometry.sliders import Slider
    from magicbb.research.records.campaigns import Campaign
    from magicbb.research.records.errors import Damage

__all__ = ["Record", "RecordBook"]


class RecordBook:
    """An open record book.

    Many processes may read and write one book at once, and many threads of a process may share one
    `RecordBook`. Each method call is atomic: when it returns, all of its changes are on disk.

    Args:
        path: The file (default: the one named by the environment variable MAGICBB_BOOK, or else the
            one in the user's data directory).
        create: Whether to create a missing file. If False, an empty in-memory book takes the place
            of a missing file, and is lost when closed.
        on_damage: Callback that receives a message when damaged rows are skipped (default: emit a
            `DamagedBookWarning`).

    Raises:
        DamagedBookError: The file lacks a table or a column, or SQLite cannot read it. Any method
            can raise it on reaching a damaged part.
        ValueError: The file is not a record book, or is from a newer magicbb.
        OSError: The file cannot be opened. Any method can also raise it if reading or writing
            fails.

    >>> import tempfile, os
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     with RecordBook(os.path.join(directory, "records.sqlite")) as book:
    ...         number = book.begin("find", {"square": "a1"}, seed=1, command="magicbb find")
    ...         book.campaign(number).kind
    'find'
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        create: bool = True,
        on_damage: Callable[[str], object] | None = None,
    ) -> None:
        self.path = book_path(path, create=create)
        self._damaged: dict[Damage, None] = {}
        self._on_damage = on_damage or _warn
        self._connection = Connection(self.path, create=create)

    def __enter__(self) -> Self:
        """Return the book."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the book."""
        self.close()

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        self._connection.close()

    @property
    def damaged(self) -> list[Damage]:
        """The damaged rows skipped so far."""
        return [*self._damaged]

    def begin(self, kind: str, params: dict[str, Any], *, seed: int, command: str) -> int:
        """Begin a campaign, or find the existing one with the same kind, parameters and seed.

        Returns:
            The campaign's number.

        Raises:
            ValueError: A value is invalid, or the parameters cannot be written as JSON.
        """
        check_short(kind, "kind")
        check_short(command, "command")
        if not isinstance(params, dict):
            raise ValueError(f"params must be a dict, got {short_repr(params)}")
        # Sorted keys, so that equal parameters give equal text.
        text = json.dumps(params, sort_keys=True, separators=(",", ":"), allow_nan=False)
        place = (kind, text, str(parse_seed(seed)))
        with self._connection.writing():
            (row,) = self._connection.rows(
                "INSERT INTO campaigns (kind, params, seed, command, who, version, begun)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET seed = seed RETURNING number",
                (*place, command, who(), __version__, now()),
            )
        number: int = row["number"]
        if number < 1:
            raise DamagedBookError(self.path, f"a campaign has the number {number}")
        return number

    def campaign(self, number: int) -> Campaign:
        """The campaign with the given number.

        Raises:
            DamagedBookError: The campaign's row is damaged.
            ValueError: There is no campaign with this number.
        """
        number = campaigns.parse_number(number)
        found, damaged = campaigns.select(self._connection, number)
        self._refuse(damaged)
        if not found:
            raise ValueError(f"{self.path}: there is no campaign {number}")
        return found[0]

    def campaigns(self) -> list[Campaign]:
        """All campaigns, oldest first."""
        found, damaged = campaigns.select(self._connection)
        self._skip(damaged)
        return found

    def lease(self, number: int, owner: str, seconds: float) -> bool:
        """Lease a campaign to an owner for the given number of seconds, or renew the owner's lease.

        Returns:
            False if another owner holds an unexpired lease and its process seems to be alive.
        """
        number = self.campaign(number).number
        check_short(owner, "owner")
        if not 0 < seconds <= MOST_SECONDS:
            raise ValueError(f"seconds must be a positive number, got {short_repr(seconds)}")
        with self._connection.writing():
            return leases.take(self._connection, number, owner, seconds)

    def release(self, number: int, owner: str) -> None:
        """Release a lease; another owner's lease is left alone."""
        number = campaigns.parse_number(number)
        with self._connection.writing():
            leases.release(self._connection, number, owner)

    def results(self, number: int, round: int) -> dict[int, Any]:
        """The results of a round by job number, in order.

        Raises:
            DamagedBookError: A result is damaged, so the round's results would be incomplete.
            ValueError: A number is out of range.
        """
        of = (campaigns.parse_number(number), campaigns.parse_round(round))
        found, damaged = campaigns.results(self._connection, *of)
        self._refuse(damaged)
        return dict(found)

    def keep(
        self,
        number: int,
        round: int,
        job: int,
        result: Any,
        seconds: float,
        owner: str,
    ) -> None:
        """Save the result of a job, unless the job already has one.

        Raises:
            LeaseLostError: The owner does not hold the campaign's lease.
            ValueError: A number is out of range, or the result is not a JSON value.
        """
        row = campaigns.result_row(number, round, job, result, seconds)
        with self._connection.writing():
            leases.check(self._connection, row[0], owner)
            campaigns.add_result(self._connection, row)

    def add_results(
        self, number: int, round: int, results: Mapping[int, tuple[Any, float]]
    ) -> None:
        """Add externally computed results and their times in seconds, all of them or none.

        A coordinator that is running the campaign repeats these jobs, but the added results are
        kept.

        Raises:
            RecordError: One of the jobs already has a result.
            ValueError: A number is out of range, or a result is not a JSON value.
        """
        self.campaign(number)
        rows = [
            campaigns.result_row(number, round, job, result, took)
            for job, (result, took) in results.items()
        ]
        with self._connection.writing():
            for row in rows:
                if not campaigns.add_result(self._connection, row):
                    raise RecordError(f"campaign {number} already has a result for job {row[2]}")

    def finish(self, number: int, records: Sequence[Record]) -> None:
        """Add a campaign's records, and mark it as finished, in one transaction.

        A record without provenance gets that of the campaign.

        Raises:
            RecordError: A record fails verification; the campaign is then not marked as finished.
        """
        campaign = self.campaign(number)
        number = campaign.number
        provenance = Provenance.of_this_moment(campaign.seed, campaign.command, campaign.seconds)
        records = checked_records(records)
        for record in records:
            record.verify()
        with self._connection.writing():
            for record in records:
                insert(self._connection, record, record.provenance or provenance, number)
            self._connection.run(
                "UPDATE campaigns SET finished = coalesce(finished, ?) WHERE number = ?",
                (provenance.when, number),
            )

    def check(self, records: Iterable[Record]) -> None:
        """Check that records could be added, without adding them.

        Raises:
            RecordError: A record fails verification, or contradicts one in the book.
        """
        for record in checked_records(records):
            record.verify()
            check_consistent(self._connection, record)

    def add(self, record: Record) -> bool:
        """Verify a record and add it.

        Returns:
            False if the record is already in the book.

        Raises:
            RecordError: The record fails verification.
        """
        return self.add_all([record]) == 1

    def add_all(
        self, records: Iterable[Record], on_verified: Callable[[Record], None] | None = None
    ) -> int:
        """Verify records and add them in one transaction, all of them or none.

        Args:
            records: The records; one without provenance gets the current user, time and version.
            on_verified: Callback that receives each record once it is verified.

        Returns:
            The number of new records.

        Raises:
            RecordError: A record fails verification.
        """
        records = checked_records(records)
        for record in records:
            record.verify()
            if on_verified is not None:
                on_verified(record)
        provenance = Provenance.of_this_moment()
        with self._connection.writing():
            return sum(
                insert(self._connection, record, record.provenance or provenance)
                for record in records
            )

    def magics(
        self,
        piece: Slider | str | None = None,
        square: int | str | None = None,
        kind: str | None = None,
        bits: int | None = None,
    ) -> list[MagicRecord]:
        """The matching magics in the book, by piece, square and kind, and then from best to worst.

        Fewer bits are better, then fewer used slots, then a shorter range.
        """
        order = "piece DESC, square, kind DESC, bits, used, highest - lowest, id"
        return self._found(MagicRecord, order, _asked(piece, square, kind, bits))

    def tables(self, name: str | None = None) -> list[TableRecord]:
        """The tables in the book, or those with a given name; for each name, the smallest first.

        Raises:
            ValueError: No table in a book can have this name.
        """
        if name is not None:
            parse_one_of("name", name, CATEGORIES)
        return self._found(TableRecord, "name, bytes, entries, id", {"name": name})

    def proofs(
        self,
        piece: Slider | str | None = None,
        square: int | str | None = None,
        kind: str | None = None,
        bits: int | None = None,
    ) -> list[ProofRecord]:
        """The matching proofs in the book, ordered by square."""
        order = "piece DESC, square, kind DESC, bits, id"
        return self._found(ProofRecord, order, _asked(piece, square, kind, bits))

    def _found(self, kind: type[Kind], order: str, asked: Mapping[str, object]) -> list[Kind]:
        """The records of a kind that match the given fields; None matches anything.

        All rows are read, since a damaged row might be a match.
        """
        records, damaged = select(self._connection, kind, {}, order)
        self._skip(damaged)
        return [
            record
            for record in records
            if all(value in (None, getattr(record, name)) for name, value in asked.items())
        ]

    def _refuse(self, damaged: Sequence[Damage]) -> None:
        for each in damaged:
            raise DamagedBookError(self.path, f"{each}")

    def _skip(self, damaged: Sequence[Damage]) -> None:
        """Report each skipped row once."""
        if new := [each for each in damaged if each not in self._damaged]:
            self._damaged.update(dict.fromkeys(new))
            rows = f"{len(new):,} damaged row{'s' * (len(new) > 1)} of {new[0].table} skipped"
            check = f"magicbb records --book {shlex.quote(str(self.path))} --check"
            self._on_damage(f"{self.path}: {rows}; `{check}` shows the details")


def _warn(sentence: str) -> None:
    level = 1  # to become that of the caller of the book's method
    while sys._getframe(level).f_globals["__name__"] == __name__:  # noqa: SLF001
        level += 1
    warnings.warn(sentence, DamagedBookWarning, stacklevel=level + 1)


def _asked(
    piece: Slider | str | None, square: int | str | None, kind: str | None, bits: int | None
) -> dict[str, object]:
    rule = "bits must be 0 or more"
    return {
        "piece": None if piece is None else parse_slider(piece),
        "square": None if square is None else parse_square(square),
        "kind": None if kind is None else parse_one_of("kind", kind, KINDS),
        "bits": None if bits is None else parse_integer(bits, LARGEST_INTEGER, rule),
    }


def parse_book(book: object) -> RecordBook:
    """Check that an argument is an open record book.

    Raises:
        TypeError: It is not, but for example the name of its file.

    >>> parse_book("records.sqlite")
    Traceback (most recent call last):
    TypeError: book must be a RecordBook, got 'records.sqlite'
    """
    if not isinstance(book, RecordBook):
        raise TypeError(f"book must be a RecordBook, got {short_repr(book)}")
    return book
