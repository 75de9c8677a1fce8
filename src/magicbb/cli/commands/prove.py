"""magicbb prove: find all magics of a square, or prove that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import campaigning, chain_proving, options, outputs
from magicbb.cli.console import print_json, waiting
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import square_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from magicbb.research.proofs import Certificate, Claim
    from magicbb.research.tasks.proving import ProofEstimate

_LONG = 60
"""The number of core seconds above which a search that is not saved causes a warning."""


@click.command(
    name="prove",
    short_help="Find all magics of a square, or prove that there is none.",
    epilog="""\b
Examples:
  magicbb prove bishop e1 --bits 4 -o e1.json
  magicbb prove bishop c1 --bits 4 --workers 2 --record
  magicbb prove rook d4 --bits 9 --kind black --estimate
  magicbb prove rook a1 --bits 11 --part 17/32768 -o part.json
""",
)
@options.place("rook", "bishop")
@click.option(
    "--bits",
    type=options.BitsType(),
    default="n-1",
    show_default=True,
    help="Index bits: a number, or n+1, n, n-1 or n-2 for n mask squares.",
)
@click.option(
    "--kind",
    type=click.Choice(["white", "black"]),
    help="Hash occupied & mask (white) or occupied | ~mask (black); default: both if the chain "
    "search applies, otherwise white.",
)
@click.option(
    "--estimate", "only_estimate", is_flag=True, help="Estimate the running time and exit."
)
@options.seed
@click.option(
    "--part",
    type=chain_proving.PartsType(),
    help="Search only this part (17/512) or these parts (17-32/512).",
)
@click.option("--parts", type=options.IntRange(1, 1 << 15), help="Number of parts in a campaign.")
@campaigning.options
@outputs.output("the certificate, or the searched parts, for magicbb check", *outputs.PROOFS)
@options.as_json
def command(
    place: tuple[str | None, int | None],
    bits: int | str,
    kind: str | None,
    only_estimate: bool,
    seed: int,
    part: tuple[range, int] | None,
    parts: int | None,
    output: Path | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Search exhaustively for the magics of PIECE, a rook or bishop, on SQUARE.

    The running time of the bit-by-bit search is first estimated by sampling. With one bit fewer
    than mask squares, the search takes seconds for most bishops, and minutes to weeks for rooks.
    With --record or --book, progress is saved in the record book; run the command again, or magicbb
    resume, to continue.

    The result is a certificate: the division of the search, the node count of each part, and the
    magics found. -o writes it to a file; --record saves it in the book.

    Unless --kind is given, rooks use the chain search, which settles white and black together. Its
    proofs consist of numbered parts: anyone can search some of them with --part, and magicbb
    records --import adds the results to a book. -o writes the parts; the two certificates are in
    the book.
    """
    piece, square = place
    if piece is None or square is None:
        raise click.UsageError("give PIECE and SQUARE, as in: magicbb prove bishop e1")
    if only_estimate:
        _check_estimate(output, how)
    from magicbb.research.proofs.chain.division import JointClaim
    from magicbb.research.tasks import proving

    claim = proving.claim_of(
        piece, square, options.bits_of(bits, parse_slider(piece), square), kind
    )
    joint = claim if isinstance(claim, JointClaim) else None
    chain_proving.check_options(joint, part, parts, how, only_estimate=only_estimate)
    if isinstance(claim, JointClaim):
        if only_estimate:
            chain_proving.estimate(claim, seed, as_json=as_json)
        else:
            chain_proving.search(claim, part, parts, output, as_json=as_json, **how)
        return
    chain_proving.say_what_is_settled(claim)
    with waiting(f"estimating {claim}"):
        estimate = proving.estimate_of(claim, seed)
    if only_estimate and as_json:
        print_json({**_claim(claim), "seed": seed, **_described(estimate)})
        return
    click.echo(_sentence(estimate), err=not only_estimate)
    if only_estimate:
        return
    from magicbb.research.campaigns.works.bit_by_bit_proof import BitByBitProof
    from magicbb.research.proofs.reading import write_proof

    work = BitByBitProof(claim, seed)
    takes_long = estimate.core_seconds > _LONG
    outcome = campaigning.run(work, command=work.command, takes_long=takes_long, **how)
    if not outcome.finished:
        if as_json:
            print_json({**_claim(claim), "seed": seed, "finished": False})
        return
    certificate = work.certificate(outcome.rounds)
    if output is not None:
        write_proof(certificate, output)
    _print(certificate, seed, output, as_json=as_json)


def _check_estimate(output: Path | None, how: Mapping[str, Any]) -> None:
    """Check that --estimate is not combined with search options.

    Raises:
        click.UsageError: An option applies to a search only.
    """
    if output is not None:
        raise click.UsageError("--estimate produces no certificate for -o to write")
    given = {f"--{name}": value or None for name, value in how.items()}
    options.refuse(given, "cannot be combined with --estimate, which runs no search")


def _described(estimate: ProofEstimate) -> dict[str, Any]:
    from dataclasses import asdict

    rate = estimate.nodes_per_second
    return {
        "estimated_nodes": round(estimate.nodes),
        "nodes_per_second": rate and round(rate),
        "core_seconds": round(estimate.core_seconds, 3),
        "division": asdict(estimate.division),
    }


def _sentence(estimate: ProofEstimate) -> str:
    pace = ""
    if rate := estimate.nodes_per_second:
        pace = f", {rate / 1e6:.1f} M nodes/s, {_duration(estimate.core_seconds)} on one core"
    return f"{estimate.claim}: about {round(estimate.nodes):.2g} nodes{pace}"


def _duration(seconds: float) -> str:
    """Format a time in the largest unit that gives a value of at least 2.

    >>> _duration(0.5), _duration(90), _duration(10_000), _duration(1e10)
    ('1 second', '90 seconds', '2.78 hours', '317 years')
    """
    units = (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60))
    for name, size in units:
        if seconds >= 2 * size:
            return f"{seconds / size:,.3g} {name}"
    return f"{seconds:.0f} seconds" if round(seconds) > 1 else "1 second"


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "piece": claim.piece.name,
        "square": square_name(claim.square),
        "kind": claim.kind,
        "bits": claim.bits,
    }


def _print(certificate: Certificate, seed: int, output: Path | None, *, as_json: bool) -> None:
    listed = certificate.listed
    if as_json:
        print_json(
            {
                **_claim(certificate.claim),
                "seed": seed,
                "finished": True,
                "nodes": certificate.total,
                "magics": certificate.magics,
                "listed": [f"{magic:#018x}" for magic in listed],
            }
        )
        return
    from magicbb.research.proofs.claim import magics_in_words

    claim, period = certificate.claim, certificate.claim.period
    if not certificate.magics:
        click.echo(f"{claim}: no magic exists ({certificate.total:,} nodes searched)")
    else:
        magics = magics_in_words(certificate.magics)
        click.echo(f"{claim}: {magics} modulo 2**{period}, {certificate.total:,} nodes")
        for magic in listed:
            click.echo(f"  {magic:#018x}")
        if len(listed) < certificate.magics:
            click.echo(f"  {certificate.magics - len(listed):,} more, in subtrees with many magics")
    if output is not None:
        click.echo(f"certificate written to {click.format_filename(output)}", err=True)
