"""magicbb bench: measure which scheme is fastest on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from magicbb.cli import options, outputs
from magicbb.cli.console import print_json, progress, waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


def _several(
    name: str,
    choices: Sequence[str],
    *,
    help: str,
) -> Callable[[options.FC], options.FC]:
    """An option that may be repeated; its values are passed in a parameter with the plural name."""
    return click.option(
        f"--{name}", f"{name}s", multiple=True, type=click.Choice(choices), help=help
    )


@click.command(
    name="bench",
    short_help="Measure which scheme is fastest on this machine.",
    epilog="""\b
Examples:
  magicbb bench fancy pext --stream games --rounds 3
  magicbb bench fancy.npz magics.csv --piece rook --stream random --rounds 3
""",
)
@click.argument("schemes", metavar="[SCHEME]...", nargs=-1, shell_complete=options.schemes)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Include schemes that take about 30 s to build.",
)
@_several(
    "piece",
    ["rook", "bishop", "queen"],
    help="Sliders to measure (default: rook and bishop). May be repeated.",
)
@_several(
    "stream",
    ["random", "games", "pressure"],
    help="Query streams to measure (default: all three). May be repeated.",
)
@_several(
    "mode",
    ["throughput", "latency"],
    help="Measure independent queries (throughput) or dependent ones (latency); default: both.",
)
@click.option(
    "--rounds",
    type=options.IntRange(1, 100_000),
    default=21,
    show_default=True,
    help="Number of rounds; each scheme is measured once per round.",
)
@click.option(
    "--positions",
    type=options.FILE_TO_READ,
    metavar="FILE",
    help="Measure on these positions, one FEN or EPD per line (at most 65,536 are used); - for "
    "standard input.",
)
@click.option(
    "--working-set",
    type=options.IntRange(1, 65_536),
    metavar="MIB",
    default=16,
    show_default=True,
    help="Memory touched between queries of the pressure stream.",
)
@click.option(
    "--perft/--no-perft",
    default=None,
    help="Also run a complete move generator with each scheme; compiling it the first time takes "
    "2.5 s per scheme. Default: on for up to three SCHEMEs, with --all and with --report, unless "
    "--piece, --stream or --mode restricts the run.",
)
@options.seed
@outputs.to_file(
    "--plot",
    formats=outputs.PLOTS,
    help="Draw speed against size as PNG, SVG or PDF; needs Matplotlib.",
)
@outputs.to_file(
    "--report",
    formats=(outputs.MARKDOWN,),
    help="Write a Markdown report: the measurements, advice, and verdicts on published claims.",
)
@options.as_json
def command(
    schemes: tuple[str, ...],
    everything: bool,
    pieces: tuple[str, ...],
    streams: tuple[str, ...],
    modes: tuple[str, ...],
    rounds: int,
    positions: Path | None,
    working_set: int,
    perft: bool | None,
    seed: int,
    plot: Path | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Compare the SCHEMEs with each other and with a ray walk.

    SCHEME is a catalogue name, HASH/LAYOUT/STORAGE[/SOURCE], or a file of magics. By default the
    whole catalogue is measured, except for schemes that take about 30 s to build; --all includes
    them.
    """
    from magicbb.benchmark.bench import Benchmark, prepare_bench
    from magicbb.benchmark.plot import check_plot
    from magicbb.files import write_whole

    if everything and schemes:
        raise click.UsageError("--all measures the whole catalogue; do not name schemes as well")
    if plot is not None:
        check_plot(plot)
    asked: dict[str, Sequence[str] | None] = {
        "pieces": pieces or None,
        "streams": streams or None,
        "modes": modes or None,
    }
    if report is not None and perft is None:
        perft = not any(asked.values())
    with waiting("building the tables"):
        ready = prepare_bench(
            schemes,
            all=everything,
            asked=asked,
            positions=positions,
            perft=perft,
            rounds=rounds,
            working_set=working_set,
            seed=seed,
        )
    with progress("measuring", ready.steps, "turns") as update:
        measured = Benchmark(ready.run(update))
    if report is not None:
        write_whole(report, measured.report().encode())
    if plot is not None:
        measured.plot(plot)
    if as_json:
        print_json(measured.to_dict())
    else:
        click.echo(measured)
