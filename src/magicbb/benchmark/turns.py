"""Turns: the work of each contender in one round, and its time.

The work is to perform look-ups, to update rotated boards, or to count the leaves of a move tree.
Leaves are counted by the same move generator for every scheme, which shows how much look-ups matter
among all other work. A move generator has both kinds of look-ups: independent ones for the pieces
of a side, and some that further work depends on, such as those that find checkers.
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

    import numpy.typing as npt

    from magicbb.benchmark.settings import Settings
    from magicbb.benchmark.streams import Stream


LOOKUPS_PER_CALL = 1 << 16
"""The minimum number of look-ups timed together; with fewer, the cost of the call would matter."""

CALLS_PER_TURN = 5
"""The number of calls per turn; the shortest counts, as interruptions only lengthen calls."""

MOVES = 1 << 12
"""The number of simulated moves when board updates are timed; each call repeats them."""

_IDLE = Contender("nobody", Idle(), *(np.zeros(0, np.uint64),) * 3)


class WrongAnswersError(AssertionError):
    """A contender disagrees with the ray walk, so its time is meaningless."""


@dataclass(frozen=True, eq=False)
class Turn:
    """The work for one case, repeated in every round.

    Attributes:
        case: The case that is timed; for updates of rotated boards, a key of `Result.moves`.
        check: Compiles the work, and raises `WrongAnswersError` if answers are wrong.
        ns: Runs the turn and returns the nanoseconds per look-up, move or leaf.
    """

    case: Case | PerftCase | str
    check: Callable[[], object]
    ns: Callable[[], float]


def lookup_turn(
    case: Case, contender: Contender, stream: Stream, surroundings: Surroundings, expected: int
) -> Turn:
    """A turn of look-ups; the time for touching other memory is measured separately and subtracted.

    Args:
        case: The case that is timed.
        contender: The contender.
        stream: The queries.
        surroundings: The memory touched between queries.
        expected: The sum of the ray walk's answers.
    """

    def loop(who: Contender, passes: int) -> Callable[[], int]:
        entry = loop_entry(who.recipe, stream.slider, case.mode)
        table = Arrays.of(who.recipe, *who.arrays)
        state = surroundings.state(stream, contender.queries(stream))
        return lambda: int(entry(table, state, passes, 0))

    def check() -> None:
        if loop(contender, 1)() != expected:
            raise WrongAnswersError(f"{case} disagrees with the ray walk")

    def ns() -> float:
        passes = 1 if stream.pressed else -(-LOOKUPS_PER_CALL // len(stream))
        loop(contender, 1)()  # warm up: other turns have used the caches
        asked = [contender, _IDLE] if stream.pressed else [contender]
        taken, *idle = shortest(*(loop(who, passes) for who in asked))
        return (taken - sum(idle)) / (passes * len(stream))

    return Turn(case, check, ns)


def moves_turn(case: str, rotated: Contender, squares: npt.NDArray[np.uint8]) -> Turn:
    """A turn that updates "four boards" or "one board", toggling two squares per move."""

    def ns() -> float:
        moves, passes = len(squares) // SQUARES_PER_MOVE, 8
        kept = np.zeros(BOARDS, np.uint64)
        toggle = toggle_one if case == "one board" else toggle_four
        arguments = (rotated.attack_sets, kept, squares, moves, passes)
        return shortest(lambda: toggle(*arguments))[0] / (moves * passes)

    return Turn(case, ns, ns)


def turns_of(
    contenders: Sequence[Contender], streams: Sequence[Stream], settings: Settings
) -> Iterator[Turn]:
    """All turns of a round except those that count leaves; see `perft_turns`."""
    surroundings = Surroundings(settings.working_set)
    for stream in streams:
        expected = sum_of_attacks(stream)
        for mode in settings.modes:
            for contender in contenders:
                if contender.answers(stream):
                    case = Case(contender.name, str(stream.slider), stream.name, mode)
                    yield lookup_turn(case, contender, stream, surroundings, expected)
    squares = np.random.default_rng(settings.seed).integers(0, 64, 2 * MOVES, np.uint8)
    for contender in contenders:
        if contender.kept:
            yield moves_turn("four boards", contender, squares)
            yield moves_turn("one board", contender, squares)


def rounds(turns: Sequence[Turn], count: int) -> Iterator[tuple[Turn, float] | None]:
    """Check all turns, then run them round by round, in a different order each round.

    Yields:
        None after the check of each turn; then, in each round, every turn with its time
        from `Turn.ns`.

    Raises:
        WrongAnswersError: A contender's answers are wrong.
    """
    for turn in turns:
        turn.check()
        yield None
    random = np.random.default_rng(count)
    for _ in range(count):
        for number in random.permutation(len(turns)).tolist():
            yield turns[number], turns[number].ns()


def sum_of_attacks(stream: Stream) -> int:
    """The sum of the ray walk's answers modulo 2**64."""
    look_up = RivalTable(RIVALS["rays"]).lookup(stream.slider)
    return int(look_up(stream.squares, stream.occupied).sum(dtype=np.uint64))


def shortest(*functions: Callable[[], object]) -> list[int]:
    """The shortest time of each function in nanoseconds; the functions are called in turn."""
    taken: list[list[int]] = [[] for _ in functions]
    for _ in range(CALLS_PER_TURN):
        for function, times in zip(functions, taken, strict=True):
            start = time.perf_counter_ns()
            function()
            times.append(time.perf_counter_ns() - start)
    return [min(times) for times in taken]


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
"""Peter McKenzie's Kiwipete position, which has every kind of move."""


@dataclass(frozen=True)
class Tree:
    """A tree of moves whose leaves are counted.

    Attributes:
        where: A phrase for the position, for use in sentences.
        fen: The root position.
        depth: The number of plies.
        leaves: The known number of leaves.
    """

    where: str
    fen: str
    depth: int
    leaves: int


TREES = {
    "start": Tree("on the start position", START, 5, 4_865_609),
    "Kiwipete": Tree("on Kiwipete", KIWIPETE, 4, 4_085_603),
}
"""The trees, by the name of the position; each is counted in one compiled call of a few
milliseconds."""


def perft_turn(case: PerftCase, contender: Contender, tree: Tree) -> Turn:
    """A turn that counts the leaves of a tree on one thread."""

    @functools.cache
    def entry() -> Callable[[], int]:
        tables = MoveTables.of(contender)
        count = perft_entry(tables.sliders)
        words = np.frombuffer(state_of(parse_fen(tree.fen)), np.uint64)
        return lambda: int(count(tables.words, words, 1, tree.depth))

    def check() -> None:
        if (found := entry()()) != tree.leaves:
            name = f"{case.scheme}, {case.position}, depth {tree.depth}"
            raise WrongAnswersError(f"{name}: {found:,} leaves instead of {tree.leaves:,}")

    def ns() -> float:
        entry()()  # warm up: other turns have used the caches
        return shortest(entry())[0] / tree.leaves

    return Turn(case, check, ns)


def perft_turns(contenders: Sequence[Contender]) -> Iterator[Turn]:
    """The turns that count leaves, for all contenders without incremental boards."""
    for contender in contenders:
        if not contender.kept:
            for position, tree in TREES.items():
                yield perft_turn(PerftCase(contender.name, position), contender, tree)
