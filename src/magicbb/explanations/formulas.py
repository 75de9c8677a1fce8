"""Expressions as readable formulas: ``occupied & mask``, ``table[offset + index]``.

`in_words` describes an operation, for steps that have no note.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.exports.writer import Writer

if TYPE_CHECKING:
    from magicbb.recipes.expressions import Expression

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
"""Templates for operations; any other operation is written as a function call."""

_IN_WORDS = {
    "and": "The bits set in both",
    "or": "The bits set in either",
    "xor": "The bits set in exactly one of the two",
    "not": "All bits inverted",
    "add": "The sum",
    "sub": "The difference",
    "mul": "The lower 64 bits of the product",
    "shl": "Shifted left",
    "shr": "Shifted right",
    "table": "The content of the slot",
    "attack_set": "The element of the list",
    "pext": "The bits under a mask, packed together",
    "pdep": "The low bits, spread over the squares of a mask",
    "leading_zeros": "The number of leading zeros",
    "swap_bytes": "The board flipped vertically",
    "walk": "Each ray up to the first blocker",
}


def formula(expression: Expression) -> str:
    """Write an expression as a formula.

    >>> from magicbb.recipes.expressions import Expression, name
    >>> formula((name("occupied") & Expression("field", value="mask")) * name("magic") >> 52)
    '((occupied & mask) * magic) >> 52'
    """
    functions = {}
    for node in expression.nodes():
        if node.operands:
            places = ", ".join(f"{{{place}}}" for place in range(len(node.operands)))
            functions[node.operation] = f"{node.operation}({places})"
    return Writer(functions | OPERATIONS, str).text(expression)


def in_words(expression: Expression) -> str:
    """A description of an operation, independent of its purpose.

    >>> from magicbb.recipes.expressions import name
    >>> in_words(name("product") >> 52)
    'Shifted right: product >> 52.'
    """
    words = _IN_WORDS.get(expression.operation, "Computed")
    return f"{words}: {formula(expression)}."
