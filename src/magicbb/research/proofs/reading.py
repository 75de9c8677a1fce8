"""Reading and writing certificates, plain or gzipped, including those shipped with the package."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.files import DATA, gzipped_as_named, opened, read_start, unzipped, write_whole
from magicbb.research.proofs.bit_by_bit.certificate import FORMAT, Certificate
from magicbb.research.proofs.chain.certificate import FORMAT as CHAIN_FORMAT
from magicbb.research.proofs.chain.certificate import ChainCertificate
from magicbb.research.proofs.chain.parts import FORMAT as PARTS_FORMAT
from magicbb.research.proofs.chain.parts import Parts
from magicbb.research.proofs.sealing import CertificateError, unseal

if TYPE_CHECKING:
    from os import PathLike

    from magicbb.files import Source

SHIPPED = DATA / "proofs"
"""The directory of the proofs that ship with the package: NAME.json, or NAME.json.gz."""

LARGEST = 1 << 26
"""The maximum size of a certificate in bytes; a certificate for a rook takes up about 10**5."""

_PARTS = re.compile(rf'"format"\s*:\s*"{PARTS_FORMAT}"')
_SUFFIXES = (".json", ".json.gz")

_FORMATS: dict[str, Any] = {FORMAT: Certificate, CHAIN_FORMAT: ChainCertificate}


def certificate_of(text: str) -> Certificate | ChainCertificate:
    """Parse a certificate of either kind of search.

    Raises:
        CertificateError: The text is damaged; the message says where.
    """
    certificate: Certificate | ChainCertificate = unseal(_FORMATS, text, "the certificate")
    return certificate


def read_certificate(source: Source) -> Certificate | ChainCertificate:
    """Read a certificate; gzip is recognized by its first bytes, not by the file's name.

    Raises:
        CertificateError: The certificate is damaged; the message says where.
        OSError: The file cannot be read.
    """
    return certificate_of(_text(source, "the certificate"))


def read_proof(source: Source) -> Certificate | ChainCertificate | Parts:
    """Read a certificate or searched parts of a proof from a file.

    Raises:
        CertificateError: The file is damaged; the message says where.
        OSError: The file cannot be read.

    >>> read_proof(SHIPPED / "bishop-e1-white-4.json")
    Certificate(bishop e1 with 4 bits, white: no magic, 37,088 nodes)
    """
    text = _text(source, "the certificate")
    if _PARTS.search(text):
        return Parts.from_text(text)
    return certificate_of(text)


def write_proof(proof: Certificate | ChainCertificate | Parts, path: str | PathLike[str]) -> None:
    """Write a certificate or searched parts of a proof, gzipped if the name ends with .gz.

    Raises:
        TypeError: `proof` is neither.
        OSError: The file cannot be written.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "e1.json.gz")
    ...     write_proof(shipped_proof("bishop-e1-white-4"), path)
    ...     read_proof(path)
    Certificate(bishop e1 with 4 bits, white: no magic, 37,088 nodes)
    """
    if not isinstance(proof, Certificate | ChainCertificate | Parts):
        raise TypeError(f"proof must be a certificate or parts of a proof, got {short_repr(proof)}")
    write_whole(path, gzipped_as_named(proof.to_text().encode(), path))


def is_parts(source: Source) -> bool:
    """Whether a file has the format of searched parts of a proof."""
    try:
        return _PARTS.search(_text(source, "the file")) is not None
    except (CertificateError, OSError):
        return False


def read_parts(source: Source) -> Parts:
    """Read searched parts of a proof from a file, plain or gzipped."""
    return Parts.from_text(_text(source, "the parts file"))


def _text(source: Source, what: str) -> str:
    with opened(source, "source") as file:
        content = read_start(file, LARGEST + 1)
    try:
        content = unzipped(content, LARGEST)
    except ValueError as error:
        raise CertificateError(f"{what} cannot be read: {error}") from None
    if len(content) > LARGEST:
        raise CertificateError(f"{what} is longer than {LARGEST} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise CertificateError(f"{what} is not UTF-8 text") from None


def shipped_names() -> list[str]:
    """The names of the proofs that ship with the package.

    >>> "bishop-e1-white-4" in shipped_names()
    True
    """
    return sorted(path.name.partition(".")[0] for path in SHIPPED.glob("*.json*"))


def shipped_proof(name: str) -> Certificate | ChainCertificate:
    """The shipped proof with a given name: piece, square, kind and bits, joined by hyphens.

    Raises:
        ValueError: The name is unknown.

    >>> shipped_proof("bishop-e1-white-4")
    Certificate(bishop e1 with 4 bits, white: no magic, 37,088 nodes)
    """
    if name not in shipped_names():
        raise ValueError(
            f"no proof {short_repr(name)} ships with magicbb: magicbb check --list lists those "
            "that do, and a file name must contain a dot or a slash"
        )
    (path,) = (path for suffix in _SUFFIXES if (path := SHIPPED / f"{name}{suffix}").exists())
    return read_certificate(path)
