"""Type aliases for the kernels that the parts of a recipe return."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from magicbb.compile import Word, Words

Columns: TypeAlias = Mapping[str, Word]
"""The column of each word in a square's record."""

IndexKernel: TypeAlias = Callable[[Words, Word, Word, Word], Word]
"""(parameters, start of the square's words, square, occupied) -> index."""

SlotKernel: TypeAlias = Callable[[Words, Word, Word, Word], Word]
"""(parameters, start of the square's words, square, index) -> slot."""

ReadKernel: TypeAlias = Callable[[Any, Words, Words, Word, Word], Word]
"""(slots, attack sets, parameters, start of the square's words, slot) -> attacks."""

StoredKernel: TypeAlias = Callable[[Words, Word, Word], Word]
"""(parameters, start of the square's words, attacks) -> the contents of a slot."""
