"""What the steps of known look-ups are called, and why they are done.

Rows are tried from the most to the least special: a key in one recipe, a key with its operation, a
key alone. What no row is about is described by its operation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.explanations.formulas import formula
from magicbb.explanations.kept import KEPT

if TYPE_CHECKING:
    from magicbb.exports.expressions import Expression

_STEPS = {
    "blockers": (
        "Blockers",
        "The occupied squares among those that matter. The rest of the board is forgotten.",
    ),
    "input": (
        "Filled board",
        (
            "All irrelevant squares are set, whatever stands there, so that only the relevant ones "
            "make a difference. Black magics multiply this."
        ),
    ),
    "product": (
        "Product",
        (
            "Each set bit of the magic adds a copy of the board, moved up as far as the bit's "
            "place; what goes beyond 64 bits is lost. The sum brings all that matters into the "
            "top bits."
        ),
    ),
    "lower": ("Lower product", "The lower half of the board times the magic's lower half."),
    "upper": ("Upper product", "The upper half of the board times the magic's upper half."),
    "index": ("Index", "The top bits of the product, moved down: which of the square's slots."),
    "slot": ("Slot", "From where the square's slots start, as far as the index says."),
    "entry": ("Entry", "What is read from the slot."),
    "listed": ("From the list", "The set in the list that the entry refers to."),
    "shift": (
        "Shift",
        "The magic says it itself, in its top six bits; so it need not be kept beside it.",
    ),
    "offset": ("Offset", "Where the slots of this square start: the rows are equally long."),
    "inner": (
        "Inner squares",
        "The pieces on the inner squares of the line, side by side, say where to look.",
    ),
    "once": ("Turned, 1 of 3", "A first step on the way to the turned board."),
    "twice": ("Turned, 2 of 3", "A second step on the way to the turned board."),
    "different": ("To exchange", "The squares that differ from those they change places with."),
    "moved": ("Moved around", "All ranks moved up, and around from the top to the bottom."),
    "turned": ("Turned board", "The board mirrored at the diagonal a1-h8: files are ranks now."),
    "left": ("Turned left", "Each file is moved up by its number: anti-diagonals are ranks now."),
    "right": ("Turned right", "Each file is moved down by its number: diagonals are ranks now."),
    "upwards": (
        "Upwards",
        (
            "Take the slider from the pieces: the borrow runs up to the first of them and clears "
            "it. Just the squares that the slider sees change."
        ),
    ),
    "downwards": (
        "Downwards",
        "The same on the board upside down, where the borrow runs the other way.",
    ),
    "with_a1": ("With a1", "Square a1 counts as occupied, so that a borrow can start there."),
    "above": ("Pieces above", "The pieces of the line on squares of larger numbers."),
    "below": ("Pieces below", "The pieces of the line on squares of smaller numbers, and a1."),
    "nearest": ("Nearest below", "The highest one of the pieces below the slider."),
    "file": ("File number", "The lowest three bits of the square's number."),
    **{
        f"{line}_attacks": (
            f"{line.replace('_', '-').capitalize()}, attacks",
            "What the slider sees along this line.",
        )
        for line in ("file", "rank", "diagonal", "anti_diagonal")
    },
}
"""Computed steps by their keys."""

_BY_FORMULA = {
    ("upper", "blockers >> 32"): ("Upper half", "The ranks 5 to 8, moved down to the lower half."),
    ("folded", "((blockers ^ (upper >> 8)) ^ (upper << 24)) & 0xffffffff"): (
        "Folded board",
        (
            "The upper half, turned by one rank, is laid over the lower half. No two squares that "
            "matter meet, and one product of 32 bits is enough."
        ),
    ),
    ("product", "folded * magic"): (
        "Product",
        (
            "Each set bit of the magic adds a copy of the board, moved up as far as the bit's "
            "place. Only the lower 32 bits count."
        ),
    ),
    ("index", "((lower ^ upper) & 0xffffffff) >> shift"): (
        "Index",
        (
            "Both products are xored, and the top bits of 32 are moved down: which of the square's "
            "slots."
        ),
    ),
    ("index", "(product & 0xffffffff) >> shift"): (
        "Index",
        "The top bits of 32, moved down: which of the square's slots.",
    ),
    ("index", "pext(occupied, mask)"): (
        "Index",
        (
            "The bits under the mask, moved together by PEXT, number the blockers one by one. No "
            "magic is needed, and nothing collides."
        ),
    ),
    ("offset", "(magic & 0xffff) << 3"): (
        "Offset",
        (
            "Where the slots of this square start: the magic says it itself, in its low 16 bits, "
            "and counts in eights."
        ),
    ),
    ("slot", "product >> 46"): (
        "Slot",
        (
            "The top bits of the product, moved down. Nothing is added: the magics of all squares "
            "keep out of each other's way."
        ),
    ),
    ("slot", "index + 262144"): (
        "Slot",
        (
            "The bishops' slots stand behind the rooks'. Nothing is added for the square: the "
            "magics of all squares keep out of each other's way."
        ),
    ),
}
"""Computed steps that mean something of their own, by key and formula."""

_BY_USE = {
    ("entry", "and"): (
        "Entry",
        "What is read from the slot: the attacks of all squares that share it, in one set.",
    ),
    ("entry", "add"): ("Entry", "What is read from the slot: a number in the square's list."),
    ("entry", "attack_set"): (
        "Entry",
        "What is read from the slot: a number in the list of all attack sets.",
    ),
    ("entry", "pdep"): (
        "Entry",
        (
            "What is read from the slot: the attacks on the slider's lines, a bit for each square, "
            "squeezed together."
        ),
    ),
    ("listed", "and"): (
        "From the list",
        "The set in the list that the entry refers to. Other squares may read it, too.",
    ),
}
"""Computed steps by their keys and by the operation that they are used in."""

_IN_RIVAL: dict[tuple[str, str], tuple[str, str]] = {
    **{
        ("rotated", line): (
            f"{line.replace('_', '-').capitalize()}, window",
            (
                "Where the line's inner squares are on the turned board, in six bits; behind them "
                "a mask of as many bits as there are such squares."
            ),
        )
        for line in ("file", "rank", "diagonal", "anti_diagonal")
    },
    ("kindergarten", "product"): (
        "Product",
        (
            "The squares of the line are added up, without a carry, so that they lie side by side "
            "in the top bits."
        ),
    ),
    ("kindergarten", "listed"): (
        "From the table",
        (
            "What a slider there sees along the first rank, repeated on every rank, or along the "
            "a-file."
        ),
    ),
    ("hyperbola", "entry"): ("First rank", "What a slider on this file sees on the first rank."),
    ("hyperbola", "blockers"): ("Pieces", "The occupied squares of the line."),
}
"""What means something of its own in a rival."""

_OPERATIONS = {
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

_RESULTS = {
    "table": "The slot holds them, ready to use.",
    "attack_set": "The number from the slot says where they stand in the list.",
    "and": "Only what this slider can attack at all is meant for it.",
    "pdep": "The bits of the entry, spread out over the lines by PDEP.",
    "or": "Both lines together.",
    "walk": "Walk along each ray, square by square, until something is in the way.",
}
"""How the attacks come out at last."""


def described(recipe: str, key: str, expression: Expression, *, parent: str) -> tuple[str, str]:
    """The title and the sentence of a step.

    Args:
        recipe: The name of the rival, or "scheme".
        key: The step's key, without a number that only makes it unique.
        expression: What is computed.
        parent: The operation that first uses it.
    """
    operation = expression.operation
    if key == "attacks":
        return "Attacks", _RESULTS.get(operation) or in_words(expression)
    if (recipe, key) in _IN_RIVAL:
        return _IN_RIVAL[recipe, key]
    title = key.replace("_", " ").capitalize()
    if operation == "field":
        return KEPT.get(key, (title, "A number that is kept for the square."))
    return (
        _BY_FORMULA.get((key, formula(expression)))
        or _BY_USE.get((key, parent))
        or _STEPS.get(key)
        or (title, in_words(expression))
    )


def in_words(expression: Expression) -> str:
    """What an operation does, whatever it is for.

    >>> from magicbb.exports.expressions import name
    >>> in_words(name("product") >> 52)
    'Shifted right: product >> 52.'
    """
    words = _OPERATIONS.get(expression.operation, "Computed")
    return f"{words}: {formula(expression)}."
