"""The compiled functions behind a position: which moves are legal, and what comes after one.

A position is passed as the 64 bytes of its words, see `state`, and never checked: `Position` makes
no others than those of a board that follows the rules.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.counting import count_kernel
from magicbb.chess.default import default_move_tables
from magicbb.chess.pawns import TWO_UP, UP
from magicbb.chess.state import (
    BQN,
    CLOCK,
    MOVE_NUMBER,
    PNK,
    RIGHTS,
    RQK,
    STATE_WORDS,
    TURN,
    WHITE,
    side_to_move,
    upside_down,
)
from magicbb.chess.walking import walk_kernel
from magicbb.compile import (
    Entry,
    Object,
    Objects,
    Shorts,
    Word,
    Words,
    builtin,
    context_words,
    count_zeros,
    counting,
    entry,
    is_null,
    kernel,
    object_at,
    popcount,
    words_at,
)
from magicbb.compile.python_api import (
    Py_DecRef,
    PyByteArray_AsString,
    PyByteArray_FromStringAndSize,
    PyBytes_AsString,
    PyBytes_FromStringAndSize,
    PyLong_AsUnsignedLongLong,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.move_tables import MoveTables, Sliders

_ZERO, _ONE, _TWO, _THREE = Word(0), Word(1), Word(2), Word(3)
_FOUR, _FIVE, _SIX, _SEVEN = Word(4), Word(5), Word(6), Word(7)
_SQUARE, _TO, _PROMOTION = Word(63), Word(6), Word(12)
_UPSIDE_DOWN = Word(56 << 6 | 56)  # turns both squares of a move
_WHITE, _BQN, _RQK, _PNK, _RIGHTS = map(Word, (WHITE, BQN, RQK, PNK, RIGHTS))
_TURN, _CLOCK, _MOVE_NUMBER = map(Word, (TURN, CLOCK, MOVE_NUMBER))
_BYTES = Word(8 * STATE_WORDS)
_LAST_COUNT = Word(65535)


class Rules:
    """The functions, on some table of sliders.

    Attributes:
        moves: `(state) -> bytearray` of the legal moves, 16 bits each as `Move.code` has them.
        after: `(state, code) -> bytes`: the position after a move; empty if it is not legal.
    """

    def __init__(self, tables: MoveTables) -> None:
        self._tables = tables

    @functools.cached_property
    def moves(self) -> Callable[[bytes], bytearray]:
        """The legal moves."""
        return self._function("moves", _moves_entry(self._tables.sliders))

    @functools.cached_property
    def after(self) -> Callable[[bytes, int], bytes]:
        """The position after a move."""
        return self._function("after", _after_entry(self._tables.sliders))

    def _function(self, name: str, body: Entry) -> Callable[..., Any]:
        def refuse(*_arguments: object) -> None:
            raise TypeError(f"{name} takes the bytes of a position")

        return builtin(
            body,
            name=name,
            signature="(state, /)",
            doc="",
            arrays=[self._tables.words],
            fallback=refuse,
            owner=self,
        )


@functools.cache
def default_rules() -> Rules:
    """The functions on the default table."""
    return Rules(default_move_tables())


@functools.cache
def _moves_entry(sliders: Sliders) -> Entry:
    count = count_kernel(sliders)

    @kernel
    def write(
        _tables: Words,
        out: Shorts,
        total: Word,
        origin: Word,
        target: Word,
        promotion: Word,
        _after: Any,
    ) -> Word:
        out[total] = count_zeros(origin) | count_zeros(target) << _TO | promotion << _PROMOTION
        return total + _ONE

    walk = walk_kernel(sliders, write)

    @entry
    def moves(context: Object, arguments: Objects, _count: Word, _keywords: Object) -> Object:
        tables = words_at(context_words(context)[_ZERO])
        words = PyBytes_AsString(arguments[_ZERO])
        own, bqn, rqk, pnk, rights = side_to_move(words, _ONE)
        number = count(tables, own, bqn, rqk, pnk, rights)
        result = PyByteArray_FromStringAndSize(object_at(_ZERO), number + number)
        if is_null(result):
            return result
        out = PyByteArray_AsString(result)
        walk(tables, out, (own, bqn, rqk, pnk, rights))
        if words[_TURN]:
            for place in counting(number):
                out[place] = Word(out[place]) ^ _UPSIDE_DOWN
        return result

    return moves


@functools.cache
def _after_entry(sliders: Sliders) -> Entry:
    @kernel
    def compare(
        _tables: Words,
        wanted: Words,
        total: Word,
        origin: Word,
        target: Word,
        promotion: Word,
        after: Any,
    ) -> Word:
        if origin == wanted[_ZERO] and target == wanted[_ONE] and promotion == wanted[_TWO]:
            own, bqn, rqk, pnk, rights = after
            wanted[_THREE], wanted[_FOUR], wanted[_FIVE] = own, bqn, rqk
            wanted[_SIX], wanted[_SEVEN] = pnk, rights
            return _ONE
        return total

    walk = walk_kernel(sliders, compare)

    @entry
    def after(context: Object, arguments: Objects, _count: Word, _keywords: Object) -> Object:
        tables = words_at(context_words(context)[_ZERO])
        words = PyBytes_AsString(arguments[_ZERO])
        code = PyLong_AsUnsignedLongLong(arguments[_ONE])
        turn, clock, number = words[_TURN], words[_CLOCK], words[_MOVE_NUMBER]
        if turn:
            code ^= _UPSIDE_DOWN
        own, bqn, rqk, pnk, rights = side_to_move(words, _ONE)
        pieces, pawns = popcount(bqn | rqk | pnk), pnk & ~(bqn | rqk)
        # The new position's own memory first says which move is meant, and then what it led to.
        result = PyBytes_FromStringAndSize(object_at(_ZERO), _BYTES)
        if is_null(result):
            return result
        out = PyBytes_AsString(result)
        origin, target = _ONE << (code & _SQUARE), _ONE << (code >> _TO & _SQUARE)
        out[_ZERO], out[_ONE], out[_TWO] = origin, target, code >> _PROMOTION
        if walk(tables, out, (own, bqn, rqk, pnk, rights)) == _ZERO:
            Py_DecRef(result)
            return PyBytes_FromStringAndSize(object_at(_ZERO), _ZERO)
        own, bqn, rqk, pnk, rights = out[_THREE], out[_FOUR], out[_FIVE], out[_SIX], out[_SEVEN]
        clock = clock + _ONE if clock < _LAST_COUNT else clock
        if origin & pawns:
            clock = _ZERO
            if target == origin << TWO_UP:
                rights |= origin << UP  # in a FEN, whether or not a pawn can capture
        if popcount(bqn | rqk | pnk) != pieces:
            clock = _ZERO
        if turn:
            own, bqn, rqk, pnk, rights = upside_down((own, bqn, rqk, pnk, rights))
            number = number + _ONE if number < _LAST_COUNT else number
        else:
            own = (bqn | rqk | pnk) & ~own
        out[_WHITE], out[_BQN], out[_RQK], out[_PNK] = own, bqn, rqk, pnk
        out[_RIGHTS], out[_TURN] = rights, turn ^ _ONE
        out[_CLOCK], out[_MOVE_NUMBER] = clock, number
        return result

    return after
