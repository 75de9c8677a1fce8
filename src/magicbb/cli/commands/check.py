"""magicbb check: replay a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from magicbb.cli import options
from magicbb.cli.console import print_json, progress, waiting
from magicbb.files import source_name

if TYPE_CHECKING:
    from magicbb.research.proofs import Certificate, Checked
    from magicbb.research.proofs.chain.certificate import ChainCertificate
    from magicbb.research.proofs.chain.checker import ChainChecked
    from magicbb.research.proofs.chain.parts import Parts


@click.command(
    name="check",
    short_help="Replay a certificate of magicbb prove.",
    epilog="""\b
Examples:
  magicbb check e1.json
  magicbb check e1.json --part 0.1 --seed 7
  magicbb check bishop-e1-white-4
  magicbb check --list
""",
)
@click.argument("file", required=False)
@click.option("--list", "listing", is_flag=True, help="List the proofs that ship with magicbb.")
@click.option(
    "--part",
    type=options.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="Fraction of the search to replay, chosen at random.",
)
@options.seed
@options.threads
@options.as_json
def command(
    file: str | None, listing: bool, part: float, seed: int, threads: int | None, as_json: bool
) -> None:
    """Replay the certificate in FILE, or a random part of it, and compare the node counts.

    FILE may be compressed with gzip; - is standard input. A name without dots or slashes refers to
    a proof that ships with magicbb.

    The checker is independent of the prover: it is slower and simpler, and shares only the
    geometry, the ray walk, the compiler and the code that reads certificates with it. The division
    into subtrees is always replayed.

    For chain-search certificates and parts, random prefixes are searched again bit by bit, by
    independent code, and random runs of prefixes by the chain search.
    """
    if listing == (file is not None):
        raise click.UsageError("give either a FILE or --list")
    if file is None:
        _list(as_json=as_json)
        return
    from magicbb.research.proofs.bit_by_bit.certificate import Certificate
    from magicbb.research.proofs.bit_by_bit.checker import Checked
    from magicbb.research.proofs.chain.checker import ChainChecked
    from magicbb.research.proofs.sealing import CertificateError
    from magicbb.research.tasks.checking import amount, check, read

    name = click.format_filename(source_name(file))
    try:
        with waiting(f"reading {name}"):
            certificate = read(file)
        total, unit = amount(certificate, part, seed)
        with progress(f"checking {name}", total, unit) as update:
            checked = check(certificate, part, seed, threads=threads, on_progress=update)
    except CertificateError as error:
        raise CertificateError(f"{name}: {error}") from None
    if isinstance(checked, Checked) and isinstance(certificate, Certificate):
        _print(certificate, checked, name, seed, as_json=as_json)
    elif isinstance(checked, ChainChecked) and not isinstance(certificate, Certificate):
        _print_chain(certificate, checked, name, seed, as_json=as_json)


def _print(
    certificate: Certificate, checked: Checked, name: str, seed: int, *, as_json: bool
) -> None:
    """Print how much of the search was replayed."""
    if as_json:
        print_json(
            {
                "file": name,
                "claim": str(certificate.claim),
                "nodes": certificate.total,
                "magics": certificate.magics,
                "subtrees": checked.of,
                "checked_subtrees": checked.subtrees,
                "checked_nodes": checked.nodes,
                "seed": seed,
            }
        )
        return
    click.echo(f"{certificate}")
    replayed = f"{checked.subtrees:,} of {checked.of:,} subtrees, {checked.nodes:,} nodes"
    click.echo(f"  replayed {replayed}: matches the certificate")


def _print_chain(
    proof: ChainCertificate | Parts, checked: ChainChecked, name: str, seed: int, *, as_json: bool
) -> None:
    """Print how much of a chain search was checked."""
    if as_json:
        print_json(
            {
                "file": name,
                "claim": str(proof.claim),
                "nodes": proof.total,
                "magics": proof.magics,
                "prefixes": checked.of,
                "checked_prefixes": checked.prefixes,
                "checked_nodes": checked.nodes,
                "checked_runs": checked.runs,
                "seed": seed,
            }
        )
        return
    click.echo(f"{proof}")
    click.echo(
        f"  searched {checked.prefixes:,} of {checked.of:,} prefixes bit by bit, "
        f"{checked.nodes:,} nodes: magics match"
    )
    if not checked.runs:
        click.echo(
            "  node counts not compared: they are from version "
            f"{proof.search_version} of the chain search"
        )
        return
    runs = f"{checked.runs:,} run{'s' * (checked.runs > 1)} of prefixes"
    click.echo(f"  searched {runs} by the chain search: node counts match")


def _list(*, as_json: bool) -> None:
    from magicbb.research.proofs.reading import shipped_names, shipped_proof

    proofs = {name: shipped_proof(name) for name in shipped_names()}
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "claim": str(proof.claim),
                    "outcome": "exists" if proof.magics else "disproved",
                    "nodes": proof.total,
                    "magics": proof.magics,
                }
                for name, proof in proofs.items()
            ]
        )
        return
    width = max(map(len, proofs), default=0)
    for name, proof in proofs.items():
        click.echo(f"{name:{width}}  {proof}")
