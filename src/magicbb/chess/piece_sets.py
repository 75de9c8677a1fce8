"""The sets of pieces that the words of a position stand for, or those of many positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from magicbb.chess.generator.state import BQN, PNK, RQK, WHITE

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
    def _words(self) -> Any:
        """The words, by their places in memory."""
        raise NotImplementedError

    @property
    def occupied(self) -> Squares:
        """All pieces."""
        words = self._words
        return words[BQN] | words[RQK] | words[PNK]

    @property
    def white(self) -> Squares:
        """White's pieces."""
        return self._words[WHITE]

    @property
    def black(self) -> Squares:
        """Black's pieces."""
        return self.occupied & ~self._words[WHITE]

    @property
    def pawns(self) -> Squares:
        """The pawns of both sides."""
        words = self._words
        return words[PNK] & ~(words[BQN] | words[RQK])

    @property
    def knights(self) -> Squares:
        """The knights of both sides."""
        words = self._words
        return words[BQN] & words[PNK]

    @property
    def bishops(self) -> Squares:
        """The bishops of both sides."""
        words = self._words
        return words[BQN] & ~(words[RQK] | words[PNK])

    @property
    def rooks(self) -> Squares:
        """The rooks of both sides."""
        words = self._words
        return words[RQK] & ~(words[BQN] | words[PNK])

    @property
    def queens(self) -> Squares:
        """The queens of both sides."""
        words = self._words
        return words[BQN] & words[RQK]

    @property
    def kings(self) -> Squares:
        """The kings of both sides."""
        words = self._words
        return words[RQK] & words[PNK]

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: positions are immutable."""
        raise AttributeError(f"{self._rule}, {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Refuse: positions are immutable."""
        raise AttributeError(f"{self._rule}, {name} cannot be deleted")
