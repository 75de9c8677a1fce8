"""Reading certificates from files, plain or zipped by gzip, or such as ship with the package."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.files import DATA
from magicbb.research.proofs.certificate import Certificate, CertificateError

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = DATA / "proofs"
"""Where the proofs are that ship with the package: NAME.json, or NAME.json.gz."""

LARGEST = 1 << 26
"""Bytes of the largest certificate that is read; one of a rook's square takes 10**5."""

_GZIP = b"\x1f\x8b"
_WITH_HEADER = 16 + zlib.MAX_WBITS
_SUFFIXES = (".json", ".json.gz")


def read_certificate(path: Path) -> Certificate:
    """Read a certificate; it is unzipped if it begins as gzip does, whatever the file is called.

    Raises:
        CertificateError: It is damaged; the sentence names what is.
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if content.startswith(_GZIP):
        content = _unzipped(content)
    if len(content) > LARGEST:
        raise CertificateError(f"the certificate is longer than {LARGEST} bytes")
    try:
        return Certificate.from_text(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise CertificateError("the certificate is no text in UTF-8") from None


def shipped_names() -> list[str]:
    """The names of the proofs that ship with the package.

    >>> "bishop-e1-white-4" in shipped_names()
    True
    """
    return sorted(path.name.partition(".")[0] for path in SHIPPED.glob("*.json*"))


def shipped_proof(name: str) -> Certificate:
    """A proof that ships with the package: piece, square, kind and bits with hyphens between them.

    Raises:
        ValueError: There is none of that name.

    >>> shipped_proof("bishop-e1-white-4")
    Certificate(bishop e1 with 4 bits, white: no magic, 37,088 nodes)
    """
    if name not in shipped_names():
        raise ValueError(
            f"no proof {short_repr(name)} ships with magicbb: magicbb check --list names those "
            "that do, and the name of a file has a dot or a slash"
        )
    (path,) = (path for suffix in _SUFFIXES if (path := SHIPPED / f"{name}{suffix}").exists())
    return read_certificate(path)


def _unzipped(content: bytes) -> bytes:
    unzip = zlib.decompressobj(_WITH_HEADER)
    try:
        text = unzip.decompress(content, LARGEST + 1)
    except zlib.error:
        raise CertificateError("the certificate's gzip content is damaged") from None
    if not unzip.eof and len(text) <= LARGEST:
        raise CertificateError("the certificate's gzip content ends too early")
    return text
