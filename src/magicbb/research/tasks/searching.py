"""Search for magics as a campaign, for long searches or to save progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from magicbb.arguments import parse_integer, parse_seed
from magicbb.geometry.sliders import parse_rook_or_bishop
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import PLACES, row_of
from magicbb.magics.search.finding import known_magic, parse_bits
from magicbb.research.campaigns.works.find import Find, Target, worth_searching
from magicbb.research.tasks.find_request import FindRequest
from magicbb.research.tasks.running import rounds_of, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.research.campaigns import Event
    from magicbb.research.tasks.running import Kept, Where


class PreparedSearch(NamedTuple):
    """A search that is ready to run.

    Attributes:
        work: The work for the campaign.
        not_searched: The rows to skip, grouped by the reason for skipping them.
    """

    work: Find
    not_searched: dict[str, list[int]]

    @property
    def bits(self) -> int | None:
        """The index bits, if it is for one square."""
        targets = self.work.targets
        return targets[0].bits if len(targets) == 1 else None

    @property
    def needs_campaign(self) -> bool:
        """Whether only a campaign finds this magic: `magicbb.find` searches in another way."""
        if self.bits is None or self.work.objective != "bits":
            return False
        slider, square = PLACES[self.work.targets[0].row]
        return self.bits < slider.mask(square).bit_count()


class Found(NamedTuple):
    """The result of a search.

    Attributes:
        magics: The magics, at most one per square.
        finished: Whether the search was completed; False if time ran out.
        not_searched: The skipped rows, grouped by the reason for skipping them: 0..63 for rooks on
            a1 to h8, 64..127 for bishops.
    """

    magics: list[Magic]
    finished: bool
    not_searched: dict[str, list[int]]


def prepare(request: FindRequest) -> PreparedSearch:
    """Prepare a search for one square, or for all squares worth searching."""
    kind, not_searched = request.kind, dict[str, list[int]]()
    if request.place is None:
        targets, not_searched = worth_searching(kind, request.more, anyway=request.anyway)
    else:
        targets = [Target(row_of(*request.place), request.bits_of(*request.place))]
    work = Find(kind, tuple(targets), request.objective, request.tries, request.seed)
    if request.place is not None and not request.anyway:
        known_magic(request.place, targets[0].bits, kind)
    return PreparedSearch(work, not_searched)


def search(
    piece: Slider | str | None = None,
    square: int | str | None = None,
    bits: int | None = None,
    kind: str = "white",
    *,
    fewer: int = 0,
    objective: str = "bits",
    tries: int | None = None,
    seed: int = 1,
    anyway: bool = False,
    book: Kept = None,
    workers: Where = None,
    hours: float | None = None,
    on_event: Callable[[Event], object] | None = None,
) -> Found:
    """Search for magics as a campaign, which can be distributed, saved and resumed.

    To search without a campaign, use `magicbb.find` for one square or `magicbb.find_all` for all.

    Args:
        piece: Rook or bishop; requires `square` (default: all squares).
        square: The square.
        bits: The number of index bits for that square.
        kind: "white" or "black".
        fewer: The number of mask squares minus the number of index bits, if `bits` is not given.
        objective: "bits", "used", "range" or "packed", as for `magicbb.find`.
        tries: The maximum number of rounds.
        seed: The seed; equal seeds give equal magics, regardless of the workers.
        anyway: Whether to search even if the answer is known.
        book: A `RecordBook` or its file, in which progress is saved (default: none).
        workers: A number of processes, "dask:ADDRESS" or an executor (default: this process).
        hours: The time limit in hours, after which the magics found so far are returned.
        on_event: Callback that receives each event. By default, notebooks show the progress.

    Raises:
        ValueError: A name or number is not allowed.
        LookupError: It has been proved that no such magic exists.
        CampaignError: The campaign cannot continue, for example if another process runs it.
        OSError: The book or the workers cannot be reached.

    >>> [magic.bits for magic in search("bishop", "b1", 4).magics]
    [4]
    """
    if (piece is None) != (square is None):
        raise ValueError("piece and square must be given together")
    if bits is not None and (piece is None or fewer):
        raise ValueError("bits is for one square, and cannot be combined with fewer")
    place, seed = None, parse_seed(seed)
    if piece is not None and square is not None:
        place = (parse_rook_or_bishop(piece), parse_square(square))
    most = 2 if place is None else place[0].mask(place[1]).bit_count() - 1
    fewer = parse_integer(fewer, most + 1, f"fewer must be -1..{most}", start=-1)
    sought: int | str | None = f"n{-fewer:+}" if fewer else None
    if place is not None:
        sought = place[0].mask(place[1]).bit_count() - fewer
        sought = sought if bits is None else parse_bits(place, bits)
    request = FindRequest(place, sought, kind, objective, seed, tries, anyway)
    prepared = prepare(request)
    command = request.command(campaign=prepared.needs_campaign)
    outcome = run(
        prepared.work, command=command, book=book, workers=workers, hours=hours, on_event=on_event
    )
    return Found(prepared.work.found(rounds_of(outcome)), outcome.finished, prepared.not_searched)
