"""One look-up: the body of the built-in function, which no Python frame is entered for."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.compile import (
    Entry,
    Object,
    Objects,
    Word,
    context_words,
    entry,
    is_null,
    memory_at,
    object_at,
    words_at,
)
from magicbb.compile.python_api import (
    PyErr_Clear,
    PyErr_Occurred,
    PyLong_AsUnsignedLongLong,
    PyLong_FromUnsignedLongLong,
    PyObject_Vectorcall,
)
from magicbb.lookup.recipe import kernel_of

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import Recipe

_ZERO, _ONE, _TWO, _THREE = Word(0), Word(1), Word(2), Word(3)
_LAST_SQUARE = Word(63)
_FULL = Word(2**64 - 1)


@functools.cache
def single_entry(recipe: Recipe, slider: Slider) -> Entry:
    """The compiled body of the built-in function: two plain integers, or else the fallback."""
    attacks = kernel_of(recipe, slider)
    slots_at = memory_at(recipe.memory)

    @entry
    def single(context: Object, arguments: Objects, count: Word, keywords: Object) -> Object:
        words = context_words(context)
        if count == _TWO and is_null(keywords):
            square = PyLong_AsUnsignedLongLong(arguments[_ZERO])
            if square <= _LAST_SQUARE:
                occupied = PyLong_AsUnsignedLongLong(arguments[_ONE])
                # All bits set is how the C API says "error", and also a full board.
                if occupied != _FULL or is_null(PyErr_Occurred()):
                    return PyLong_FromUnsignedLongLong(
                        attacks(
                            words_at(words[_ZERO]),
                            slots_at(words[_ONE]),
                            words_at(words[_TWO]),
                            square,
                            occupied,
                        )
                    )
            PyErr_Clear()
        return PyObject_Vectorcall(object_at(words[_THREE]), arguments, count, keywords)

    return single
