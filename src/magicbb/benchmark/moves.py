"""Magic against rotated bitboards, fairly: look-ups, and keeping the boards up to date, per move.

A look-up on boards that are kept costs little; what is paid for it is paid for every move that is
made or taken back. How many look-ups follow a move decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.benchmark.advice import TELLING, WHERE
from magicbb.benchmark.contenders import KEPT
from magicbb.benchmark.rows import capital, factor, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.benchmark.result import Result

MAGIC, ROTATED = "fancy", "rotated"
"""The schemes that are compared."""


@dataclass(frozen=True)
class PerMove:
    """The time for the look-ups of a move with kept rotated boards, and with magics.

    Attributes:
        stream: The stream that the look-ups are of.
        lookups: Look-ups per move, on average over the positions.
        rotated: Nanoseconds per look-up on kept boards.
        turned: Nanoseconds per look-up that turns the boards first.
        magic: Nanoseconds per look-up with magics.
        toggles: Nanoseconds per move to keep four boards up to date.
        toggle: Nanoseconds per move to keep one.
    """

    stream: str
    lookups: float
    rotated: float
    turned: float
    magic: float
    toggles: float
    toggle: float

    def ratio(self, lookups: float | None = None) -> float:
        """The time with rotated boards divided by that with magics."""
        count = self.lookups if lookups is None else lookups
        return (self.toggles + count * self.rotated) / (self.toggle + count * self.magic)

    @property
    def balance(self) -> float | None:
        """At how many look-ups per move both take the same time; None where they never do."""
        gain = self.magic - self.rotated
        paid = self.toggles - self.toggle
        return paid / gain if gain * paid > 0 else None

    def sentences(self) -> str:
        """The figures, and how many look-ups per move make which one win."""
        text = (
            f"{capital(WHERE[self.stream])}, a look-up takes {nanoseconds(self.rotated)} ns on "
            f"kept rotated boards and {nanoseconds(self.magic)} ns with {MAGIC}; keeping the "
            f"boards up to date takes {nanoseconds(self.toggles)} ns per move, keeping one board "
            f"{nanoseconds(self.toggle)} ns. "
        )
        if self.balance is not None:
            few, many = ("magic", "rotated") if self.magic > self.rotated else ("rotated", "magic")
            text += f"Up to {self.balance:.1f} look-ups per move {few} wins, beyond that {many}. "
        else:
            text += f"{'Magic' if self.ratio() >= 1 else 'Rotated'} wins with any number of them. "
        return text + (
            f"With the {self.lookups:.1f} look-ups per move of these positions, rotated takes "
            f"{factor(self.ratio())} times as long."
        )


def per_move(result: Result, streams: Sequence[str] = TELLING) -> PerMove | None:
    """Compare rotated boards and magics, on the first of some streams that has both."""
    mode = result.settings.modes[0]
    if not result.has(KEPT, MAGIC) or not result.moves:
        return None
    for stream in streams:
        kept, turned, magic = (
            _weighted(result, scheme, stream, mode) for scheme in (KEPT, ROTATED, MAGIC)
        )
        if kept is not None and turned is not None and magic is not None:
            return PerMove(
                stream=stream,
                lookups=sum(result.lookups.values()),
                rotated=kept,
                turned=turned,
                magic=magic,
                toggles=result.moves["four boards"].ns,
                toggle=result.moves["one board"].ns,
            )
    return None


def _weighted(result: Result, scheme: str, stream: str, mode: str) -> float | None:
    """The mean time of a look-up, each slider as often as the positions have it."""
    total = 0.0
    for slider, lookups in result.lookups.items():
        times = result.get(scheme, slider, stream, mode)
        if times is None:
            return None
        total += lookups * times.ns
    return total / sum(result.lookups.values())
