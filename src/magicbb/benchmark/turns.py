"""Turns: what a contender does when it is its turn, and how long that takes.

That is to look up, to keep rotated boards up to date, or to count the leaves of a tree of moves:
the same generator of moves over every scheme, what a look-up is worth among all other work. Its
look-ups are of all kinds: independent ones for the pieces of a side, and some that others wait for,
as those that tell from where the king is in check.
"""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.benchmark.contenders import SQUARES_PER_MOVE, Contender, toggle_four, toggle_one
from magicbb.benchmark.loops import Idle, Surroundings, loop_entry
from magicbb.benchmark.result import Case, PerftCase
from magicbb.chess.board_state import state_of
from magicbb.chess.generator.move_tables import MoveTables
from magicbb.chess.notation.fen import parse_fen
from magicbb.chess.perft import perft_entry
from magicbb.chess.position import START
from magicbb.lookup.recipe import Arrays
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.rivals.turning import BOARDS
from magicbb.tables.rival_table import RivalTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    import numpy.typing as npt

    from magicbb.benchmark.settings import Settings
    from magicbb.benchmark.streams import Stream

    AnyTurn: TypeAlias = "Turn | MovesTurn | PerftTurn"
    """What has its turn in every round: it can be checked, and it can be timed."""

LOOKUPS_PER_CALL = 1 << 16
"""Look-ups that are timed together, at least: fewer, and the call itself would count."""

CALLS_PER_TURN = 5
"""The shortest of so many calls is what a turn took: the others met with something else."""

MOVES = 1 << 12
"""Moves that are timed together."""

_IDLE = Contender("nobody", Idle(), *(np.zeros(0, np.uint64),) * 3)


class WrongAnswersError(AssertionError):
    """A contender does not answer as the ray walk does: its time means nothing."""


@dataclass(frozen=True, eq=False)
class Turn:
    """What a contender does when it has its turn: look-ups.

    Attributes:
        case: What is timed.
        contender: Who answers.
        stream: What is asked.
        surroundings: What is touched in between.
        expected: The sum of the ray walk's answers.
    """

    case: Case
    contender: Contender
    stream: Stream
    surroundings: Surroundings
    expected: int

    def check(self) -> None:
        """Compare the sum of the answers with that of the ray walk's.

        Raises:
            WrongAnswersError: It is another.
        """
        if self._loop(self.contender, 1)() != self.expected:
            raise WrongAnswersError(f"{self.case} does not answer as the ray walk does")

    def ns(self) -> float:
        """Nanoseconds per look-up; without those of the touches in between, measured next to it."""
        passes = 1 if self.stream.pressed else -(-LOOKUPS_PER_CALL // len(self.stream))
        self._loop(self.contender, 1)()  # the others have had the caches in the meantime
        loops = [self._loop(self.contender, passes)]
        if self.stream.pressed:
            loops.append(self._loop(_IDLE, passes))
        taken, *idle = shortest(*loops)
        return (taken - sum(idle)) / (passes * len(self.stream))

    def _loop(self, who: Contender, passes: int) -> Callable[[], int]:
        entry = loop_entry(who.recipe, self.stream.slider, self.case.mode)
        table = Arrays.of(who.recipe, *who.arrays)
        stream = self.surroundings.state(self.stream, self.contender.queries(self.stream))
        return lambda: int(entry(table, stream, passes, 0))


@dataclass(frozen=True, eq=False)
class MovesTurn:
    """What keeping boards up to date takes, as a turn.

    Attributes:
        case: A name in `Result.moves`.
        rotated: Rotated bitboards.
        squares: uint8, two for every move.
    """

    case: str
    rotated: Contender
    squares: npt.NDArray[np.uint8]

    def check(self) -> None:
        """Compile it."""
        self.ns()

    def ns(self) -> float:
        """Nanoseconds per move."""
        moves, passes = len(self.squares) // SQUARES_PER_MOVE, 8
        kept = np.zeros(BOARDS, np.uint64)
        toggle = toggle_one if self.case == "one board" else toggle_four
        arguments = (self.rotated.attack_sets, kept, self.squares, moves, passes)
        return shortest(lambda: toggle(*arguments))[0] / (moves * passes)


def turns_of(
    contenders: Sequence[Contender], streams: Sequence[Stream], settings: Settings
) -> Iterator[Turn | MovesTurn]:
    """What is done in every round."""
    surroundings = Surroundings(settings.working_set)
    for stream in streams:
        expected = sum_of_attacks(stream)
        for mode in settings.modes:
            for contender in contenders:
                if contender.answers(stream):
                    case = Case(contender.name, str(stream.slider), stream.name, mode)
                    yield Turn(case, contender, stream, surroundings, expected)
    squares = np.random.default_rng(settings.seed).integers(0, 64, 2 * MOVES, np.uint8)
    for contender in contenders:
        if contender.kept:
            yield MovesTurn("four boards", contender, squares)
            yield MovesTurn("one board", contender, squares)


def rounds(turns: Sequence[AnyTurn], count: int) -> Iterator[tuple[AnyTurn, float] | None]:
    """Take all turns, round by round, each round in another order; before, check them all.

    Yields:
        None for every turn that was checked, then every turn with the nanoseconds that it took.

    Raises:
        WrongAnswersError: A contender answers wrongly.
    """
    for turn in turns:
        turn.check()
        yield None
    random = np.random.default_rng(count)
    for _ in range(count):
        for number in random.permutation(len(turns)).tolist():
            yield turns[number], turns[number].ns()


def sum_of_attacks(stream: Stream) -> int:
    """The sum of all answers modulo 2**64, by the ray walk."""
    look_up = RivalTable(RIVALS["rays"]).lookup(stream.slider)
    return int(look_up(stream.squares, stream.occupied).sum(dtype=np.uint64))


def shortest(*functions: Callable[[], object]) -> list[int]:
    """The nanoseconds of each function's shortest call; they take turns, too."""
    taken: list[list[int]] = [[] for _ in functions]
    for _ in range(CALLS_PER_TURN):
        for function, times in zip(functions, taken, strict=True):
            start = time.perf_counter_ns()
            function()
            times.append(time.perf_counter_ns() - start)
    return [min(times) for times in taken]


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
