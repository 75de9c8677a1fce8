"""The bits of a product that affect the result, traced back from their uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import FULL
from magicbb.recipes.expressions import Expression, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_PASSED_ON = {"or", "xor", "not"}


def taken_bits(nodes: Sequence[Expression]) -> Mapping[Expression, Expression]:
    """Find which bits are used of each product, and of each magic that holds more than a factor.

    Args:
        nodes: All subexpressions of a computation without repetition, operands first.

    Returns:
        For each such node, an expression of numbers and fields whose value has the used bits set.
    """
    needs: dict[Expression, Expression] = {nodes[-1]: number(FULL)}
    for node in reversed(nodes):
        for operand, need in _asked(node, needs[node]):
            known = needs.get(operand)
            needs[operand] = need if known in {None, need} else known | need
        for operand in node.operands:
            needs.setdefault(operand, number(0))
    magics = {node for node in nodes if node.operation == "field" and node.value == "magic"}
    return {
        node: needs[node]
        for node in nodes
        if (node.operation == "mul" or node in magics) and needs[node] != number(0)
    }


def _asked(node: Expression, need: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Yield each operand with those of its bits that affect the needed bits of the result."""
    if node.operation == "mul":
        return  # all bits of a factor are used
    if node.operation in {"shl", "shr"}:
        shifted, amount = node.operands  # undo the shift
        yield shifted, need << amount if node.operation == "shr" else need >> amount
        yield amount, number(FULL)
    elif node.operation == "and":
        first, second = node.operands
        yield first, _within(need, second)
        yield second, _within(need, first)
    else:
        whole = need if node.operation in _PASSED_ON else number(FULL)
        yield from ((operand, whole) for operand in node.operands)


def _within(need: Expression, other: Expression) -> Expression:
    """The needed bits of an `and` operand, masked by the other if that is a number or a field."""
    if other.operands or other.operation == "name":
        return need
    return other if need == number(FULL) else need & other
