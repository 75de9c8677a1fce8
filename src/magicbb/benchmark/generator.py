"""The same generator of moves over every scheme: what a look-up is worth among all other work.

Perft (`magicbb.chess.perft`) visits or counts every legal move. Its look-ups are of all kinds:
independent ones for the pieces of a side, and some that others wait for, as those that tell from
where the king is in check.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.benchmark.result import PerftCase
from magicbb.benchmark.turns import WrongAnswersError, shortest
from magicbb.chess.board_state import state_of
from magicbb.chess.generator.move_tables import MoveTables
from magicbb.chess.notation.fen import parse_fen
from magicbb.chess.perft import perft_entry
from magicbb.chess.position import START

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from magicbb.benchmark.contenders import Contender

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
"""Peter McKenzie's position, in which there is everything."""


@dataclass(frozen=True)
class Tree:
    """A tree of moves whose leaves are counted.

    Attributes:
        where: What its root is called within a sentence.
        fen: Its root.
        depth: How many plies.
        leaves: How many leaves it is known to have.
    """

    where: str
    fen: str
    depth: int
    leaves: int


TREES = {
    "start": Tree("on the start position", START, 5, 4_865_609),
    "Kiwipete": Tree("on Kiwipete", KIWIPETE, 4, 4_085_603),
}
"""The trees by the names of their positions: each a few milliseconds, and one compiled call."""


@dataclass(frozen=True, eq=False)
class PerftTurn:
    """Counting the leaves of a tree on one thread, as a turn.

    Attributes:
        case: What is timed.
        contender: Who looks up.
        tree: What is counted.
    """

    case: PerftCase
    contender: Contender
    tree: Tree

    def check(self) -> None:
        """Compile it, and compare the count with the known one.

        Raises:
            WrongAnswersError: It is another.
        """
        if (found := self._count()) != self.tree.leaves:
            case = f"{self.case.scheme}, {self.case.position}, depth {self.tree.depth}"
            raise WrongAnswersError(f"{case}: {found:,} leaves instead of {self.tree.leaves:,}")

    def ns(self) -> float:
        """Nanoseconds per leaf."""
        self._count()  # the others have had the caches in the meantime
        return shortest(self._count)[0] / self.tree.leaves

    @functools.cached_property
    def _count(self) -> Callable[[], int]:
        tables = MoveTables.of(self.contender)
        entry, depth = perft_entry(tables.sliders), self.tree.depth
        words = np.frombuffer(state_of(parse_fen(self.tree.fen)), np.uint64)
        return lambda: int(entry(tables.words, words, 1, depth))


def perft_turns(contenders: Sequence[Contender]) -> Iterator[PerftTurn]:
    """The turns of all that look up in positions as they are: kept boards do not take part."""
    for contender in contenders:
        if not contender.kept:
            for position, tree in TREES.items():
                yield PerftTurn(PerftCase(contender.name, position), contender, tree)
