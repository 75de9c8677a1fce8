"""Perft with null moves and a hash table: the same counts in less time.

Most quiet moves have as many replies as a null move, so the replies to the null move are counted
once for all of them (`generator.null_move`); repeated positions are looked up in a hash table
(`generator.transpositions`). Such counts are unsuitable for benchmarking sliders; use `perft`
instead.
"""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from magicbb.arguments import parse_integer
from magicbb.chess.generator.counting import count_kernel, counting_visit
from magicbb.chess.generator.null_move import null_move_count, null_move_kernel
from magicbb.chess.generator.postponed import nothing_postponed, postponed_kernel
from magicbb.chess.generator.replies import replies_kernel
from magicbb.chess.generator.state import STATE_WORDS, rights_in, side_to_move, upside_down
from magicbb.chess.generator.transpositions import (
    ENTRY_BYTES,
    Transpositions,
    keep_leaves,
    key_of,
    leaves_kept,
)
from magicbb.chess.generator.walking import walk_kernel
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import MoveTables, Sliders

HASH = 64
"""The default size of the hash table in MiB."""

_MIB = 2**20
_MOST = 2**20
"""The maximum size of the hash table in MiB if the size of the machine's memory is unknown."""

_LAST = 2
"""The minimum remaining depth of positions that are stored in the hash table."""

_COUNTED = 5
"""The maximum depth of the preliminary count (a few milliseconds) that sizes the hash table."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_STATE_WORDS = Word(STATE_WORDS)


def parse_hash(size: SupportsIndex | None, fast: bool) -> int | None:
    """Return the size of the hash table in MiB, 0 for no table; None if `fast` is False.

    Raises:
        ValueError: The size is negative, exceeds the machine's memory, or is given without `fast`.
        TypeError: The size is not an integer.
    """
    if not fast:
        if size is not None:
            raise ValueError("hash requires fast=True")
        return None
    most = _memory()
    rule = f"hash must be 0..{most} MiB (the memory of this machine)"
    return parse_integer(HASH if size is None else size, most + 1, rule)


def _memory() -> int:
    """The machine's memory in MiB."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // _MIB
    except (AttributeError, OSError, ValueError):
        return _MOST


def fast_counter(
    tables: MoveTables, state: bytes, depth: int, size: int
) -> Callable[[Any, int, int], int]:
    """The function (words of positions, count, depth) -> number of leaves below the positions.

    Args:
        tables: The move generator's tables.
        state: The position at the root of the tree.
        depth: The depth of the whole tree.
        size: The maximum size of the hash table in MiB.

    Raises:
        ValueError: There is not enough memory.
    """
    count = fast_perft_entry(tables.sliders_for(rights_in(state)))
    none = Transpositions.with_entries(1)

    def counter(table: Transpositions) -> Callable[[Any, int, int], int]:
        return lambda words, number, left: int(count(tables.words, table, words, number, left))

    entries = size * _MIB // ENTRY_BYTES
    if depth <= _LAST + _COUNTED:
        # Clearing 64 MiB of new memory can take longer than a shallow count, so a preliminary count
        # limits the number of entries.
        words = np.frombuffer(state, np.uint64)
        kept = counter(none)(words, 1, max(depth - _LAST, 0))
        entries = min(entries, kept)
    try:
        return counter(Transpositions.with_entries(entries))
    except MemoryError:
        raise ValueError(f"hash: cannot allocate {size:,} MiB of memory") from None


@functools.cache
def fast_perft_entry(sliders: Sliders) -> Entry:
    """The compiled function (tables, hash table, words of positions, count, depth) -> leaves."""
    count, two_or_more = count_kernel(sliders), _two_or_more_kernel(sliders)

    @entry
    def fast_perft(
        tables: Words, table: Transpositions, states: Words, number: Word, depth: Word
    ) -> Word:
        total = _ZERO
        for place in counting(number):
            own, bqn, rqk, pnk, rights = side_to_move(states, place * _STATE_WORDS, _ONE)
            if depth == _ZERO:
                total += _ONE
            elif depth == _ONE:
                total += count(tables, own, bqn, rqk, pnk, rights)
            else:
                total += two_or_more(tables, table, own, bqn, rqk, pnk, rights, depth)
        return total

    return fast_perft


def _two_or_more_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel (tables, hash table, five words, depth) -> leaves, for a depth of 2 or more."""
    two_plies = _two_plies_kernel(sliders)

    @forward
    def deeper(
        tables: Words,
        table: Transpositions,
        own: Word,
        bqn: Word,
        rqk: Word,
        pnk: Word,
        rights: Word,
        depth: Word,
    ) -> Word:
        raise NotImplementedError

    @kernel
    def visit(
        tables: Words,
        context: Any,
        total: Word,
        _origin: Word,
        _target: Word,
        _promotion: Word,
        after: Any,
    ) -> Word:
        table, depth = context
        own, bqn, rqk, pnk, rights = upside_down(after)
        return total + deeper(tables, table, own, bqn, rqk, pnk, rights, depth - _ONE)

    walk = walk_kernel(sliders, visit)

    @recursive(deeper)
    def two_or_more(
        tables: Words,
        table: Transpositions,
        own: Word,
        bqn: Word,
        rqk: Word,
        pnk: Word,
        rights: Word,
        depth: Word,
    ) -> Word:
        position, key = (own, bqn, rqk, pnk, rights), _ZERO
        if table.last:
            key = key_of(table, position)
            kept, leaves = leaves_kept(table, key, depth)
            if kept:
                return leaves
        if depth == _TWO:
            leaves = two_plies(tables, own, bqn, rqk, pnk, rights)
        else:
            leaves = walk(tables, (table, depth), _ZERO, position)
        if table.last:
            keep_leaves(table, key, depth, leaves)
        return leaves

    return two_or_more


def _two_plies_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel (tables, five words) -> leaves two plies deep."""
    replies, after_each = replies_kernel(sliders), postponed_kernel(sliders)
    null_move = null_move_kernel(sliders)
    walk = walk_kernel(sliders, counting_visit(sliders), null_move_count(sliders))

    @outlined
    def two_plies(tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word) -> Word:
        position = (own, bqn, rqk, pnk, rights)
        known, postponed = replies(tables, position), nothing_postponed(local_words(), local_word())
        total = walk(tables, _ZERO, (known, (null_move(tables, known), postponed)), position)
        return total + after_each(tables, known, postponed)

    return two_plies
