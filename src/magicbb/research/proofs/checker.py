"""Checking a certificate: replaying all of it, or a random part, with independent code.

Only the geometry, the oracle, the compiler and the reading of certificates are shared with what
made it: not the search, not its incremental tables, and not its division, which is computed again.
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
from magicbb.research.proofs.certificate import Certificate, CertificateError, Division, Found
from magicbb.research.proofs.replay import Replay, Search

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from magicbb.research.proofs.claim import Claim

_SLICE = 1 << 16
"""Nodes per call: some hundredths of a second, so that Ctrl-C takes effect."""

_MOST_PREFIXES = 1 << 22
"""More subtrees than a division has."""


@dataclass(frozen=True)
class Checked:
    """The amount that was replayed and confirmed.

    Attributes:
        subtrees: How many subtrees.
        of: How many there are.
        nodes: How many nodes, with those above the subtrees.
    """

    subtrees: int
    of: int
    nodes: int


def chosen(certificate: Certificate, part: float = 1.0, seed: int = 1) -> list[int]:
    """The numbers of the subtrees that a check replays, ascending.

    Raises:
        ValueError: The part is not above 0 and at most 1, or the seed is invalid.
        TypeError: An argument is of a wrong type.
    """
    if isinstance(part, bool) or not isinstance(part, (int, float)):
        raise TypeError(f"part must be a number, got {short_repr(part)}")
    if not 0 < part <= 1:
        raise ValueError(f"part must be more than 0 and at most 1, got {short_repr(part)}")
    seed, numbers = parse_seed(seed), range(certificate.division.subtrees)

    def drawn(subtree: int) -> bytes:
        return hashlib.sha256(f"{seed} {subtree}".encode()).digest()

    return sorted(sorted(numbers, key=drawn)[: math.ceil(part * len(numbers))])


def check(
    certificate: Certificate,
    part: float = 1.0,
    seed: int = 1,
    *,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Checked:
    """Replay a certificate and compare the counts.

    The division is always replayed. A false node count or magic in a subtree is found if that
    subtree is replayed, so always with `part` = 1.

    Args:
        certificate: The certificate.
        part: Which part of the subtrees, 0 < part <= 1; rounded up.
        seed: Which ones.
        threads: How many threads (default: all cores).
        on_progress: Called with the nodes of each subtree that is done, from any thread.

    Raises:
        CertificateError: It is false.

    >>> from magicbb.research.proofs import Claim, check, prove
    >>> check(prove(Claim("bishop", "e1", "white", 4)))
    Checked(subtrees=120, of=120, nodes=37088)
    """
    subtrees, count = chosen(certificate, part, seed), thread_count(threads)
    search = Search(certificate.claim, certificate.division)
    division, prefixes = certificate.division, _prefixes(certificate, search)
    said = {each.subtree: each for each in certificate.found}
    stopped = threading.Event()

    def replay(subtree: int) -> int:
        if subtree < len(prefixes):
            run = Replay(search, division.depth, int(prefixes[subtree]))
        else:
            run = _exceptions(certificate.claim, search, subtree - len(prefixes))
        while not run.advance(_SLICE):
            if stopped.is_set():
                return 0  # another thread has failed, or Ctrl-C was pressed
            if run.nodes > certificate.nodes[subtree]:
                break
        _compare(f"nodes[{subtree}]", certificate.nodes[subtree], run.nodes)
        listed, found = said.get(subtree, Found(subtree, 0, 0)), run.found(subtree)
        _compare(f"number of magics in subtree {subtree}", listed.count, found.count)
        _compare(f"digest of the magics in subtree {subtree}", listed.digest, found.digest)
        if listed.magics:
            _compare(f"list of magics in subtree {subtree}", listed.magics, found.magics)
        if on_progress is not None:
            on_progress(run.nodes)
        return run.nodes

    nodes = run_each(replay, subtrees, count, stopped)
    total = division.nodes_above + sum(nodes)
    return Checked(len(subtrees), division.subtrees, total)


def _prefixes(certificate: Certificate, search: Search) -> npt.NDArray[np.uint64]:
    """Where the subtrees begin: all prefixes that live after the steps of the division."""
    division = certificate.division
    prefixes, nodes = np.zeros(1, np.uint64), 0
    for step in range(division.depth):
        halved = division.mirror and step == 0
        nodes += (1 if halved else 2) * len(prefixes) * int(search.steps[step].tested)
        if nodes > division.nodes_above or len(prefixes) > _MOST_PREFIXES:
            break  # a false depth must not fill the memory
        prefixes = search.alive(step, prefixes)
        if halved:
            prefixes = prefixes[prefixes == 0]
    _compare("division.nodes_above", division.nodes_above, nodes)
    subtrees = len(prefixes) + (2 if division.mirror else 0)
    _compare("division.subtrees", division.subtrees, subtrees)
    return prefixes


def _exceptions(claim: Claim, search: Search, bit: int) -> Replay:
    """The multiples of the bit that becomes known first, with this bit being 0 or 1.

    They are searched from bit 0 upwards. In a search of the numbers with a first bit of 0 the even
    ones are met with their negatives, the odd ones are not met.
    """
    first = int(search.steps[0].bit)
    upwards = Search(claim, Division(0, "up", 0, 0, 0))
    prefix = bit << first
    prefixes = np.zeros(1, np.uint64)
    for step in range(first + 1):
        prefixes = upwards.alive(step, prefixes)
        prefixes = prefixes[prefixes == np.uint64(prefix % (2 << step))]
    return Replay(upwards, first + 1, prefix, alive=len(prefixes) > 0)


def _compare(name: str, said: object, found: object) -> None:
    """Compare the certificate with the replay.

    Raises:
        CertificateError: It is not the same.
    """
    if said != found:
        raise CertificateError(
            f"the certificate's {name} is wrong: it says {short_repr(said)}, the replay "
            f"found {short_repr(found)}"
        )
