"""Errors that concern records, leases and books."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class RecordError(ValueError):
    """A record failed verification."""


class LeaseLostError(ValueError):
    """A result came from a coordinator that does not hold the campaign's lease."""


class DamagedBookError(ValueError):
    """A book is damaged and cannot be used.

    Args:
        path: The book's file.
        what: The damage, such as "it has no table magics".
    """

    def __init__(self, path: Path, what: str) -> None:
        command = f"magicbb records --book {shlex.quote(str(path))} --repair NEW"
        remedy = f"`{command}` recovers the undamaged records"
        super().__init__(f"{path}: the record book is damaged ({what}); {remedy}")
        self.what = what


class DamagedBookWarning(UserWarning):
    """Damaged rows of a book were skipped."""


@dataclass(frozen=True)
class Damage:
    """A damaged row of a book.

    Attributes:
        table: The name of the row's table.
        row: The row's number in the table.
        reason: A description of the damage.
    """

    table: str
    row: int
    reason: str

    def __str__(self) -> str:
        """The row, and a description of its damage.

        >>> print(Damage("magics", 3, "used is 480, not 1"))
        magics, row 3: used is 480, not 1
        """
        return f"{self.table}, row {self.row}: {self.reason}"
