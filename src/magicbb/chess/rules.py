"""The compiled functions behind `Position`, which list the legal moves and make a move.

A position is passed as the 64 bytes of its words; see `generator.state`. They are not checked,
since a `Position` is always valid.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.default import move_tables
from magicbb.chess.generator.counting import count_kernel
from magicbb.chess.generator.listing import is_among, list_kernel
from magicbb.chess.generator.making import write_after
from magicbb.chess.generator.state import RIGHTS_WORD, STATE_WORDS, rest_of, rights_in, side_to_move
from magicbb.compile import (
    Entry,
    Object,
    Objects,
    Word,
    Words,
    builtin,
    context_words,
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
_BYTES, _RIGHTS = Word(8 * STATE_WORDS), Word(RIGHTS_WORD)


class Rules:
    """The compiled functions for a slider table; those for Chess960 are compiled on demand."""

    def __init__(self, tables: MoveTables, sliders: Sliders | None = None) -> None:
        self._tables, self._sliders = tables, sliders or tables.sliders

    def moves(self, state: bytes) -> bytearray:
        """The legal moves as 16-bit codes; see `Move.code`."""
        moves: bytearray = self.play(state)
        return moves

    def after(self, state: bytes, code: int) -> bytes:
        """The position after a move; empty bytes if the move is not legal."""
        position: bytes = self.play(state, code)
        return position

    @functools.cached_property
    def play(self) -> Callable[..., Any]:
        """`moves` and `after` in one function, since listing moves dominates the compile time."""

        def otherwise(*arguments: object, **keywords: object) -> object:
            if arguments and not keywords and self._is_for_chess960(arguments[0]):
                return self._chess960.play(*arguments)
            raise TypeError("play takes the 64 bytes of a position, and optionally a move's code")

        return builtin(
            _play_entry(self._sliders),
            name="play",
            signature="(state, code=None, /)",
            doc="The legal moves of a position, or the position after one of them.",
            arrays=[self._tables.words],
            fallback=otherwise,
            owner=self,
        )

    @functools.cached_property
    def _chess960(self) -> Rules:
        """The functions for Chess960 positions, compiled on first use."""
        return Rules(self._tables, self._tables.sliders.chess960)

    def _is_for_chess960(self, state: object) -> bool:
        left_out = int(self._sliders.castling.left_out)
        if not isinstance(state, bytes) or len(state) != int(_BYTES):
            return False
        return rights_in(state) & left_out != 0


@functools.cache
def default_rules() -> Rules:
    """The functions for the default table."""
    return Rules(move_tables())


@functools.cache
def _play_entry(sliders: Sliders) -> Entry:
    count, write_moves = count_kernel(sliders), list_kernel(sliders)
    left_out = sliders.castling.left_out

    @kernel
    def list_moves(tables: Words, words: Words) -> Object:
        position = side_to_move(words, _ZERO, _ONE)
        own, bqn, rqk, pnk, rights = position
        number = count(tables, own, bqn, rqk, pnk, rights)
        moves = PyByteArray_FromStringAndSize(object_at(_ZERO), number + number)
        if not is_null(moves):
            _rights, turn, _clock, _number = rest_of(words, _ZERO, _ONE)
            write_moves(tables, PyByteArray_AsString(moves), _ZERO, position, turn)
        return moves

    @entry
    def play(context: Object, arguments: Objects, given: Word, keywords: Object) -> Object:
        bound = context_words(context)
        fits = _ZERO < given <= _TWO and is_null(keywords)
        fits = fits and PyBytes_Size(arguments[_ZERO]) == _BYTES
        if not fits or PyBytes_AsString(arguments[_ZERO])[_RIGHTS] & left_out:
            PyErr_Clear()
            return PyObject_Vectorcall(object_at(bound[_ONE]), arguments, given, keywords)
        words = PyBytes_AsString(arguments[_ZERO])
        moves = list_moves(words_at(bound[_ZERO]), words)
        if given == _ONE or is_null(moves):
            return moves
        code = PyLong_AsUnsignedLongLong(arguments[_ONE])
        PyErr_Clear()  # an argument that is not an integer counts as an illegal move
        number = PyByteArray_Size(moves) >> _ONE
        size = _BYTES if is_among(PyByteArray_AsString(moves), _ZERO, number, code) else _ZERO
        Py_DecRef(moves)
        after = PyBytes_FromStringAndSize(object_at(_ZERO), size)
        if size and not is_null(after):
            write_after(words, PyBytes_AsString(after), _ZERO, _ONE, code)
        return after

    return play
