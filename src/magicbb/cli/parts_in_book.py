"""List, add and write the parts of proofs in the record book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from magicbb.cli.console import counter, print_json, progress

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magicbb.research.campaigns.proof_parts import PartsHeld
    from magicbb.research.proofs.chain.parts import Parts
    from magicbb.research.records import RecordBook


def holds_parts(source: Path | BinaryIO) -> bool:
    """Whether a file holds parts of a proof; directories are assumed to hold such files."""
    from magicbb.research.proofs.reading import is_parts

    return (isinstance(source, Path) and source.is_dir()) or is_parts(source)


def import_parts(book: RecordBook, source: Path | BinaryIO, *, as_json: bool) -> None:
    """Check the parts in a file or directory, and add all of them or none."""
    from magicbb.files import source_name
    from magicbb.research.campaigns import CampaignError, proof_parts
    from magicbb.research.proofs.reading import certificate_of, is_parts

    paths: list[Path | BinaryIO] = [source]
    if isinstance(source, Path) and source.is_dir():
        paths = [*sorted((*source.glob("*.json"), *source.glob("*.json.gz")))]
        for path in paths:
            if not is_parts(path):
                name = click.format_filename(source_name(path))
                raise click.UsageError(f"{name} does not contain parts of a proof")
    if isinstance(source, Path) and not paths:
        raise click.UsageError(f"{click.format_filename(source)} has no *.json or *.json.gz files")
    files = [_read(path) for path in paths]
    with progress("checking", len(files), "files") as update:
        try:
            held, records = proof_parts.import_parts(book, files, counter(update))
        except CampaignError as error:
            raise click.ClickException(f"{error}") from None
    new = sum(len(each.parts) for each in files)
    if as_json:
        fields = {"book": click.format_filename(book.path), "new": new, "records": len(records)}
        print_json({**fields, **held.to_dict()})
        return
    click.echo(f"{new:,} part{'s' * (new > 1)} checked and added; {held}")
    for record in records:
        click.echo(f"{certificate_of(record.certificate)}")


def _read(source: Path | BinaryIO) -> Parts:
    from magicbb.files import source_name
    from magicbb.research.proofs import CertificateError
    from magicbb.research.proofs.reading import read_parts

    name = click.format_filename(source_name(source))
    try:
        return read_parts(source)
    except CertificateError as error:
        raise CertificateError(f"{name}: {error}") from None


def show(
    book: RecordBook, filters: Mapping[str, Any], export: Path | None, *, as_json: bool
) -> None:
    """List the parts in the book, or write the parts of one proof."""
    if export is None:
        _list_parts(book, filters, as_json=as_json)
    else:
        _export_parts(book, filters, export, as_json=as_json)


def _list_parts(book: RecordBook, filters: Mapping[str, Any], *, as_json: bool) -> None:
    """List the parts in the book, by proof."""
    found = _asked(book, filters)
    if as_json:
        parts = [each.to_dict() for each in found]
        print_json({"book": click.format_filename(book.path), "parts": parts})
        return
    for each in found:
        click.echo(f"{each}")
    if not found:
        click.echo(f"no parts of proofs in {click.format_filename(book.path)}", err=True)


def _export_parts(
    book: RecordBook, filters: Mapping[str, Any], target: Path, *, as_json: bool
) -> None:
    """Write the parts of one proof to a file."""
    from magicbb.research.campaigns.proof_parts import parts_in
    from magicbb.research.proofs.reading import write_proof

    found = [each for each in _asked(book, filters) if each.numbers]
    if len(found) != 1:
        proofs = "; ".join(map(str, found)) or "none"
        raise click.UsageError(f"--square and --bits must select a single proof, got {proofs}")
    parts = parts_in(book, found[0])
    write_proof(parts, target)
    if as_json:
        print_json({"file": click.format_filename(target), "parts": len(parts.parts)})
        return
    click.echo(f"{parts}; written to {click.format_filename(target)}")


def _asked(book: RecordBook, filters: Mapping[str, Any]) -> list[PartsHeld]:
    """The chain-search proofs in the book that match the filters."""
    from magicbb.research.campaigns.proof_parts import parts_held

    def fits(each: PartsHeld) -> bool:
        claim = each.work.claim
        wanted = {"piece": claim.piece.name, "square": claim.square, "bits": claim.bits}
        return all(filters[name] in (None, value) for name, value in wanted.items())

    return [each for each in parts_held(book) if fits(each)]
