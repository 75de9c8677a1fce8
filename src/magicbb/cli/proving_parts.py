"""magicbb prove by the chain search: the whole proof, or numbered parts of it."""

from __future__ import annotations

import gzip
import re
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

_PARTS = re.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?/([0-9]{1,9})")

_SAMPLE = 100
"""Random prefixes by which the time is estimated: a second, or a minute where it takes months."""


class PartsType(click.ParamType):  # type: ignore[type-arg]
    """Some parts of a number of them, such as 17/512 or 17-32/512."""

    name = "parts"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[range, int]:
        """Return the numbers of the parts, and how many there are."""
        if isinstance(value, tuple):
            return value
        named = _PARTS.fullmatch(value)
        if named is None:
            self.fail(f"{value!r} is no part such as 17/512 or 17-32/512", param, ctx)
        first, of = int(named[1]), int(named[3])
        last = int(named[2] or first)
        if not 1 <= first <= last <= of:
            self.fail(f"{value!r} must be among 1..{of}", param, ctx)
        return range(first, last + 1), of


def estimate(claim: JointClaim, seed: int, *, as_json: bool) -> None:
    """Say how long the whole proof takes."""
    from dataclasses import asdict

    from magicbb.magics.search.chain import ChainSearch
    from magicbb.magics.search.chain_sampling import estimate_chain
    from magicbb.research.proofs.chain.searching import division_of

    with waiting(f"estimating {claim}"):
        search = ChainSearch(claim.slider, claim.square, claim.bits)
        expected = estimate_chain(search, _SAMPLE, seed)
    if as_json:
        fields = {
            "search": "chain",
            "estimated_nodes": round(expected.nodes),
            "core_seconds": round(expected.seconds, 3),
            "standard_error": round(expected.error, 3),
            "division": asdict(division_of(claim)),
        }
        print_json({**_claim(claim), "seed": seed, **fields})
        return
    hours, error = expected.seconds / 3600, expected.error / 3600
    click.echo(
        f"{claim}: about {expected.nodes:.2g} nodes of the chain search, "
        f"{hours:,.3g} ± {error:,.2g} hours of one core"
    )


def check_options(
    claim: JointClaim | None,
    part: tuple[range, int] | None,
    parts: int | None,
    how: Mapping[str, Any],
    *,
    only_estimate: bool,
) -> None:
    """See that what was asked for goes together.

    Raises:
        click.UsageError: It does not.
    """
    if (part or parts) and claim is None:
        raise click.UsageError(
            "--part and --parts are for the chain search: rooks on the first two ranks, with 8 "
            "bits at least and fewer than the mask has squares, without --kind"
        )
    if part is not None:
        named = {f"--{name}": value or None for name, value in how.items()}
        named["--estimate"] = only_estimate or None
        options.refuse({**named, "--parts": parts}, "does not go with --part")


def search(
    claim: JointClaim,
    part: tuple[range, int] | None,
    of: int | None,
    output: Path | None,
    *,
    as_json: bool,
    **how: Any,
) -> None:
    """Search some parts, or all as a campaign."""
    if part is not None:
        _search_parts(claim, *part, output, as_json=as_json)
    else:
        _prove(claim, of, output, as_json=as_json, **how)


def _search_parts(
    claim: JointClaim, numbers: range, of: int, output: Path | None, *, as_json: bool
) -> None:
    """Search some parts, and write them to a file."""
    from magicbb.research.proofs.chain.parts import Parts
    from magicbb.research.proofs.chain.searching import division_of, search_part
    from magicbb.research.records.provenance import who

    division, name = division_of(claim), who()
    runs = sum(len(division.part(number, of)) for number in numbers)
    with progress(f"{claim}", runs, "runs") as update:
        done = counter(update)
        parts = [search_part(claim, number, of, who=name, on_run=done) for number in numbers]
    _finish(Parts(claim, division, of, tuple(parts)), output, as_json=as_json)


def _prove(
    claim: JointClaim, of: int | None, output: Path | None, *, as_json: bool, **how: Any
) -> None:
    """Search all parts, as a campaign."""
    from magicbb.magics.search.chain import FORM
    from magicbb.research.campaigns.works.chain import Chain
    from magicbb.research.proofs.chain.division import PARTS
    from magicbb.research.proofs.chain.parts import Parts
    from magicbb.research.proofs.chain.searching import division_of

    division = division_of(claim)
    work = Chain(claim, min(of or PARTS, division.runs), form=FORM)
    outcome = campaigning.run(work, command=work.command, takes_long=True, **how)
    if not outcome.finished:
        if as_json:
            print_json({**_claim(claim), "finished": False})
        return
    parts = tuple(part for parts in outcome.rounds for part in parts)
    _finish(Parts(claim, division, work.parts, parts), output, as_json=as_json)


def write_parts(parts: Parts, output: Path) -> None:
    """Write parts to a file, zipped if its name ends like that."""
    from magicbb.files import write_whole

    content = parts.to_text().encode()
    write_whole(output, gzip.compress(content, mtime=0) if output.suffix == ".gz" else content)


def _finish(parts: Parts, output: Path | None, *, as_json: bool) -> None:
    """Say what was found, and write it."""
    found = [each for part in parts.parts for each in part.found]
    if output is not None:
        write_parts(parts, output)
    if as_json:
        listed = [{"kind": each.kind, "magic": f"{each.magic:#018x}"} for each in found]
        numbers = [part.number for part in parts.parts]
        fields = {"finished": True, "parts": numbers, "of": parts.of, "nodes": parts.total}
        print_json({**_claim(parts.claim), **fields, "magics": len(found), "listed": listed})
        return
    whole = len(parts.parts) == parts.of
    what = f"{parts.claim}" if whole else f"{parts}"
    number = f"{len(found):,}" if found else "no"
    plural = "s" * (len(found) > 1)
    click.echo(f"{what}: {number} magic{plural}, {parts.total:,} nodes of the chain search")
    for each in found:
        click.echo(f"  {each.kind} {each.magic:#018x}")
    if output is not None:
        click.echo(f"written to {click.format_filename(output)}", err=True)


def _claim(claim: JointClaim) -> dict[str, Any]:
    return {
        "piece": claim.slider.name,
        "square": square_name(claim.square),
        "kinds": ["white", "black"],
        "index_bits": claim.bits,
    }
