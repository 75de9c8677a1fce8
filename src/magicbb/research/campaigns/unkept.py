"""A campaign without a book: what it finds is there until the process ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Record


class Unkept:
    """What the coordinator asks of a book, for one campaign that nobody else can know."""

    def claim(self, number: int, owner: str, seconds: float) -> bool:  # noqa: ARG002
        """It is always the owner's."""
        return True

    def release(self, number: int, owner: str) -> None:
        """Nobody waits for it."""

    def results(self, number: int, round: int) -> dict[int, Any]:  # noqa: ARG002
        """There are none from before."""
        return {}

    def keep(
        self,
        number: int,
        round: int,
        job: int,
        result: Any,
        seconds: float,
        owner: str,
    ) -> None:
        """The coordinator has it, and that is all."""

    def finish(self, number: int, records: Sequence[Record]) -> None:
        """The coordinator hands the records to its caller."""
