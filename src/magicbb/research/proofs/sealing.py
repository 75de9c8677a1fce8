"""Proofs as text: JSON with a checksum, which reveals damage and careless editing."""

from __future__ import annotations

import hashlib
import json
import numbers
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from magicbb.arguments import short_repr
from magicbb.magics.json_text import value_of
from magicbb.research.codec import FormatError, read, require, write

T = TypeVar("T")


class CertificateError(ValueError):
    """A certificate is damaged or incorrect."""


@dataclass(frozen=True)
class Totals:
    """The totals of a certificate: the number of nodes and the number of magics."""

    nodes: int
    magics: int

    def check(self, right: Totals) -> None:
        """For `from_wire`: check that these totals are the right ones."""
        for name, total in asdict(right).items():
            said = getattr(self, name)
            require(said == total, f"totals.{name}", f"the sum, {total}", said)


def check_fraction(part: float) -> None:
    """Check the fraction of a proof to replay.

    Raises:
        ValueError: `part` is not in the range 0 < part <= 1.
        TypeError: `part` is not a number.
    """
    if isinstance(part, bool) or not isinstance(part, numbers.Real):
        raise TypeError(f"part must be a number, got {short_repr(part)}")
    if not 0 < part <= 1:
        raise ValueError(f"part must be more than 0 and at most 1, got {short_repr(part)}")


def seal(value: object) -> str:
    """Serialise a proof as JSON, with one field per line; the last field is `checksum`."""
    content = write(type(value), value)
    del content["checksum"]
    content["checksum"] = checksum(content)
    lines = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def unseal(kinds: dict[str, type[T]], text: str, what: str) -> T:
    """Read a proof, and check it as far as possible without a search.

    Args:
        kinds: The class for each format.
        text: The text, from an untrusted source.
        what: The name of the proof in error messages, such as "the certificate".

    Raises:
        CertificateError: The text is damaged; the message says where.
    """
    try:
        content = value_of(text)
    except ValueError as error:
        raise CertificateError(
            f"{what} is not valid JSON as written by magicbb prove: {error}"
        ) from None
    said = content.get("format") if isinstance(content, dict) else None
    kind = kinds.get(said) if isinstance(said, str) else None
    try:
        proof = read(kind or next(iter(kinds.values())), content, what)
    except FormatError as error:
        raise CertificateError(f"{error}") from None
    said = content.pop("checksum")
    if said != (right := checksum(content)):
        raise CertificateError(
            f"{what} is damaged or was edited: its checksum is {short_repr(said)}, not {right}"
        )
    return proof


def checksum(content: dict[str, Any]) -> str:
    """The SHA-256 of a proof as compact JSON with sorted keys, without the checksum."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
