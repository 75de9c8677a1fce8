"""Expressions as a reader writes them: ``occupied & mask``, ``table[offset + index]``.

Steps without a note are also described in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.exports.writer import Writer

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
"""The forms of operations; any other is written as a function of its operands."""

_IN_WORDS = {
    "and": "Only what is in both",
    "or": "What is in one or in both",
    "xor": "What is in just one of the two",
    "not": "Every bit the other way",
    "add": "The sum",
    "sub": "The difference",
    "mul": "The product without what goes beyond 64 bits",
    "shl": "Shifted left",
    "shr": "Shifted right",
    "table": "What is read from the slots",
    "attack_set": "What is read from the list",
    "pext": "The bits under a mask, moved together",
    "pdep": "Bits spread out over the places of a mask",
    "leading_zeros": "How many zeros stand before the first one",
    "swap_bytes": "The board upside down",
    "walk": "Along each ray until something is in the way",
}


def formula(expression: Expression) -> str:
    """Write an expression as a formula.

    >>> from magicbb.exports.expressions import Expression, name
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

    >>> from magicbb.exports.expressions import name
    >>> in_words(name("product") >> 52)
    'Shifted right: product >> 52.'
    """
    words = _IN_WORDS.get(expression.operation, "Computed")
    return f"{words}: {formula(expression)}."
