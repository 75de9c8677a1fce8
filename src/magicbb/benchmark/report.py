"""The report in Markdown: every figure, and every sentence about figures, comes from the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.benchmark.advice import WHERE, advise, choose
from magicbb.benchmark.claims import MAGIC, per_move, verdicts
from magicbb.benchmark.footprint import LOOKUPS
from magicbb.benchmark.loops import BURST, LINES, MODES
from magicbb.benchmark.ranks import sentences
from magicbb.benchmark.result import LEVEL, NOISE
from magicbb.benchmark.rows import (
    MODE,
    STREAM,
    capital,
    enumeration,
    factor,
    generator_rows,
    nanoseconds,
    rows_of,
)
from magicbb.benchmark.streams import STREAMS
from magicbb.benchmark.turns import CALLS_PER_TURN, TREES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.benchmark.result import Result


def markdown(result: Result) -> str:
    """The report."""
    parts = [_start, _method, _tables, _sizes, _generator, _rotated, _claims]
    return "\n\n".join(text for part in parts for text in part(result)) + "\n"


def _start(result: Result) -> Iterator[str]:
    yield "# Choosing a scheme"
    yield "<!-- Written by `magicbb bench --report FILE`; what is changed by hand is lost. -->"
    yield f"**{advise(result)}**"
    yield (
        "Another CPU, another answer: `magicbb bench` measures yours. A scheme is a choice of "
        "hash, layout and storage, or a rival without magics; `magicbb schemes` lists them with "
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
        numbers = [f"{result.queries[slider, stream]:,}" for slider in settings.sliders]
        asked = f"{enumeration(numbers)} queries for {enumeration(settings.sliders)}"
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
        "the median over the rounds of nanoseconds per look-up, the loop around it included; *±* "
        "half the distance of the quartiles, as a part of the median. *× rays* is how many times "
        "as fast as walking along the rays, by the median of the ratios within each round. "
        "*bytes* are those of slots and attack sets, *parameters* those of the records of all "
        f"squares, and *lines* the cache lines of 64 bytes that the first {LOOKUPS:,} look-ups "
        "touch, counted exactly. The kernels are compiled by Numba with LLVM, one look-up at a "
        "time; the sums of all answers agree with the ray walk's."
    )
    yield (
        f"Two schemes are called level if their times differ by less than {LEVEL:.0%}, or by less "
        f"than {NOISE:.0%} and each was the faster one in more than a quarter of the rounds."
    )


def _tables(result: Result) -> Iterator[str]:
    for stream in result.settings.streams:
        yield f"## {capital(WHERE[stream].removeprefix('on '))}"
        for mode in result.settings.modes:
            yield from _fastest(result, stream, mode)
        for slider in result.settings.sliders:
            yield f"### {capital(slider)}, {stream}"
            yield rows_of(result, slider, stream).markdown()


def _fastest(result: Result, stream: str, mode: str) -> Iterator[str]:
    choice = choose(result, stream, mode)
    if choice is None:
        return
    with_it = f", level with {enumeration(choice.level)}" if choice.level else ""
    yield (
        f"{capital(mode)}: {choice.fastest} is the fastest{with_it}: "
        f"{nanoseconds(choice.ns[choice.fastest])} ns in the mean of "
        f"{enumeration(result.settings.sliders)}."
    )


def _sizes(result: Result) -> Iterator[str]:
    """Whether small tables win: the fastest of each size."""
    caches = result.machine.caches
    if not caches:
        return
    yield "## Does a small table win?"
    yield "The fastest scheme of each size, in the mean of the sliders:"
    head = f"| | {' | '.join(f'fits into {name}' for name in caches)} |"
    rows, wins = [head, f"|---|{'---|' * len(caches)}"], []
    for stream in result.settings.streams:
        for mode in result.settings.modes:
            best = [*_by_size(result, stream, mode)]
            cells = [f"{scheme}, {nanoseconds(ns)} ns" if scheme else "-" for ns, scheme in best]
            rows.append(f"| {stream}, {mode} | {' | '.join(cells)} |")
            if best[0][0] < min(ns for ns, _ in best[1:] or [(0.0, "")]):
                wins.append(f"{WHERE[stream]} ({mode})")
    yield "\n".join(rows)
    sizes = ", ".join(f"{name} holds {size / 1024:,.0f} KiB" for name, size in caches.items())
    first = next(iter(caches))
    where = f"{enumeration(wins)}, and nowhere else" if wins else "nowhere"
    yield (
        f"{sizes}; each scheme stands in the first column that its table and parameters fit. "
        f"What fits into {first} wins {where}."
    )


def _by_size(result: Result, stream: str, mode: str) -> Iterator[tuple[float, str]]:
    """The shortest mean time and its scheme, for each cache of those that fit into no smaller."""
    choice = choose(result, stream, mode)
    below = -1
    for limit in result.machine.caches.values():
        inside = [
            (mean, scheme)
            for scheme, mean in (choice.ns if choice else {}).items()
            if below < result.sizes[scheme].total <= limit
        ]
        yield min(inside, default=(float("inf"), ""))
        below = limit


def _generator(result: Result) -> Iterator[str]:
    if not result.generator:
        return
    trees = enumeration(
        [f"{tree.leaves:,} {tree.where}, depth {tree.depth}" for tree in TREES.values()]
    )
    yield "## Inside a generator of moves"
    yield (
        "`magicbb perft` counts leaves on one thread, the generator compiled for every scheme: "
        f"{trees}. All other work is the same. *M/s* is million leaves a second, by the median "
        "over the same rounds; *rank* is that of the mean over the positions, next to that of "
        "single look-ups in the mean of "
        f"{enumeration(result.settings.sliders)} ({STREAM}, {MODE})."
    )
    yield " ".join(sentences(result))
    yield generator_rows(result).markdown()


def _rotated(result: Result) -> Iterator[str]:
    compared = [costs for stream in STREAMS if (costs := per_move(result, [stream])) is not None]
    if not compared:
        return
    yield "## Rotated bitboards, with what they cost per move"
    yield (
        "An engine keeps rotated boards up to date with every move, two squares on four boards "
        f"instead of one; then a look-up needs no turning. {MAGIC} stands for magic; look-ups are "
        "weighted as rooks, bishops and queens occur in the positions, those of the side to move."
    )
    rotated = f"turned each time | {MAGIC} | rotated per move | {MAGIC} per move"
    rows = [f"| ns | kept boards | {rotated} | ratio |", f"|---|{'---:|' * 6}"]
    for costs in compared:
        numbers = [costs.rotated, costs.turned, costs.magic, *costs.per_move]
        cells = " | ".join(map(nanoseconds, numbers))
        rows.append(f"| {costs.stream} | {cells} | {factor(costs.ratio)} |")
    yield "\n".join(rows)
    yield "\n".join(f"- {costs.sentences()}" for costs in compared)


def _claims(result: Result) -> Iterator[str]:
    yield "## What others reported"
    yield "\n".join(
        f"- **{verdict.claim}** ({verdict.author}) *{capital(verdict.verdict)}.* {verdict.because}"
        for verdict in verdicts(result)
    )
    yield "Their figures were those of whole engines and of the CPUs of their day; these are not."
