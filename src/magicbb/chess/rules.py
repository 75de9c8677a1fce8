"""The compiled functions behind a position: which moves are legal, and what comes after one.

A position is passed as the 64 bytes of its words, see `generator.state`, and these are not checked:
`Position` has no others than those of a board that follows the rules.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.default import move_tables
from magicbb.chess.generator.counting import count_kernel
from magicbb.chess.generator.squares import (
    KING_SIDE,
    KING_STEP,
    QUEEN_SIDE,
    QUEEN_STEP,
    RANK_1,
    RANK_6,
    TWO_UP,
    UP,
)
from magicbb.chess.generator.state import (
    STATE_WORDS,
    rest_of,
    side_to_move,
    upside_down,
    write_state,
)
from magicbb.chess.generator.walking import walk_kernel
from magicbb.chess.moves import NO_PROMOTION, TO_BISHOP, TO_KNIGHT, TO_ROOK
from magicbb.chess.notation.fen import LARGEST_COUNTER
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
    words_at,
)
from magicbb.compile.python_api import (
    Py_DecRef,
    PyByteArray_AsString,
    PyByteArray_FromStringAndSize,
    PyByteArray_Size,
    PyBytes_AsString,
    PyBytes_FromStringAndSize,
    PyBytes_Size,
    PyErr_Clear,
    PyLong_AsUnsignedLongLong,
    PyObject_Vectorcall,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import MoveTables, Sliders

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_SQUARE, _TO, _PROMOTION = Word(63), Word(6), Word(12)
_UPSIDE_DOWN = Word(56 << 6 | 56)  # turns both squares of a move
_BYTES = Word(8 * STATE_WORDS)
_LAST_COUNT = Word(LARGEST_COUNTER)


class Rules:
    """The functions, on some table of sliders."""

    def __init__(self, tables: MoveTables) -> None:
        self._tables = tables

    def moves(self, state: bytes) -> bytearray:
        """The legal moves, 16 bits each, as `Move.code` has them."""
        moves: bytearray = self.play(state)
        return moves

    def after(self, state: bytes, code: int) -> bytes:
        """The position after a move; empty if it is not legal."""
        position: bytes = self.play(state, code)
        return position

    @functools.cached_property
    def play(self) -> Callable[..., Any]:
        """Both in one, as the time for compiling goes into listing moves."""

        def refuse(*_arguments: object, **_keywords: object) -> None:
            raise TypeError("play takes the 64 bytes of a position, and perhaps a move's number")

        return builtin(
            _play_entry(self._tables.sliders),
            name="play",
            signature="(state, code=None, /)",
            doc="The legal moves of a position, or the position after one of them.",
            arrays=[self._tables.words],
            fallback=refuse,
            owner=self,
        )


@functools.cache
def default_rules() -> Rules:
    """The functions on the default table."""
    return Rules(move_tables())


@functools.cache
def _play_entry(sliders: Sliders) -> Entry:
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

    @kernel
    def list_moves(tables: Words, words: Words) -> Object:
        own, bqn, rqk, pnk, rights = side_to_move(words)
        number = count(tables, own, bqn, rqk, pnk, rights)
        moves = PyByteArray_FromStringAndSize(object_at(_ZERO), number + number)
        if not is_null(moves):
            out = PyByteArray_AsString(moves)
            walk(tables, out, (own, bqn, rqk, pnk, rights))
            _rights, turn, _clock, _number = rest_of(words, _ZERO, _ONE)
            if turn:
                for place in counting(number):
                    out[place] = Word(out[place]) ^ _UPSIDE_DOWN
        return moves

    @entry
    def play(context: Object, arguments: Objects, given: Word, keywords: Object) -> Object:
        bound = context_words(context)
        fits = _ZERO < given <= _TWO and is_null(keywords)
        if not fits or PyBytes_Size(arguments[_ZERO]) != _BYTES:
            PyErr_Clear()
            return PyObject_Vectorcall(object_at(bound[_ONE]), arguments, given, keywords)
        words = PyBytes_AsString(arguments[_ZERO])
        moves = list_moves(words_at(bound[_ZERO]), words)
        if given == _ONE or is_null(moves):
            return moves
        code = PyLong_AsUnsignedLongLong(arguments[_ONE])
        PyErr_Clear()  # what is no number is no legal move either
        number = PyByteArray_Size(moves) >> _ONE
        size = _BYTES if is_among(PyByteArray_AsString(moves), number, code) else _ZERO
        Py_DecRef(moves)
        after = PyBytes_FromStringAndSize(object_at(_ZERO), size)
        if size and not is_null(after):
            write_after(words, code, PyBytes_AsString(after))
        return after

    return play


@kernel
def is_among(moves: Shorts, number: Word, code: Word) -> bool:
    """Whether a move is one of some."""
    found = False
    for place in counting(number):
        found |= Word(moves[place]) == code
    return found


@kernel
def write_after(words: Words, code: Word, after: Words) -> None:
    """Write the words of the position after a legal move."""
    own, bqn, rqk, pnk, rights = side_to_move(words)
    _rights, turn, clock, number = rest_of(words, _ZERO, _ONE)
    if turn:
        code ^= _UPSIDE_DOWN
    origin, target = _ONE << (code & _SQUARE), _ONE << (code >> _TO & _SQUARE)
    pieces = bqn | rqk | pnk
    if clock < _LAST_COUNT:
        clock += _ONE
    if pieces & target or pnk & ~(bqn | rqk) & origin:
        clock = _ZERO
    made = make((own, bqn, rqk, pnk, rights), origin, target, code >> _PROMOTION)
    own, bqn, rqk, pnk, rights = upside_down(made) if turn else made
    if turn == _ZERO:
        own = (bqn | rqk | pnk) & ~own
    elif number < _LAST_COUNT:
        number += _ONE
    rest = (rights, turn ^ _ONE, clock, number)
    write_state(after, _ZERO, _ONE, (own, bqn, rqk, pnk), rest)


@kernel
def make(position: Any, origin: Word, target: Word, promotion: Word) -> Any:
    """The five words after a legal move, from the same side.

    Origin and target are bitboards, the promotion is one of `moves`. After a double step of a pawn
    the square for en passant is there whether or not a pawn can capture, as in a FEN.
    """
    own, bqn, rqk, pnk, rights = position
    pawns, kings = pnk & ~(bqn | rqk) & own, rqk & pnk & own
    others, rest = (bqn | rqk | pnk) & ~own & ~target, ~(origin | target)
    bqn_after = bqn & rest | (target if bqn & origin else _ZERO)
    rqk_after = rqk & rest | (target if rqk & origin else _ZERO)
    pnk_after = pnk & rest | (target if pnk & origin else _ZERO)
    kept = rights & rest & ~RANK_6
    if origin & pawns:
        if target == rights & RANK_6:
            others &= ~(target >> UP)
            pnk_after &= ~(target >> UP)
        if target == origin << TWO_UP:
            kept |= origin << UP
        if promotion != NO_PROMOTION:
            pnk_after = pnk_after if promotion == TO_KNIGHT else pnk_after & ~target
            bqn_after |= target if promotion != TO_ROOK else _ZERO
            rqk_after |= target if promotion > TO_BISHOP else _ZERO
    if origin & kings:
        kept &= ~RANK_1
        if target == origin << _TWO:
            rqk_after, pnk_after = rqk ^ KING_SIDE, pnk ^ KING_STEP
        if target == origin >> _TWO:
            rqk_after, pnk_after = rqk ^ QUEEN_SIDE, pnk ^ QUEEN_STEP
    return others, bqn_after, rqk_after, pnk_after, kept
