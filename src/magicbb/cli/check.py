"""magicbb check: replay a certificate."""

from __future__ import annotations

from pathlib import Path

import click

from magicbb.cli import options
from magicbb.cli.console import added_up, print_json, progress, waiting


@click.command(
    name="check",
    short_help="Replay a certificate of magicbb prove.",
    epilog="""\b
Examples:
  magicbb check e1.json
  magicbb check e1.json --part 0.1 --seed 7
""",
)
@click.argument("file", type=click.Path(path_type=Path))
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
def command(file: Path, part: float, seed: int, threads: int | None, as_json: bool) -> None:
    """Replay the certificate in FILE, all of it or a part, and hold it against what comes out.

    The code that does so is not that which made it: it is slower and simpler, and shares only the
    geometry, the ray walk and the compiler. The division into subtrees is always replayed.
    """
    from magicbb.proofs.certificate import Certificate, CertificateError
    from magicbb.proofs.checker import check, chosen

    name = click.format_filename(file)
    with waiting(f"reading {name}"):
        try:
            certificate = Certificate.from_text(file.read_text("utf-8"))
        except UnicodeDecodeError:
            raise CertificateError(f"{name}: the certificate is no text in UTF-8") from None
        except CertificateError as error:
            raise CertificateError(f"{name}: {error}") from None
    nodes = sum(certificate.nodes[subtree] for subtree in chosen(certificate, part, seed))
    with progress(f"checking {name}", nodes, "nodes") as update:
        try:
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
