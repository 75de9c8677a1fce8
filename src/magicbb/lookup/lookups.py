"""Looking up: a scheme's kernel behind the two faces that Python sees.

One function takes everything. Two plain integers go the short way, through compiled code that
checks their ranges and never enters a Python frame; names, arrays, keywords and mistakes go the
long way, in Python, which says exactly what is wrong.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Protocol, overload

import numpy as np

from magicbb.compile import (
    Bytes,
    Entry,
    Object,
    Objects,
    Word,
    Words,
    builtin,
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
from magicbb.geometry.bitboards import parse_bitboard
from magicbb.geometry.squares import parse_square
from magicbb.lookup.queries import Queries, is_single

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import SupportsIndex

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider

_ZERO, _ONE, _TWO, _THREE = Word(0), Word(1), Word(2), Word(3)
_LAST_SQUARE = Word(63)
_FULL = Word(2**64 - 1)

_SMALLEST_SHARE = 1 << 18
"""Queries worth a thread: with half as many, starting it took longer than it saved."""

_SHARES_PER_THREAD = 4
"""More shares than threads, for a core may be busy with something else."""

_DOCUMENTATION = """The squares a {slider} on `square` sees, blockers of either colour included.

Args:
    square: 0..63 or a name such as "e4"; or an array of them, of any integer dtype.
    occupied: The occupied squares, 0..2**64 - 1; or an array, broadcast against `square`.
    out: A uint64 array of the broadcast shape to write the answer into, when arrays are passed.
    threads: How many threads share a large array; all cores if left out. The environment
        variable MAGICBB_THREADS sets another default.

Returns:
    An int for a single square and a single `occupied`; otherwise a uint64 array, or `out`.

Raises:
    ValueError: A value is out of range, or shapes do not fit.
    TypeError: Something is not an integer, or `out` is not an array of uint64.

After an error, and after Ctrl-C, what `out` then holds is undefined.
"""


class Lookup(Protocol):
    """The function that looks up the attacks of one slider; see its docstring."""

    # A name is a sequence too, to a type checker, and an array an index: the plain case is first.
    @overload
    def __call__(self, square: int | str, occupied: int) -> int: ...

    @overload
    def __call__(
        self,
        square: npt.NDArray[Any] | Sequence[Any],
        occupied: npt.ArrayLike,
        *,
        out: npt.NDArray[np.uint64] | None = None,
        threads: int | None = None,
    ) -> npt.NDArray[np.uint64]: ...

    @overload
    def __call__(  # type: ignore[overload-overlap]
        self,
        square: SupportsIndex | str,
        occupied: npt.NDArray[Any] | Sequence[Any],
        *,
        out: npt.NDArray[np.uint64] | None = None,
        threads: int | None = None,
    ) -> npt.NDArray[np.uint64]: ...

    @overload
    def __call__(self, square: SupportsIndex | str, occupied: SupportsIndex) -> int: ...


class Recipe(Hashable, Protocol):
    """What can be looked up: a scheme of magics, or a rival without them."""

    @property
    def memory(self) -> str:
        """What the slots are to a kernel."""

    def attacks_kernel(self, slider: Slider) -> Callable[[Words, Any, Words, Word, Word], Word]:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""


class Arrays(Protocol):
    """What holds the arrays that a recipe's kernels read, and the functions made here.

    It has each function as an attribute of the function's name; pickling relies on that.
    """

    @property
    def parameters(self) -> npt.NDArray[np.uint64]:
        """A record of words per row."""

    @property
    def slots(self) -> npt.NDArray[Any]:
        """The slots."""

    @property
    def attack_sets(self) -> npt.NDArray[np.uint64]:
        """What slots may refer to."""


def make_lookup(recipe: Recipe, arrays: Arrays, slider: Slider) -> Lookup:
    """Make the function `(square, occupied, *, out=None, threads=None)` of a slider.

    It keeps the arrays alive, and the recipe's compiled code.
    """
    held = (arrays.parameters, arrays.slots, arrays.attack_sets)
    addresses = [array.ctypes.data for array in held]

    @functools.cache
    def many(squares_memory: str) -> Callable[..., int]:
        return functools.partial(many_entry(recipe, slider, squares_memory), *addresses)

    def look_up(square: Any, occupied: Any, *, out: Any = None, threads: int | None = None) -> Any:
        if is_single(square) and is_single(occupied):
            if threads is not None:
                thread_count(threads)
            if out is not None:
                raise TypeError("out is for arrays, but square and occupied are single numbers")
            return lookup(parse_square(square), parse_bitboard(occupied))
        queries = Queries.of(square, occupied)
        result, flat = queries.result(out)
        answer = many("Bytes" if queries.squares.itemsize == 1 else "Words")
        if flat.size > _SMALLEST_SHARE or threads is not None:
            threads = thread_count(threads)
        _run(answer, queries, flat, threads or 1)
        if not np.may_share_memory(result, flat):
            result[...] = flat.reshape(result.shape)
        return result

    name = f"{slider}_attacks"
    look_up.__name__ = look_up.__qualname__ = name  # as Python's own errors call it
    lookup: Lookup = builtin(
        single_entry(recipe, slider),
        name=name,
        signature="(square, occupied, *, out=None, threads=None)",
        doc=_DOCUMENTATION.format(slider=slider),
        arrays=held,
        fallback=look_up,
        owner=arrays,
    )
    return lookup


def _run(
    answer: Callable[..., int], queries: Queries, out: npt.NDArray[np.uint64], threads: int
) -> None:
    """Answer the queries, in shares for the threads; raise the error of the first wrong square."""
    arrays = (queries.squares, queries.occupied, out)
    steps = [array.strides[0] // array.itemsize for array in arrays]
    share = out.size if threads == 1 else out.size // (threads * _SHARES_PER_THREAD)
    share = max(share, _SMALLEST_SHARE)

    def run(start: int) -> int:
        parts = [array[start : start + share] for array in arrays]
        pairs = [value for pair in zip(parts, steps, strict=True) for value in pair]
        return start + answer(*pairs, len(parts[0]))

    starts = range(0, out.size, share)
    for start, end in zip(starts, run_each(run, starts, threads), strict=True):
        if end < min(start + share, out.size):
            raise queries.explain(end)


def kernel_of(recipe: Recipe, slider: Slider) -> Callable[[Words, Any, Words, Word, Word], Word]:
    """The recipe's kernel for a slider; for the queen, both in one."""
    parts = [recipe.attacks_kernel(part) for part in slider.parts]
    if len(parts) == 1:
        return parts[0]
    rook, bishop = parts

    @kernel
    def queen(
        parameters: Words, slots: Any, attack_sets: Words, square: Word, occupied: Word
    ) -> Word:
        along = rook(parameters, slots, attack_sets, square, occupied)
        return along | bishop(parameters, slots, attack_sets, square, occupied)

    return queen


@functools.cache
def many_entry(recipe: Recipe, slider: Slider, squares_memory: str) -> Entry:
    """The compiled loop over queries, with a step in elements for each array.

    It returns how many queries it answered: all, or those before the first square above 63.
    """
    attacks = kernel_of(recipe, slider)
    known_good = all_squares if squares_memory == "Bytes" else not_looked_at

    @entry_for(slots=recipe.memory, squares=squares_memory)
    def many(
        parameters: Words,
        slots: Any,
        attack_sets: Words,
        squares: Any,
        squares_step: Word,
        occupied: Words,
        occupied_step: Word,
        out: Words,
        out_step: Word,
        count: Word,
    ) -> Word:
        # The same loop three times, the general one last. Known steps make it a tenth faster, level
        # with C; not having to look at each square, another twentieth.
        if squares_step == _ONE and occupied_step == _ONE and out_step == _ONE:
            if known_good(squares, count):
                for query in counting(count):
                    square = Word(squares[query])
                    out[query] = attacks(parameters, slots, attack_sets, square, occupied[query])
                return count
            for query in counting(count):
                square = Word(squares[query])
                if square > _LAST_SQUARE:
                    return query
                out[query] = attacks(parameters, slots, attack_sets, square, occupied[query])
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
    """Whether all of them are squares: 64 bytes are looked at in one instruction."""
    bits = _ZERO
    for query in counting(count):
        bits |= Word(squares[query])
    return bits <= _LAST_SQUARE


@kernel
def not_looked_at(_squares: Words, _count: Word) -> bool:
    """No: reading eight times as much memory twice costs more than it saves."""
    return False


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
