"""The advice for this CPU: the smallest of the schemes than which none is measurably faster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.benchmark.rows import factor, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Collection

    from magicbb.benchmark.result import Result

TELLING = ("pressure", "games", "random")
"""The streams by how much they are like an engine."""

WHERE = {
    "pressure": "on chess positions under cache pressure",
    "games": "on chess positions",
    "random": "on queries at random",
}
"""The streams within a sentence."""


@dataclass(frozen=True)
class Choice:
    """What a stream speaks for.

    Attributes:
        stream: The stream.
        mode: The mode.
        fastest: The scheme of the shortest mean time over the sliders.
        level: Those that are level with it.
        smallest: The smallest of all these.
        ns: The mean times of all that were compared.
    """

    stream: str
    mode: str
    fastest: str
    level: tuple[str, ...]
    smallest: str
    ns: dict[str, float]


def choose(result: Result, stream: str, mode: str, without: Collection[str] = ()) -> Choice | None:
    """Choose by one stream and mode; None where nothing was measured.

    Boards that are kept up to date do not take part: their cost is not only that of a look-up.
    """
    means = {
        scheme: mean
        for scheme, mean in result.means(stream, mode).items()
        if not result.sizes[scheme].kept and scheme not in without
    }
    if not means:
        return None
    fastest = min(means, key=means.__getitem__)
    level = [
        scheme
        for scheme in means
        if scheme != fastest
        and (compared := result.compare(scheme, fastest, stream, mode))
        and compared.word == "level"
    ]
    smallest = min([fastest, *level], key=lambda scheme: result.sizes[scheme].total)
    return Choice(stream, mode, fastest, tuple(level), smallest, means)


def telling_choice(result: Result, without: Collection[str] = ()) -> Choice:
    """Choose by the stream that is most like an engine, of those that were measured."""
    mode = result.settings.modes[0]
    for stream in TELLING:
        choice = choose(result, stream, mode, without)
        if choice is not None:
            return choice
    raise ValueError("nothing was measured")


def advise(result: Result) -> str:
    """The sentence of advice."""
    choice = telling_choice(result)
    chosen, sizes = choice.smallest, result.sizes
    sentence = (
        f"Advice for {result.machine.cpu}: use {chosen}, which takes "
        f"{nanoseconds(choice.ns[chosen])} ns per look-up {WHERE[choice.stream]} and "
        f"{_kilobytes(sizes[chosen].total)}"
    )
    if chosen != choice.fastest:
        larger = factor(sizes[choice.fastest].total / sizes[chosen].total)
        sentence += f" ({choice.fastest} is not measurably faster and {larger} times as large)"
    others = {name for name, size in sizes.items() if size.instructions}
    if chosen in others and len(others) < sum(not size.kept for size in sizes.values()):
        plain = telling_choice(result, others).smallest
        sentence += (
            f"; where a program must also run on CPUs without fast PEXT and PDEP, {plain} "
            f"({nanoseconds(choice.ns[plain])} ns, {_kilobytes(sizes[plain].total)})"
        )
    return f"{sentence}{_where_it_waits(result, choice)}."


def _where_it_waits(result: Result, choice: Choice) -> str:
    """What else there is to say when queries that wait for each other speak for another scheme."""
    other = choose(result, choice.stream, "latency")
    if choice.mode == "latency" or other is None or other.smallest == choice.smallest:
        return ""
    better, worse = other.ns[other.smallest], other.ns[choice.smallest]
    return (
        f"; but where every look-up has to wait for the one before, {other.smallest} "
        f"({nanoseconds(better)} against {nanoseconds(worse)} ns)"
    )


def _kilobytes(nbytes: int) -> str:
    return f"{nbytes / 1000:,.1f} KB"
