"""A campaign without a book: what it finds is there until the process ends."""

from __future__ import annotations

from typing import Any


class Unkept:
    """What the coordinator asks of a book, for one campaign that nobody else can know."""

    def claim(self, *_: object) -> bool:
        """It is always the owner's."""
        return True

    def results(self, *_: object) -> dict[int, Any]:
        """There are none from before."""
        return {}

    def keep(self, *_: object) -> None:
        """The coordinator has it, and that is all."""

    finish = release = keep
