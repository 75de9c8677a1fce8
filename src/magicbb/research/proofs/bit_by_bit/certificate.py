"""A certificate: the record of a bit-by-bit search, which anyone can replay.

The file is JSON and contains the claim, the division of the search, the node count of each subtree,
the magics found in each subtree, the totals, and the SHA-256 of all this. It contains no times or
names, so proving the claim again with the same seed gives the same text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from magicbb.research.codec import FLAT, SPARSE, Hex, OneOf, Range, require
from magicbb.research.proofs.claim import Claim, magics_in_words
from magicbb.research.proofs.sealing import Totals, seal, unseal

FORMAT, VERSION = "magicbb certificate", 1

LISTED = 16
"""The maximum number of magics listed for a subtree; if it has more, none are listed."""

_EXCEPTIONS = 2
"""The number of exception subtrees in a mirrored division."""

_MOST = 2**63


@dataclass(frozen=True)
class Order:
    """The order in which a search makes bits known.

    Attributes:
        start: The bit at which the interval of known bits starts.
        direction: The direction in which the interval grows first, as far as it can: "up" or
            "down".
        ahead: The number of rotating bits (see `Claim.rotating`) that become known before the
            interval starts, from the highest down. If there are any, the interval does not grow
            into the others, which become known last, also from the highest down.
    """

    start: int
    direction: Annotated[str, OneOf(("up", "down"))]
    ahead: Annotated[int, SPARSE] = 0


@dataclass(frozen=True)
class Division:
    """The division of a search into the subtrees below all prefixes alive at a given depth.

    Attributes:
        order: The order of the search's bits.
        depth: The number of steps above the subtrees.
        subtrees: The number of live prefixes at that depth, plus two if mirrored.
        nodes_above: The number of prefixes tested above the subtrees.
        mirror: Whether the search is limited to prefixes in which the first known bit is 0, since
            magics come in pairs, m and -m. The last two subtrees are exceptions: the even multiples
            of that bit's value, which the other subtrees also contain, and the odd multiples, which
            no other subtree contains; see `magicbb.research.proofs.bit_by_bit.mirror`.
    """

    order: Annotated[Order, FLAT]
    depth: int
    subtrees: Annotated[int, Range(0, _MOST)]
    nodes_above: Annotated[int, Range(0, _MOST)]
    mirror: bool = False

    @property
    def prefixes(self) -> int:
        """The number of subtrees that are not exceptions."""
        return self.subtrees - _EXCEPTIONS * self.mirror

    def weight(self, subtree: int) -> int:
        """The weight of each magic of a subtree in the total count.

        >>> mirrored = Division(Order(9, "up"), 4, 10, 0, mirror=True)
        >>> [mirrored.weight(subtree) for subtree in (0, 7, 8, 9)]
        [2, 2, -1, 1]
        """
        if not self.mirror:
            return 1
        exception = subtree - self.prefixes
        return (-1, 1)[exception] if exception >= 0 else 2


@dataclass(frozen=True)
class SubtreeMagics:
    """The magics in one subtree, modulo 2**period.

    Attributes:
        subtree: The number of the subtree.
        count: The number of magics.
        digest: The sum of the hashes of all magics, modulo 2**64.
        magics: The magics in search order, if there are at most `LISTED`; else empty.
    """

    subtree: int
    count: int
    digest: Annotated[int, Hex()]
    magics: tuple[Annotated[int, Hex()], ...] = ()


@dataclass(frozen=True)
class CertificateFile:
    """The fields of a certificate in its file."""

    format: Annotated[str, OneOf((FORMAT,))]
    version: Annotated[int, OneOf((VERSION,))]
    claim: Claim
    division: Annotated[Division, SPARSE]  # older certificates have no `mirror`
    nodes: tuple[Annotated[int, Range(0, _MOST)], ...]
    found: tuple[SubtreeMagics, ...]
    totals: Totals
    checksum: str


@dataclass(frozen=True)
class Certificate:
    """The result of a bit-by-bit search.

    Attributes:
        claim: The claim that the search settles.
        division: The division of the search.
        nodes: The number of prefixes tested in each subtree.
        found: The subtrees with magics, in order.
    """

    claim: Claim
    division: Division
    nodes: tuple[int, ...]
    found: tuple[SubtreeMagics, ...]

    @property
    def total(self) -> int:
        """The total number of prefixes tested."""
        return self.division.nodes_above + sum(self.nodes)

    @property
    def magics(self) -> int:
        """The number of distinct magics modulo 2**period; 0 proves that there are none."""
        return sum(self.division.weight(each.subtree) * each.count for each in self.found)

    @property
    def listed(self) -> list[int]:
        """The listed magics without duplicates; if mirrored, also their negatives."""
        listed = dict.fromkeys(magic for each in self.found for magic in each.magics)
        if self.division.mirror:
            listed |= dict.fromkeys(-magic % (1 << self.claim.period) for magic in [*listed])
        return [*listed]

    def __str__(self) -> str:
        """The claim and the outcome in words.

        >>> division = Division(Order(9, "up"), 0, 0, 0)
        >>> Certificate(Claim("bishop", "e1", "white", 4), division, (), ())
        Certificate(bishop e1 with 4 bits, white: no magic, 0 nodes)
        """
        return f"{self.claim}: {magics_in_words(self.magics)}, {self.total:,} nodes"

    def __repr__(self) -> str:
        """The claim and the outcome, with the name of the class."""
        return f"Certificate({self})"

    WIRE: ClassVar = CertificateFile

    def to_wire(self) -> CertificateFile:
        """The fields to write, with an empty checksum."""
        totals = Totals(self.total, self.magics)
        parts = (self.claim, self.division, self.nodes, self.found)
        return CertificateFile(FORMAT, VERSION, *parts, totals, checksum="")

    @classmethod
    def from_wire(cls, sealed: CertificateFile) -> Certificate:
        """The certificate from parsed fields, checked as far as possible without a search."""
        certificate = cls(sealed.claim, sealed.division, sealed.nodes, sealed.found)
        certificate._check_division()
        least = 0
        for place, each in enumerate(certificate.found):
            certificate._check_found(each, f"found[{place}]", least)
            least = each.subtree + 1
        right = certificate.magics >= 0
        require(right, "found", "a total of 0 or more magics", certificate.magics)
        sealed.totals.check(certificate.to_wire().totals)
        sealed.claim.check_outcome(certificate.magics)
        return certificate

    def _check_division(self) -> None:
        """Check that the division is possible for the claim, and check the length of `nodes`."""
        division, period = self.division, self.claim.period
        rule = "false for a white magic"
        require(self.claim.black >= division.mirror, "division.mirror", rule, division.mirror)
        order, rotating = division.order, self.claim.rotating
        highest = period - rotating * (order.ahead > 0)
        least = {"depth": 1, "subtrees": _EXCEPTIONS}
        for name, value, most in (
            ("ahead", order.ahead, rotating),
            ("start", order.start, highest),
            ("depth", division.depth, period),
            ("subtrees", division.subtrees, _MOST - 1),
        ):
            from_ = least.get(name, 0) * division.mirror
            require(from_ <= value <= most, f"division.{name}", f"{from_}..{most}", value)
        count = len(self.nodes)
        require(count == division.subtrees, "nodes", f"{division.subtrees} numbers", count)

    def _check_found(self, found: SubtreeMagics, path: str, least: int) -> None:
        """Check that subtrees are in order, and that the number of magics is possible."""
        last, period = self.division.subtrees - 1, self.claim.period
        require(
            least <= found.subtree <= last, f"{path}.subtree", f"{least}..{last}", found.subtree
        )
        right = 1 <= found.count <= 1 << period
        require(right, f"{path}.count", f"1..2**{period}", found.count)
        listed = found.count if found.count <= LISTED else 0
        right = len(found.magics) == listed
        require(right, f"{path}.magics", f"a list of {listed}", [*found.magics])
        for place, magic in enumerate(found.magics):
            right = magic < 1 << period
            require(right, f"{path}.magics[{place}]", f"less than 2**{period}", f"{magic:#018x}")

    def to_text(self) -> str:
        """The certificate as JSON."""
        return seal(self)

    @classmethod
    def from_text(cls, text: str) -> Certificate:
        """Read a certificate, and check it as far as possible without a search.

        Raises:
            CertificateError: The text is damaged; the message says where.
        """
        return unseal({FORMAT: cls}, text, "the certificate")
