"""magicbb check: replay a certificate."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magicbb.cli import options
from magicbb.cli.console import added_up, print_json, progress, waiting

if TYPE_CHECKING:
    from magicbb.research.proofs import Certificate


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
@click.option("--list", "listing", is_flag=True, help="Name the proofs that ship with magicbb.")
@click.option(
    "--part",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="Which part of the search to replay, at random.",
)
@options.seed
@options.threads
@options.as_json
def command(
    file: str | None, listing: bool, part: float, seed: int, threads: int | None, as_json: bool
) -> None:
    """Replay the certificate in FILE, all of it or a part, and hold it against what comes out.

    The file may be zipped by gzip. What has neither a dot nor a slash is the name of a proof that
    ships with magicbb.

    The code that does so is not that which made it: it is slower and simpler, and shares only the
    geometry, the ray walk and the compiler. The division into subtrees is always replayed.
    """
    if listing == (file is not None):
        raise click.UsageError("Name either a FILE or --list.")
    if file is None:
        _list(as_json=as_json)
        return
    from magicbb.research.proofs.certificate import CertificateError
    from magicbb.research.proofs.checker import check, chosen

    name = click.format_filename(file)
    try:
        with waiting(f"reading {name}"):
            certificate = _read(file)
        nodes = sum(certificate.nodes[subtree] for subtree in chosen(certificate, part, seed))
        with progress(f"checking {name}", nodes, "nodes") as update:
            checked = check(certificate, part, seed, threads=threads, on_progress=added_up(update))
    except CertificateError as error:
        raise CertificateError(f"{name}: {error}") from None
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
    click.echo(f"  replayed {replayed}: as the certificate says")


def _read(file: str) -> Certificate:
    from magicbb.research.proofs.reading import read_certificate, shipped_proof

    if any(mark in file for mark in (".", "/", os.sep)):
        return read_certificate(Path(file))
    return shipped_proof(file)


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
