"""Check published claims about these schemes against the figures of a run.

For a fair comparison with rotated bitboards, both costs are counted: look-ups on incremental boards
are cheap, but every move made or unmade has to update the boards, so the result depends on the
number of look-ups per move.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from magicbb.benchmark.advice import TELLING, WHERE
from magicbb.benchmark.contenders import KEPT
from magicbb.benchmark.rows import capital, compared, factor, measured
from magicbb.benchmark.times import EQUAL, Comparison, Times

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.benchmark.result import Result
    from magicbb.benchmark.times import Outcome

MAGIC, ROTATED = "fancy", "rotated"
"""The schemes compared by cost per move."""


@dataclass(frozen=True)
class PerMove:
    """The look-up and update costs of a move, with incremental rotated boards and with magics.

    Attributes:
        stream: The stream of the look-ups.
        lookups: The average number of look-ups per move.
        rotated: The time of a look-up on incremental boards.
        turned: The time of a look-up that rotates the boards first.
        magic: The time of a look-up with magics.
        toggles: The time per move to keep four boards up to date.
        toggle: The time per move to keep one board up to date.
    """

    stream: str
    lookups: float
    rotated: Times
    turned: Times
    magic: Times
    toggles: Times
    toggle: Times

    @property
    def per_move(self) -> tuple[Times, Times]:
        """The time per move with rotated boards, and with magics."""
        rotated = Times.sum([(1, self.toggles), (self.lookups, self.rotated)])
        return rotated, Times.sum([(1, self.toggle), (self.lookups, self.magic)])

    @property
    def ratio(self) -> Comparison:
        """The time with rotated boards divided by that with magics."""
        return Comparison.of(*self.per_move)

    @property
    def balance(self) -> float | None:
        """The number of look-ups per move at which rotated boards and magics take equally long.

        None if there is no such number.
        """
        gain = self.magic.ns - self.rotated.ns
        paid = self.toggles.ns - self.toggle.ns
        return paid / gain if gain * paid > 0 else None

    def sentences(self) -> str:
        """The figures, and the break-even number of look-ups per move."""
        text = (
            f"{capital(WHERE[self.stream])}, a look-up takes {measured(self.rotated)} on "
            f"incremental rotated boards and {measured(self.magic)} with {MAGIC}; updating four "
            f"boards takes {measured(self.toggles)} per move, updating one board "
            f"{measured(self.toggle)}. "
        )
        with_these = f"With the {self.lookups:.1f} look-ups per move of these positions"
        if self.ratio.word == "too noisy to tell":
            return f"{text}{with_these}, the times are too noisy to tell which wins."
        text += self._who_wins(Comparison.of(self.rotated, self.magic).word)
        level = " (level)" if self.ratio.word == "level" else ""
        return f"{text}{with_these}, rotated takes {compared(self.ratio)} times as long{level}."

    def _who_wins(self, look_up: Outcome) -> str:
        """State the winner by look-ups per move; `look_up` is the verdict on a single look-up."""
        if look_up in {"level", "too noisy to tell"}:
            return f"Look-ups alone: {look_up}. "
        if self.balance is None:
            return (
                f"{'Magic' if look_up == 'slower' else 'Rotated'} wins, whatever the number of "
                "look-ups per move. "
            )
        few, many = ("magic", "rotated") if look_up == "faster" else ("rotated", "magic")
        return f"Up to {self.balance:.1f} look-ups per move, {few} wins; beyond that, {many}. "


def per_move(result: Result, streams: Sequence[str] = TELLING) -> PerMove | None:
    """Compare rotated boards and magics on the first stream with a clear result.

    If no result is clear, the first stream on which both were measured is used.
    """
    found = [costs for stream in streams if (costs := _per_move(result, stream)) is not None]
    telling = [costs for costs in found if costs.ratio.word != "too noisy to tell"]
    return next(iter(telling or found), None)


def _per_move(result: Result, stream: str) -> PerMove | None:
    if not {KEPT, MAGIC} <= result.sizes.keys() or not result.moves:
        return None
    mode = result.settings.modes[0]
    kept, turned, magic = (
        _weighted(result, scheme, stream, mode) for scheme in (KEPT, ROTATED, MAGIC)
    )
    if kept is None or turned is None or magic is None:
        return None
    return PerMove(
        stream=stream,
        lookups=sum(result.lookups.values()),
        rotated=kept,
        turned=turned,
        magic=magic,
        toggles=result.moves["four boards"],
        toggle=result.moves["one board"],
    )


def _weighted(result: Result, scheme: str, stream: str, mode: str) -> Times | None:
    """The mean time of a look-up, with sliders weighted by their frequency in the positions."""
    total = sum(result.lookups.values())
    found = [
        (often / total, times)
        for slider, often in result.lookups.items()
        if (times := result.get(scheme, slider, stream, mode)) is not None
    ]
    return Times.sum(found) if len(found) == len(result.lookups) else None


NEARLY = 0.1
"""Times that differ by less than a tenth count as "nearly indistinguishable"."""

MOST_OF_AN_ENGINE = 0.3
"""The largest plausible fraction of an engine's time spent on sliding attacks."""

TYPICAL_PART = 0.1
"""The fraction of time that an engine spends on sliding attacks, as assumed for Hyatt's claim."""

SPEEDUP = (1.20, 1.25)
"""The speed-up that Dart reported for a whole engine."""


@dataclass(frozen=True)
class Verdict:
    """A claim and its verdict.

    Attributes:
        author: The author, with the place and date of publication.
        claim: The claim, in one or more sentences.
        verdict: "reproduced", "not reproduced", "partly reproduced", "too noisy to tell" or
            "not measured".
        because: The supporting figures, in sentences.
    """

    author: str
    claim: str
    verdict: str
    because: str


def verdicts(result: Result) -> list[Verdict]:
    """Check all claims against a result."""
    return [dart(result), hyatt(result), purves(result), kannan(result), houdart(result)]


def dart(result: Result) -> Verdict:
    """Check Dart's claim that magics made Arasan 20 to 25 percent faster."""
    author = "Jon Dart, Arasan Blog, 26 August 2008"
    claim = "Magic is 20-25 % faster than rotated, in his engine."
    costs = per_move(result)
    if costs is None:
        return _unmeasured(author, claim, "rotated", MAGIC)
    if costs.ratio.word == "too noisy to tell":
        return Verdict(author, claim, "too noisy to tell", costs.sentences())
    if costs.ratio.ratio <= SPEEDUP[0]:
        end = (
            "Here, look-ups and board updates alone differ by less than he reported for the whole "
            "engine; his engine and his CPU were different."
        )
        return Verdict(author, claim, "not reproduced", f"{costs.sentences()} {end}")
    shares = [(1 - 1 / speedup) / (1 - 1 / costs.ratio.ratio) for speedup in SPEEDUP]
    upper = f" to {shares[1]:.0%}" if shares[1] <= 1 else " or more"
    end = (
        f"A whole engine would be a fifth to a quarter faster if look-ups and board updates took "
        f"{shares[0]:.0%}{upper} of its time with rotated boards."
    )
    known = "reproduced" if shares[0] < MOST_OF_AN_ENGINE else "partly reproduced"
    return Verdict(author, claim, known, f"{costs.sentences()} {end}")


def hyatt(result: Result) -> Verdict:
    """Check Hyatt's claim that magics made Crafty no faster."""
    author = "Robert Hyatt, CCC, 25 August 2007"
    claim = "Magic brought no immediate gain over rotated, in Crafty."
    costs = per_move(result)
    if costs is None:
        return _unmeasured(author, claim, "rotated", MAGIC)
    known = costs.ratio
    because = (
        f"Look-ups and board updates take {compared(known)} times as long with rotated as with "
        f"magic {WHERE[costs.stream]}"
    )
    if known.word == "too noisy to tell":
        return Verdict(author, claim, "too noisy to tell", f"{because}.")
    gain = 1 / (1 - TYPICAL_PART + TYPICAL_PART / known.ratio) - 1
    because += f"; an engine that spends {TYPICAL_PART:.0%} of its time on them gains {gain:+.1%}"
    if known.word == "slower" and gain < EQUAL:
        return Verdict(author, claim, "partly reproduced", f"{because}, which is easily missed.")
    verdict = "not reproduced" if known.word == "slower" else "reproduced"
    return Verdict(author, claim, verdict, f"{because}.")


def purves(result: Result) -> Verdict:
    """Check Purves' claim that plain and fancy hardly differ if the cache is large."""
    last = max(result.machine.caches.values(), default=0)
    cache = f" The last-level cache holds {last / 2**20:.0f} MiB." if last else ""
    return _pair(
        result,
        ("plain", "fancy"),
        "Robert Purves, CCC, 22 August 2010",
        "Plain and fancy are nearly indistinguishable on a CPU with a large cache.",
        lambda found: found.word == "level" or abs(found.ratio - 1) < NEARLY,
        cache,
    )


def kannan(result: Result) -> Verdict:
    """Check the claim that a table of 16-bit indices is slower than one of attack sets."""
    return _pair(
        result,
        ("perfect-16", "fancy"),
        "Chessprogramming wiki, on Pradu Kannan's Buzz, 2007",
        "An indirection through 16-bit indices is slower than looking up the attack set itself.",
        lambda found: found.word == "slower",
    )


def houdart(result: Result) -> Verdict:
    """Check Houdart's claim that a table of byte indices pays off."""
    return _pair(
        result,
        ("byte-lookup", "plain"),
        "Robert Houdart, CCC, 26 August 2010",
        "Looking up bytes pays off: a smaller table outweighs the second look-up.",
        lambda found: found.word == "faster",
    )


def _pair(
    result: Result,
    pair: tuple[str, str],
    author: str,
    claim: str,
    holds: Callable[[Comparison], bool],
    end: str = "",
) -> Verdict:
    """Check a claim about two schemes on every stream and in every mode."""
    found, where = [], []
    for stream, mode in product(result.settings.streams, result.settings.modes):
        known = result.compare(*pair, stream, mode)
        if known is not None:
            noisy = known.word == "too noisy to tell"
            found += [] if noisy else [holds(known)]
            word = f", {known.word}" if noisy or known.word == "level" else ""
            where.append(f"{compared(known)} {WHERE[stream]} ({mode}{word})")
    if not where:
        return _unmeasured(author, claim, *pair)
    because = f"The time of {pair[0]} divided by that of {pair[1]}: {'; '.join(where)}."
    if any(found) and not all(found):
        because += f" The claim holds in {sum(found)} of {len(found)} cases."
    sizes = [result.sizes[scheme].total for scheme in pair]
    because += f" Ratio of their sizes: {factor(sizes[0] / sizes[1])}."
    verdict = ("not reproduced", "partly reproduced", "reproduced")[any(found) + all(found)]
    return Verdict(author, claim, verdict if found else "too noisy to tell", because + end)


def _unmeasured(author: str, claim: str, *schemes: str) -> Verdict:
    needed = f"This run did not compare {' and '.join(schemes)} for rook and bishop."
    return Verdict(author, claim, "not measured", needed)
