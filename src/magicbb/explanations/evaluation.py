"""Evaluate expressions in plain Python, modulo 2**64."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import FULL, pdep, pext
from magicbb.recipes.expressions import ARITHMETIC

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.expressions import Expression

    Numbers: TypeAlias = Sequence[int] | npt.NDArray[Any]


def evaluate(
    expression: Expression,
    names: Mapping[str, int],
    table: Numbers = (),
    attack_sets: Numbers = (),
    *,
    slider: Slider | None = None,
) -> int:
    """Evaluate an expression.

    Args:
        expression: The expression.
        names: The values of names and fields: "square", "occupied", and so on.
        table: The memory that the operation "table" reads.
        attack_sets: The memory that the operation "attack_set" reads.
        slider: The slider for the operation "walk", if the expression contains it.

    Returns:
        The value, from 0 to 2**64 - 1.

    Raises:
        KeyError: A name or an operation is unknown.
        IndexError: The expression reads beyond the end of the memory.

    >>> from magicbb.recipes.expressions import name
    >>> evaluate(name("product") >> name("shift"), {"product": 0xABC << 52, "shift": 52})
    2748
    """
    if isinstance(expression.value, int):
        return expression.value
    if not expression.operands:
        return names[expression.value]
    values = [
        evaluate(each, names, table, attack_sets, slider=slider) for each in expression.operands
    ]
    operation = expression.operation
    if operation in {"table", "attack_set"}:
        return int((table if operation == "table" else attack_sets)[values[0]])
    if operation == "walk" and slider is not None:
        return slider.attacks(*values)
    return OPERATIONS[operation](*values) & FULL


OPERATIONS: dict[str, Callable[..., int]] = {
    **ARITHMETIC,
    "sub": lambda one, other: one - other,
    "not": lambda one: ~one,
    "pext": lambda one, mask: pext(one & mask, mask),
    "pdep": lambda one, mask: pdep(one & (1 << mask.bit_count()) - 1, mask),
    "leading_zeros": lambda one: 64 - one.bit_length(),
    "count_zeros": lambda one: (one & -one).bit_length() - 1 if one else 64,
    "popcount": int.bit_count,
    "swap_bytes": lambda one: int.from_bytes(one.to_bytes(8, "little"), "big"),
}
"""The operations on Python integers; results are not yet truncated to 64 bits."""
