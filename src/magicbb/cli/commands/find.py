"""magicbb find: find one magic, or all 128."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import campaigning, magic_formats, options, outputs
from magicbb.cli.console import counter, print_json, progress
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import square_name
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.research.tasks.find_request import FindRequest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from magicbb.magics.magic import Magic


@click.command(
    name="find",
    short_help="Find one magic, or all 128.",
    epilog="""\b
Examples:
  magicbb find rook a1 --seed 7
  magicbb find bishop b1 --bits 4
  magicbb find bishop d4 --objective used --tries 2
  magicbb find --kind black -o black.json
  magicbb find --format rust --mapping a8=0
""",
)
@options.place("rook", "bishop")
@click.option(
    "--bits",
    type=options.BitsType(),
    help="Index bits: a number, or n+1, n, n-1 or n-2 for n mask squares (default: n).",
)
@options.kind("white", "black", "white-32", default="white", more="; white-32 uses 32-bit products")
@options.choice(
    "--objective",
    ["bits", "used", "range", "packed"],
    default="bits",
    help="Find any magic with the given number of bits (bits), or one with few used slots (used), "
    "a short range of slots (range), or few used slots in few blocks (packed).",
)
@click.option(
    "--anyway",
    is_flag=True,
    help="Search even if it is known whether such a magic exists.",
)
@options.seed
@click.option(
    "--tries",
    type=options.IntRange(1, 2**63 - 1),
    help="Give up after this many tries (random choices of bits, annealing runs, or campaign "
    "rounds).",
)
@options.threads
@campaigning.options
@click.option(
    "--format",
    "form",
    metavar="NAME",
    help="Print csv, json, or the arrays of 64 magics in a language, to paste into an engine: c, "
    "cpp, csharp, go, java, javascript, python, rust, typescript or zig.",
)
@click.option(
    "--mapping",
    help="With --format, the corner that is square 0 in the engine (default: a1=0).",
)
@outputs.output("the magics as JSON, as CSV to FILE.csv, or as --format specifies", *outputs.LISTS)
@options.as_json
def command(
    place: tuple[str | None, int | None],
    bits: int | str | None,
    kind: str,
    objective: str,
    anyway: bool,
    seed: int,
    tries: int | None,
    threads: int | None,
    form: str | None,
    mapping: str | None,
    output: Path | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Find a magic for PIECE (rook or bishop) on SQUARE, or all 128 magics.

    With one index bit per mask square, the search is instant. Some squares, mostly the bishop's,
    also have magics with one bit fewer. Settled cases are answered immediately, with the known
    magic or the proof that none exists. --anyway forces a search, which may never end; --tries
    limits it.

    --record, --book, --workers and --hours start a campaign, as does a long search for all squares.
    A campaign searches even if a magic is known, and is better at finding rook magics with fewer
    bits. With --record or --book, results are saved in the record book, and magicbb resume
    continues an interrupted search. Unless --anyway is given, a campaign for all squares searches
    for white magics with fewer bits only on squares known to have such a magic.

    --format LANGUAGE prints the 64 + 64 magics as arrays in the engine's square order. magicbb
    verify reads every format.
    """
    piece, square = place
    if (piece is None) != (square is None):
        raise click.UsageError("PIECE and SQUARE go together, as in: magicbb find rook a1")
    one = None if piece is None or square is None else (parse_slider(piece), square)
    request = FindRequest(one, bits, kind, objective, seed, tries, anyway)
    if as_json and form not in {None, "json"}:
        raise click.UsageError(f"--json and --format {form} cannot be combined")
    usual = one is None and bits in {None, "n", "n+1"}
    write = magic_formats.writer_of(form, mapping, output, usual=usual)
    campaign = any(value not in (None, False) for value in how.values())
    if one is None:
        takes_long = objective != "bits" or request.more < 0
        campaign = campaign or takes_long
        if isinstance(bits, int) or (tries is not None and not takes_long):
            raise click.UsageError(
                "--tries and a numeric --bits need a square: magicbb find rook a1 --bits 12"
            )
    if campaign and kind not in WHITE_AND_BLACK:
        raise click.UsageError(
            f"campaigns find white and black magics; find one {kind} magic, or all 128, without "
            "--record, --book, --workers, --hours and fewer bits"
        )
    if campaign and threads is not None:
        raise click.UsageError("campaigns use --workers, not --threads")
    _say_if_open(request)
    started = time.perf_counter()
    content: dict[str, Any] = {"command": request.command(), "seed": seed}
    if campaign:
        magics, further = _run(request, how)
        content.update(further)
    else:
        magics = _find(request, threads)
    seconds = time.perf_counter() - started
    _print(magics, content, seconds, write, output, form=form, as_json=as_json)


def _find(request: FindRequest, threads: int | None) -> list[Magic]:
    """Find one magic, or all 128, in this process."""
    from magicbb.magics.search import find, find_all

    kind, seed = request.kind, request.seed
    if request.place is not None:
        slider, square = request.place
        unit = "tries" if request.objective == "bits" else "runs"
        with progress(f"{slider} {square_name(square)}", request.tries, unit) as update:
            bits = None if request.bits is None else request.bits_of(slider, square)
            arguments: dict[str, Any] = {"tries": request.tries, "objective": request.objective}
            arguments["anyway"] = request.anyway
            magic = find(slider, square, bits, kind, seed=seed, **arguments, on_progress=update)
        _say_whether_known(request, magic)
        return [magic]
    with progress("finding", 128, "magics") as update:
        all_bits = None if request.bits is None else request.bits_of
        found = counter(update)
        return [
            *find_all(
                kind, all_bits, seed=seed, threads=threads, anyway=request.anyway, on_found=found
            )
        ]


def _say_if_open(request: FindRequest) -> None:
    """Say on standard error if nobody knows whether the magic exists: a search may never end."""
    if request.place is None or request.objective != "bits" or request.tries is not None:
        return
    (slider, square), bits = request.place, request.bits_of(*request.place)
    if bits != slider.mask(square).bit_count() - 1:
        return
    from magicbb.research.records.frontier import answers

    case = (slider, square, request.kind)
    for each in answers():
        if (each.piece, each.square, each.kind) == case and not each.known:
            click.echo(f"{each.sentence}; a search for a magic may never end", err=True)


def _say_whether_known(request: FindRequest, magic: Magic) -> None:
    """Report on standard error if the magic was already known."""
    from magicbb.magics.settled import settled

    fewer = magic.bits < magic.mask.bit_count()
    known = settled(magic.piece, magic.square, magic.kind, magic.bits) if fewer else None
    if known and known.magic and known.magic.magic == magic.magic and not request.anyway:
        click.echo(f"{known}; --anyway searches for another", err=True)


def _run(request: FindRequest, how: Mapping[str, Any]) -> tuple[list[Magic], dict[str, Any]]:
    """Run a campaign; return the magics, and further fields of the result."""
    from magicbb.lookup.keys import PLACES, row_name, row_of
    from magicbb.magics.settled import EXISTS, settled
    from magicbb.research.campaigns import JobDone
    from magicbb.research.tasks.running import rounds_of
    from magicbb.research.tasks.searching import prepare

    prepared = prepare(request)
    work, not_searched = prepared
    command, targets = request.command(campaign=prepared.needs_campaign), work.targets
    seconds: dict[int, float] = {}

    def add_up(event: object) -> None:
        if isinstance(event, JobDone):
            seconds[event.job] = seconds.get(event.job, 0.0) + event.seconds

    takes_long = request.place is None or request.objective != "bits" or prepared.needs_campaign
    how = {**how, "takes_long": takes_long, "on_event": add_up}
    outcome = campaigning.run(work, command=command, **how)
    magics = work.found(rounds_of(outcome))
    for place, target in enumerate(targets):
        if place in seconds:
            row = target.row
            found = any(row_of(each.piece, each.square) == row for each in magics)
            words = f"{'' if found else 'not '}found in {seconds[place]:.1f} s"
            known = None if found else settled(*PLACES[row], request.kind, target.bits)
            known_words = f"; {known}" if known and known.status == EXISTS else ""
            click.echo(f"{row_name(row)}: {words}{known_words}", err=True)
    for why, rows in not_searched.items():
        names = ", ".join(row_name(row) for row in rows)
        click.echo(f"not searched, {why}: {names}", err=True)
    if outcome.finished and request.place is not None and not magics:
        from magicbb.magics.search import MagicNotFoundError

        rounds = "round" if len(outcome.rounds) == 1 else "rounds"
        raise MagicNotFoundError(
            f"no {request.kind} magic with {targets[0].bits} bits for {row_name(targets[0].row)} "
            f"in {len(outcome.rounds):,} {rounds}"
        )
    skipped = {why: [row_name(row) for row in rows] for why, rows in not_searched.items()}
    more = {"command": command, "finished": outcome.finished, "not_searched": skipped}
    return magics, more


def _print(
    magics: Sequence[Magic],
    about: dict[str, Any],
    seconds: float,
    write: magic_formats.Write,
    output: Path | None,
    *,
    form: str | None,
    as_json: bool,
) -> None:
    from magicbb.files import write_whole
    from magicbb.lookup.keys import PLACES
    from magicbb.magics.files import fields_of

    finished = about.get("finished", True)
    arrays = form is not None and form.lower() not in {"csv", "json"}
    if partial := arrays and not finished and len(magics) < len(PLACES):
        click.echo("arrays need all 128 magics; those found are listed instead", err=True)
    text = "" if partial or (form is None and output is None) else write(magics, about)
    written = output is not None and not partial and (bool(magics) or finished)
    if output is not None and written:
        write_whole(output, text.encode())
    fields = [fields_of(magic) for magic in magics]
    if as_json:
        print_json({**about, "magics": fields})
        return
    if output is None or partial:
        lines = [" ".join(map(str, each.values())) + "\n" for each in fields]
        click.echo(text or "".join(lines), nl=False)
    to = f" to {click.format_filename(output)}" if output is not None and written else ""
    click.echo(f"{len(magics)} found in {seconds:.3f} s{to}", err=True)
