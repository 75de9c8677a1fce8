"""Perft: the number of move sequences of a given length.

This is the number of leaves of the tree of legal moves at a given depth. Moves of the last ply are
counted but not made (bulk counting); most moves of the ply before are not made either, and their
replies are counted from the position before. By default no hash table is used. Perft is used to
test and time move generators (https://www.chessprogramming.org/Perft).

In this module, positions are the bytes of their words, which are not checked, and moves are codes;
`Position.perft` is the public interface.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, islice
from threading import Event
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from magicbb.arguments import parse_integer
from magicbb.chess.default import move_tables
from magicbb.chess.fast_perft import fast_counter
from magicbb.chess.generator.counting import count_kernel, counting_visit
from magicbb.chess.generator.postponed import nothing_postponed, postponed_kernel
from magicbb.chess.generator.replies import replies_kernel, reply_count
from magicbb.chess.generator.state import STATE_WORDS, rights_in, side_to_move, upside_down
from magicbb.chess.generator.walking import walk_kernel
from magicbb.chess.rules import default_rules
from magicbb.compile import (
    Entry,
    Word,
    Words,
    counting,
    entry,
    forward,
    kernel,
    local_word,
    local_words,
    outlined,
    recursive,
)
from magicbb.compile.threads import run_each, thread_count

if TYPE_CHECKING:
    from magicbb.chess.generator.move_tables import MoveTables, Sliders
    from magicbb.lookup.table import LookupTable

DEEPEST = 64
"""The maximum depth, far deeper than any feasible count."""

_IN_ONE_CALL = 5
"""The maximum depth of one compiled call, chosen so that Ctrl-C takes effect within a second in
positions from games."""

_SHARES_PER_THREAD = 16
"""The number of shares per thread; more than one, since the sizes of subtrees differ."""

_ALONE = 4
"""Trees up to this depth are counted on one thread, as they take only a few milliseconds."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_STATE_WORDS = Word(STATE_WORDS)


def perft(
    state: bytes,
    depth: SupportsIndex,
    threads: int | None = None,
    table: LookupTable | None = None,
    on_counted: Callable[[int], None] | None = None,
    hash: int | None = None,
) -> int:
    """The number of leaves below a position.

    Args:
        state: The position.
        depth: 0..64.
        threads: The number of threads (default: all cores).
        table: The slider table to use (default: the fastest).
        on_counted: Called from any thread with partial leaf counts, which add up to the result.
        hash: Count with null moves and a hash table of this size in MiB, 0 for no table (default:
            neither).

    The first plies, which split the work between threads, are generated with the default table.

    Raises:
        ValueError: A number is out of range.
        TypeError: An argument has the wrong type.
    """
    depth = parse_integer(depth, DEEPEST + 1, f"depth must be 0..{DEEPEST}")
    threads, tables = thread_count(threads), move_tables(table)
    shares = _split([state], depth, _shares(threads) if depth > _ALONE else 1)
    return sum(_leaves(shares, threads, _counter(tables, state, depth, hash), on_counted))


def divide(
    state: bytes,
    depth: SupportsIndex,
    threads: int | None = None,
    table: LookupTable | None = None,
    on_counted: Callable[[int], None] | None = None,
    hash: int | None = None,
) -> dict[int, int]:
    """The number of leaves below each move, keyed by the move's code; see `perft`.

    Raises:
        ValueError: As for `perft`, or the depth is 0.
    """
    depth = parse_integer(depth, DEEPEST + 1, f"depth for divide must be 1..{DEEPEST}", start=1)
    threads, tables = thread_count(threads), move_tables(table)
    after = children(state)
    each = -(-_shares(threads) // max(1, len(after)))
    parts = [_split([child], depth - 1, each) for child in after.values()]
    count = _counter(tables, state, depth, hash)
    leaves = iter(_leaves([*chain(*parts)], threads, count, on_counted))
    return {move: sum(islice(leaves, len(part))) for move, part in zip(after, parts, strict=True)}


def children(state: bytes) -> dict[int, bytes]:
    """The position after each legal move, keyed by the move's code."""
    rules = default_rules()
    return {move: rules.after(state, move) for move in memoryview(rules.moves(state)).cast("H")}


def _shares(threads: int) -> int:
    """The number of shares into which to split the work for this number of threads."""
    return _SHARES_PER_THREAD * threads if threads > 1 else 1


@dataclass(frozen=True)
class _Share:
    """A share of the work: positions, and the depth to which each is to be counted."""

    states: list[bytes]
    depth: int


def _split(states: list[bytes], depth: int, wanted: int) -> list[_Share]:
    """Split the work below positions into shares, going deeper until there are enough positions."""
    while depth > 1 and len(states) < wanted:
        states = [child for state in states for child in children(state).values()]
        depth -= 1
    size = -(-len(states) // wanted)
    starts = range(0, len(states), size or 1)
    return [_Share(states[start : start + size], depth) for start in starts]


Counter = Callable[[Any, int, int], int]
"""A function (words of positions, count, depth) -> number of leaves below the positions."""


def _counter(tables: MoveTables, state: bytes, depth: int, hash: int | None) -> Counter:
    """The function that counts the leaves below a position: `fast_perft`'s if `hash` is given."""
    if hash is not None:
        return fast_counter(tables, state, depth, hash)
    count = perft_entry(tables.sliders_for(rights_in(state)))
    return lambda words, number, left: int(count(tables.words, words, number, left))


def _leaves(
    shares: list[_Share],
    threads: int,
    count: Counter,
    on_counted: Callable[[int], None] | None,
) -> list[int]:
    """The number of leaves below each share, in order."""
    stopped = Event()

    def below(share: _Share) -> int:
        if stopped.is_set():
            return 0  # the caller has failed or has been interrupted
        if share.depth > _IN_ONE_CALL:
            deeper = [[*children(state).values()] for state in share.states]
            return sum(below(_Share(states, share.depth - 1)) for states in deeper)
        if share.depth == _IN_ONE_CALL and len(share.states) > 1:
            return sum(below(_Share([state], share.depth)) for state in share.states)
        words = np.frombuffer(b"".join(share.states), np.uint64)
        found = count(words, len(share.states), share.depth)
        if on_counted:
            on_counted(found)
        return found

    return run_each(below, shares, threads, stopped)


@functools.cache
def perft_entry(sliders: Sliders) -> Entry:
    """The compiled function (tables, words of positions, count, depth) -> number of leaves."""
    count, two_plies = count_kernel(sliders), _two_plies_kernel(sliders)

    @forward
    def deeper(
        tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word, depth: Word
    ) -> Word:
        raise NotImplementedError

    @kernel
    def visit(
        tables: Words,
        depth: Any,
        total: Word,
        _origin: Word,
        _target: Word,
        _promotion: Word,
        after: Any,
    ) -> Word:
        own, bqn, rqk, pnk, rights = upside_down(after)
        return total + deeper(tables, own, bqn, rqk, pnk, rights, depth - _ONE)

    walk = walk_kernel(sliders, visit)

    @recursive(deeper)
    def two_or_more(
        tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word, depth: Word
    ) -> Word:
        if depth == _TWO:
            return two_plies(tables, own, bqn, rqk, pnk, rights)
        return walk(tables, depth, _ZERO, (own, bqn, rqk, pnk, rights))

    @entry
    def perft(tables: Words, states: Words, number: Word, depth: Word) -> Word:
        total = _ZERO
        for place in counting(number):
            own, bqn, rqk, pnk, rights = side_to_move(states, place * _STATE_WORDS, _ONE)
            if depth == _ZERO:
                total += _ONE
            elif depth == _ONE:
                total += count(tables, own, bqn, rqk, pnk, rights)
            else:
                total += two_or_more(tables, own, bqn, rqk, pnk, rights, depth)
        return total

    return perft


def _two_plies_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel (tables, five words) -> leaves two plies deep."""
    replies, after_each = replies_kernel(sliders), postponed_kernel(sliders)
    walk = walk_kernel(sliders, counting_visit(sliders), reply_count(sliders))

    @outlined
    def two_plies(tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word) -> Word:
        position = (own, bqn, rqk, pnk, rights)
        known, postponed = replies(tables, position), nothing_postponed(local_words(), local_word())
        total = walk(tables, _ZERO, (known, postponed), position)
        return total + after_each(tables, known, postponed)

    return two_plies
