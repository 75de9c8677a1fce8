"""A certificate: what an exhaustive search visited and found, so that anyone can replay it.

It is JSON: the claim, how the search was divided, how many nodes each subtree has, which magics
were found in which subtree, the totals, and the SHA-256 of all that. It holds no times and names,
so that whoever proves the claim with the same seed gets the same text.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from magicbb.arguments import short_repr
from magicbb.geometry.squares import square_name
from magicbb.research.proofs.claim import Claim

FORMAT, VERSION = "magicbb certificate", 1

LISTED = 16
"""The magics of a subtree are listed if there are no more than so many."""

_EXCEPTIONS = 2
"""How many subtrees of a mirrored division are those of the exceptions."""

_MOST = 2**63
_UP_OR_DOWN = ("up", "down")
_PLACES = {
    "": ("format", "version", "claim", "division", "nodes", "found", "totals", "checksum"),
    "claim": ("slider", "square", "kind", "bits"),
    "division": ("start", "direction", "depth", "subtrees", "nodes_above"),
    "totals": ("nodes", "magics"),
    "found": ("subtree", "count", "digest", "magics"),
}
"""The fields of every part."""


class CertificateError(ValueError):
    """A certificate is damaged, or says what is not so."""


@dataclass(frozen=True)
class Division:
    """How a search is divided into the subtrees below all prefixes that live after some steps.

    Attributes:
        start: The bit at which the interval of known bits starts.
        direction: "up" or "down", into which it grows first, to its end.
        depth: After how many steps the subtrees begin.
        subtrees: How many prefixes live then; if mirrored, and two more.
        nodes_above: How many prefixes were tested until then.
        mirror: Whether only prefixes are searched in which the bit that becomes known first is 0,
            since magics come in pairs, m and -m. The last two subtrees are those of the exceptions:
            the multiples of twice that bit, which the others have too, and the odd multiples of
            it, which they have not; see `magicbb.research.proofs.mirror`.
    """

    start: int
    direction: str
    depth: int
    subtrees: int
    nodes_above: int
    mirror: bool = False

    @property
    def prefixes(self) -> int:
        """How many of the subtrees are no exceptions."""
        return self.subtrees - _EXCEPTIONS * self.mirror

    def weight(self, subtree: int) -> int:
        """How often each magic of a subtree counts.

        >>> mirrored = Division(9, "up", 4, 10, 0, mirror=True)
        >>> [mirrored.weight(subtree) for subtree in (0, 7, 8, 9)]
        [2, 2, -1, 1]
        """
        if not self.mirror:
            return 1
        exception = subtree - self.prefixes
        return (-1, 1)[exception] if exception >= 0 else 2


@dataclass(frozen=True)
class Found:
    """The magics in one subtree, modulo the period.

    Attributes:
        subtree: Its number.
        count: How many there are.
        digest: The sum of all, each scattered over all words, modulo 2**64.
        magics: All of them, in the order of the search, if they are no more than `LISTED`.
    """

    subtree: int
    count: int
    digest: int
    magics: tuple[int, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """What an exhaustive search came to.

    Attributes:
        claim: The question.
        division: How the search was divided.
        nodes: How many prefixes were tested in every subtree.
        found: The subtrees with magics, in their order.
    """

    claim: Claim
    division: Division
    nodes: tuple[int, ...]
    found: tuple[Found, ...]

    @property
    def total(self) -> int:
        """How many prefixes were tested in all."""
        return self.division.nodes_above + sum(self.nodes)

    @property
    def magics(self) -> int:
        """How many magics there are, modulo the period; none disproves that there is one."""
        return sum(self.division.weight(each.subtree) * each.count for each in self.found)

    @property
    def listed(self) -> list[int]:
        """The magics that are listed, if mirrored with their negatives, each once."""
        listed = dict.fromkeys(magic for each in self.found for magic in each.magics)
        if self.division.mirror:
            listed |= dict.fromkeys(-magic % (1 << self.claim.period) for magic in [*listed])
        return [*listed]

    def __str__(self) -> str:
        """The claim and the outcome in words.

        >>> Certificate(Claim("bishop", "e1", "white", 4), Division(9, "up", 0, 0, 0), (), ())
        Certificate(bishop e1 with 4 bits, white: no magic, 0 nodes)
        """
        number = f"{self.magics:,}" if self.magics else "no"
        plural = "s" if self.magics > 1 else ""
        return f"{self.claim}: {number} magic{plural}, {self.total:,} nodes"

    def __repr__(self) -> str:
        """The same, with the name of the class."""
        return f"Certificate({self})"

    def to_text(self) -> str:
        """The certificate as JSON."""
        content: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "claim": {
                "slider": self.claim.slider.name,
                "square": square_name(self.claim.square),
                "kind": self.claim.kind,
                "bits": self.claim.bits,
            },
            "division": _division_fields(self.division),
            "nodes": [*self.nodes],
            "found": [
                {
                    "subtree": each.subtree,
                    "count": each.count,
                    "digest": f"{each.digest:#018x}",
                    "magics": [f"{magic:#018x}" for magic in each.magics],
                }
                for each in self.found
            ],
            "totals": {"nodes": self.total, "magics": self.magics},
        }
        content["checksum"] = checksum(content)
        lines = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_text(cls, text: str) -> Certificate:
        """Read a certificate, with all that can be checked without a search.

        Raises:
            CertificateError: It is damaged; the sentence names what is.
        """
        try:
            content = json.loads(text, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise CertificateError(f"the certificate is no whole JSON: {error}") from None
        _fields("", content)
        _require(content["format"] == FORMAT, "format", f'"{FORMAT}"', content["format"])
        version = content["version"]
        _require(_is_integer(version, 1, VERSION + 1), "version", f"{VERSION}", version)
        claim, division = _claim(content["claim"]), content["division"]
        nodes, found = content["nodes"], content["found"]
        divided = _division(division, claim)
        _require(isinstance(nodes, list), "nodes", "a list", nodes)
        _require(len(nodes) == divided.subtrees, "nodes", f"{divided.subtrees} numbers", len(nodes))
        for place, number in enumerate(nodes):
            _require(_is_integer(number, 0, _MOST), f"nodes[{place}]", "0..2**63 - 1", number)
        _require(isinstance(found, list), "found", "a list", found)
        certificate = cls(claim, divided, tuple(nodes), _found(found, divided, claim))
        totals = _fields("totals", content["totals"])
        for name, sum_ in (("nodes", certificate.total), ("magics", certificate.magics)):
            right = _is_integer(totals[name], sum_, sum_ + 1)
            _require(right, f"totals.{name}", f"the sum, {sum_}", totals[name])
        said, right_one = content.pop("checksum"), checksum(content)
        _require(said == right_one, "checksum", f"{right_one}, or something is changed", said)
        return certificate


def checksum(content: dict[str, Any]) -> str:
    """The SHA-256 of what a certificate says, apart from its checksum, as compact sorted JSON."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _claim(values: Any) -> Claim:
    _fields("claim", values)
    square, bits = values["square"], values["bits"]
    _require(isinstance(square, str), "claim.square", "a name", square)
    _require(_is_integer(bits, 1, 64), "claim.bits", "a number", bits)
    try:
        return Claim(values["slider"], square, values["kind"], bits)
    except (ValueError, TypeError) as error:
        raise CertificateError(f"the certificate's claim: {error}") from None


def _division_fields(division: Division) -> dict[str, Any]:
    fields = asdict(division)
    if not division.mirror:
        del fields["mirror"]  # as it was before there was such a thing
    return fields


def _division(values: Any, claim: Claim) -> Division:
    _fields("division", values, optional=("mirror",))
    mirror = values.get("mirror", False)
    right = isinstance(mirror, bool) and claim.black >= mirror
    _require(right, "division.mirror", "false, or true for a black magic", mirror)
    direction = values["direction"]
    right = isinstance(direction, str) and direction in _UP_OR_DOWN
    _require(right, "division.direction", '"up" or "down"', direction)
    numbers = {"start": claim.period, "depth": claim.period}
    numbers |= {"subtrees": _MOST - 1, "nodes_above": _MOST - 1}
    least = {"depth": 1, "subtrees": _EXCEPTIONS} if mirror else {}
    for name, most in numbers.items():
        right = _is_integer(values[name], least.get(name, 0), most + 1)
        _require(right, f"division.{name}", f"{least.get(name, 0)}..{most}", values[name])
    return Division(**values)


def _found(rows: list[Any], division: Division, claim: Claim) -> tuple[Found, ...]:
    read: list[Found] = []
    for place, row in enumerate(rows):
        name = f"found[{place}]"
        _fields("found", row, name)
        least = read[-1].subtree + 1 if read else 0
        subtree, count, magics = row["subtree"], row["count"], row["magics"]
        right = _is_integer(subtree, least, division.subtrees)
        _require(right, f"{name}.subtree", f"{least}..{division.subtrees - 1}", subtree)
        right = _is_integer(count, 1, (1 << claim.period) + 1)
        _require(right, f"{name}.count", f"1..2**{claim.period}", count)
        listed = count if count <= LISTED else 0
        right = isinstance(magics, list) and len(magics) == listed
        _require(right, f"{name}.magics", f"a list of {listed}", magics)
        digest = _word(row["digest"], 64, f"{name}.digest")
        factors = tuple(_word(magic, claim.period, f"{name}.magics") for magic in magics)
        read.append(Found(subtree, count, digest, factors))
    return tuple(read)


def _word(text: Any, bits: int, name: str) -> int:
    digits = 16
    right = isinstance(text, str) and text.startswith("0x") and len(text) == digits + 2
    right = right and all(digit in "0123456789abcdef" for digit in text[2:])
    right = right and int(text, 16) < 1 << bits
    _require(right, name, f'less than 2**{bits}, as "0x" and 16 digits', text)
    return int(text, 16)


def _fields(
    part: str, values: Any, name: str = "", optional: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Check that a part has all its fields and no others."""
    name = name or part or "certificate"
    wanted = _PLACES[part]
    if not isinstance(values, dict):
        what = "certificate" if name == "certificate" else f"certificate's {name}"
        raise CertificateError(f"the {what} must be an object, got {_shown(values)}")
    for field in wanted:
        if field not in values:
            raise CertificateError(f"the certificate has no {_dotted(part and name, field)}")
    for field in values:
        if field not in wanted + optional:
            unknown = short_repr(_dotted(part and name, field))
            raise CertificateError(f"the certificate has an unknown field, {unknown}")
    return values


def _dotted(part: str, field: str) -> str:
    return f"{part}.{field}" if part else field


def _is_integer(value: Any, start: int, stop: int) -> bool:
    return type(value) is int and start <= value < stop


def _require(right: bool, name: str, rule: str, value: Any) -> None:
    if not right:
        raise CertificateError(f"the certificate's {name} must be {rule}, got {_shown(value)}")


def _shown(value: Any) -> str:
    return short_repr(value)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")
