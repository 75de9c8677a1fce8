"""Perft: how many ways there are to play a number of moves.

The number of leaves of the tree of legal moves, down to a depth. Those of the last ply are counted
together, all others are visited one by one, and none is kept to be found again. It is how
generators of moves are tested and timed (https://www.chessprogramming.org/Perft).

Positions are the bytes of their words here, and moves their numbers; `Position.perft` has the face
for people.
"""

from __future__ import annotations

import functools
from threading import Event
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from magicbb.arguments import parse_integer, short_repr
from magicbb.chess.counting import count_kernel
from magicbb.chess.default import default_move_tables
from magicbb.chess.move_tables import MoveTables
from magicbb.chess.rules import default_rules
from magicbb.chess.state import side_to_move, upside_down
from magicbb.chess.walking import walk_kernel
from magicbb.compile import Entry, Word, Words, entry, forward, kernel, recursive
from magicbb.lookup_table import LookupTable
from magicbb.threads import run_each, thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.move_tables import Sliders

DEEPEST = 64
"""Deeper than anyone will ever count."""

_IN_ONE_CALL = 5
"""So deep the compiled function goes at once: then Ctrl-C is answered within a second or so."""

_SPLIT = 2
"""Plies after which the work is shared: some hundred shares, each small beside the whole."""

_ONE, _TWO = Word(1), Word(2)


def perft(
    state: bytes,
    depth: SupportsIndex,
    threads: int | None = None,
    table: LookupTable | None = None,
    on_counted: Callable[[int], None] | None = None,
) -> int:
    """The number of leaves below a position.

    Args:
        state: The position.
        depth: 0..64.
        threads: How many threads share the work; all cores if left out.
        table: The table of sliders to use; the fastest if left out.
        on_counted: Called with numbers of leaves that add up to the result, from any thread.
    """
    depth = parse_integer(depth, DEEPEST + 1, f"depth must be 0..{DEEPEST}")
    threads, count = thread_count(threads), _Count(_tables(table), on_counted)
    if depth <= _SPLIT:
        return count.leaves(state, depth)
    tasks = [second for first in children(state).values() for second in children(first).values()]
    return sum(count.shared(tasks, depth - _SPLIT, threads))


def divide(
    state: bytes,
    depth: SupportsIndex,
    threads: int | None = None,
    table: LookupTable | None = None,
    on_counted: Callable[[int], None] | None = None,
) -> dict[int, int]:
    """The number of leaves below each move; see `perft`.

    Raises:
        ValueError: Also for a depth of 0, which has no moves.
    """
    depth = parse_integer(depth, DEEPEST + 1, f"depth to divide must be 1..{DEEPEST}", start=1)
    threads, count = thread_count(threads), _Count(_tables(table), on_counted)
    below = [*children(state).items()]
    result = {move: 0 for move, _ in below}
    if depth > _SPLIT:
        below = [(move, second) for move, first in below for second in children(first).values()]
        depth -= 1
    leaves = count.shared([child for _, child in below], depth - 1, threads)
    for (move, _), number in zip(below, leaves, strict=True):
        result[move] += number
    return result


def children(state: bytes) -> dict[int, bytes]:
    """The position after each legal move."""
    rules = default_rules()
    return {move: rules.after(state, move) for move in memoryview(rules.moves(state)).cast("H")}


class _Count:
    """Counting leaves with some tables, and telling how many as it goes."""

    def __init__(self, tables: MoveTables, on_counted: Callable[[int], None] | None) -> None:
        self._tables = tables
        self._on_counted = on_counted
        self._stopped = Event()

    @functools.cached_property
    def _entry(self) -> Entry:
        return perft_entry(self._tables.sliders)

    def shared(self, states: list[bytes], depth: int, threads: int) -> list[int]:
        """The leaves below each position, the work shared by threads."""

        def leaves(state: bytes) -> int:
            return self.leaves(state, depth)

        return run_each(leaves, states, threads, self._stopped)

    def leaves(self, state: bytes, depth: int) -> int:
        """The leaves below a position."""
        if self._stopped.is_set():
            return 0  # whoever asked has been told of an error, or has gone
        if depth > _IN_ONE_CALL:
            return sum(self.leaves(child, depth - 1) for child in children(state).values())
        found = (
            int(self._entry(self._tables.words, np.frombuffer(state, np.uint64), depth))
            if depth
            else 1
        )
        if self._on_counted:
            self._on_counted(found)
        return found


def _tables(table: LookupTable | None) -> MoveTables:
    if table is None:
        return default_move_tables()
    if not isinstance(table, LookupTable):
        raise TypeError(f"table must be a table, from magicbb.build(...), got {short_repr(table)}")
    return MoveTables.of(table)


@functools.cache
def perft_entry(sliders: Sliders) -> Entry:
    """The compiled function (tables, words of a position, depth) -> number of leaves.

    The depth is 1 or more.
    """
    count = count_kernel(sliders)

    @forward
    def deeper(
        tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word, depth: Word
    ) -> Word:
        raise NotImplementedError

    @kernel
    def visit(
        tables: Words,
        depth: Word,
        total: Word,
        _origin: Word,
        _target: Word,
        _promotion: Word,
        after: Any,
    ) -> Word:
        own, bqn, rqk, pnk, rights = upside_down(after)
        if depth == _TWO:
            return total + count(tables, own, bqn, rqk, pnk, rights)
        return total + deeper(tables, own, bqn, rqk, pnk, rights, depth - _ONE)

    walk = walk_kernel(sliders, visit)

    @recursive(deeper)
    def two_or_more(
        tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word, depth: Word
    ) -> Word:
        return walk(tables, depth, (own, bqn, rqk, pnk, rights))

    @entry
    def perft(tables: Words, words: Words, depth: Word) -> Word:
        own, bqn, rqk, pnk, rights = side_to_move(words, _ONE)
        if depth == _ONE:
            return count(tables, own, bqn, rqk, pnk, rights)
        return two_or_more(tables, own, bqn, rqk, pnk, rights, depth)

    return perft
