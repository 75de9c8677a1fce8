"""Packing as a campaign: each round anneals candidates, and packs tables by two methods.

One method chooses among the candidates by ruin and recreate, starting from a packing of the
previous round and, if each slot belongs to one square, also from scratch; with a postmask, by a
sequence of groups instead. The other method is separation, which starts from the same packing, and
finds its own magics on the way.

Annealing and packing run in parallel, except that the first round only anneals, and the last one
only packs. The annealing jobs of a round start from the candidates of
the previous round, including those of nearby squares, and the packing jobs choose among the same
candidates. The next round continues from the packing with the lowest total of its entries and its
slots in use, since a packing with fewer slots in use is easier to shorten; where squares share
slots, from the smallest one. The result is the smallest packing of all rounds, and
depends only on the seed and the number of rounds.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from magicbb.arguments import parse_integer, parse_one_of
from magicbb.files import STANDARD_INPUT
from magicbb.lookup.keys import ROWS
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.research.campaigns.work import Work
from magicbb.research.campaigns.works.pack_jobs import (
    STORAGE_OF_SHARING,
    Annealed,
    AnnealJob,
    Job,
    Packed,
    PackJob,
    Result,
    Settings,
    anneal_rows,
    pack_anew,
    put_in_sequence,
    ruin_and_recreate,
    separate,
    slim_and_separate,
)
from magicbb.research.campaigns.works.pack_start import (
    given_packing,
    published_candidates,
    published_packing,
)
from magicbb.research.codec import SPARSE, Absent, Key
from magicbb.research.packing.candidates import PLANS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.packing.candidates import Candidate
    from magicbb.research.records import Record
    from magicbb.tables.table import Table

ROUND_VERSION = 16
"""The version of the round format, incremented when a round's jobs or their behaviour change.

A campaign of another version cannot be continued, but the number of jobs in its rounds is known:
before version 10, rounds did not pack anew; before 7, tables with shared slots were packed by ruin
and recreate; before 3, there were four separation jobs per table, in version 1 only without shared
slots.
"""

_ANNEAL_JOBS = 16
"""The number of annealing jobs in a round, each for 4 rook squares and 4 bishop squares."""

_SEPARATE = (600, 601, 602, 603)
"""The numbers of the random streams of separation; before version 3, a round had a job for each."""

_SEPARATE_NOW = _SEPARATE[:2]
"""The streams for which a round has one separation job per table."""

_SLIM = _SEPARATE_NOW[1]
"""The stream for which rows are slimmed in a longer array first, if no slots are shared."""

_ANEW = 800
"""The number of the random stream of packing anew."""

_SEQUENCE = (700, 701)
"""The numbers of the random streams of sequences, one for each job of a round."""


@dataclass(frozen=True)
class Pack(Work[Job, Result]):
    """Work that packs tables.

    Attributes:
        magic_kind: The kind of the magics, "white" or "black".
        shift: "fixed" or "free".
        sharing: Keys of `STORAGE_OF_SHARING`; a table is packed for each, from the same candidates.
        published: Whether published magics may be chosen and used as starting points.
        last: The number of rounds that pack; the round before the first of them only anneals.
        seed: The random seed.
        draft: Whether to spend only a hundredth of the time, at the cost of a larger table.
        start: The table to start from: a name from the catalogue, or a file. Its magics become
            candidates. If empty, `published` decides whether to start from a published table.
        digest: The SHA-256 of the file to start from, which must not change; see `digest_of`.
        round_version: The version of the round format; a campaign with another one cannot be
            resumed.
    """

    magic_kind: Annotated[str, Key("kind")] = "black"
    shift: str = "free"
    sharing: tuple[str, ...] = ("none",)
    published: bool = False
    last: Annotated[int, Key("rounds")] = 12
    seed: int = 1
    draft: Annotated[bool, SPARSE] = False
    start: Annotated[str, SPARSE] = ""
    digest: Annotated[str, SPARSE] = ""
    round_version: Annotated[int, Key("form"), Absent(1)] = ROUND_VERSION

    kind: ClassVar[str] = "pack"
    records_partial: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "sharing", tuple(dict.fromkeys(self.sharing)))
        parse_one_of("kind", self.magic_kind, WHITE_AND_BLACK)
        parse_one_of("shift", self.shift, PLANS)
        for sharing in self.sharing:
            parse_one_of("sharing", sharing, STORAGE_OF_SHARING)
        if not self.sharing:
            raise ValueError("sharing must not be empty")
        if self.start == STANDARD_INPUT:
            raise ValueError(
                "start must be a catalogue name or a file, not standard input: a resumed campaign "
                "reads it again"
            )
        rounds = parse_integer(self.last, 2**20, "rounds must be 1..1048575", start=1)
        object.__setattr__(self, "last", rounds)
        if self.round_version > ROUND_VERSION:
            raise ValueError(
                "the campaign was started by a newer magicbb, with version "
                f"{self.round_version} of the round format, and this one knows version "
                f"{ROUND_VERSION}; upgrade magicbb"
            )
        parse_integer(
            self.round_version,
            ROUND_VERSION + 1,
            f"round_version must be 1..{ROUND_VERSION}",
            start=1,
        )

    @property
    def command(self) -> str:
        """The command that starts the same campaign."""
        words = ["magicbb", "pack", "--kind", self.magic_kind, "--shift", self.shift]
        for sharing in self.sharing:
            words += ["--sharing", sharing]
        words += ["--published"] * self.published + ["--start", self.start] * bool(self.start)
        words += ["--rounds", str(self.last)] + ["--draft"] * self.draft
        return shlex.join([*words, "--seed", str(self.seed)])

    def command_of(self, _command: str, rounds: int) -> str:
        """The command that reproduces the tables after the given number of rounds.

        The first round packs nothing, and does not count towards `--rounds`.
        """
        return replace(self, last=max(1, rounds - 1)).command

    def name(self, sharing: str) -> str:
        """The name used in records for a table with this kind of sharing."""
        if sharing == "postmask":
            return "shared"
        if sharing == "bytes":
            return "bytes"
        return "fixed-black" if (self.shift, self.magic_kind) == ("fixed", "black") else self.shift

    def jobs(self, number: int, earlier: Sequence[Result]) -> list[Job]:
        """Annealing jobs, except in the last round, and packing jobs, except in the first."""
        if number > self.last:
            return []
        known: list[Candidate] = []
        if number:
            annealed = (each for each in earlier if isinstance(each, Annealed))
            known = [candidate for each in annealed for candidate in each.candidates]
        elif self.published:
            known = published_candidates(self.magic_kind, self.shift)
        packed = {
            each: self.promising(earlier, each) or self._first_packing(each)
            for each in self.sharing
        }
        if not number:
            known += [each for one in packed.values() if one for each in one.chosen]
        jobs: list[Job] = []
        if number < self.last:
            # Candidates chosen by a packing are always kept.
            chosen = [candidate for each in packed.values() if each for candidate in each.chosen]
            candidates = (*known, *chosen)
            groups = (tuple(range(first, ROWS, _ANNEAL_JOBS)) for first in range(_ANNEAL_JOBS))
            jobs += [AnnealJob(number, rows, candidates) for rows in groups]
        if number:
            methods = [each for sharing in self.sharing for each in self._methods(sharing)]
            methods += [
                (sharing, "slim" if sharing == "none" and stream == _SLIM else "separate", stream)
                for sharing in self.sharing
                if packed[sharing] and (self.round_version > 1 or sharing == "none")
                for stream in (_SEPARATE_NOW if self.round_version > 2 else _SEPARATE)  # noqa: PLR2004
            ]
            jobs += [
                PackJob(
                    number,
                    *each,
                    () if each[:2] == ("postmask", "separate") else tuple(known),
                    packed[each[0]],
                )
                for each in methods
            ]
        return jobs

    def _methods(self, sharing: str) -> list[tuple[str, str, int]]:
        """The methods of choosing among the candidates for a table, with their streams."""
        if sharing == "postmask" and self.round_version > 6:  # noqa: PLR2004
            return [(sharing, "sequence", stream) for stream in _SEQUENCE]
        anew = [(sharing, "anew", _ANEW)] if sharing == "none" and self.round_version > 9 else []  # noqa: PLR2004
        return [(sharing, "ruin", 0), *anew]

    def promising(self, earlier: Sequence[Result], sharing: str) -> Packed | None:
        """The packing to continue from, if any."""
        if sharing != "none":
            return best_packing(earlier, sharing)
        packed = [each for each in earlier if isinstance(each, Packed) and each.sharing == sharing]
        return min(packed, key=lambda each: each.entries + each.used(self.magic_kind), default=None)

    def check_start(self) -> None:
        """Check that packing can start from the given table.

        Raises:
            ValueError: It has other magics than the campaign, or slots that may not be shared.
            OSError: It cannot be read.
        """
        for sharing in self.sharing if self.start else ():
            packed = given_packing(self.start, self.digest, self.magic_kind, self.shift, sharing)
            try:
                self._table(packed)
            except ValueError as error:
                raise ValueError(
                    f"start must be a table that is valid with sharing {sharing}: {error}"
                ) from None

    @property
    def own(self) -> bool:
        """Whether the campaign finds all magics itself, without starting from known ones."""
        return not self.published and not self.start

    def _first_packing(self, sharing: str) -> Packed | None:
        """The packing to start from, if any."""
        if self.start:
            return given_packing(self.start, self.digest, self.magic_kind, self.shift, sharing)
        return (
            published_packing(self.name("none"), self.magic_kind, sharing)
            if self.published
            else None
        )

    def run(self, job: Job) -> Result:
        """Anneal candidates for the given rows, or run a packing job.

        Raises:
            ValueError: The campaign uses another version of the round format.
        """
        if self.round_version != ROUND_VERSION:
            raise ValueError(
                f"this magicbb uses version {ROUND_VERSION} of the round format and cannot "
                f"continue a campaign of version {self.round_version}; start a new one, and pass "
                f"the best table so far with --start"
            )
        if isinstance(job, AnnealJob):
            return anneal_rows(job, self._settings)
        methods = {
            "ruin": ruin_and_recreate,
            "anew": pack_anew,
            "separate": separate,
            "slim": slim_and_separate,
            "sequence": put_in_sequence,
        }
        return methods[job.method](job, self._settings)

    @property
    def _settings(self) -> Settings:
        return Settings(self.magic_kind, self.shift, self.seed, self.draft)

    def best(self, results: Sequence[Result]) -> str:
        """The sizes of the best packings, as text."""
        packed = {each: best_packing(results, each) for each in self.sharing}
        sizes = [f"{self.name(name)} {each.entries:,}" for name, each in packed.items() if each]
        return f"{', '.join(sizes)} entries" if sizes else "no packing yet"

    def weight(self, job: Job) -> float:
        """The relative duration of a job: packing takes about twice as long as annealing."""
        return 1.0 if isinstance(job, AnnealJob) else 2.0

    def records(self, rounds: Sequence[Sequence[Result]]) -> list[Record]:
        """The table records of the best packings."""
        from magicbb.research.records import TableRecord

        candidates = "own" if self.own else "published"
        return [
            TableRecord.of(self.name(sharing), table, candidates)
            for sharing, table in self.tables(rounds).items()
        ]

    def tables(self, rounds: Sequence[Sequence[Result]]) -> dict[str, Table]:
        """The best packings as verified tables, by kind of sharing."""
        results = [result for results in rounds for result in results]
        packed = {sharing: best_packing(results, sharing) for sharing in self.sharing}
        return {sharing: self._table(each) for sharing, each in packed.items() if each}

    def _table(self, packed: Packed) -> Table:
        from magicbb.recipes.scheme import Scheme
        from magicbb.tables.table import Table

        hashing = f"{self.magic_kind}-fixed" if self.shift == "fixed" else self.magic_kind
        scheme = Scheme(hashing, "overlapped", STORAGE_OF_SHARING[packed.sharing])
        magics = [candidate.magic(self.magic_kind) for candidate in packed.chosen]
        return Table(scheme, magics, [laid.offset for laid in packed.rows])


def best_packing(results: Sequence[Result], sharing: str) -> Packed | None:
    """The smallest packing among the results, the first in case of a tie; None if there is none.

    A packing without shared slots is also valid for byte slots, and is returned as one of them.
    """
    packed = [each for each in results if isinstance(each, Packed)]
    valid = [each for each in packed if each.sharing == sharing]
    if valid and sharing == "bytes":
        valid += [each for each in packed if each.sharing == "none"]
    best = min(valid, key=lambda each: each.entries, default=None)
    return best and replace(best, sharing=sharing)
