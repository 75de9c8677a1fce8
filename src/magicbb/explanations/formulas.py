"""Expressions as a reader writes them: ``occupied & mask``, ``table[offset + index]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.exports.code import Writer

if TYPE_CHECKING:
    from magicbb.exports.expressions import Expression

OPERATIONS = {
    "field": "{0}",
    "table": "table[{0}]",
    "attack_set": "attack_set[{0}]",
    "and": "{0} & {1}",
    "or": "{0} | {1}",
    "xor": "{0} ^ {1}",
    "not": "~{0}",
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "mul": "{0} * {1}",
    "shl": "{0} << {1}",
    "shr": "{0} >> {1}",
}
"""How operations are written that are no functions."""


class _Operations(dict[str, str]):
    """Every other operation is written as a function of its operands."""

    def __init__(self, arities: dict[str, int]) -> None:
        super().__init__(OPERATIONS)
        for operation, arity in arities.items():
            places = ", ".join(f"{{{place}}}" for place in range(arity))
            self.setdefault(operation, f"{operation}({places})")


def formula(expression: Expression) -> str:
    """Write an expression down.

    >>> from magicbb.exports.expressions import Expression, name
    >>> formula((name("occupied") & Expression("field", value="mask")) * name("magic") >> 52)
    '((occupied & mask) * magic) >> 52'
    """
    arities = {node.operation: len(node.operands) for node in expression.nodes() if node.operands}
    return Writer(_Operations(arities), str).text(expression)
