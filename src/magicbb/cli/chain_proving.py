"""magicbb prove with the chain search: the whole proof, or some of its numbered parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import campaigning, options
from magicbb.cli.console import counter, print_json, progress, waiting
from magicbb.geometry.squares import square_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from magicbb.research.proofs.chain.division import JointClaim
    from magicbb.research.proofs.chain.parts import Parts
    from magicbb.research.proofs.claim import Claim


class PartsType(click.ParamType):  # type: ignore[type-arg]
    """Some parts out of a total, such as 17/512 or 17-32/512."""

    name = "parts"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[range, int]:
        """Return the numbers of the parts, and the total."""
        from magicbb.research.tasks.proving import parse_parts

        if isinstance(value, tuple):
            return value
        try:
            return parse_parts(value)
        except ValueError as error:
            self.fail(f"{error}", param, ctx)


def estimate(claim: JointClaim, seed: int, *, as_json: bool) -> None:
    """Print an estimate of the running time of the whole proof."""
    from dataclasses import asdict

    from magicbb.research.tasks.proving import estimate_of

    with waiting(f"estimating {claim}"):
        found = estimate_of(claim, seed)
    error = found.error or 0.0
    if as_json:
        fields = {
            "search": "chain",
            "estimated_nodes": round(found.nodes),
            "core_seconds": round(found.core_seconds, 3),
            "standard_error": round(error, 3),
            "division": asdict(found.division),
        }
        print_json({**_claim(claim), "seed": seed, **fields})
        return
    hours, error = found.core_seconds / 3600, error / 3600
    click.echo(
        f"{claim}: about {found.nodes:.2g} nodes of the chain search, "
        f"{hours:,.3g} ± {error:,.2g} hours on one core"
    )


def check_options(
    claim: JointClaim | None,
    part: tuple[range, int] | None,
    parts: int | None,
    how: Mapping[str, Any],
    *,
    only_estimate: bool,
) -> None:
    """Check that the options can be combined.

    Raises:
        click.UsageError: The options cannot be combined.
    """
    if (part or parts) and claim is None:
        raise click.UsageError(
            "--part and --parts require the chain search, without --kind: a rook with at least 8 "
            "bits and fewer bits than mask squares"
        )
    if parts is not None and only_estimate:
        raise click.UsageError("--parts and --estimate cannot be combined: the time is the same")
    if part is not None:
        named = {f"--{name}": value or None for name, value in how.items()}
        named["--estimate"] = only_estimate or None
        options.refuse({**named, "--parts": parts}, "cannot be combined with --part")


def search(
    claim: JointClaim,
    part: tuple[range, int] | None,
    of: int | None,
    output: Path | None,
    *,
    as_json: bool,
    **how: Any,
) -> None:
    """Search the given parts, or all parts as a campaign."""
    if part is not None:
        _search_parts(claim, *part, output, as_json=as_json)
    else:
        say_what_is_settled(claim)
        _prove(claim, of, output, as_json=as_json, **how)


def say_what_is_settled(claim: Claim | JointClaim) -> None:
    """Report on standard error if the claim is already settled."""
    from magicbb.magics.settled import settled
    from magicbb.research.proofs.claim import Claim

    kinds = (claim.kind,) if isinstance(claim, Claim) else ("white", "black")
    for kind in kinds:
        if known := settled(claim.piece, claim.square, kind, claim.bits):
            click.echo(f"already settled: {known}", err=True)


def _search_parts(
    claim: JointClaim, numbers: range, of: int, output: Path | None, *, as_json: bool
) -> None:
    """Search some parts, and write them to a file."""
    from magicbb.research.proofs.chain.searching import division_of
    from magicbb.research.tasks.proving import search_parts

    division = division_of(claim)
    runs = sum(len(division.part(number, of)) for number in numbers)
    if output is None:
        raise click.UsageError("--part needs -o FILE, to which the searched parts are written")
    say_what_is_settled(claim)
    with progress(f"{claim}", runs, "runs") as update:
        parts = search_parts(claim, numbers, of, counter(update))
    _finish(parts, output, as_json=as_json)


def _prove(
    claim: JointClaim, of: int | None, output: Path | None, *, as_json: bool, **how: Any
) -> None:
    """Search all parts, as a campaign."""
    from magicbb.research.tasks.proving import chain_of, parts_of

    work = chain_of(claim, of)
    outcome = campaigning.run(work, command=work.command, takes_long=True, **how)
    if not outcome.finished:
        if as_json:
            print_json({**_claim(claim), "finished": False})
        return
    _finish(parts_of(work, outcome), output, as_json=as_json)


def _finish(parts: Parts, output: Path | None, *, as_json: bool) -> None:
    """Print the results, and write the parts to the output file, if any."""
    from magicbb.research.proofs.claim import magics_in_words
    from magicbb.research.proofs.reading import write_proof

    found = [each for part in parts.parts for each in part.found]
    if output is not None:
        write_proof(parts, output)
    if as_json:
        listed = [{"kind": each.kind, "magic": f"{each.magic:#018x}"} for each in found]
        numbers = [part.number for part in parts.parts]
        fields = {"finished": True, "parts": numbers, "of": parts.of, "nodes": parts.total}
        print_json({**_claim(parts.claim), **fields, "magics": len(found), "listed": listed})
        return
    whole = len(parts.parts) == parts.of
    what = f"{parts.claim}" if whole else f"{parts}"
    magics = magics_in_words(len(found))
    click.echo(f"{what}: {magics}, {parts.total:,} nodes of the chain search")
    for each in found:
        click.echo(f"  {each.kind} {each.magic:#018x}")
    if output is not None:
        click.echo(f"written to {click.format_filename(output)}", err=True)


def _claim(claim: JointClaim) -> dict[str, Any]:
    return {
        "piece": claim.piece.name,
        "square": square_name(claim.square),
        "kinds": ["white", "black"],
        "bits": claim.bits,
    }
