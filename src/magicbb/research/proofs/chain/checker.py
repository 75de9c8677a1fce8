"""Checking parts and certificates of the chain search, with an independent search.

Random prefixes p are searched again by the bit-by-bit search of `magics.search.exhaustive`: among
the numbers whose bits low..high - 1 are p, and among their negatives, it must find exactly the
listed magics. The negatives have the prefix ~p, with one exception: the negative of the first
number, whose bits below the prefix are all zero, is the first number with the prefix -p, and is
tested by hashing all keys with it. Some runs are searched again by the chain search itself:
matching node counts show that the work was done.

If the bit-by-bit search of a prefix takes too long, further bits below it are fixed at random, and
only numbers with these bits are searched.
"""

from __future__ import annotations

import functools
import math
import random
import threading
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from magicbb.arguments import parse_seed
from magicbb.compile.threads import run_each, thread_count
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.collisions import CollisionError
from magicbb.magics.magic import Magic
from magicbb.magics.search.chain import FORM
from magicbb.magics.search.exhaustive import ExhaustiveSearch
from magicbb.magics.search.randomness import digest_of
from magicbb.research.proofs.chain.certificate import ChainCertificate
from magicbb.research.proofs.sealing import CertificateError, check_fraction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.research.proofs.chain.division import ChainDivision, JointClaim
    from magicbb.research.proofs.chain.parts import Parts
    from magicbb.research.proofs.claim import Claim

_SLICE = 1 << 20
"""The number of nodes per call; a call takes a few hundredths of a second, so that Ctrl-C stays
responsive."""

_SOME, _SOME_NODES = 2, 1 << 20
"""The number of prefixes searched again before parts are accepted, and the node limit for each."""

_DEEPER = 2
"""The number of bits added to a prefix that takes too long."""


@dataclass(frozen=True)
class ChainChecked:
    """The extent of a successful check.

    Attributes:
        prefixes: The number of prefixes searched again.
        of: The number of prefixes in the proof.
        nodes: The number of nodes that the bit-by-bit search visited.
        runs: The number of runs searched again by the chain search; 0 if the search version has
            changed.
    """

    prefixes: int
    of: int
    nodes: int
    runs: int


@dataclass(frozen=True)
class _Listed:
    """The data of a proof to check: the nodes in each run, and the magics by kind and prefix."""

    joint: JointClaim
    claims: tuple[Claim, ...]
    division: ChainDivision
    nodes: Mapping[int, int]
    magics: Mapping[tuple[str, int], list[int]]


def check_chain(
    proof: Parts | ChainCertificate,
    part: float = 1.0,
    seed: int = 1,
    *,
    prefixes: int | None = None,
    most_nodes: int | None = None,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> ChainChecked:
    """Search random prefixes again, and compare the magics found with those listed.

    Args:
        proof: Searched parts, or a certificate; for a certificate, only its own kind is checked.
        part: The fraction of the prefixes and of the runs to search again, 0 < part <= 1; both
            counts are rounded up.
        seed: The seed for choosing prefixes and runs.
        prefixes: The number of prefixes, and also of runs, to search again; overrides `part`.
        most_nodes: The maximum number of nodes for the bit-by-bit search of a prefix, beyond which
            only some of the numbers with this prefix are searched (default: no limit).
        threads: The number of threads (default: all cores).
        on_progress: Callback that receives 1 for each prefix or run that was searched again, from
            any thread.

    Raises:
        CertificateError: The proof is incorrect.
    """
    from magicbb.research.proofs.chain.searching import is_for

    listed, count = _listed(proof), thread_count(threads)
    if not is_for(listed.joint):
        raise CertificateError(f"the chain search cannot settle {listed.joint}")
    _check_listed(listed)
    draw = random.Random(f"magicbb {parse_seed(seed)}")  # noqa: S311 (not for security)
    runs = sorted(listed.nodes)
    size = listed.division.run
    total = len(runs) * size
    some, more = chosen(proof, part) if prefixes is None else (prefixes, prefixes)
    places = sorted(draw.sample(range(total), min(total, some)))
    drawn = [(runs[place // size] * size + place % size, draw.getrandbits(64)) for place in places]
    again = draw.sample(runs, min(len(runs), more)) if proof.form == FORM else []
    stopped = threading.Event()

    def search_prefix(prefix: int, below: int) -> int:
        nodes = _check_prefix(listed, prefix, below, most_nodes, stopped)
        if on_progress is not None:
            on_progress(1)
        return nodes

    def search_runs() -> int:
        for run in sorted(again):
            if stopped.is_set():
                break
            _check_run(listed, run)
            if on_progress is not None:
                on_progress(1)
        return 0

    # The runs are one task, since they share one chain search.
    tasks: list[Callable[[], int]] = [search_runs]
    tasks += [functools.partial(search_prefix, *each) for each in drawn]
    nodes = run_each(lambda task: task(), tasks, count, stopped)
    return ChainChecked(len(drawn), total, sum(nodes), len(again))


def chosen(proof: Parts | ChainCertificate, part: float) -> tuple[int, int]:
    """The numbers of prefixes and of runs in the given fraction of a proof, rounded up.

    Runs are compared only if they are from the current version of the search.

    Raises:
        ValueError: `part` is not in the range 0 < part <= 1.
        TypeError: `part` is not a number.
    """
    check_fraction(part)
    if isinstance(proof, ChainCertificate):
        runs = len(proof.nodes)
    else:
        runs = sum(len(each.nodes) for each in proof.parts)
    again = math.ceil(part * runs) if proof.form == FORM else 0
    return math.ceil(part * runs * proof.division.run), again


def check_some(proof: Parts | ChainCertificate, seed: int) -> ChainChecked:
    """Search a few prefixes and runs again within seconds; a prefix may be searched only in part.

    Raises:
        CertificateError: The proof is incorrect.
    """
    return check_chain(proof, seed=seed, prefixes=_SOME, most_nodes=_SOME_NODES)


def _listed(proof: Parts | ChainCertificate) -> _Listed:
    magics: dict[tuple[str, int], list[int]] = {}
    if isinstance(proof, ChainCertificate):
        for met in proof.found:
            magics.setdefault((proof.claim.kind, met.prefix), []).append(met.magic)
        nodes = dict(enumerate(proof.nodes))
        return _Listed(proof.joint, (proof.claim,), proof.division, nodes, magics)
    nodes = {}
    for part in proof.parts:
        nodes |= dict(zip(proof.division.part(part.number, proof.of), part.nodes, strict=True))
        for each in part.found:
            magics.setdefault((each.kind, each.prefix), []).append(each.magic)
    return _Listed(proof.claim, proof.claim.claims, proof.division, nodes, magics)


def _check_listed(listed: _Listed) -> None:
    """Check that the listed numbers are magics."""
    claims = {claim.kind: claim for claim in listed.claims}
    for (kind, prefix), magics in listed.magics.items():
        for magic in magics:
            if not _is_magic(claims[kind], magic):
                raise CertificateError(
                    f"the number {magic:#018x} listed as a {kind} magic for prefix {prefix} "
                    "is not a magic"
                )


def _check_run(listed: _Listed, run: int) -> None:
    from magicbb.research.proofs.chain.searching import division_of, searched_run

    if listed.division != (right := division_of(listed.joint)):
        raise CertificateError(f"the division of {listed.joint} must be {right}")
    nodes, found = searched_run(listed.joint, listed.division, run)
    prefixes = range(run * listed.division.run, (run + 1) * listed.division.run)
    kinds = [claim.kind for claim in listed.claims]
    said = [
        (prefix, kind, magic)
        for (kind, prefix), magics in listed.magics.items()
        if prefix in prefixes
        for magic in magics
    ]
    if sorted(said) != [(*asdict(each).values(),) for each in found if each.kind in kinds]:
        raise CertificateError(f"the magics of run {run} differ from those listed")
    if nodes != listed.nodes[run]:
        raise CertificateError(
            f"run {run} has {nodes:,} nodes, not {listed.nodes[run]:,} as listed"
        )


def _check_prefix(
    listed: _Listed, prefix: int, drawn: int, most: int | None, stopped: threading.Event
) -> int:
    """Check a prefix by searching below it and its complement; return the number of nodes."""
    low, high = listed.division.low, listed.division.high
    nodes = 0
    for claim in listed.claims:
        said = listed.magics.get((claim.kind, prefix), [])
        for negated in (False, True):
            start = ~prefix % (1 << (high - low)) if negated else prefix
            known = start << low | drawn % (1 << low)
            found = _Below(claim, low, high, known)
            nodes += found.run(most, stopped)
            if stopped.is_set():
                return nodes
            _compare(claim, prefix, said, found, negated=negated)
        first = -(prefix << low) % (1 << high)
        if (first in said) != _is_magic(claim, first):
            raise CertificateError(_differs(claim, prefix, [first]))
    return nodes


def _compare(claim: Claim, prefix: int, said: list[int], found: _Below, *, negated: bool) -> None:
    """Compare the magics listed for a prefix with those found."""
    low, high = found.low, found.high
    top = 1 << (high - 1)
    own = [each for each in said if bool(each & top) == negated]
    first = (~prefix << low) % (1 << high)  # its negative has another prefix
    if negated and found.covers(first) and _is_magic(claim, first):
        own.append(first)
    own = [each for each in own if found.covers(each)]
    if (len(own), digest_of(own)) != (found.search.count, found.search.digest):
        raise CertificateError(_differs(claim, prefix, found.search.magics))


def _differs(claim: Claim, prefix: int, found: list[int]) -> str:
    few = ", ".join(f"{each:#018x}" for each in found[:2]) or "fewer"
    return (
        f"the {claim.kind} magics listed for prefix {prefix} differ from those that the "
        f"bit-by-bit search finds: {few}"
    )


class _Below:
    """The bit-by-bit search below a prefix, in which at least bits low..high - 1 are known."""

    def __init__(self, claim: Claim, low: int, high: int, known: int) -> None:
        keys = all_keys()
        attacks = keys.attacks[keys.of_row(row_of(claim.piece, claim.square))]
        downwards = [*range(low)][::-1]
        self.low, self.high, self.known, self.free = low, high, known, low
        self._claim, self._attacks, self._downwards = claim, attacks, downwards
        self.search = self._made()

    def _made(self) -> ExhaustiveSearch:
        """A search whose order begins with the known bits, followed by the bits below them."""
        below = [bit for bit in self._downwards if bit < self.free]
        order = [*range(self.free, self.high), *below]
        claim = self._claim
        return ExhaustiveSearch(claim.mask, claim.bits, self._attacks, order, black=claim.black)

    def covers(self, number: int) -> bool:
        """Whether a number matches all known bits."""
        return (number ^ self.known) % (1 << self.high) >> self.free == 0

    def run(self, most: int | None, stopped: threading.Event) -> int:
        """Run the search, fixing more bits whenever it takes too long; return the node count."""
        nodes = 0
        while True:
            known = self.known >> self.free << self.free
            done = not self.search.lives(self.high - self.free, known)
            while not done and (most is None or self.search.nodes < most or not self.free):
                done = self.search.advance(_SLICE if most is None else min(_SLICE, most))
                if stopped.is_set():
                    return nodes
            nodes += self.search.nodes
            if done:
                return nodes
            self.free = max(0, self.free - _DEEPER)
            self.search = self._made()


def _is_magic(claim: Claim, magic: int) -> bool:
    """Whether a number is a magic, determined by hashing all keys with it."""
    try:
        Magic(claim.piece, claim.square, claim.kind, claim.bits, magic & FULL).check()
    except CollisionError:
        return False
    return True
