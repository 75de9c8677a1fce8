"""Perft: how many games of a length there are."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.chess.counting import count_kernel
from magicbb.chess.state import other_side, side_to_move
from magicbb.chess.walking import walk_kernel
from magicbb.compile import Entry, Word, Words, entry, forward, kernel, outlined, recursive

if TYPE_CHECKING:
    from magicbb.chess.move_tables import Sliders

_ONE, _TWO, _THREE = Word(1), Word(2), Word(3)


@functools.cache
def perft_entry(sliders: Sliders) -> Entry:
    """The compiled function (tables, words of a position, depth) -> number of leaves.

    The depth is 1 or more.
    """
    count = count_kernel(sliders)

    @kernel
    def visit_last_but_one(
        tables: Words,
        _depth: Word,
        total: Word,
        _origin: Word,
        _target: Word,
        _promotion: Word,
        own: Word,
        bqn: Word,
        rqk: Word,
        pnk: Word,
        rights: Word,
    ) -> Word:
        own, bqn, rqk, pnk, rights = other_side(own, bqn, rqk, pnk, rights)
        return total + count(tables, own, bqn, rqk, pnk, rights)

    last_two = walk_kernel(sliders, visit_last_but_one)

    @outlined
    def perft_two(tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word) -> Word:
        return last_two(tables, _TWO, own, bqn, rqk, pnk, rights)

    @forward
    def deeper(
        tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word, depth: Word
    ) -> Word:
        """The function below."""

    @kernel
    def visit(
        tables: Words,
        depth: Word,
        total: Word,
        _origin: Word,
        _target: Word,
        _promotion: Word,
        own: Word,
        bqn: Word,
        rqk: Word,
        pnk: Word,
        rights: Word,
    ) -> Word:
        own, bqn, rqk, pnk, rights = other_side(own, bqn, rqk, pnk, rights)
        if depth == _THREE:
            return total + perft_two(tables, own, bqn, rqk, pnk, rights)
        return total + deeper(tables, own, bqn, rqk, pnk, rights, depth - _ONE)

    walk = walk_kernel(sliders, visit)

    @recursive(deeper)
    def perft_three_or_more(
        tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word, depth: Word
    ) -> Word:
        return walk(tables, depth, own, bqn, rqk, pnk, rights)

    @entry
    def perft(tables: Words, words: Words, depth: Word) -> Word:
        own, bqn, rqk, pnk, rights = side_to_move(words, _ONE)
        if depth == _ONE:
            return count(tables, own, bqn, rqk, pnk, rights)
        if depth == _TWO:
            return perft_two(tables, own, bqn, rqk, pnk, rights)
        return perft_three_or_more(tables, own, bqn, rqk, pnk, rights, depth)

    return perft
