"""The function that looks up the attacks of a slider, for one square or for arrays of them.

One function accepts all kinds of arguments. Two plain integers take the fast path, compiled code
that checks their ranges and never enters a Python frame. Names, arrays, keywords and errors take
the slow path, in Python, which reports exactly what is wrong (`queries`).
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

_DOCUMENTATION = """The squares a {slider} on `square` sees, blockers of either colour included.

Args:
    square: 0..63 or a name such as "e4"; or an array of them, of any integer dtype.
    occupied: The occupied squares, 0..2**64 - 1; or an array, broadcast against `square`.
    out: A uint64 array of the broadcast shape to write the answer into, when arrays are passed.
    threads: How many threads share a large array (default: all cores). The environment
        variable MAGICBB_THREADS sets another default.

Returns:
    An int for a single square and a single `occupied`; otherwise a uint64 array, or `out`.

Raises:
    ValueError: A value is out of range, or shapes do not fit.
    TypeError: Something is not an integer, or `out` is not an array of uint64.

After an error, and after Ctrl-C, what `out` then holds is undefined.
"""


class Lookup(Protocol):
    """Look up the attacks of one slider, for single squares and boards or for arrays."""

    # The plain case is first, since to a type checker a name is a sequence and an array an index.
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
    """Return the function `(square, occupied, *, out=None, threads=None)` of a slider.

    It keeps the table and the recipe's compiled code alive. To be picklable, it must be an
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
    look_up.__name__ = look_up.__qualname__ = name  # the name in Python's own errors
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
