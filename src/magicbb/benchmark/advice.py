"""Advice for this CPU: the smallest scheme that is not measurably slower than any other.

The advice is based on confidence intervals. If the fastest time on a stream is too uncertain, the
next stream decides; a scheme that cannot be compared reliably is named, but not recommended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.benchmark.rows import compared, enumeration, factor, generator_order, measured
from magicbb.benchmark.times import FEWEST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Collection

    from magicbb.benchmark.result import Result
    from magicbb.benchmark.times import Outcome, Times

TELLING = ("games", "pressure", "random")
"""The streams, from the first that advice is based on to the last.

Under pressure, the CPU waits for other memory most of the time, and schemes that compute their
answers do so meanwhile. Engines rarely wait that much, so advice names these schemes for programs
that do.
"""

WHERE = {
    "pressure": "on chess positions under cache pressure",
    "games": "on chess positions",
    "random": "on random queries",
}
"""The phrase for each stream, for use in sentences."""


@dataclass(frozen=True)
class Choice:
    """The schemes chosen for one stream and mode.

    Attributes:
        stream: The stream.
        mode: The mode.
        fastest: The scheme with the shortest mean time over the sliders; if that time is too
            uncertain, the fastest scheme that has a precise enough time and is not measurably
            slower, if there is one.
        level: The schemes that are as fast as `fastest`, within measurement error.
        noisy: The schemes whose times are too noisy to compare with `fastest`.
        smallest: The smallest scheme among `fastest` and `level`.
        times: The mean time of each scheme compared.
    """

    stream: str
    mode: str
    fastest: str
    level: tuple[str, ...]
    noisy: tuple[str, ...]
    smallest: str
    times: dict[str, Times]

    @property
    def tells(self) -> bool:
        """Whether the time of the fastest scheme is precise enough."""
        return self.times[self.fastest].tells

    @property
    def doubts(self) -> str:
        """A clause that lists the schemes in `noisy`; empty if there are none."""
        unsure = [f"{scheme} ({measured(self.times[scheme])})" for scheme in self.noisy]
        return f"; too noisy to tell: {enumeration(unsure)}" if unsure else ""


def choose(result: Result, stream: str, mode: str, without: Collection[str] = ()) -> Choice | None:
    """Choose schemes for one stream and mode; None if nothing was measured.

    Incremental boards are excluded, since look-up times do not include the cost of updating them.
    """
    times = {
        scheme: mean
        for scheme, mean in result.means(stream, mode).items()
        if not result.sizes[scheme].kept and scheme not in without
    }
    if not times:
        return None

    def word(one: str, other: str) -> Outcome | None:
        found = result.compare(one, other, stream, mode)
        return found.word if found else None

    def ns(scheme: str) -> float:
        return times[scheme].ns

    best = min(times, key=ns)
    close = [scheme for scheme in times if scheme == best or word(scheme, best) != "slower"]
    fastest = min([scheme for scheme in close if times[scheme].tells] or [best], key=ns)
    level: list[str] = []
    noisy: list[str] = []
    for scheme in close:
        against = word(scheme, fastest)
        if scheme == fastest or against == "slower":
            continue
        known = times[scheme].tells and against != "too noisy to tell"
        (level if known else noisy).append(scheme)
    smallest = min([fastest, *level], key=lambda scheme: result.sizes[scheme].total)
    return Choice(stream, mode, fastest, tuple(level), tuple(noisy), smallest, times)


def choices(result: Result) -> list[Choice]:
    """The choice for each stream that was measured, in the order of `TELLING`."""
    mode = result.settings.modes[0]
    found = [choose(result, stream, mode) for stream in TELLING]
    return [choice for choice in found if choice is not None]


def advise(result: Result) -> str:
    """The advice, as one sentence."""
    asked = choices(result)
    if not asked:
        raise ValueError("nothing was measured")
    telling = next((choice for choice in asked if choice.tells), None)
    noisy = asked[: asked.index(telling)] if telling else asked
    silent = "".join(f"; the times {_shortest(choice)}" for choice in noisy)
    cpu, rounds = result.machine.cpu, result.settings.rounds
    if telling is None:
        remedy = f"use more than {rounds} rounds (--rounds), on an idle machine"
        if rounds < FEWEST_ROUNDS:
            remedy = f"use {FEWEST_ROUNDS} rounds or more (--rounds), not {rounds}"
        return f"No advice for {cpu}: {silent[2:]}; {remedy}."
    more = (
        _where_it_waits(result, telling)
        + _under_pressure(result, telling)
        + _inside_a_generator(result, telling.smallest)
    )
    return f"Advice for {cpu}: {_use(result, telling)}{more}{silent}."


def _use(result: Result, choice: Choice) -> str:
    """The recommended scheme, and one for CPUs without fast PEXT and PDEP."""
    chosen, sizes = choice.smallest, result.sizes
    text = (
        f"use {chosen}, which takes {measured(choice.times[chosen])} per look-up "
        f"{WHERE[choice.stream]} and needs {_kilobytes(sizes[chosen].total)}"
    )
    if chosen != choice.fastest:
        text += f" (level with {choice.fastest}, which {_larger(result, choice)})"
    text += choice.doubts
    others = {name for name, size in sizes.items() if size.instructions}
    plain = choose(result, choice.stream, choice.mode, others)
    if chosen in others and plain is not None and plain.tells:
        text += (
            f"; for programs that also run on CPUs without fast PEXT and PDEP, {plain.smallest} "
            f"({measured(plain.times[plain.smallest])}, {_kilobytes(sizes[plain.smallest].total)})"
            f"{_inside_a_generator(result, plain.smallest, others)}"
        )
    return text


def _where_it_waits(result: Result, choice: Choice) -> str:
    """A clause that names a better scheme for dependent queries; empty if there is none."""
    if choice.mode == "latency":
        return ""
    better = _better(result, choice, choice.stream, "latency")
    return f"; for look-ups that depend on the previous one, {better}" if better else ""


def _under_pressure(result: Result, choice: Choice) -> str:
    """A clause that names a better scheme under cache pressure; empty if there is none."""
    if choice.stream == "pressure":
        return ""
    better = _better(result, choice, "pressure", choice.mode)
    return f"; in a program that mostly waits for other memory, {better}" if better else ""


def _better(result: Result, choice: Choice, stream: str, mode: str) -> str:
    """A scheme that is faster in another stream or mode, and both times; empty if there is none."""
    other = choose(result, stream, mode)
    if other is None:
        return ""
    found = result.compare(other.smallest, choice.smallest, stream, mode)
    if found is None or found.word != "faster":
        return ""
    better, worse = other.times[other.smallest], other.times[choice.smallest]
    return f"{other.smallest} ({measured(better)} instead of {measured(worse)})"


def _inside_a_generator(result: Result, scheme: str, without: Collection[str] = ()) -> str:
    """A clause that names a better scheme inside a move generator; empty if there is none."""
    order = [each for each in generator_order(result) if each not in without]
    found = result.compare_leaves(scheme, order[0]) if order else None
    if found is None or found.word != "slower":
        return ""
    return (
        f"; in a program that only generates moves, {order[0]} "
        f"(a leaf takes {compared(found)} times as long with {scheme})"
    )


def _shortest(choice: Choice) -> str:
    """What follows "the times" in a clause about a noisy stream; names its fastest scheme."""
    return (
        f"{WHERE[choice.stream]} are too noisy "
        f"({choice.fastest}: {measured(choice.times[choice.fastest])})"
    )


def _larger(result: Result, choice: Choice) -> str:
    """How much larger the fastest scheme is than the smallest one, which may need no memory."""
    large, small = (result.sizes[name].total for name in (choice.fastest, choice.smallest))
    return f"is {factor(large / small)} times as large" if small else f"needs {_kilobytes(large)}"


def _kilobytes(nbytes: int) -> str:
    return f"{nbytes / 1000:,.1f} KB" if nbytes else "no memory"
