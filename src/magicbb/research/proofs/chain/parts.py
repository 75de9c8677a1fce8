"""Searched parts of a proof, as a file that anyone can create, check, and add to a record book."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.search.chain import SEARCH_VERSION
from magicbb.research.codec import ROW, SPARSE, Hex, OneOf, Range, require
from magicbb.research.proofs.chain.division import (  # noqa: TC001 (the codec reads them)
    ChainDivision,
    JointClaim,
)
from magicbb.research.proofs.sealing import seal, unseal

FORMAT, VERSION = "magicbb parts", 1

FIRST_SEARCH_VERSION = 1
"""The version of the chain search if a file states none; see `magics.search.chain`."""

_MOST = 2**63

_MOST_NODES = 2**48
"""The maximum number of nodes in a run, years of work; the sum over all runs is below 2**63."""


@dataclass(frozen=True)
class FoundMagic:
    """A magic, modulo 2**period.

    Attributes:
        prefix: The prefix below which it was found; see `ChainDivision.prefix_of`.
        kind: "white" or "black".
        magic: The magic.
    """

    prefix: Annotated[int, Range(0, _MOST)]
    kind: Annotated[str, OneOf(WHITE_AND_BLACK)]
    magic: Annotated[int, Hex()]


@dataclass(frozen=True)
class Part:
    """The result of searching a part.

    Attributes:
        number: The part's number, starting at 1.
        nodes: The number of nodes in each run.
        found: The magics found, sorted by prefix, kind and value.
        seconds: The CPU time of the search in seconds.
        who: The name of the person who searched it.
    """

    number: Annotated[int, Range(1, _MOST)]
    nodes: tuple[Annotated[int, Range(0, _MOST_NODES)], ...]
    found: Annotated[tuple[Annotated[FoundMagic, ROW], ...], SPARSE] = ()
    seconds: Annotated[float, SPARSE] = field(default=0.0, compare=False)
    who: Annotated[str, SPARSE] = field(default="", compare=False)


@dataclass(frozen=True)
class PartsFile:
    """The fields of a file of parts."""

    format: Annotated[str, OneOf((FORMAT,))]
    version: Annotated[int, OneOf((VERSION,))]
    claim: JointClaim
    division: ChainDivision
    of: int
    parts: tuple[Part, ...]
    checksum: str
    search_version: Annotated[int, SPARSE] = FIRST_SEARCH_VERSION


@dataclass(frozen=True)
class Parts:
    """Some parts of a proof.

    Attributes:
        claim: The claim.
        division: The division of the claim's search into runs.
        of: The number of parts into which the runs are divided.
        parts: The parts, in order of their numbers.
        search_version: The version of the search that produced them.
    """

    claim: JointClaim
    division: ChainDivision
    of: int
    parts: tuple[Part, ...]
    search_version: int = SEARCH_VERSION

    WIRE: ClassVar = PartsFile

    def __str__(self) -> str:
        """The parts and the claim.

        >>> from magicbb.research.proofs.chain.division import ChainDivision, JointClaim
        >>> division, runs = ChainDivision(41, 63, 64), (0,) * 64
        >>> made = tuple(Part(number, runs) for number in (1, 2, 9))
        >>> print(Parts(JointClaim("rook", "a1", 11), division, 512, made))
        parts 1-2, 9 of 512 of rook a1 with 11 bits, white and black
        """
        numbers = [part.number for part in self.parts]
        return f"part{'s' * (len(numbers) > 1)} {spans(numbers)} of {self.of:,} of {self.claim}"

    @property
    def total(self) -> int:
        """The total number of nodes in the parts."""
        return sum(sum(part.nodes) for part in self.parts)

    @property
    def magics(self) -> int:
        """The total number of magics in the parts."""
        return sum(len(part.found) for part in self.parts)

    def to_wire(self) -> PartsFile:
        """The fields to write, with an empty checksum."""
        made = (self.claim, self.division, self.of, self.parts)
        return PartsFile(FORMAT, VERSION, *made, checksum="", search_version=self.search_version)

    @classmethod
    def from_wire(cls, sealed: PartsFile) -> Parts:
        """The parts from parsed fields, checked as far as possible without a search."""
        claim, division = sealed.claim, sealed.division
        why = "as in this magicbb (node counts of different versions cannot be compared)"
        rule = f"{SEARCH_VERSION}, {why}"
        require(
            sealed.search_version == SEARCH_VERSION, "search_version", rule, sealed.search_version
        )
        right = division.high == claim.prefix_end
        require(right, "division.high", f"{claim.prefix_end}", division.high)
        right = 1 <= sealed.of <= division.runs
        require(right, "of", f"1..{division.runs}", sealed.of)
        require(len(sealed.parts) > 0, "parts", "at least one part", [])
        before = 0
        for place, part in enumerate(sealed.parts):
            right = before < part.number <= sealed.of
            rule = f"{before + 1}..{sealed.of}, in ascending order"
            require(right, f"parts[{place}].number", rule, part.number)
            before = part.number
            check_part(part, claim, division, sealed.of, f"parts[{place}]")
        return cls(claim, division, sealed.of, sealed.parts, sealed.search_version)

    def to_text(self) -> str:
        """The parts as JSON."""
        return seal(self)

    @classmethod
    def from_text(cls, text: str) -> Parts:
        """Read parts, and check them as far as possible without a search.

        Raises:
            CertificateError: The text is damaged; the message says where.
        """
        return unseal({FORMAT: cls}, text, "the parts file")


def check_part(part: Part, claim: JointClaim, division: ChainDivision, of: int, path: str) -> None:
    """Check that a part has a node count for each of its runs, and only magics in its range."""
    runs = division.part(part.number, of)
    count = len(part.nodes)
    require(count == len(runs), f"{path}.nodes", f"{len(runs)} numbers", count)
    fewest = min(part.nodes)
    rule = f"at least {division.run} in each run, one for each prefix"
    require(fewest >= division.run, f"{path}.nodes", rule, fewest)
    prefixes = range(runs.start * division.run, runs.stop * division.run)
    order = [(each.prefix, each.kind, each.magic) for each in part.found]
    require(
        order == sorted({*order}), f"{path}.found", "sorted, without duplicates", part.found[:1]
    )
    periods = claim.periods
    for place, each in enumerate(part.found):
        path_ = f"{path}.found[{place}]"
        right = each.prefix in prefixes
        rule = f"{prefixes.start}..{prefixes.stop - 1}"
        require(right, f"{path_}.prefix", rule, each.prefix)
        division.check_magic(each.prefix, each.magic, periods[each.kind], path_)


def spans(numbers: list[int]) -> str:
    """Format ascending numbers as ranges.

    >>> spans([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    groups = itertools.groupby(enumerate(numbers), key=lambda each: each[1] - each[0])
    found = [[number for _, number in group] for _, group in groups]
    return ", ".join(f"{each[0]}-{each[-1]}" if len(each) > 1 else f"{each[0]}" for each in found)
