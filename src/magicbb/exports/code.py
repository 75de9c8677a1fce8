"""Turn an expression into the body of a function: named steps and a result.

Steps keep the variable names of the kernels' source, and common subexpressions are computed once.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.recipes.expressions import Expression, name, number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from magicbb.recipes.expressions import Trace

_BITS = 64


@dataclass(frozen=True)
class Step:
    """A named part of a computation.

    Attributes:
        name: Its name.
        expression: Its expression, which may use names of earlier steps.
    """

    name: str
    expression: Expression


@dataclass(frozen=True)
class Body:
    """A computation in steps.

    Attributes:
        steps: The steps before the result, in order.
        result: The result.
    """

    steps: tuple[Step, ...]
    result: Expression

    @property
    def expressions(self) -> list[Expression]:
        """The expressions of the steps, and the result."""
        return [*(step.expression for step in self.steps), self.result]

    @property
    def nodes(self) -> Iterator[Expression]:
        """All nodes of the expressions."""
        return (node for expression in self.expressions for node in expression.nodes())

    @property
    def operations(self) -> set[str]:
        """All operations in the computation."""
        return {node.operation for node in self.nodes}

    def values(self, operation: str) -> set[str]:
        """The values of all nodes with the given operation, such as the names or fields used."""
        return {str(node.value) for node in self.nodes if node.operation == operation}

    def mapped(self, function: Callable[[Expression], Expression]) -> Body:
        """The computation with a function applied to each expression."""
        steps = tuple(Step(step.name, function(step.expression)) for step in self.steps)
        return Body(steps, function(self.result))

    @property
    def row_and_place(self) -> tuple[Expression, Expression] | None:
        """The start of a square's row and the index within the row, if the slot is their sum.

        >>> from magicbb.recipes.expressions import name
        >>> row, place = name("square") << 12, name("hashed") >> 52
        >>> Body((), row + place).row_and_place == (row, place)
        True
        """
        if self.result.operation not in {"add", "exact_add"}:
            return None
        row, place = self.result.operands
        leaves = {(node.operation, node.value) for node in row.nodes() if not node.operands}
        is_row = ("name", "square") in leaves and {kind for kind, _ in leaves} <= {"name", "number"}
        return (row, place) if is_row and row.operands else None


def body_of(trace: Trace, *, narrow: bool = False, taken: Collection[str] = ()) -> Body:
    """Split a computation into steps: the parts that are named or used more than once.

    Args:
        trace: The computation.
        narrow: Whether slots have fewer than 64 bits. If so, loaded values become named steps,
            since some languages would otherwise compute with fewer bits.
        taken: Names that steps must not use.

    >>> from magicbb.recipes.scheme import Scheme
    >>> from magicbb.recipes.expressions import trace
    >>> from magicbb.geometry.sliders import ROOK
    >>> scheme = Scheme("white", "concatenated")
    >>> [step.name for step in body_of(trace(scheme.attacks_kernel(ROOK), scheme, ROOK)).steps]
    ['hashed', 'slot']
    """
    names = dict(trace.names)
    if narrow:
        loads = (node for node in trace.result.nodes() if node.operation == "table")
        names |= dict.fromkeys(loads, "entry")
    uses = Counter(
        operand for node in {*trace.result.nodes()} for operand in node.operands if operand.operands
    )
    named: dict[Expression, Expression] = {}
    steps: list[Step] = []
    for node in trace.result.nodes():
        is_step = node in names or uses[node] > 1
        if is_step and node.operands and node not in named and node != trace.result:
            wanted = names.get(node, "part")
            unique = unused(wanted, [*taken, *(step.name for step in steps)])
            steps.append(Step(unique, node.replaced(named)))
            named[node] = name(unique)
    return Body(tuple(steps), trace.result.replaced(named))


def unused(wanted: str, taken: Collection[str]) -> str:
    """The requested name, with a number appended if it is taken.

    >>> unused("part", ["part", "part_2"])
    'part_3'
    """
    numbered = (f"{wanted}_{number}" for number in itertools.count(2))
    return next(name for name in itertools.chain([wanted], numbered) if name not in taken)


def rotated(expression: Expression) -> Expression:
    """The expression, with left rotations by a constant written as "rotl".

    >>> from magicbb.recipes.expressions import name
    >>> word = name("word")
    >>> rotated((word << 8) | (word >> 56)) == Expression("rotl", (word, number(8)))
    True
    """
    operands = tuple(map(rotated, expression.operands))
    if expression.operation == "or" and [each.operation for each in operands] == ["shl", "shr"]:
        (one, left), (other, right) = (each.operands for each in operands)
        known = isinstance(left.value, int) and isinstance(right.value, int)
        if one == other and known and left + right == number(_BITS):
            return Expression("rotl", (one, left))
    return Expression(expression.operation, operands, expression.value)
