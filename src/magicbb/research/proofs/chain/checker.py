"""Checking parts and certificates of the chain search, with an independent search.

Random prefixes p are searched again by the bit-by-bit search of `magics.search.bit_by_bit`: among
the numbers whose bits low..high - 1 are p, and among their negatives, it must find exactly the
listed magics. The negatives have the prefix ~p or, if the bits below the prefix are all zero, -p.
Where a prefix does not determine the rotation of black products, one range of rotations after
another is assumed. Some runs are searched again by the chain search itself: matching node counts
show that the work was done.

If the bit-by-bit search of a prefix takes too long, further bits are fixed at random, and only
numbers with these bits are searched.
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
from magicbb.lookup.keys import all_keys
from magicbb.magics.collisions import CollisionError
from magicbb.magics.magic import Magic
from magicbb.magics.search.bit_by_bit import BitByBitSearch
from magicbb.magics.search.chain import SEARCH_VERSION
from magicbb.magics.search.randomness import digest_of
from magicbb.research.proofs.chain.certificate import ChainCertificate
from magicbb.research.proofs.sealing import CertificateError, check_fraction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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

_TASKS = 1024
"""The maximum number of tasks, roughly: a large proof has millions of prefixes."""

_CLASSES = 32
"""The number of classes of rotations that are searched one after the other."""


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
    listed, count = _listed(proof), thread_count(threads)
    _check_division(listed.joint, listed.division, proof.search_version)
    _check_listed(listed)
    seed = parse_seed(seed)
    draw = random.Random(f"magicbb {seed}")  # noqa: S311 (not for security)
    runs = sorted(listed.nodes)
    size = listed.division.run
    total = len(runs) * size
    some, more = sample_sizes(proof, part) if prefixes is None else (prefixes, prefixes)
    places: Sequence[int] = (
        range(total) if some >= total else sorted(draw.sample(range(total), some))
    )
    again = (
        draw.sample(runs, min(len(runs), more)) if proof.search_version == SEARCH_VERSION else []
    )
    stopped = threading.Event()

    def search_prefixes(some_places: Sequence[int]) -> int:
        nodes = 0
        for place in some_places:
            if stopped.is_set():
                break
            prefix = runs[place // size] * size + place % size
            below = random.Random(f"magicbb {seed} {prefix}").getrandbits(64)  # noqa: S311
            nodes += _check_prefix(listed, prefix, below, most_nodes, stopped)
            if on_progress is not None:
                on_progress(1)
        return nodes

    def search_runs() -> int:
        for run in sorted(again):
            if stopped.is_set():
                break
            if not _check_run(listed, run, stopped):
                break
            if on_progress is not None:
                on_progress(1)
        return 0

    # The runs are one task, since they share one chain search.
    tasks: list[Callable[[], int]] = [search_runs]
    chunk = max(1, len(places) // _TASKS)
    tasks += [
        functools.partial(search_prefixes, places[first : first + chunk])
        for first in range(0, len(places), chunk)
    ]
    nodes = run_each(lambda task: task(), tasks, count, stopped)
    return ChainChecked(len(places), total, sum(nodes), len(again))


def sample_sizes(proof: Parts | ChainCertificate, part: float) -> tuple[int, int]:
    """How many prefixes and how many runs the given fraction of a proof has, rounded up.

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
    again = math.ceil(part * runs) if proof.search_version == SEARCH_VERSION else 0
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


def _check_division(claim: JointClaim, division: ChainDivision, version: int) -> None:
    """Check that the proof is for a claim of the chain search, and divided as the search is."""
    from magicbb.research.proofs.chain.searching import division_of, is_for

    if not is_for(claim):
        raise CertificateError(f"the chain search cannot settle {claim}")
    if division != (right := division_of(claim)):
        raise CertificateError(f"the division of {claim} must be {right}, got {division}")
    if version > SEARCH_VERSION:
        raise CertificateError(
            f"the proof is by version {version} of the chain search, and this magicbb has version "
            f"{SEARCH_VERSION}; upgrade magicbb"
        )


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


class _StoppedError(Exception):
    """Another thread has failed, or Ctrl-C was pressed."""


def _check_run(listed: _Listed, run: int, stopped: threading.Event) -> bool:
    """Search a run again, and compare the outcome; return False if the check was stopped."""
    from magicbb.research.proofs.chain.searching import searched_run

    def stop() -> None:
        if stopped.is_set():
            raise _StoppedError

    try:
        nodes, found = searched_run(listed.joint, listed.division, run, stop)
    except _StoppedError:
        return False
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
    return True


def _check_prefix(
    listed: _Listed, prefix: int, drawn: int, most: int | None, stopped: threading.Event
) -> int:
    """Check the magics with a prefix and those whose negatives have it; return the nodes."""
    low, high = listed.division.low, listed.division.high
    nodes = 0
    for claim in listed.claims:
        said = listed.magics.get((claim.kind, prefix), [])
        families = [_Family(claim, low, high, prefix, drawn)]
        if low:
            families.append(_Family(claim, low, high, ~prefix, drawn, but_first=True))
        families.append(_Family(claim, 0, high, -prefix << low, drawn))
        for family in families:
            nodes += family.search(most, stopped)
            if stopped.is_set():
                return nodes
            own = [magic for magic in said if family.has(magic)]
            if (len(own), digest_of(own)) != (family.count, family.digest):
                raise CertificateError(_differs(claim, prefix, family.magics))
    return nodes


def _differs(claim: Claim, prefix: int, found: list[int]) -> str:
    few = ", ".join(f"{each:#018x}" for each in found[:2]) or "fewer"
    return (
        f"the {claim.kind} magics listed for prefix {prefix} differ from those that the "
        f"bit-by-bit search finds: {few}"
    )


class _Family:
    """The numbers whose bits low..high - 1 are known, and the bit-by-bit search for their magics.

    Args:
        claim: The claim.
        low: The lowest known bit.
        high: The highest known bit, plus one.
        known: The known bits.
        drawn: A random number; if the search takes too long, further bits are taken from it.
        but_first: Whether numbers whose bits below `low` are all zero do not belong to the family.
    """

    def __init__(
        self,
        claim: Claim,
        low: int,
        high: int,
        known: int,
        drawn: int,
        *,
        but_first: bool = False,
    ) -> None:
        keys = all_keys()
        self._claim, self._but_first = claim, but_first
        self._attacks = keys.attacks_of(claim.piece, claim.square)
        self._low, self._high, self._from, self._to = low, high, low, high
        middle = (1 << high) - (1 << low)
        self._known = (known << low & middle) | (drawn % (1 << claim.period) & ~middle)
        self.count, self.digest = 0, 0
        self.magics: list[int] = []

    def has(self, number: int) -> bool:
        """Whether a number belongs to the family and matches all known bits."""
        if self._but_first and number % (1 << self._low) == 0:
            return False
        return (number ^ self._known) % (1 << self._to) >> self._from == 0

    def search(self, most: int | None, stopped: threading.Event) -> int:
        """Search the family, or part of it if it takes too long; return the number of nodes."""
        nodes, done = 0, False
        while not done and not stopped.is_set():
            more, done = self._run(self._from, self._known, most, stopped)
            nodes += more
            if not done:
                self._from, to = max(0, self._from - _DEEPER), self._to
                self._to = to if self._from else min(self._claim.period, to + _DEEPER)
        below = self._known % (1 << self._low) >> self._from
        if done and self._but_first and not below:
            # The known bits do not exclude the numbers that do not belong to the family.
            count, digest, magics = self.count, self.digest, self.magics
            nodes += self._run(0, self._known >> self._low << self._low, None, stopped)[0]
            self.count, self.digest = count - self.count, (digest - self.digest) % 2**64
            self.magics = [magic for magic in magics if self.has(magic)]
        return nodes

    def _run(
        self, start: int, known: int, most: int | None, stopped: threading.Event
    ) -> tuple[int, bool]:
        """Find the magics whose bits from `start` are known; return the nodes and whether done."""
        self.count, self.digest, self.magics = 0, 0, []
        claim, to, nodes = self._claim, self._to, 0
        order = [*range(start, to), *range(start)[::-1], *range(to, claim.period)]
        turns = _rotations(claim, self._high)
        search = BitByBitSearch(
            claim.mask, claim.bits, self._attacks, order, black=claim.black, rotations=turns[0]
        )
        known = known % (1 << to) >> start << start
        last = to == claim.period and not start
        for rotations in turns:
            if rotations is not None:
                search.assume(rotations)
            done = not search.lives(to - start, known)
            while not done and (most is None or nodes + search.nodes < most or last):
                done = search.advance(_SLICE if most is None else min(_SLICE, most))
                if stopped.is_set():
                    return nodes, False
            nodes += search.nodes
            if not done:
                return nodes, False
            self.count += search.count
            self.digest = (self.digest + search.digest) % 2**64
            self.magics += search.magics
        return nodes, True


def _rotations(claim: Claim, high: int) -> list[range] | list[None]:
    """The rotations to assume one after the other for black products, if they are not known."""
    slot = 1 << (64 - claim.bits)
    if not claim.black or slot <= 1 << high:
        return [None]
    return [range(start, start + slot // _CLASSES) for start in range(0, slot, slot // _CLASSES)]


def _is_magic(claim: Claim, magic: int) -> bool:
    """Whether a number is a magic, determined by hashing all keys with it."""
    try:
        Magic(claim.piece, claim.square, claim.kind, claim.bits, magic & FULL).check()
    except CollisionError:
        return False
    return True
