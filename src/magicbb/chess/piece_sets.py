"""The sets of pieces that the words of a position stand for, or those of many positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Squares = TypeVar("Squares", int, "npt.NDArray[np.uint64]")
"""A bitboard, or an array with one of each position."""


class PieceSets(Generic[Squares]):
    """What stands where, worked out of the words; sets of squares are bitboards."""

    __slots__ = ()

    _rule: ClassVar[str]
    """What is said to whoever wants to change it."""

    @property
    def _planes(self) -> Any:
        """White's pieces and the three planes, see `generator.state`."""
        raise NotImplementedError

    @property
    def occupied(self) -> Squares:
        """All pieces."""
        _white, bqn, rqk, pnk = self._planes
        return bqn | rqk | pnk

    @property
    def white(self) -> Squares:
        """White's pieces."""
        white: Squares = self._planes[0]
        return white

    @property
    def black(self) -> Squares:
        """Black's pieces."""
        white, bqn, rqk, pnk = self._planes
        return (bqn | rqk | pnk) & ~white

    @property
    def pawns(self) -> Squares:
        """The pawns of both sides."""
        _white, bqn, rqk, pnk = self._planes
        return pnk & ~(bqn | rqk)

    @property
    def knights(self) -> Squares:
        """The knights of both sides."""
        _white, bqn, _rqk, pnk = self._planes
        return bqn & pnk

    @property
    def bishops(self) -> Squares:
        """The bishops of both sides."""
        _white, bqn, rqk, pnk = self._planes
        return bqn & ~(rqk | pnk)

    @property
    def rooks(self) -> Squares:
        """The rooks of both sides."""
        _white, bqn, rqk, pnk = self._planes
        return rqk & ~(bqn | pnk)

    @property
    def queens(self) -> Squares:
        """The queens of both sides."""
        _white, bqn, rqk, _pnk = self._planes
        return bqn & rqk

    @property
    def kings(self) -> Squares:
        """The kings of both sides."""
        _white, _bqn, rqk, pnk = self._planes
        return rqk & pnk

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: positions are immutable."""
        raise AttributeError(f"{self._rule}, {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Refuse: positions are immutable."""
        raise AttributeError(f"{self._rule}, {name} cannot be deleted")
