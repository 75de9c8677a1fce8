"""The value ranges of a computation's parts, used to tell whether they may wrap.

Languages without wrapping 64-bit words need the ranges: results are truncated, operations are made
to wrap, or both halves of a word are computed, only where necessary.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from magicbb.recipes.expressions import Expression

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.exports.code import Body

Range = tuple[int, int]
"""The smallest and the largest value."""

LARGEST = 2**64 - 1

_ANY: Range = (0, LARGEST)
_WRAPPING = {"add", "sub", "mul", "shl"}


@dataclass
class Bounds:
    """Value ranges of the operands of a computation, and the resulting ranges of its parts.

    Attributes:
        fields: The values of each field, square by square.
        element_bits: The number of bits in a slot.
        names: The range of each name; `add_steps` adds those of steps.
    """

    fields: Mapping[str, Sequence[int]] = field(default_factory=dict)
    element_bits: int = 64
    names: dict[str, Range] = field(default_factory=lambda: {"square": (0, 63)})

    def ones(self, mask: Expression, within: int = LARGEST) -> int:
        """The maximum number of set bits of a mask, counting only bits in `within`.

        >>> Bounds({"mask": [0b110, 0b1]}).ones(Expression("field", value="mask"))
        2
        """
        if mask.operation == "field":
            return max((word & within).bit_count() for word in self.fields[str(mask.value)])
        return min(self.of(mask)[1].bit_length(), within.bit_count())

    def of(self, expression: Expression) -> Range:
        """The range of an expression.

        >>> from magicbb.recipes.expressions import name
        >>> Bounds().of((name("square") << 12) + (name("hashed") >> 52))
        (0, 262143)
        """
        operation, value = expression.operation, expression.value
        if isinstance(value, int):
            return value, value
        if operation == "name":
            return self.names.get(value, _ANY)
        if operation == "field":
            return min(self.fields[value]), max(self.fields[value])
        if operation == "pext":
            return 0, 2 ** self.ones(expression.operands[1]) - 1
        if operation not in _RANGES:
            ends = {"slot": 2**31, "leading_zeros": 64, "table": 2**self.element_bits}
            return 0, ends.get(operation, 2**64) - 1
        least, most = _RANGES[operation](*map(self.of, expression.operands))
        return (least, most) if 0 <= least <= most <= LARGEST else _ANY

    def add_steps(self, body: Body) -> None:
        """Add the ranges of a computation's steps."""
        for step in body.steps:
            self.names[step.name] = self.of(step.expression)

    def exact(self, body: Body, *, loose: bool = False) -> Body:
        """The computation, with operations such as "exact_add" where no truncation is needed.

        Args:
            body: The computation.
            loose: Whether intermediate results may exceed 64 bits if an "and" truncates them.

        >>> from magicbb.exports.code import Body
        >>> from magicbb.recipes.expressions import name
        >>> index = name("square") + (name("hashed") >> 52)
        >>> Bounds().exact(Body((), index * 2**40)).result.operands[0].operation
        'exact_add'
        """
        self.add_steps(body)
        return body.mapped(lambda expression: self._exact(expression, loose=loose))

    def _exact(self, expression: Expression, *, loose: bool) -> Expression:
        operation = expression.operation
        if operation in _WRAPPING:
            least, most = _RANGES[operation](*map(self.of, expression.operands))
            if least >= 0 and most <= LARGEST:
                operation = f"exact_{operation}"
        operands = [self._exact(operand, loose=loose) for operand in expression.operands]
        if operation == "and" and loose:
            cut = next((each for each in operands if each.operation in _WRAPPING), None)
            if cut is not None:  # one operand may exceed 64 bits: the other truncates it
                operands[operands.index(cut)] = Expression(f"exact_{cut.operation}", cut.operands)
        return Expression(operation, tuple(operands), expression.value)


def _filled(value: int) -> int:
    """The largest number with the bit length of a given number."""
    return (1 << value.bit_length()) - 1


_RANGES: dict[str, Callable[..., Range]] = {
    "and": lambda one, other: (0, min(one[1], other[1])),
    "or": lambda one, other: (max(one[0], other[0]), _filled(one[1] | other[1])),
    "xor": lambda one, other: (0, _filled(one[1] | other[1])),
    "add": lambda one, other: (one[0] + other[0], one[1] + other[1]),
    "sub": lambda one, other: (one[0] - other[1], one[1] - other[0]),
    "mul": lambda one, other: (one[0] * other[0], one[1] * other[1]),
    "shl": lambda one, other: (one[0] << other[0], one[1] << min(other[1], 64)),
    "shr": lambda one, other: (one[0] >> min(other[1], 64), one[1] >> other[0]),
}
"""For each operation, the function from its operands' ranges to that of its untruncated result."""
