"""Checking a certificate: replaying all of it, or a random part, with independent code.

The checker shares only the geometry, the oracle, the compiler and the reading of certificates with
the prover. It does not use the prover's search or its incremental tables, and recomputes the
division.
"""

from __future__ import annotations

import hashlib
import math
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.arguments import parse_seed, short_repr
from magicbb.compile.threads import run_each, thread_count
from magicbb.research.proofs.bit_by_bit.certificate import Certificate, Order, SubtreeMagics
from magicbb.research.proofs.bit_by_bit.replay import Replay, ReplayInputs
from magicbb.research.proofs.sealing import CertificateError, check_fraction

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from magicbb.research.proofs.claim import Claim

_SLICE = 1 << 16
"""The number of nodes per call; a call takes a few hundredths of a second, so that Ctrl-C stays
responsive."""

_MOST_PREFIXES = 1 << 22
"""The maximum number of prefixes in memory; a valid division has fewer subtrees."""


@dataclass(frozen=True)
class Checked:
    """The extent of a successful check.

    Attributes:
        subtrees: The number of subtrees replayed.
        of: The number of subtrees in the certificate.
        nodes: The number of nodes visited, including those above the subtrees.
    """

    subtrees: int
    of: int
    nodes: int


def chosen(certificate: Certificate, part: float = 1.0, seed: int = 1) -> list[int]:
    """The numbers of the subtrees that a check replays, in ascending order.

    Raises:
        ValueError: `part` is not in the range 0 < part <= 1, or the seed is invalid.
        TypeError: An argument has the wrong type.
    """
    return sorted(_drawn(certificate, part, seed))


def _drawn(certificate: Certificate, part: float, seed: int) -> list[int]:
    """The numbers of the subtrees that a check replays, in random order."""
    check_fraction(part)
    seed, numbers = parse_seed(seed), range(certificate.division.subtrees)

    def place(subtree: int) -> bytes:
        return hashlib.sha256(f"{seed} {subtree}".encode()).digest()

    return sorted(numbers, key=place)[: math.ceil(part * len(numbers))]


def check(
    certificate: Certificate,
    part: float = 1.0,
    seed: int = 1,
    *,
    most_nodes: int | None = None,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Checked:
    """Replay a certificate and compare the counts.

    The division is always replayed, and listed magics are always verified. A wrong node count or a
    missing magic is detected if its subtree is replayed; with `part` = 1, every subtree is.

    Args:
        certificate: The certificate.
        part: The fraction of the subtrees to replay, 0 < part <= 1; their number is rounded up.
        seed: The seed for choosing the subtrees.
        most_nodes: Replay subtrees in random order, and begin none after this many nodes (default:
            no limit). The nodes are those visited, not those stated in the certificate, so a false
            one cannot end the check early.
        threads: The number of threads (default: all cores).
        on_progress: Callback that receives the node count of each finished subtree, from any
            thread.

    Raises:
        CertificateError: The certificate is incorrect.

    >>> import magicbb as mb
    >>> check(mb.prove("bishop", "e1", 4))
    Checked(subtrees=120, of=120, nodes=37088)
    """
    drawn, count = _drawn(certificate, part, seed), thread_count(threads)
    search = ReplayInputs(certificate.claim, certificate.division.order)
    division, prefixes = certificate.division, _prefixes(certificate, search)
    said = {each.subtree: each for each in certificate.found}
    for each in certificate.found:
        _check_listed(certificate, each, prefixes, search)
    stopped, lock, visited = threading.Event(), threading.Lock(), 0

    def replay(subtree: int) -> int | None:
        nonlocal visited
        if most_nodes is not None and visited > most_nodes:
            return None
        if subtree < len(prefixes):
            run = Replay(search, division.depth, int(prefixes[subtree]))
        else:
            run = _exceptions(certificate.claim, search, subtree - len(prefixes))
        while not run.advance(_SLICE):
            if stopped.is_set():
                return None  # another thread has failed, or Ctrl-C was pressed
            if run.nodes > certificate.nodes[subtree]:
                break
        _compare(f"nodes[{subtree}]", certificate.nodes[subtree], run.nodes)
        _compare_found(said.get(subtree, SubtreeMagics(subtree, 0, 0)), run.found(subtree))
        if on_progress is not None:
            on_progress(run.nodes)
        with lock:
            visited += run.nodes
        return run.nodes

    subtrees = sorted(drawn) if most_nodes is None else _evidence_first(certificate, drawn)
    nodes = [each for each in run_each(replay, subtrees, count, stopped) if each is not None]
    total = division.nodes_above + sum(nodes)
    return Checked(len(nodes), division.subtrees, total)


def _evidence_first(certificate: Certificate, drawn: list[int]) -> list[int]:
    """Put first a subtree whose magics are not listed: it may be the evidence that some exist.

    Only one, so that subtrees of the forger's choice cannot take all of the time.
    """
    unlisted = {each.subtree for each in certificate.found if not each.magics}
    first = next((subtree for subtree in drawn if subtree in unlisted), None)
    return drawn if first is None else [first, *(each for each in drawn if each != first)]


def _compare_found(listed: SubtreeMagics, found: SubtreeMagics) -> None:
    """Compare the magics of a subtree with those that the replay found."""
    where = f"in subtree {found.subtree}"
    _compare(f"number of magics {where}", listed.count, found.count)
    _compare(f"digest of the magics {where}", listed.digest, found.digest)
    if listed.magics:
        _compare(f"list of magics {where}", listed.magics, found.magics)


def _check_listed(
    certificate: Certificate,
    found: SubtreeMagics,
    prefixes: npt.NDArray[np.uint64],
    search: ReplayInputs,
) -> None:
    """Check that the magics listed for a subtree are different magics of this subtree.

    Raises:
        CertificateError: One of them is not, or their digest is wrong.
    """
    depth = certificate.division.depth
    if found.subtree < len(prefixes):
        known = sum(1 << int(step.bit) for step in search.steps[:depth])
        prefix = int(prefixes[found.subtree])
    else:  # see `_exceptions`
        first = int(search.steps[0].bit)
        known, prefix = (2 << first) - 1, (found.subtree - len(prefixes)) << first
    digest = 0
    for magic in {*found.magics}:
        run = Replay(search, search.count, magic)  # a subtree of this number alone
        is_magic = True
        try:
            run.advance(1)
        except ArithmeticError:
            is_magic = False
        if not is_magic or magic & known != prefix:
            raise CertificateError(
                f"the number {magic:#018x}, listed as a magic of subtree {found.subtree}, is none"
            )
        digest += run.found(found.subtree).digest
    if found.magics:
        where = f"in subtree {found.subtree}"
        _compare(f"number of magics {where}", found.count, len({*found.magics}))
        _compare(f"digest of the magics {where}", found.digest, digest % 2**64)


def _prefixes(certificate: Certificate, search: ReplayInputs) -> npt.NDArray[np.uint64]:
    """The prefixes at which the subtrees begin: those alive after the steps of the division."""
    division = certificate.division
    prefixes, nodes = np.zeros(1, np.uint64), 0
    for step in range(division.depth):
        halved = division.mirror and step == 0
        nodes += (1 if halved else 2) * len(prefixes) * int(search.steps[step].tested)
        if nodes > division.nodes_above:
            break  # they differ, so that the comparison below fails
        if len(prefixes) > _MOST_PREFIXES:  # a wrong depth must not exhaust memory
            raise CertificateError(
                f"the certificate's division is wrong: after {step} steps, the search has "
                f"{len(prefixes):,} prefixes, and no division has more than {_MOST_PREFIXES:,}"
            )
        prefixes = search.alive(step, prefixes)
        if halved:
            prefixes = prefixes[prefixes == 0]
    _compare("division.nodes_above", division.nodes_above, nodes)
    subtrees = len(prefixes) + (2 if division.mirror else 0)
    _compare("division.subtrees", division.subtrees, subtrees)
    return prefixes


def _exceptions(claim: Claim, search: ReplayInputs, bit: int) -> Replay:
    """The replay of the multiples of 2**f whose bit f is `bit`; f is the first bit to become known.

    The multiples are searched separately, from bit 0 upwards, because a search of the numbers whose
    bit f is 0 finds the even multiples of 2**f together with their negatives, and none of the odd
    multiples.
    """
    first = int(search.steps[0].bit)
    upwards = ReplayInputs(claim, Order(0, "up"))
    prefix = bit << first
    prefixes = np.zeros(1, np.uint64)
    for step in range(first + 1):
        prefixes = upwards.alive(step, prefixes)
        prefixes = prefixes[prefixes == np.uint64(prefix % (2 << step))]
    return Replay(upwards, first + 1, prefix, alive=len(prefixes) > 0)


def _compare(name: str, said: object, found: object) -> None:
    """Compare a value in the certificate with the replay.

    Raises:
        CertificateError: The two values differ.
    """
    if said != found:
        raise CertificateError(
            f"the certificate's {name} is wrong: it says {short_repr(said)}, but the "
            f"replay found {short_repr(found)}"
        )
