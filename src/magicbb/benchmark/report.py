"""The report in Markdown; every figure and every sentence about figures comes from the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.benchmark.advice import WHERE, advise, choose
from magicbb.benchmark.claims import MAGIC, per_move, verdicts
from magicbb.benchmark.footprint import LOOKUPS
from magicbb.benchmark.loops import BURST, LINES, MODES
from magicbb.benchmark.ranks import sentences
from magicbb.benchmark.rows import (
    MODE,
    STREAM,
    capital,
    compared,
    enumeration,
    generator_rows,
    measured,
    nanoseconds,
    rows_of,
)
from magicbb.benchmark.streams import STREAMS
from magicbb.benchmark.times import CONFIDENCE, EQUAL, NOISE, Comparison
from magicbb.benchmark.turns import CALLS_PER_TURN, TREES
from magicbb.files import sealed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.benchmark.result import Result
    from magicbb.benchmark.times import Times


def markdown(result: Result) -> str:
    """The report."""
    parts = [_start, _method, _tables, _sizes, _generator, _rotated, _claims]
    return sealed("\n\n".join(text for part in parts for text in part(result)) + "\n\n")


def _start(result: Result) -> Iterator[str]:
    yield "# Choosing a scheme"
    yield "<!-- Written by `magicbb bench --report FILE`; what is changed by hand is lost. -->"
    yield f"**{advise(result)}**"
    yield (
        "Another CPU, another answer: `magicbb bench` measures yours. A scheme is a choice of "
        "hash, layout and storage, or a method without magics; `magicbb schemes` lists them with "
        "their authors."
    )
    machine = result.machine
    caches = ", ".join(f"{name} {size / 1024:,.0f} KiB" for name, size in machine.caches.items())
    yield (
        f"Measured on {machine.cpu}, {machine.system}, Python {machine.python}; "
        f"data caches: {caches or 'unknown'}; "
        f"{'with' if machine.pext else 'without'} PEXT and PDEP as instructions."
    )


def _method(result: Result) -> Iterator[str]:
    settings = result.settings
    name, count = result.positions
    yield "## How it was measured"
    explained = []
    for stream in settings.streams:
        numbers = [f"{result.queries[slider, stream]:,}" for slider in settings.pieces]
        asked = f"{enumeration(numbers)} queries for {enumeration(settings.pieces)}"
        explained.append(f"- **{stream}**: {STREAMS[stream]}; {asked}.")
    yield "\n".join([*explained, *(f"- **{mode}**: {MODES[mode]}." for mode in settings.modes)])
    yield (
        f"The positions: {count:,} {name}. Where the pieces stand in games of good players, "
        "sliders may see less far; `--positions FILE` takes any file of FEN or EPD."
    )
    if "pressure" in settings.streams:
        yield (
            f"Under pressure, {LINES} cache lines of a working set of {settings.working_set} MiB "
            f"are read after every {BURST} look-ups, in an order that no prefetcher foresees. The "
            "same loop without look-ups is timed next to it and subtracted. With independent "
            "queries the CPU works on look-ups while it waits for lines; what it hides so is not "
            "counted, and a time may even be shorter than without pressure. With dependent ones "
            "everything waits."
        )
    yield (
        f"Everything has its turn in each of {settings.rounds} rounds, in another order every "
        f"time; a turn warms up, and then the shortest of {CALLS_PER_TURN} calls counts. *ns* is "
        "the median over the rounds of nanoseconds per look-up, the loop around it included. *±* "
        f"says how well it is known: half the length of its {CONFIDENCE:.0%} interval, which order "
        "statistics give whatever the distribution, as a part of it. *× rays* is how many times "
        "as fast as a ray walk, by the median of the ratios within each round. "
        "*bytes* are those of slots and attack sets, *parameters* those of the records of all "
        f"squares, and *lines* the cache lines of 64 bytes that the first {LOOKUPS:,} look-ups "
        "touch, counted exactly. The kernels are compiled by Numba with LLVM, one look-up at a "
        "time; the sums of all answers agree with the ray walk's."
    )
    yield (
        "Two schemes are compared within each round, and so is their mean over the sliders. One is "
        "*faster* if the interval of the median ratio says so and it is no less than "
        f"{EQUAL:.0%}; otherwise they are *level*, but if the interval holds 1 and its ends are "
        f"more than {NOISE:.0%} apart, the run was *too noisy to tell*. A time that is known no "
        f"better than ± {NOISE:.0%} wins nothing."
    )


def _tables(result: Result) -> Iterator[str]:
    for stream in result.settings.streams:
        yield f"## {capital(WHERE[stream].removeprefix('on '))}"
        for mode in result.settings.modes:
            yield from _fastest(result, stream, mode)
        for slider in result.settings.pieces:
            yield f"### {capital(slider)}, {stream}"
            yield rows_of(result, slider, stream).markdown()


def _fastest(result: Result, stream: str, mode: str) -> Iterator[str]:
    choice = choose(result, stream, mode)
    if choice is None:
        return
    time = measured(choice.times[choice.fastest])
    where = f"in the mean of {enumeration(result.settings.pieces)}"
    if not choice.tells:
        text = f"too noisy to tell; {choice.fastest} has the shortest median, {time} {where}"
    else:
        with_it = f", level with {enumeration(choice.level)}" if choice.level else ""
        text = f"{choice.fastest} is the fastest{with_it}: {time} {where}{choice.doubts}"
    yield f"{capital(mode)}: {text}."


def _sizes(result: Result) -> Iterator[str]:
    """The section on whether small tables win, with the fastest scheme for each cache."""
    caches = result.machine.caches
    if not caches:
        return
    yield "## Does a small table win?"
    yield "The fastest scheme of each size, in the mean of the sliders:"
    rows = [f"| | {' | '.join(f'fits into {name}' for name in caches)} |"]
    rows.append(f"|---|{'---|' * len(caches)}")
    found: dict[str, list[str]] = {}
    for stream in result.settings.streams:
        for mode in result.settings.modes:
            best = _by_size(result, stream, mode)
            cells = [f"{each[0]}, {measured(each[1])}" if each else "-" for each in best]
            rows.append(f"| {stream}, {mode} | {' | '.join(cells)} |")
            if word := _first_against_others(best):
                found.setdefault(word, []).append(f"{WHERE[stream]} ({mode})")
    yield "\n".join(rows)
    sizes = ", ".join(f"{name} holds {size / 1024:,.0f} KiB" for name, size in caches.items())
    ends = {
        "faster": "wins",
        "level": "is level with what is larger",
        "slower": "is slower",
        "too noisy to tell": "is too noisy to compare",
    }
    first = next(iter(caches))
    said = [f"{end} {enumeration(found[word])}" for word, end in ends.items() if word in found]
    yield (
        f"{sizes}; each scheme stands in the first column that its table and parameters fit. "
        f"What fits into {first} {'; it '.join(said) or 'was not compared'}."
    )


def _first_against_others(best: list[tuple[str, Times] | None]) -> str:
    """Compare the fastest scheme of the smallest size with the fastest of the others."""
    smallest, *larger = best
    others = [each[1] for each in larger if each]
    if smallest is None or not others:
        return ""
    return Comparison.of(smallest[1], min(others, key=lambda times: times.ns)).word


def _by_size(result: Result, stream: str, mode: str) -> list[tuple[str, Times] | None]:
    """For each cache, the fastest scheme that fits into no smaller one, with its mean time."""
    choice = choose(result, stream, mode)
    below, best = -1, []
    for limit in result.machine.caches.values():
        inside = [
            (scheme, mean)
            for scheme, mean in (choice.times if choice else {}).items()
            if below < result.sizes[scheme].total <= limit
        ]
        best.append(min(inside, key=lambda each: each[1].ns, default=None))
        below = limit
    return best


def _generator(result: Result) -> Iterator[str]:
    if not result.generator:
        return
    trees = enumeration(
        [f"{tree.leaves:,} {tree.where}, depth {tree.depth}" for tree in TREES.values()]
    )
    yield "## Inside a move generator"
    yield (
        "`magicbb perft` counts leaves on one thread, the generator compiled for every scheme: "
        f"{trees}. All other work is the same. *M/s* is million leaves a second, by the median "
        "over the same rounds; *rank* is that of the mean over the positions, next to that of "
        "single look-ups in the mean of "
        f"{enumeration(result.settings.pieces)} ({STREAM}, {MODE})."
    )
    yield " ".join(sentences(result))
    yield generator_rows(result).markdown()


def _rotated(result: Result) -> Iterator[str]:
    known = [costs for stream in STREAMS if (costs := per_move(result, [stream])) is not None]
    if not known:
        return
    yield "## Rotated bitboards, with what they cost per move"
    yield (
        "An engine keeps rotated boards up to date with every move, two squares on four boards "
        f"instead of one; then a look-up needs no turning. {MAGIC} stands for magic; look-ups are "
        "weighted as rooks, bishops and queens occur in the positions, those of the side to move."
    )
    rotated = f"turned each time | {MAGIC} | rotated per move | {MAGIC} per move"
    rows = [f"| ns | kept boards | {rotated} | ratio |", f"|---|{'---:|' * 6}"]
    for costs in known:
        numbers = [costs.rotated, costs.turned, costs.magic, *costs.per_move]
        cells = " | ".join(nanoseconds(times.ns) for times in numbers)
        rows.append(f"| {costs.stream} | {cells} | {compared(costs.ratio)} |")
    yield "\n".join(rows)
    yield "\n".join(f"- {costs.sentences()}" for costs in known)


def _claims(result: Result) -> Iterator[str]:
    yield "## What others reported"
    yield "\n".join(
        f"- **{verdict.claim}** ({verdict.author}) *{capital(verdict.verdict)}.* {verdict.because}"
        for verdict in verdicts(result)
    )
    yield "Their figures were those of whole engines and of the CPUs of their day; these are not."
