"""Listing, importing and exporting the parts of proofs in the record book.

The parts of a proof are the results of its campaign, no matter who computed them. Running the
campaign computes the missing parts and then creates the certificates.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.magics.search.chain import SEARCH_VERSION
from magicbb.research.campaigns.coordinator import run
from magicbb.research.campaigns.errors import CampaignBusyError
from magicbb.research.campaigns.work import params_of
from magicbb.research.campaigns.works.chain_proof import ChainProof
from magicbb.research.codec import FormatError, read, write
from magicbb.research.proofs.chain.checker import check_some
from magicbb.research.proofs.chain.parts import Part, Parts, spans
from magicbb.research.proofs.chain.searching import certificates, division_of, is_for
from magicbb.research.proofs.sealing import CertificateError
from magicbb.research.records import ProofRecord, RecordError
from magicbb.research.records.book import parse_book
from magicbb.research.records.values import check_short, parse_seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.research.records import RecordBook


@dataclass(frozen=True)
class PartsHeld:
    """The parts of a proof that are in a book.

    Attributes:
        campaign: The number of the campaign.
        work: The work of the campaign: the claim and the number of parts.
        numbers: The numbers of the finished parts.
        finished: Whether all parts are done and the certificates are in the book.
    """

    campaign: int
    work: ChainProof
    numbers: tuple[int, ...]
    finished: bool

    @property
    def missing(self) -> list[int]:
        """The numbers of the missing parts."""
        done = {*self.numbers}
        return [number for number in range(1, self.work.parts + 1) if number not in done]

    def __str__(self) -> str:
        """The claim, the number of finished parts, and the missing parts."""
        done = f"{len(self.numbers):,} of {self.work.parts:,} parts"
        missing = f", missing {spans(self.missing)}" if self.missing else ""
        version, old = self.work.search_version, ""
        if version != SEARCH_VERSION:
            old = f", from search version {version} (the current one is {SEARCH_VERSION})"
        return f"{self.work.claim}: {done}{old}{missing}"

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict."""
        return {
            "claim": str(self.work.claim),
            "campaign": self.campaign,
            "search_version": self.work.search_version,
            "parts": self.work.parts,
            "done": len(self.numbers),
            "missing": spans(self.missing),
            "finished": self.finished,
        }


def parts_held(book: RecordBook) -> list[PartsHeld]:
    """List a book's proofs that are divided into numbered parts, with the finished parts of each.

    Proofs with parameters that this version does not know are left out.

    >>> from magicbb import RecordBook
    >>> parts_held(RecordBook("no-such-book.sqlite", create=False))
    []
    """
    found = []
    for campaign in parse_book(book).campaigns():
        if campaign.kind == ChainProof.kind:
            params = {**campaign.params, "seed": campaign.seed}
            try:
                work = read(ChainProof, params, f"campaign {campaign.number}")
            except FormatError:  # by another version, whose parts this one cannot use
                continue
            numbers = tuple(job + 1 for job in book.results(campaign.number, 0))
            done = campaign.finished is not None
            found.append(PartsHeld(campaign.number, work, numbers, done))
    return found


def parts_in(book: RecordBook, proof: PartsHeld) -> Parts:
    """Collect the parts of a proof that are in a book.

    Raises:
        ValueError: The book has no part of the proof.

    >>> from magicbb import RecordBook, prove
    >>> part = prove("rook", "a1", 11, part="17/32768")
    >>> with RecordBook("no-such-book.sqlite", create=False) as book:
    ...     print(parts_in(book, import_parts(book, [part])[0]))
    part 17 of 32,768 of rook a1 with 11 bits, white and black
    """
    results = parse_book(book).results(proof.campaign, 0).values()
    parts = tuple(read(Part, result, "the part") for result in results)
    if not parts:
        raise ValueError(f"{book.path} has no part of {proof.work.claim}")
    work = proof.work
    return Parts(work.claim, division_of(work.claim), work.parts, parts, work.search_version)


def import_parts(
    book: RecordBook,
    files: Sequence[Parts],
    on_checked: Callable[[Parts], object] | None = None,
) -> tuple[PartsHeld, list[ProofRecord]]:
    """Check parts of one proof, and add either all or none of them to a book.

    To verify each file, a few random prefixes of its parts are searched again. Once no part is
    missing, the proofs are added to the book.

    Args:
        book: The book.
        files: The parts, from one or more files.
        on_checked: Callback that receives the parts of each file once they are checked, or None.

    Returns:
        The parts of the proof that are then in the book, and the proofs added.

    Raises:
        RecordError: The parts belong to different proofs, or to another division or search version;
            or a part is given twice or already in the book.
        CertificateError: A part is incorrect.

    >>> from magicbb import RecordBook, prove
    >>> part = prove("rook", "a1", 11, part="17/32768")
    >>> with RecordBook("no-such-book.sqlite", create=False) as book:
    ...     print(import_parts(book, [part])[0])
    rook a1 with 11 bits, white and black: 1 of 32,768 parts, missing 1-16, 18-32768
    """
    work, new = _together(files)
    _check_division(book, work)
    before = next((each for each in parts_held(book) if each.work == work), None)
    if before is not None:
        _check_new(book, before, new)
    for each in files:
        try:
            for part in each.parts:
                parse_seconds(part.seconds)
                check_short(part.who, "who")
            check_some(each, secrets.randbits(64))
        except ValueError as error:
            raise CertificateError(f"{each}: {error}") from None
        if on_checked is not None:
            on_checked(each)
    held = parts_in(book, before).parts if before is not None and before.numbers else ()
    whole = {part.number: part for part in (*held, *new.values())}
    if len(whole) == work.parts:
        parts = [whole[number] for number in sorted(whole)]
        book.check(ProofRecord.of(each) for each in certificates(work.claim, work.parts, parts))
    number = book.begin(work.kind, params_of(work), seed=work.seed, command=work.command)
    results = {part.number - 1: (write(Part, part), part.seconds) for part in new.values()}
    book.add_results(number, 0, results)
    after = held_as(book, number)
    if after.missing:
        return after, []
    try:
        added = run(work, book, command=work.command).records
    except CampaignBusyError:  # the process that runs the campaign makes the certificates
        return after, []
    return held_as(book, number), [each for each in added if isinstance(each, ProofRecord)]


def held_as(book: RecordBook, number: int) -> PartsHeld:
    """The parts of a campaign's proof that are in a book."""
    (found,) = (each for each in parts_held(book) if each.campaign == number)
    return found


def _together(files: Sequence[Parts]) -> tuple[ChainProof, dict[int, Part]]:
    """The proof to which all files belong, and its parts by number."""
    if not files:
        raise ValueError("files must contain the parts of at least one file, got none")
    first = files[0]
    _check_claim(first)
    work = ChainProof(first.claim, first.of)
    division = division_of(first.claim)
    parts: dict[int, Part] = {}
    for each in files:
        if each.claim != first.claim:
            raise RecordError(f"the parts belong to two proofs: {first.claim} and {each.claim}")
        if each.of != first.of:
            counts = f"{first.of:,} and {each.of:,} parts"
            raise RecordError(f"the files divide {each.claim} differently: {counts}")
        if each.division != division:
            raise RecordError(f"{each}: the division must be {division}, got {each.division}")
        if each.search_version != SEARCH_VERSION:
            raise RecordError(
                f"{each}: the search version must be {SEARCH_VERSION}, got {each.search_version}"
            )
        for part in each.parts:
            if part.number in parts:
                raise RecordError(_twice(work, part, parts[part.number], "in the files twice"))
            parts[part.number] = part
    return work, parts


def _check_claim(parts: Parts) -> None:
    """Check that a proof with such parts would settle a question."""
    claim = parts.claim
    if not is_for(claim):
        raise RecordError(f"{parts}: the chain search cannot settle this")
    if claim.bits >= claim.piece.mask(claim.square).bit_count():
        raise RecordError(
            f"{parts}: a magic with an index bit for each mask square can always be constructed"
        )


def _check_division(book: RecordBook, work: ChainProof) -> None:
    """Check that the book does not divide the same search into a different number of parts."""
    for each in parts_held(book):
        same = (each.work.claim, each.work.search_version) == (work.claim, work.search_version)
        if same and each.work.parts != work.parts and each.numbers:
            raise RecordError(
                f"{work.claim} is divided into {each.work.parts:,} parts in {book.path}, "
                f"not into {work.parts:,}"
            )


def _check_new(book: RecordBook, before: PartsHeld, new: dict[int, Part]) -> None:
    """Check that none of the new parts is already in the book."""
    if before.numbers:
        for part in parts_in(book, before).parts:
            if part.number in new:
                where = f"in {book.path} already"
                raise RecordError(_twice(before.work, new[part.number], part, where))


def _twice(work: ChainProof, one: Part, other: Part, where: str) -> str:
    part = f"part {one.number} of {work.parts:,} of {work.claim}"
    if one == other:
        return f"{part} is {where}"
    return f"{part} is {where} with different contents: one of the two is wrong"
