"""Compiled code for look-ups: of a single square, or of arrays, split among threads if large."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.compile import (
    Bytes,
    Entry,
    Object,
    Objects,
    Word,
    Words,
    context_words,
    counting,
    entry,
    entry_for,
    is_null,
    kernel,
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
from magicbb.compile.threads import run_each, thread_count
from magicbb.lookup.recipe import Arrays, kernel_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.queries import Queries
    from magicbb.lookup.recipe import AnyTable, Recipe

_ZERO, _ONE, _TWO, _THREE = Word(0), Word(1), Word(2), Word(3)
_LAST_SQUARE, _LAST_BYTE = Word(63), Word(255)
_FULL = Word(2**64 - 1)

_SMALLEST_SHARE = 1 << 18
"""The minimum number of queries in a share, the part of the arrays that a thread takes at a time;
with half as many, a thread costs more than it saves."""

_SHARES_PER_THREAD = 4
"""The number of shares per thread; more than one, so that other threads take over if a core is busy
with other work."""


@functools.cache
def single_entry(recipe: Recipe, slider: Slider) -> Entry:
    """The compiled body of a look-up function, for calls with two plain integers.

    Such a call never enters a Python frame; the arguments of all others go to the fallback.
    """
    attacks = kernel_of(recipe, slider)
    slots_at = memory_at(recipe.memory)

    @entry
    def single(context: Object, arguments: Objects, count: Word, keywords: Object) -> Object:
        words = context_words(context)
        if count == _TWO and is_null(keywords):
            square = PyLong_AsUnsignedLongLong(arguments[_ZERO])
            if square <= _LAST_SQUARE:
                occupied = PyLong_AsUnsignedLongLong(arguments[_ONE])
                # On error the C API returns a word with all bits set, which is also a full board.
                if occupied != _FULL or is_null(PyErr_Occurred()):
                    parameters, slots = words_at(words[_ZERO]), slots_at(words[_ONE])
                    attack_sets = words_at(words[_TWO])
                    return PyLong_FromUnsignedLongLong(
                        attacks(parameters, slots, attack_sets, square, occupied)
                    )
            PyErr_Clear()
        return PyObject_Vectorcall(object_at(words[_THREE]), arguments, count, keywords)

    return single


def make_many(
    table: AnyTable, slider: Slider
) -> Callable[[Queries, npt.NDArray[np.uint64], int | None], None]:
    """Return the function (queries, out, threads) that writes the attacks of queries to `out`.

    The function raises an error for the first invalid square.
    """
    recipe = table.recipe
    arrays = Arrays.of(recipe, table.parameters, table.slots, table.attack_sets)

    @functools.cache
    def loop_over(squares_memory: str) -> Callable[..., int]:
        # Passing only the address saves a check per call.
        return functools.partial(many_entry(recipe, slider, squares_memory), arrays.address)

    def answer(queries: Queries, out: npt.NDArray[np.uint64], threads: int | None) -> None:
        workers = 1
        if threads is not None or out.size > _SMALLEST_SHARE:
            workers = thread_count(threads)
        share = out.size if workers == 1 else out.size // (workers * _SHARES_PER_THREAD)
        share = max(share, _SMALLEST_SHARE)
        loop = loop_over("Bytes" if queries.squares.itemsize == 1 else "Words")
        columns = (queries.squares, queries.occupied, out)
        steps = [column.strides[0] // column.itemsize for column in columns]

        def run(start: int) -> int:
            parts = [column[start : start + share] for column in columns]
            pairs = [value for pair in zip(parts, steps, strict=True) for value in pair]
            return start + loop(*pairs, len(parts[0]))

        starts = range(0, out.size, share)
        for start, end in zip(starts, run_each(run, starts, workers), strict=True):
            if end < min(start + share, out.size):
                raise queries.explain(end)

    return answer


@functools.cache
def many_entry(recipe: Recipe, slider: Slider, squares_memory: str) -> Entry:
    """The compiled loop over queries, with a stride in elements for each array.

    It returns the number of queries answered: all, or only those before the first square above 63.
    """
    attacks = kernel_of(recipe, slider)
    last = _LAST_BYTE if squares_memory == "Bytes" else _LAST_SQUARE

    @entry_for(table=Arrays.where(slots=recipe.memory), squares=squares_memory)
    def many(
        table: Arrays,
        squares: Any,
        squares_step: Word,
        occupied: Words,
        occupied_step: Word,
        out: Words,
        out_step: Word,
        count: Word,
    ) -> Word:
        parameters, slots, attack_sets = table.parameters, table.slots, table.attack_sets
        # The same loop twice: for contiguous arrays and for arbitrary strides. Constant strides
        # make it a tenth faster, as fast as C. Skipping the check of each square if no byte exceeds
        # `last` gains another twentieth. The squares are still taken modulo 64, since a byte may
        # change after that check: another thread may write to it, or `out` share its memory.
        is_dense = squares_step == _ONE and occupied_step == _ONE and out_step == _ONE
        if is_dense and (last == _LAST_SQUARE or all_squares(squares, count)):
            for query in counting(count):
                square = Word(squares[query])
                if square > last:
                    return query
                out[query] = attacks(
                    parameters, slots, attack_sets, square & _LAST_SQUARE, occupied[query]
                )
            return count
        for query in counting(count):
            square = Word(squares[query * squares_step])
            if square > _LAST_SQUARE:
                return query
            out[query * out_step] = attacks(
                parameters, slots, attack_sets, square, occupied[query * occupied_step]
            )
        return count

    return many


@kernel
def all_squares(squares: Bytes, count: Word) -> bool:
    """Whether all bytes are valid squares; a vector instruction checks up to 64 of them.

    For words this does not pay off: they take eight times as much memory, which is then read twice.
    """
    bits = _ZERO
    for query in counting(count):
        bits |= Word(squares[query])
    return bits <= _LAST_SQUARE
