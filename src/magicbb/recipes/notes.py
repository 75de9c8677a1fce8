"""Notes on the steps of kernels, each with a title and an explanation.

Notes are written next to the kernel, so that a new part documents itself. They are not compiled: a
kernel has the same fingerprint and machine code with and without them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

F = TypeVar("F", bound="Callable[..., Any]")


class Note(NamedTuple):
    """The explanation of a step.

    Attributes:
        title: A title of two or three words.
        sentence: An explanation of what happens and why.
    """

    title: str
    sentence: str


@dataclass(frozen=True)
class Notes:
    """The notes of a kernel.

    Attributes:
        of: The notes of the steps, by step key.
        result: The key of the kernel's result; empty if the result already has a name.
    """

    of: Mapping[str, Note] = field(default_factory=dict)
    result: str = ""


NO_NOTES = Notes()
"""Empty notes, for kernels whose steps are not explained."""


def explained(result: str = "", /, **notes: Note) -> Callable[[F], F]:
    """Explain the steps of a kernel.

    The key of a step is the name of a local variable, or of a word that the kernel reads from the
    square's record. `explanations.steps` gives keys to some steps without a name: "product",
    "index", "slot", "entry", "listed", "offset", "shift", and "attacks" for the final result.

    Args:
        result: The key of the kernel's result, if the result has no name in the source.
        notes: The notes of the steps, by step key. Keys that the kernel does not have are ignored,
            so that the kernels of a family can share their notes.

    Returns:
        The decorator, to be placed above `@kernel`.

    >>> from magicbb.compile import Word, kernel
    >>> @explained("top", top=Note("Top bits", "The upper half of the board."))
    ... @kernel
    ... def upper_half(occupied: Word) -> Word:
    ...     return occupied >> _HALF
    >>> notes_of(upper_half).of["top"].title
    'Top bits'
    """

    def explain(kernel: F) -> F:
        cast("Any", kernel).notes = Notes(notes, result)
        return kernel

    return explain


def notes_of(kernel: Callable[..., Any]) -> Notes:
    """The notes of a kernel; empty if it has none."""
    notes: Notes = getattr(kernel, "notes", NO_NOTES)
    return notes
