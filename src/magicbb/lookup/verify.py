"""Verify all keys of a table against the oracle, through the public look-up functions."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, SLIDERS
from magicbb.geometry.squares import square_name
from magicbb.lookup.checksum import checksum
from magicbb.lookup.keys import all_keys, row_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys

_SCATTER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio


class Verifiable(Protocol):
    """An object that can be verified: it has look-up functions and sizes."""

    def lookup(self, piece: Slider) -> Callable[..., Any]:
        """The function (square, occupied) -> attacks."""

    @property
    def entries(self) -> int:
        """The number of slots."""

    @property
    def used(self) -> int:
        """The number of slots that at least one key reaches."""

    @property
    def nbytes(self) -> int:
        """The size of slots and attack sets in bytes."""

    @property
    def parameter_nbytes(self) -> int:
        """The size of the parameters in bytes."""


@dataclass(frozen=True)
class Report:
    """The result of verifying a table.

    Attributes:
        keys: The number of keys looked up, each also with garbage in the irrelevant squares.
        checksum: The 64-bit FNV-1a hash of all attack sets; see `checksum`.
        entries: The number of slots.
        used: The number of slots that at least one key reaches.
        nbytes: The size of slots and attack sets in bytes.
        parameter_nbytes: The size of the parameters of all squares in bytes.
    """

    keys: int
    checksum: int
    entries: int
    used: int
    nbytes: int
    parameter_nbytes: int

    @property
    def fill(self) -> float:
        """The fraction of the slots that are used, 0 to 1; 0 for an empty table."""
        return self.used / self.entries if self.entries else 0.0

    def to_dict(self) -> dict[str, int | float | str]:
        """Return all figures as a dict for JSON; the checksum is a hexadecimal string."""
        return {**asdict(self), "checksum": f"{self.checksum:#018x}", "fill": round(self.fill, 6)}

    def lines(self) -> list[str]:
        """Return all figures as lines of text."""
        return [
            f"  keys     {self.keys:,}, all correct; checksum {self.checksum:#018x}",
            f"  entries  {self.entries:,}, {self.used:,} of them used ({self.fill:.1%})",
            f"  bytes    {self.nbytes:,}, and {self.parameter_nbytes:,} of parameters",
        ]

    def __str__(self) -> str:
        """All figures in one line."""
        return (
            f"{self.keys:,} keys correct; {self.entries:,} entries, {self.used:,} used "
            f"({self.fill:.1%}), {self.nbytes:,} bytes + {self.parameter_nbytes:,} of parameters"
        )


class VerificationError(ValueError):
    """A table returns the wrong attacks for a key."""


def verify(table: Verifiable) -> Report:
    """Look up all 107,648 keys, with and without garbage in the irrelevant squares.

    All keys are looked up three times as arrays, and once with single calls, which run different
    code.

    Raises:
        VerificationError: The result for a key differs from the ray walk; the message gives the
            first such key.
    """
    keys = all_keys()
    boards = [
        keys.blockers | (garbage & ~keys.masks[keys.rows])
        for garbage in _garbage(len(keys.blockers))
    ]
    for slider in SLIDERS:
        part, look_up = keys.of_slider(slider), table.lookup(slider)
        for occupied in boards:
            answers = look_up(keys.rows[part] & 63, occupied[part])
            _compare(keys, part, occupied[part], answers)
    for slider in SLIDERS:
        part, look_up = keys.of_slider(slider), table.lookup(slider)
        scattered = boards[-1][part]
        singly = map(look_up, (keys.rows[part] & 63).tolist(), scattered.tolist())
        _compare(keys, part, scattered, np.array([*singly], np.uint64))
    return Report(
        keys=len(keys.blockers),
        checksum=checksum(keys.attacks),
        entries=table.entries,
        used=table.used,
        nbytes=table.nbytes,
        parameter_nbytes=table.parameter_nbytes,
    )


def verify_queen(table: Verifiable) -> None:
    """Check the queen's attacks for every key of rook and bishop, for recipes with a queen kernel.

    Squares outside the key's mask hold a scattered pattern. The look-ups of rook and bishop must
    have been verified before.

    Raises:
        VerificationError: The result for a key differs from the union of the rook's and the
            bishop's attacks; the message gives the first such key.
    """
    keys = all_keys()
    *_, garbage = _garbage(len(keys.blockers))
    squares, occupied = keys.rows & 63, keys.blockers | (garbage & ~keys.masks[keys.rows])
    rook, bishop, queen = (
        table.lookup(slider)(squares, occupied) for slider in (ROOK, BISHOP, QUEEN)
    )
    wrong = np.flatnonzero(queen != rook | bishop)
    if len(wrong):
        first = int(wrong[0])
        name = f"queen on {square_name(int(squares[first]))}"
        raise _wrong_answer(name, occupied[first], queen[first], rook[first] | bishop[first])


def _garbage(count: int) -> Iterator[npt.NDArray[np.uint64]]:
    """Yield the contents of the irrelevant squares: empty, full, and a scattered pattern."""
    yield np.zeros(count, np.uint64)
    yield ~np.zeros(count, np.uint64)
    # Multiples of the constant are random enough for this purpose, and loading NumPy's generators
    # takes longer than all look-ups together.
    scattered = np.arange(count, dtype=np.uint64) * _SCATTER
    yield scattered ^ (scattered >> np.uint64(32))


def _compare(
    keys: Keys, part: slice, occupied: npt.NDArray[np.uint64], answers: npt.NDArray[np.uint64]
) -> None:
    wrong = np.flatnonzero(answers != keys.attacks[part])
    if len(wrong):
        first = int(wrong[0])
        name = row_name(int(keys.rows[part][first]))
        raise _wrong_answer(name, occupied[first], answers[first], keys.attacks[part][first])


def _wrong_answer(
    name: str, occupied: np.uint64, answer: np.uint64, attacks: np.uint64
) -> VerificationError:
    """The error for a board on which the look-up returns the wrong attacks."""
    return VerificationError(
        f"{name} with occupied {int(occupied):#018x}: looked up {int(answer):#018x}, "
        f"but the attacks are {int(attacks):#018x}"
    )
