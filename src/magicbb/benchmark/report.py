"""The report in Markdown; all figures, and all sentences about them, come from the result."""

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
    yield "<!-- Written by `magicbb bench --report FILE`; changes made by hand will be lost. -->"
    yield f"**{advise(result)}**"
    yield (
        "Results depend on the CPU: run `magicbb bench` to measure yours. A scheme is a "
        "combination of hash, layout and storage, or a non-magic method; `magicbb schemes` lists "
        "them with their authors."
    )
    machine = result.machine
    caches = ", ".join(f"{name} {size / 1024:,.0f} KiB" for name, size in machine.caches.items())
    yield (
        f"Measured on {machine.cpu}, {machine.system}, Python {machine.python}; "
        f"data caches: {caches or 'unknown'}; "
        f"{'with' if machine.pext else 'without'} PEXT and PDEP instructions."
    )


def _method(result: Result) -> Iterator[str]:
    settings = result.settings
    name, count = result.positions
    yield "## How it was measured"
    explained = []
    for stream in settings.streams:
        asked = [
            f"{result.queries[slider, stream]:,} {slider} queries" for slider in settings.pieces
        ]
        explained.append(f"- **{stream}**: {STREAMS[stream]}; {enumeration(asked)}.")
    yield "\n".join([*explained, *(f"- **{mode}**: {MODES[mode]}." for mode in settings.modes)])
    yield (
        f"Positions: {count:,} {name}. In games between strong players, sliders may attack fewer "
        "squares; `--positions FILE` reads positions from any FEN or EPD file."
    )
    if "pressure" in settings.streams:
        yield (
            f"Under pressure, {LINES} cache lines of a working set of {settings.working_set} MiB "
            f"are read after every {BURST} look-ups, in an order that no prefetcher predicts. The "
            "same loop without look-ups is also timed, and its time is subtracted. With "
            "independent queries, the CPU performs look-ups while it waits for cache lines; the "
            "time hidden in this way is not counted, so a look-up may even seem faster than "
            "without pressure. With dependent queries, nothing overlaps."
        )
    yield (
        f"Everything is measured once in each of {settings.rounds} rounds, in a different order "
        f"each time; after a warm-up, the shortest of {CALLS_PER_TURN} calls counts. *ns* is the "
        "time per look-up in nanoseconds, including loop overhead: the median over all rounds. "
        f"*±* is its uncertainty: half the length of its {CONFIDENCE:.0%} confidence interval, as "
        "a fraction of the median; the interval is based on order statistics and valid for any "
        "distribution. *× rays* is the speed relative to a ray walk: the median of the ratios "
        "within each round. *bytes* is the size of the slots and attack sets, *parameters* is the "
        "size of the parameters of all squares, also in bytes, and *lines* is the exact number of "
        f"64-byte cache lines that the first {LOOKUPS:,} look-ups touch. The kernels are compiled "
        "by Numba with LLVM and perform one look-up at a time; the sum of each scheme's answers "
        "matches that of the ray walk."
    )
    yield (
        "Two schemes are compared by the ratio of their times in each round, and so are their "
        "means over the sliders. A scheme is *faster* if the confidence interval of the median "
        f"ratio excludes 1 and the difference is at least {EQUAL:.0%}. If the interval contains 1 "
        f"and its ends are more than {NOISE:.0%} apart, the run was *too noisy to tell*; in all "
        "other cases the schemes are *level*. A scheme whose time is uncertain by more than "
        f"± {NOISE:.0%} is never called the fastest."
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
    where = f"on average over {enumeration(result.settings.pieces)}"
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
    yield "The fastest scheme of each size class, averaged over the sliders:"
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
        "level": "is level with the fastest of the larger schemes",
        "slower": "is slower",
        "too noisy to tell": "is too noisy to compare",
    }
    first = next(iter(caches))
    said = [f"{end} {enumeration(found[word])}" for word, end in ends.items() if word in found]
    yield (
        f"{sizes}; each scheme is listed under the smallest cache that holds its table and "
        "parameters. The fastest scheme that fits into "
        f"{first} {'; it '.join(said) or 'was not compared'}."
    )


def _first_against_others(best: list[tuple[str, Times] | None]) -> str:
    """Compare the fastest scheme in the smallest cache with the fastest of the larger schemes."""
    smallest, *larger = best
    others = [each[1] for each in larger if each]
    if smallest is None or not others:
        return ""
    return Comparison.of(smallest[1], min(others, key=lambda times: times.ns)).word


def _by_size(result: Result, stream: str, mode: str) -> list[tuple[str, Times] | None]:
    """For each cache, the name and time of the fastest scheme that needs a cache of this size."""
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
        [f"{tree.leaves:,} {tree.where} (depth {tree.depth})" for tree in TREES.values()]
    )
    yield "## Inside a move generator"
    yield (
        "`magicbb perft` counts leaves on one thread, with the generator compiled for each scheme: "
        f"{trees}. All other work is the same. The generator does not construct every position, so "
        "look-ups take a different share of the time than in an engine. *M/s* is millions of "
        "leaves per second, the median over the same rounds. *rank, here* is the rank by time "
        "per leaf, averaged over the positions, and *rank, look-ups* that by time per look-up, "
        f"averaged over {enumeration(result.settings.pieces)} ({STREAM}, {MODE})."
    )
    yield " ".join(sentences(result))
    yield generator_rows(result).markdown()


def _rotated(result: Result) -> Iterator[str]:
    known = [costs for stream in STREAMS if (costs := per_move(result, [stream])) is not None]
    if not known:
        return
    yield "## Rotated bitboards, including their cost per move"
    yield (
        "An engine updates its rotated boards with every move, toggling two squares on four boards "
        f"instead of one, so that look-ups need not rotate anything. Here, {MAGIC} represents "
        "magics; look-ups are weighted by how often rooks, bishops and queens of the side to move "
        "occur in the positions."
    )
    rotated = f"boards rotated at look-up | {MAGIC} | rotated per move | {MAGIC} per move"
    rows = [f"| ns | incremental boards | {rotated} | ratio |", f"|---|{'---:|' * 6}"]
    for costs in known:
        numbers = [costs.rotated, costs.turned, costs.magic, *costs.per_move]
        cells = " | ".join(nanoseconds(times.ns) for times in numbers)
        rows.append(f"| {costs.stream} | {cells} | {compared(costs.ratio)} |")
    yield "\n".join(rows)
    yield "\n".join(f"- {costs.sentences()}" for costs in known)


def _claims(result: Result) -> Iterator[str]:
    yield "## Published claims"
    yield "\n".join(
        f"- **{verdict.claim}** ({verdict.author}) *{capital(verdict.verdict)}.* {verdict.because}"
        for verdict in verdicts(result)
    )
    yield (
        "The published figures were measured with whole engines on the CPUs of their time; the "
        "figures above were not."
    )
