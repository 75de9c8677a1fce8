"""The function that looks up the attacks of a slider, for a single square or for arrays.

The function accepts all kinds of arguments. Two plain integers take the fast path, compiled code
that checks their ranges and never enters a Python frame. Names, arrays, keyword arguments and
errors take the slow path in Python, which raises precise errors (see `queries`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, overload

import numpy as np

from magicbb.compile import builtin
from magicbb.compile.threads import thread_count
from magicbb.geometry.bitboards import parse_bitboard
from magicbb.geometry.squares import parse_square
from magicbb.lookup.compiled import make_many, single_entry
from magicbb.lookup.queries import Queries, is_single

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AnyTable

_DOCUMENTATION = """Return the squares that a {slider} on `square` attacks.

The first blocker on each ray is included, whatever its colour.

Args:
    square: 0..63 or a name such as "e4"; or an array of squares, of any integer dtype.
    occupied: The occupied squares, 0..2**64 - 1; or an array, broadcast against `square`.
    out: For arrays: a uint64 array of the broadcast shape, to which the result is written.
    threads: The number of threads for a large array (default: all cores). The environment variable
        MAGICBB_THREADS sets another default.

Returns:
    An int for a single square and a single `occupied`; otherwise a uint64 array, or `out`.

Raises:
    ValueError: A value is out of range, or the shapes do not match.
    TypeError: An argument or element is not an integer, or `out` is not an array of uint64.

After an error or Ctrl-C, the contents of `out` are undefined.
"""


class Lookup(Protocol):
    """Look up the attacks of one slider, for single squares and boards or for arrays."""

    # A type checker takes a name for a sequence, and an array for an index: so the overload for an
    # int or a name comes first, and the one for other indices last.
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


def make_lookup(table: AnyTable, slider: Slider) -> Lookup:
    """Return a slider's look-up function, `(square, occupied, *, out=None, threads=None)`.

    The function keeps the table and the recipe's compiled code alive. It is picklable if it is an
    attribute of the table, under its own name.
    """
    many = make_many(table, slider)

    def look_up(square: Any, occupied: Any, *, out: Any = None, threads: int | None = None) -> Any:
        if is_single(square) and is_single(occupied):
            if threads is not None:
                thread_count(threads)
            if out is not None:
                raise TypeError("out is for arrays, but square and occupied are single numbers")
            return lookup(parse_square(square), parse_bitboard(occupied))
        queries = Queries.of(square, occupied)
        result, flat = queries.result(out)
        many(queries, flat, threads)
        if not np.may_share_memory(result, flat):
            result[...] = flat.reshape(result.shape)
        return result

    name = f"{slider}_attacks"
    look_up.__name__ = look_up.__qualname__ = name  # used in Python's own error messages
    lookup: Lookup = builtin(
        single_entry(table.recipe, slider),
        name=name,
        signature="(square, occupied, *, out=None, threads=None)",
        doc=_DOCUMENTATION.format(slider=slider),
        arrays=(table.parameters, table.slots, table.attack_sets),
        fallback=look_up,
        owner=table,
    )
    return lookup
