"""What was claimed about these schemes, held against the figures of a run.

Magics are compared with rotated bitboards fairly: a look-up on boards that are kept costs little;
what is paid for it is paid for every move that is made or taken back. How many look-ups follow a
move decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from magicbb.benchmark.advice import TELLING, WHERE
from magicbb.benchmark.contenders import KEPT
from magicbb.benchmark.result import LEVEL
from magicbb.benchmark.rows import capital, factor, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.benchmark.result import Comparison, Result


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

    @property
    def per_move(self) -> tuple[float, float]:
        """The time for a move with rotated boards, and with magics."""
        rotated = self.toggles + self.lookups * self.rotated
        return rotated, self.toggle + self.lookups * self.magic

    @property
    def ratio(self) -> float:
        """The time with rotated boards divided by that with magics."""
        rotated, magic = self.per_move
        return rotated / magic

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
            text += f"{'Magic' if self.ratio >= 1 else 'Rotated'} wins with any number of them. "
        return text + (
            f"With the {self.lookups:.1f} look-ups per move of these positions, rotated takes "
            f"{factor(self.ratio)} times as long."
        )


def per_move(result: Result, streams: Sequence[str] = TELLING) -> PerMove | None:
    """Compare rotated boards and magics, on the first of some streams that has both."""
    mode = result.settings.modes[0]
    if not {KEPT, MAGIC} <= result.sizes.keys() or not result.moves:
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
    lookups = result.lookups
    found = {slider: result.get(scheme, slider, stream, mode) for slider in lookups}
    known = [lookups[slider] * times.ns for slider, times in found.items() if times is not None]
    return sum(known) / sum(lookups.values()) if len(known) == len(found) else None


NEARLY = 0.1
"""'Nearly indistinguishable' are times that differ by less than a tenth."""

MOST_OF_AN_ENGINE = 0.3
"""The part of an engine's time that sliding attacks can be believed to take."""

TYPICAL_PART = 0.1
"""The part that Hyatt's claim is held against."""

SPEEDUP = (1.20, 1.25)
"""What Dart reported for a whole engine."""


@dataclass(frozen=True)
class Verdict:
    """A claim and what became of it.

    Attributes:
        author: Whose claim.
        claim: What it says.
        verdict: "reproduced", "refuted", "partly reproduced" or "not measured".
        because: The figures, in sentences.
    """

    author: str
    claim: str
    verdict: str
    because: str


def verdicts(result: Result) -> list[Verdict]:
    """All claims, held against a result."""
    return [dart(result), hyatt(result), purves(result), kannan(result), houdart(result)]


def dart(result: Result) -> Verdict:
    """Magic made Arasan 20 to 25 percent faster."""
    author = "Jon Dart, Arasan Blog, 26 August 2008"
    claim = "Magic is 20-25 % faster than rotated, in his engine."
    costs = per_move(result)
    if costs is None:
        return _unmeasured(author, claim, "rotated", MAGIC)
    if costs.ratio <= SPEEDUP[0]:
        end = "That cannot make an engine a fifth faster, whatever else it does."
        return Verdict(author, claim, "refuted", f"{costs.sentences()} {end}")
    shares = [(1 - 1 / speedup) / (1 - 1 / costs.ratio) for speedup in SPEEDUP]
    upper = f" to {shares[1]:.0%}" if shares[1] <= 1 else " or more"
    end = (
        f"A fifth to a quarter in a whole engine follows if look-ups and boards were "
        f"{shares[0]:.0%}{upper} of its time with rotated boards."
    )
    known = "reproduced" if shares[0] < MOST_OF_AN_ENGINE else "partly reproduced"
    return Verdict(author, claim, known, f"{costs.sentences()} {end}")


def hyatt(result: Result) -> Verdict:
    """Magic made Crafty no faster."""
    author = "Robert Hyatt, CCC, 25 August 2007"
    claim = "No immediate gain of magic over rotated, in Crafty."
    costs = per_move(result)
    if costs is None:
        return _unmeasured(author, claim, "rotated", MAGIC)
    gain = 1 / (1 - TYPICAL_PART + TYPICAL_PART / costs.ratio) - 1
    because = (
        f"Look-ups and boards take {factor(costs.ratio)} times as long with rotated as with magic, "
        f"{WHERE[costs.stream]}; an engine that spends {TYPICAL_PART:.0%} of its time on them "
        f"gains {gain:+.1%}"
    )
    if costs.ratio >= 1 + LEVEL and gain < LEVEL:
        return Verdict(author, claim, "partly reproduced", f"{because}, which is easily missed.")
    verdict = "reproduced" if costs.ratio < 1 + LEVEL else "refuted"
    return Verdict(author, claim, verdict, f"{because}.")


def purves(result: Result) -> Verdict:
    """Plain and fancy hardly differ where the cache is large."""
    last = max(result.machine.caches.values(), default=0)
    cache = f" The last cache holds {last / 2**20:.0f} MiB." if last else ""
    return _pair(
        result,
        ("plain", "fancy"),
        "Robert Purves, CCC, 22 August 2010",
        "Plain and fancy are nearly indistinguishable on a CPU with a large cache.",
        lambda compared: abs(compared.ratio - 1) < NEARLY,
        cache,
    )


def kannan(result: Result) -> Verdict:
    """A table of 16-bit indices is slower than one of attack sets."""
    return _pair(
        result,
        ("perfect-16", "fancy"),
        "Chessprogramming wiki, of Pradu Kannan's Buzz, 2007",
        "An indirection through 16-bit indices is slower than looking up the attack set itself.",
        lambda compared: compared.word == "slower",
    )


def houdart(result: Result) -> Verdict:
    """A table of bytes pays off."""
    return _pair(
        result,
        ("byte-lookup", "plain"),
        "Robert Houdart, CCC, 26 August 2010",
        "Looking up bytes pays off: a smaller table outweighs the second look-up.",
        lambda compared: compared.word == "faster",
    )


def _pair(
    result: Result,
    pair: tuple[str, str],
    author: str,
    claim: str,
    holds: Callable[[Comparison], bool],
    end: str = "",
) -> Verdict:
    """A claim about two schemes, on every stream and in every mode."""
    found, where = [], []
    for stream, mode in product(result.settings.streams, result.settings.modes):
        compared = result.compare(*pair, stream, mode)
        if compared is not None:
            found.append(holds(compared))
            level = ", level" if compared.word == "level" else ""
            where.append(f"{factor(compared.ratio)} {WHERE[stream]} ({mode}{level})")
    if not found:
        return _unmeasured(author, claim, *pair)
    because = f"The time of {pair[0]} divided by that of {pair[1]}: {'; '.join(where)}."
    if any(found) and not all(found):
        because += f" The claim holds in {sum(found)} of {len(found)} cases."
    sizes = [result.sizes[scheme].total for scheme in pair]
    because += f" Its size divided by the other's: {factor(sizes[0] / sizes[1])}."
    verdict = ("refuted", "partly reproduced", "reproduced")[any(found) + all(found)]
    return Verdict(author, claim, verdict, because + end)


def _unmeasured(author: str, claim: str, *schemes: str) -> Verdict:
    needed = f"This run did not compare {' and '.join(schemes)} for rook and bishop."
    return Verdict(author, claim, "not measured", needed)
