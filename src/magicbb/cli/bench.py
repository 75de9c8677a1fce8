"""magicbb bench: which scheme is fastest on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import options, outputs
from magicbb.cli.console import print_json, progress, waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

_FEW = 3
"""So many schemes are worth compiling a generator of moves for each."""


def _several(
    name: str,
    choices: Sequence[str],
    *,
    help: str,
) -> Callable[[options.FC], options.FC]:
    """An option that may be given several times; what it collects has the name in the plural."""
    return click.option(
        f"--{name}", f"{name}s", multiple=True, type=click.Choice(choices), help=help
    )


@click.command(
    name="bench",
    short_help="Measure which scheme is fastest on this machine.",
    epilog="""\b
Examples:
  magicbb bench fancy pext --stream games --rounds 3
  magicbb bench fancy.npz magics.csv --slider rook --stream random --rounds 3
""",
)
@click.argument("schemes", metavar="[SCHEME]...", nargs=-1, shell_complete=options.schemes)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Include schemes that take about half a minute to build.",
)
@_several(
    "slider",
    ["rook", "bishop", "queen"],
    help="Sliders to measure (default: rook and bishop). May be repeated.",
)
@_several(
    "stream",
    ["random", "games", "pressure"],
    help="Queries to measure (default: all three). May be repeated.",
)
@_several(
    "mode",
    ["throughput", "latency"],
    help="Independent queries, or each waiting for the one before (default: both).",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 100_000),
    default=21,
    show_default=True,
    help="How often every scheme has its turn.",
)
@click.option(
    "--positions",
    type=options.FILE_TO_READ,
    metavar="FILE",
    help="Ask about these positions, one FEN or EPD per line, of the first 65,536; - for standard "
    "input.",
)
@click.option(
    "--working-set",
    type=click.IntRange(1, 65_536),
    metavar="MIB",
    default=16,
    show_default=True,
    help="The memory that is touched between queries under pressure.",
)
@click.option(
    "--perft/--no-perft",
    default=None,
    help="Also run a whole generator of moves over each scheme, which takes 2.5 seconds each to "
    "compile the first time. Left out, that is done for up to three SCHEMEs, with --all and with "
    "--report, unless --slider, --stream or --mode asks for less.",
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
    help="Write figures, advice and verdicts on old claims as Markdown.",
)
@options.as_json
def command(
    schemes: tuple[str, ...],
    everything: bool,
    sliders: tuple[str, ...],
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
    """Measure SCHEMEs against each other and against walking along the rays.

    SCHEME is a name of the catalogue, HASH/LAYOUT/STORAGE[/SOURCE], or a file of magics.
    Without any, all of the catalogue are measured but those whose magics take half a minute to
    find; --all takes those, too.
    """
    from magicbb.benchmark import plot as plotting
    from magicbb.benchmark.advice import advise
    from magicbb.benchmark.claims import verdicts
    from magicbb.benchmark.contenders import check_schemes, default_schemes
    from magicbb.benchmark.measure import prepare
    from magicbb.benchmark.report import markdown
    from magicbb.benchmark.rows import all_rows
    from magicbb.benchmark.settings import Settings
    from magicbb.benchmark.streams import read_boards
    from magicbb.files import source_name, write_whole

    if everything and schemes:
        raise click.UsageError("--all takes every scheme of the catalogue; name some, or none")
    chosen = list(schemes) or default_schemes(slow=everything)
    check_schemes(chosen)
    asked: dict[str, Any] = {"sliders": sliders, "streams": streams, "modes": modes}
    if perft is None:
        thorough = everything or report is not None or 0 < len(schemes) <= _FEW
        perft = thorough and not any(asked.values())
    settings = Settings(
        **{name: choice for name, choice in asked.items() if choice},
        rounds=rounds,
        working_set=working_set,
        seed=seed,
        perft=perft,
    )
    if plot is not None:
        plotting.check_plot(plot)
    boards = None if positions is None else read_boards(positions)
    file = "" if positions is None else click.format_filename(source_name(positions.name))
    name = f"positions of {file}" if file else None

    with waiting("building the tables"):
        bench = prepare(chosen, settings, boards, name=name)
    with progress("measuring", bench.steps, "turns") as update:
        result = bench.run(update)

    if report is not None:
        write_whole(report, markdown(result).encode())
    if plot is not None:
        write_whole(plot, plotting.picture(result, plot.suffix))
    if as_json:
        claims = [vars(verdict) for verdict in verdicts(result)]
        print_json({**result.to_dict(), "claims": claims, "advice": advise(result)})
        return
    for rows in all_rows(result):
        click.echo("\n".join(rows.lines()))
        click.echo()
    click.echo(advise(result))
