"""Symbolic execution of kernels: the expression that a kernel computes.

A kernel is a plain function of words. Run on symbols instead of numbers, it builds the expression
that it would have computed. Any look-up can therefore be written in any language that has the
operations, and a new scheme needs no extra code.
"""

from __future__ import annotations

import operator
import sys
import types as python_types
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile.intrinsics import gather, scatter
from magicbb.compile.kernels import Intrinsic, Kernel, Vectorized
from magicbb.lookup.keys import row_of, walk
from magicbb.recipes.notes import Notes, notes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.rivals import Rival
    from magicbb.recipes.scheme import Scheme


SOFTWARE = {gather: "pext", scatter: "pdep"}
"""Kernels that replace an instruction that the CPU may lack."""


TYPES = {
    "word": "64 bits",
    "number": "a literal",
    "square": "a square's number",
    "short": "a 16-bit slot",
    "byte": "an 8-bit slot",
    "index": "an index into the table or the list of attack sets",
    "count": "a count of bits",
    "amount": "a per-square word used as a shift amount, at most 63",
    "offset": "any other per-square addend or shift amount that is always below 2**31",
    "addend": "a per-square addend or shift amount that may be 2**31 or more",
    "shift": "a shift amount",
    "fixed": "a word whose type must be explicit in languages that infer types",
}
"""The types of expressions and operands.

Whether a word stored for the square is an amount or an offset is inferred from its uses; see
`exports.model.Model.field_types`. Languages say which operands must be amounts.
"""

_RESULTS = {"number": "number", "slot": "index", "leading_zeros": "count"}


class UntraceableError(ValueError):
    """Raised if a kernel cannot be written as one expression."""


def _operator(operation: str, *, swapped: bool = False) -> Callable[[Any, Any], Expression]:
    """The method that implements a Python operator."""

    def apply(self: Any, other: Any) -> Expression:
        return applied(operation, other, self) if swapped else applied(operation, self, other)

    return apply


@dataclass(frozen=True)
class Expression:
    """An operation on expressions; a leaf, without operands, is a number, name or field.

    Attributes:
        operation: "number" or "name"; "field" for a word stored for the square, and "bishop_field"
            for a word of the bishop that a queen reads; "table" and "attack_set" for loads; "and",
            "or", "xor", "not", "add", "sub", "mul", "shl", "shr"; "walk" for the ray walk; "slot"
            for a call of the function that finds the slot; or the name of an intrinsic such as
            "pext", or of a vectorized kernel.
        operands: Its operands.
        value: The number, or the name; "short" or "byte" for a "table" whose slots have fewer than
            64 bits.
    """

    operation: str
    operands: tuple[Expression, ...] = ()
    value: int | str = ""

    __array_ufunc__ = None  # makes a NumPy word on the left defer to this class

    @property
    def type(self) -> str:
        """The type of the result, one of `TYPES`; steps and fields count as words.

        >>> name("square").type, (name("square") << 12).type, Expression("table", value="byte").type
        ('square', 'word', 'byte')
        """
        if self.operation == "table":
            return str(self.value or "word")
        if self.operation == "name":
            return "square" if self.value == "square" else "word"
        return _RESULTS.get(self.operation, "word")

    def __bool__(self) -> bool:
        """Raise an error, since a symbol has no truth value.

        Raises:
            UntraceableError: Always.
        """
        raise UntraceableError("the kernel branches on the contents of the board")

    __and__, __rand__ = _operator("and"), _operator("and", swapped=True)
    __or__, __ror__ = _operator("or"), _operator("or", swapped=True)
    __xor__, __rxor__ = _operator("xor"), _operator("xor", swapped=True)
    __add__, __radd__ = _operator("add"), _operator("add", swapped=True)
    __sub__, __rsub__ = _operator("sub"), _operator("sub", swapped=True)
    __mul__, __rmul__ = _operator("mul"), _operator("mul", swapped=True)
    __lshift__, __rlshift__ = _operator("shl"), _operator("shl", swapped=True)
    __rshift__, __rrshift__ = _operator("shr"), _operator("shr", swapped=True)

    def __invert__(self) -> Expression:
        """All bits inverted."""
        return applied("not", self)

    def nodes(self) -> Iterator[Expression]:
        """This expression and all its parts, operands first."""
        for operand in self.operands:
            yield from operand.nodes()
        yield self

    def replaced(self, parts: Mapping[Expression, Expression]) -> Expression:
        """The expression with some parts replaced."""
        if self in parts:
            return parts[self]
        operands = tuple(operand.replaced(parts) for operand in self.operands)
        return Expression(self.operation, operands, self.value)


def number(value: Any) -> Expression:
    """The expression for a number; an expression is returned unchanged."""
    return value if isinstance(value, Expression) else Expression("number", value=int(value))


def name(text: str) -> Expression:
    """A name."""
    return Expression("name", value=text)


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "mul": operator.mul,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}
_SQUARES = 64
_NEUTRAL = {("add", 0), ("or", 0), ("xor", 0), ("shl", 0), ("shr", 0), ("mul", 1), ("sub", 0)}
_ABSORBING = {"and", "mul", "mul_low"}
_SHIFTS = {"shl", "shr", "shl_low", "shr_high"}
_COMMUTING = {"add", "or", "xor", "mul", "and"}


def applied(operation: str, *operands: Any) -> Expression:
    """An operation, with constants folded and no-ops removed.

    >>> applied("and", 0, name("word")) == number(0), applied("shl", name("word"), 0).value
    (True, 'word')
    """
    given = tuple(map(number, operands))
    values = [each.value if each.operation == "number" else None for each in given]
    if operation in ARITHMETIC and isinstance(values[0], int) and isinstance(values[1], int):
        return number(ARITHMETIC[operation](values[0], values[1]) % 2**64)
    if (operation in _ABSORBING and 0 in values) or (operation in _SHIFTS and values[0] == 0):
        return number(0)
    if len(given) > 1 and (operation, values[1]) in _NEUTRAL:
        return given[0]
    if operation in _COMMUTING and (operation, values[0]) in _NEUTRAL:
        return given[1]
    return Expression(operation, given)


@dataclass(frozen=True)
class Memory:
    """Memory that a kernel reads; each load becomes an operation with the given name.

    Attributes:
        operation: The name of the operation.
        element: "short" or "byte" if elements have fewer than 64 bits.
    """

    operation: str
    element: str = ""

    def __getitem__(self, index: Any) -> Expression:
        """The value at an index."""
        return Expression(self.operation, (number(index),), self.element)


@dataclass(frozen=True)
class Parameters:
    """The parameters: the words stored for the square.

    Attributes:
        fields: The names of the words, in the order of the columns.
        first: The row of the slider's first square.
        bishop_fields: The names of the bishop's words, if a queen reads both sliders' words.
    """

    fields: tuple[str, ...]
    first: int
    bishop_fields: tuple[str, ...] = ()

    def __getitem__(self, index: Any) -> Expression:
        """The field at an index.

        Raises:
            UntraceableError: The index is not that of a field of the square.
        """
        width, start = len(self.fields), _evaluated(number(index), 0)
        column = start - self.first * width
        if _evaluated(number(index), 1) == start + width:
            for operation, fields in (("field", self.fields), ("bishop_field", self.bishop_fields)):
                if 0 <= column < len(fields):
                    return Expression(operation, value=fields[column])
                column -= _SQUARES * width
        raise UntraceableError("the kernel reads parameters of another square")


def _evaluated(expression: Expression, square: int) -> int:
    """The value of an expression that depends only on numbers and the square.

    Raises:
        UntraceableError: The expression depends on something else.
    """
    if isinstance(expression.value, int):
        return expression.value
    if expression.operation == "name" and expression.value == "square":
        return square
    if expression.operation not in ARITHMETIC:
        raise UntraceableError("the kernel reads an address that depends on more than the square")
    one, other = (_evaluated(each, square) for each in expression.operands)
    return ARITHMETIC[expression.operation](one, other) % 2**64


@dataclass
class Trace:
    """The result of tracing a kernel.

    Attributes:
        result: The expression.
        names: The names of the variables that hold parts of the result in the kernels' source.
        notes: The notes of the kernels that compute each part, innermost kernel first.
        results: Names for parts that kernels return without assigning them to a variable.
    """

    result: Expression
    names: dict[Expression, str] = field(default_factory=dict)
    notes: dict[Expression, list[Notes]] = field(default_factory=dict)
    results: dict[Expression, str] = field(default_factory=dict)

    def remember(self, frame: python_types.FrameType, returned: Any, notes: Notes) -> None:
        """Record the variables of a returning kernel, and its notes on the parts of its result."""
        code, scope = frame.f_code, frame.f_locals
        for local in code.co_varnames[code.co_argcount :]:
            value = scope.get(local)
            if isinstance(value, Expression) and value.operands:
                self.names.setdefault(value, local)
        if isinstance(returned, Expression):
            given = [scope[argument] for argument in code.co_varnames[: code.co_argcount]]
            known = {
                node for part in given if isinstance(part, Expression) for node in part.nodes()
            }
            for node in {*returned.nodes()} - known:
                self.notes.setdefault(node, []).append(notes)
            if notes.result:
                self.results.setdefault(returned, notes.result)


_ELEMENTS = {"Shorts": "short", "Bytes": "byte"}


def trace(
    kernel: Callable[..., Any],
    recipe: Scheme | Rival,
    slider: Slider,
    *,
    memories: bool = True,
    given: str = "occupied",
    kept: Collection[str] = (),
) -> Trace:
    """Run a kernel of a recipe on symbols, and return its trace.

    Args:
        kernel: A function of the parameters, the table, the attack sets, `square` and `given`.
        recipe: The recipe, which names the fields.
        slider: The slider that the kernel is for; a queen's kernel reads the words of rook and
            bishop.
        memories: Whether the kernel takes the table and the attack sets; kernels that compute a
            slot do not.
        given: The name of the last argument.
        kept: The vectorized kernels to keep as operations; all others are expanded.

    Raises:
        UntraceableError: The kernel cannot be written as one expression.

    >>> from magicbb.recipes.scheme import Scheme
    >>> from magicbb.geometry.sliders import ROOK
    >>> scheme = Scheme("pext", "concatenated")
    >>> expression = trace(scheme.attacks_kernel(ROOK), scheme, ROOK).result
    >>> expression.operation, [each.operation for each in expression.operands[0].operands]
    ('table', ['field', 'pext'])
    """
    own, *others = slider.parts
    parameters = Parameters(recipe.fields(own), row_of(own, 0), *map(recipe.fields, others))
    table = Memory("table", _ELEMENTS.get(recipe.memory, ""))
    read = (table, Memory("attack_set")) if memories else ()
    codes: dict[python_types.CodeType, Notes] = {}
    run = _on_symbols(kernel, codes, kept)
    traced = Trace(number(0))

    def remember(frame: python_types.FrameType, event: str, argument: Any) -> None:
        if event == "return" and frame.f_code in codes:
            traced.remember(frame, argument, codes[frame.f_code])

    # A profiler is called just before a function returns, while its local variables still exist.
    before = sys.getprofile()
    sys.setprofile(remember)
    try:
        traced.result = number(run(parameters, *read, name("square"), name(given)))
    finally:
        sys.setprofile(before)
    return traced


def _on_symbols(
    kernel: Any, codes: dict[python_types.CodeType, Notes], kept: Collection[str]
) -> Callable[..., Any]:
    """A kernel's function, modified so that the kernels it calls also run on symbols.

    The code object is added to `codes`, with the kernel's notes.
    """
    if kernel is walk:
        return lambda _rays, _row, occupied: Expression("walk", (name("square"), number(occupied)))
    is_kept = not isinstance(kernel, Vectorized) or kernel.function.__name__ in kept
    if (isinstance(kernel, Intrinsic) and is_kept) or kernel in SOFTWARE:
        operation = SOFTWARE.get(kernel, kernel.function.__name__)
        return lambda *operands: Expression(operation, tuple(map(number, operands)))

    def symbolic(value: Any) -> Any:
        if isinstance(value, Kernel):
            return _on_symbols(value, codes, kept)
        return number if value is np.uint64 else value

    function = kernel.function
    codes[function.__code__] = notes_of(kernel)
    names = {key: symbolic(value) for key, value in kernel.names().items()}
    cells = tuple(python_types.CellType(symbolic(value)) for value in kernel.cells())
    scope = {"__builtins__": __builtins__, **names}
    return python_types.FunctionType(function.__code__, scope, function.__name__, None, cells)
