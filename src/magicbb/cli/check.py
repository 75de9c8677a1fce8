"""magicbb check: replay a certificate."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magicbb.cli import options
from magicbb.cli.console import added_up, counter, print_json, progress, waiting
from magicbb.files import STANDARD_INPUT, source_name

if TYPE_CHECKING:
    from magicbb.research.proofs import Certificate
    from magicbb.research.proofs.chain.certificate import ChainCertificate
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
    """Replay the certificate in FILE, all of it or a part, and compare the counts.

    The file may be compressed by gzip; - is standard input. A name with neither a dot nor a slash
    is that of a proof that ships with magicbb.

    The code that does so is not that which made it: it is slower and simpler, and shares only the
    geometry, the ray walk and the compiler. The division into subtrees is always replayed.

    Of the chain search's certificates and parts, random prefixes are searched by the bit-by-bit
    search, which knows nothing of it, and as many runs of prefixes by the chain search again.
    """
    if listing == (file is not None):
        raise click.UsageError("Name either a FILE or --list.")
    if file is None:
        _list(as_json=as_json)
        return
    from magicbb.research.proofs.certificate import Certificate, CertificateError
    from magicbb.research.proofs.checker import check, chosen

    name = click.format_filename(source_name(file))
    try:
        with waiting(f"reading {name}"):
            certificate = _read(file)
        if not isinstance(certificate, Certificate):
            _check_chain(certificate, name, part, seed, threads, as_json=as_json)
            return
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


def _check_chain(
    proof: ChainCertificate | Parts,
    name: str,
    part: float,
    seed: int,
    threads: int | None,
    *,
    as_json: bool,
) -> None:
    """Check the result of a chain search."""
    from magicbb.research.proofs.chain.checker import check_chain, chosen_prefixes

    total = chosen_prefixes(proof, part)
    with progress(f"checking {name}", total, "prefixes") as update:
        done = counter(update)
        checked = check_chain(proof, part, seed, threads=threads, on_progress=done)
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
        f"{checked.nodes:,} nodes: the same magics"
    )
    if not checked.runs:
        click.echo(f"  its nodes are of form {proof.form} of the chain search: not compared")
        return
    runs = f"{checked.runs:,} run{'s' * (checked.runs > 1)} of prefixes"
    click.echo(f"  searched {runs} by the chain search: the same nodes")


def _read(file: str) -> Certificate | ChainCertificate | Parts:
    from magicbb.research.proofs.reading import read_proof, shipped_proof

    if file == STANDARD_INPUT or any(mark in file for mark in (".", "/", os.sep)):
        return read_proof(Path(file))
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
