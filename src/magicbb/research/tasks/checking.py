"""Check a proof, given as an object, a file, or the name of a shipped proof."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from magicbb.arguments import short_repr
from magicbb.files import STANDARD_INPUT
from magicbb.pictures.notebook import notebook_progress
from magicbb.research.proofs.bit_by_bit import checker
from magicbb.research.proofs.bit_by_bit.certificate import Certificate
from magicbb.research.proofs.bit_by_bit.checker import Checked, chosen
from magicbb.research.proofs.chain.certificate import ChainCertificate
from magicbb.research.proofs.chain.checker import ChainChecked, check_chain, sample_sizes
from magicbb.research.proofs.chain.parts import Parts
from magicbb.research.proofs.reading import read_proof, shipped_proof
from magicbb.research.proofs.sealing import CertificateError

if TYPE_CHECKING:
    from collections.abc import Callable

Proof: TypeAlias = Certificate | ChainCertificate | Parts
"""A proof by the bit-by-bit or the chain search, or some completed parts of a chain search."""

_PROOFS = (Certificate, ChainCertificate, Parts)


def check(
    proof: Proof | str | os.PathLike[str],
    part: float = 1.0,
    seed: int = 1,
    *,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Checked | ChainChecked:
    """Replay all or a random part of a proof, and compare the counts.

    The replay code is slower and simpler than the prover's and independent of it: they share only
    the geometry, the ray walk and the compiler. To check a chain search, random prefixes
    are searched again bit by bit, and the same fraction of its runs of consecutive prefixes is
    searched again by the chain search itself.

    Args:
        proof: A result of `magicbb.prove`; its file, which may be gzipped; or the name of a proof
            that ships with magicbb. Names contain neither a dot nor a slash.
        part: The fraction of the search to replay, more than 0 and at most 1.
        seed: The seed for choosing the random part.
        threads: The number of threads (default: all cores).
        on_progress: Callback that receives the number of nodes, or of prefixes and runs, checked so
            far, from any thread. By default, notebooks show a progress bar.

    Returns:
        The amount that was replayed and confirmed.

    Raises:
        CertificateError: The proof is damaged or false; the message says where.
        ValueError: No proof with this name ships with magicbb, or the part is out of range.
        OSError: The file cannot be read.

    >>> check("bishop-e1-white-4")
    Checked(subtrees=120, of=120, nodes=37088)
    """
    if not isinstance(proof, (*_PROOFS, str, os.PathLike)):
        raise TypeError(f"proof must be a proof object, a file or a name, got {short_repr(proof)}")
    if isinstance(proof, _PROOFS):
        return _checked(proof, part, seed, threads, on_progress)
    try:
        return _checked(read(proof), part, seed, threads, on_progress)
    except CertificateError as error:
        raise CertificateError(f"{os.fspath(proof)}: {error}") from None


def _checked(
    proof: Proof,
    part: float,
    seed: int,
    threads: int | None,
    on_progress: Callable[[int], None] | None,
) -> Checked | ChainChecked:
    total, unit = amount(proof, part, seed)
    lock, done = threading.Lock(), 0
    with notebook_progress(f"checking {proof.claim}", total, unit) as update:

        def add(more: int) -> None:
            nonlocal done
            with lock:
                done += more
                (on_progress or update)(done)

        if isinstance(proof, Certificate):
            return checker.check(proof, part, seed, threads=threads, on_progress=add)
        return check_chain(proof, part, seed, threads=threads, on_progress=add)


def amount(proof: Proof, part: float, seed: int) -> tuple[int, str]:
    """The number of items to check, and their unit: "nodes", or "prefixes and runs"."""
    if isinstance(proof, Certificate):
        return sum(proof.nodes[subtree] for subtree in chosen(proof, part, seed)), "nodes"
    return sum(sample_sizes(proof, part)), "prefixes and runs"


def read(source: str | os.PathLike[str]) -> Proof:
    """Read a proof from a file, or load a shipped proof by name.

    Raises:
        CertificateError: The proof is damaged.
        ValueError: No proof with this name ships with magicbb.
        OSError: The file cannot be read.
    """
    name = os.fspath(source)
    is_name = isinstance(source, str) and name != STANDARD_INPUT
    if is_name and not any(mark in name for mark in (".", "/", os.sep)):
        return shipped_proof(name)
    return read_proof(Path(name))
