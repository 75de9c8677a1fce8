"""Prove claims by the bit-by-bit or the chain search, and estimate the time that a proof takes."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.arguments import parse_integer, parse_seed, short_repr
from magicbb.geometry.sliders import ROOK, parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.pictures.notebook import notebook_progress
from magicbb.research.proofs.chain.division import PARTS, JointClaim
from magicbb.research.proofs.chain.parts import Parts
from magicbb.research.proofs.chain.searching import division_of, is_for, search_part
from magicbb.research.proofs.claim import Claim
from magicbb.research.tasks.running import run, unfinished

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.research.campaigns import Event, Outcome
    from magicbb.research.campaigns.work import AnyWork
    from magicbb.research.campaigns.works.chain_proof import ChainProof
    from magicbb.research.proofs.bit_by_bit.certificate import Certificate, Division
    from magicbb.research.proofs.chain.division import ChainDivision
    from magicbb.research.tasks.running import Kept, Where

_SAMPLE, _SAMPLE_SECONDS = 5_000, 20.0
"""The number of random prefixes for estimating a chain search, and the time after which fewer are
enough. A few prefixes take thousands of times as long as others: on h6, one in five thousand takes
most of the time, so 500 gave a third of it."""

_PARTS = re.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?/([0-9]{1,9})")


@dataclass(frozen=True)
class ProofEstimate:
    """An estimate of the time that a proof takes.

    Attributes:
        claim: The claim.
        nodes: The estimated number of nodes of the search.
        core_seconds: The estimated search time on one core of this machine, in seconds.
        error: The standard error of `core_seconds`; None if unknown.
        nodes_per_second: The search speed of one core; None if not measured.
        division: The division of the search.
    """

    claim: Claim | JointClaim
    nodes: float
    core_seconds: float
    error: float | None
    nodes_per_second: float | None
    division: Division | ChainDivision


def prove(
    piece: Slider | str,
    square: int | str,
    bits: int | None = None,
    kind: str | None = None,
    *,
    seed: int = 1,
    part: str | None = None,
    parts: int | None = None,
    book: Kept = None,
    workers: Where = None,
    hours: float | None = None,
    on_event: Callable[[Event], object] | None = None,
) -> Certificate | Parts:
    """Search exhaustively for all magics for a square with the given number of index bits.

    With one index bit fewer than mask squares, the search takes seconds for most bishops, and
    minutes to weeks for rooks; `magicbb.research.expect` estimates the time. With a book, progress
    is saved, and the same call resumes the search.

    For rooks, the chain search settles white and black together unless a kind is given. Such a
    proof consists of numbered parts, which can be searched separately.

    Args:
        piece: Rook or bishop.
        square: The square.
        bits: The index bits (default: one fewer than mask squares).
        kind: "white" or "black" (default: both if the chain search supports it, else white).
        seed: The seed that determines the order of the bit-by-bit search; the outcome does not
            depend on it.
        part: The part or parts of the chain search to run in this process, such as "17/512" or
            "17-32/512" (default: all parts, with the arguments below).
        parts: The number of parts into which to divide the chain search.
        book: A `RecordBook` or its file, in which progress is saved (default: none).
        workers: A number of processes, "dask:ADDRESS" or an executor (default: this process).
        hours: The time limit in hours.
        on_event: Callback that receives each event. By default, notebooks show the progress.

    Returns:
        A certificate, which `magicbb.check` replays, or the completed parts of a chain search. Both
        have `magics` (the number found), `total` (the number of nodes) and `to_text()`.

    Raises:
        ValueError: The claim is invalid, its search cannot be divided into these parts, or `part`
            is combined with an argument that concerns all parts.
        UnfinishedError: Time ran out.
        CampaignError: The campaign cannot continue, for example if another process runs it.
        OSError: The book or the workers cannot be reached.

    >>> prove("bishop", "e1", 4)
    Certificate(bishop e1 with 4 bits, white: no magic, 37,088 nodes)
    """
    from magicbb.research.campaigns.works.bit_by_bit_proof import BitByBitProof

    claim, seed = claim_of(piece, square, bits, kind), parse_seed(seed)
    kept: dict[str, Any] = {"book": book, "workers": workers, "hours": hours, "on_event": on_event}
    if isinstance(claim, Claim):
        if part is not None or parts is not None:
            raise ValueError(f"part and parts need the chain search, which cannot settle {claim}")
        work = BitByBitProof(claim, seed)
        return work.certificate(_finished(work, work.command, **kept).rounds)
    if part is not None:
        for name, value in {"parts": parts, **kept}.items():
            if value is not None:
                raise ValueError(f"{name} cannot be combined with part")
        return search_parts(claim, *parse_parts(part))
    chain = chain_of(claim, parts)
    return parts_of(chain, _finished(chain, chain.command, **kept))


def _finished(work: AnyWork, command: str, **kept: Any) -> Outcome[Any]:
    """Run a campaign to its end."""
    outcome = run(work, command=command, **kept)
    if not outcome.finished:
        raise unfinished(outcome)
    return outcome


def claim_of(
    piece: Slider | str, square: int | str, bits: int | None = None, kind: str | None = None
) -> Claim | JointClaim:
    """Make a claim, for white and black together if the chain search supports it.

    Without `bits`, it is about magics with one index bit fewer than mask squares.

    Raises:
        ValueError: The claim is invalid.

    >>> print(claim_of("rook", "a1", 11), claim_of("bishop", "d4"), sep="; ")
    rook a1 with 11 bits, white and black; bishop d4 with 8 bits, white
    """
    slider, place = parse_slider(piece), parse_square(square)
    count = slider.mask(place).bit_count()
    claim = Claim(slider, place, kind or "white", count - 1 if bits is None else bits)
    if kind is None and slider == ROOK and claim.bits < count:
        with contextlib.suppress(ValueError):  # it may be too few bits for the chain search
            joint = JointClaim(slider, place, claim.bits)
            if is_for(joint):
                return joint
    return claim


def parse_parts(text: str) -> tuple[range, int]:
    """Parse a range of part numbers and the total number of parts.

    Raises:
        ValueError: The text is invalid.
        TypeError: It is no text.

    >>> parse_parts("17-32/512")
    (range(17, 33), 512)
    """
    if not isinstance(text, str):
        raise TypeError(f'part must be a string such as "17/512", got {short_repr(text)}')
    named = _PARTS.fullmatch(text)
    if named is None:
        raise ValueError(f"part must look like 17/512 or 17-32/512, got {short_repr(text)}")
    first, of = int(named[1]), int(named[3])
    last = int(named[2] or first)
    if not of:
        raise ValueError(f"there must be at least one part, got {short_repr(text)}")
    if not (1 <= first <= of and 1 <= last <= of):
        raise ValueError(f"part numbers must be 1..{of}, got {short_repr(text)}")
    if first > last:
        raise ValueError(f"part numbers must be in order, got {short_repr(text)}")
    return range(first, last + 1), of


def search_parts(
    claim: JointClaim,
    numbers: range,
    of: int,
    on_run: Callable[[object], object] | None = None,
) -> Parts:
    """Search some parts of a chain search in this process."""
    from magicbb.research.records.provenance import who

    division, name = division_of(claim), who()
    total = sum(len(division.part(number, of)) for number in numbers)
    done = 0
    with notebook_progress(f"{claim}", total, "runs") as update:

        def count(one: object) -> None:
            nonlocal done
            done += 1
            update(done)
            if on_run is not None:
                on_run(one)

        parts = [search_part(claim, number, of, who=name, on_run=count) for number in numbers]
    return Parts(claim, division, of, tuple(parts))


def chain_of(claim: JointClaim, parts: int | None) -> ChainProof:
    """Make the work of a campaign that runs the whole chain search."""
    from magicbb.research.campaigns.works.chain_proof import ChainProof

    most = division_of(claim).runs
    rule = f"parts must be 1..{most} for {claim}"
    count = min(PARTS, most) if parts is None else parse_integer(parts, most + 1, rule, start=1)
    return ChainProof(claim, count)


def parts_of(work: ChainProof, outcome: Outcome[Any]) -> Parts:
    """Return all parts of a finished chain search."""
    parts = tuple(part for parts in outcome.rounds for part in parts)
    return Parts(work.claim, division_of(work.claim), work.parts, parts)


def expect(
    piece: Slider | str,
    square: int | str,
    bits: int | None = None,
    kind: str | None = None,
    *,
    seed: int = 1,
) -> ProofEstimate:
    """Estimate the running time of `prove` by sampling.

    Raises:
        ValueError: The claim is invalid.

    >>> estimate = expect("bishop", "e1", 4)
    >>> print(estimate.claim, estimate.nodes < 60_000)
    bishop e1 with 4 bits, white True
    """
    return estimate_of(claim_of(piece, square, bits, kind), parse_seed(seed))


def estimate_of(claim: Claim | JointClaim, seed: int = 1) -> ProofEstimate:
    """Estimate the time needed to settle a claim, by sampling its search."""
    if isinstance(claim, JointClaim):
        from magicbb.magics.search.chain import ChainSearch
        from magicbb.magics.search.chain.sampling import estimate_chain

        search = ChainSearch(claim.piece, claim.square, claim.bits)
        found = estimate_chain(search, _SAMPLE, seed, _SAMPLE_SECONDS)
        return ProofEstimate(
            claim, found.nodes, found.seconds, found.error, None, division_of(claim)
        )
    from magicbb.research.proofs.bit_by_bit.plan import nodes_per_second, plan

    planned = plan(claim, seed)
    rate = nodes_per_second(claim, planned.division)
    seconds = planned.nodes / rate if rate else 0.0
    return ProofEstimate(claim, planned.nodes, seconds, None, rate, planned.division)
