"""Array look-ups: convert the caller's arguments to flat arrays for the compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.geometry.bitboards import parse_bitboard
from magicbb.geometry.squares import parse_square

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    AnyArray = npt.NDArray[Any]

_PLAIN = {int, str}  # the usual types
_INTEGERS = "iu"  # NumPy's kinds of integer dtypes, signed and unsigned


def is_single(value: object) -> bool:
    """Whether a value is a single number or name, not an array.

    A NumPy scalar is a single number; a zero-dimensional array is an array.
    """
    if type(value) in _PLAIN:
        return True
    is_index = hasattr(value, "__index__") and not isinstance(value, np.ndarray)
    return is_index or isinstance(value, str)


@dataclass(frozen=True)
class Queries:
    """Squares and occupied sets, broadcast against each other and flattened.

    Attributes:
        shape: The shape of the answer.
        square_shape: The shape of the caller's squares, for error messages.
        squares: uint8 or uint64, one per element of the answer; not yet checked to be below 64.
        occupied: uint64, one per element of the answer.
        signed: Whether the squares were passed as signed integers, which are reinterpreted as
            unsigned.
    """

    shape: tuple[int, ...]
    square_shape: tuple[int, ...]
    squares: AnyArray
    occupied: AnyArray
    signed: bool

    @classmethod
    def of(cls, square: Any, occupied: Any) -> Queries:
        """Convert the caller's arguments, without copying arrays if possible.

        Raises:
            TypeError: An argument or element is not an integer.
            ValueError: A value is out of range, or the shapes do not broadcast.
        """
        squares = _integer_array(square, parse_square, "square")
        if squares.dtype.itemsize not in (1, 8):
            squares = squares.astype(np.int64)
        boards = _board_array(occupied)
        try:
            same = squares.shape == boards.shape
            shape = squares.shape if same else np.broadcast_shapes(squares.shape, boards.shape)
        except ValueError:
            raise ValueError(
                "square and occupied must have shapes that broadcast, "
                f"got {squares.shape} and {boards.shape}"
            ) from None
        signed = squares.dtype.kind == "i"
        unsigned = squares.view(f"u{squares.itemsize}")  # a negative square becomes a huge number
        return cls(shape, squares.shape, _flat(unsigned, shape), _flat(boards, shape), signed)

    def result(self, out: Any) -> tuple[AnyArray, AnyArray]:
        """Return the array for the caller and the flat array to fill, which often share memory.

        Raises:
            TypeError: `out` is not an array of uint64.
            ValueError: `out` has the wrong shape, or is read-only.
        """
        if out is None:
            new = np.empty(self.shape, dtype=np.uint64)
            return new, new.reshape(-1)
        if not isinstance(out, np.ndarray) or out.dtype != np.uint64:
            found = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
            raise TypeError(f"out must be an array of uint64, got {found}")
        bare = np.asarray(out)  # a subclass may report another shape
        if bare.shape != self.shape:
            raise ValueError(f"out must have the shape {self.shape}, got {bare.shape}")
        if not bare.flags.writeable:
            raise ValueError("out must be writeable, got a read-only array")
        inputs = (self.squares, self.occupied)
        if any(np.may_share_memory(bare, array) for array in inputs) or not _readable(bare):
            return out, np.empty(bare.size, dtype=np.uint64)
        return out, bare.reshape(-1) if bare.flags.c_contiguous else bare

    def explain(self, position: int) -> ValueError:
        """Return the error for an invalid square at a flat index."""
        value = self.squares[position]
        if self.signed:
            value = value.view(f"i{value.itemsize}")
        sentence = f'square must be 0..63 or a name such as "e4", got {value}'
        index = np.unravel_index(position, self.shape) if self.shape else ()
        own = index[len(index) - len(self.square_shape) :]  # broadcasting prepends axes
        return ValueError(
            sentence
            + _written(
                [0 if size == 1 else i for i, size in zip(own, self.square_shape, strict=True)]
            )
        )


def _board_array(value: Any) -> AnyArray:
    array = _integer_array(value, parse_bitboard, "occupied")
    if array.dtype.kind == "i" and array.size and array.min() < 0:
        position = int(np.flatnonzero(array.reshape(-1) < 0)[0])
        _parse_at(parse_bitboard, array.reshape(-1)[position].item(), position, array.shape)
    return array.view(np.uint64) if array.dtype.itemsize == 8 else array.astype(np.uint64)  # noqa: PLR2004


def _integer_array(value: Any, parse: Callable[[Any], int], name: str) -> AnyArray:
    """An array of integers in native byte order."""
    if is_single(value):
        return np.asarray(parse(value), dtype=np.uint64)
    try:
        array = np.asarray(value)
        if not isinstance(value, np.ndarray) and array.dtype.kind not in (*_INTEGERS, "b"):
            # A list of names, of large numbers, or of objects that convert to integers: parse each
            # element, since NumPy would turn some of them into floating-point numbers.
            array = np.asarray(value, dtype=object)
    except ValueError as error:
        raise ValueError(f"{name} must be an array of integers: {error}") from None
    if array.dtype.kind in "OU":
        flat = enumerate(array.ravel().tolist())
        numbers = [_parse_at(parse, element, place, array.shape) for place, element in flat]
        return np.array(numbers, dtype=np.uint64).reshape(array.shape)
    if array.dtype.kind not in _INTEGERS:
        # NumPy also turns a list of small and large integers into floating-point numbers.
        advice = "; make it with dtype=np.uint64" * (array.dtype.kind == "f")
        raise TypeError(f"{name} must contain integers, got an array of {array.dtype}{advice}")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _parse_at(
    parse: Callable[[Any], int], element: object, position: int, shape: tuple[int, ...]
) -> int:
    """Parse one element; error messages name its index."""
    try:
        return parse(element)
    except (ValueError, TypeError) as error:
        if type(error) not in {ValueError, TypeError}:
            raise  # raised by the element's own `__index__`
        raise type(error)(f"{error}{_at(position, shape)}") from None


def _at(position: int, shape: tuple[int, ...]) -> str:
    """Format a flat position as an index into an array of the given shape."""
    return _written(np.unravel_index(position, shape) if shape else ())


def _written(index: Sequence[Any]) -> str:
    """Format an index for the end of a sentence."""
    where = tuple(map(int, index))
    if not where:
        return ""
    return f" at index {where[0] if len(where) == 1 else where}"


def _flat(array: AnyArray, shape: tuple[int, ...]) -> AnyArray:
    """Broadcast an array to a shape and flatten it, as a view if possible."""
    if array.size == 1:
        array = np.broadcast_to(array.reshape(()), (int(np.prod(shape, dtype=np.intp)),))
    elif array.shape != shape or array.ndim != 1:
        array = np.broadcast_to(array, shape).reshape(-1)
    return array if _readable(array) else array.copy()


def _readable(array: AnyArray) -> bool:
    """Whether compiled code can step through the array's elements."""
    flags = array.flags
    if not flags.aligned or flags.c_contiguous:
        return flags.aligned
    return array.ndim == 1 and array.strides[0] % array.itemsize == 0
