# ruff: noqa: INP001, T201 (a script that prints, not a package)
"""Change random numbers in sources, and test whether `magicbb verify` notices.

    python scripts/changes.py                        2,000 changes, over all sources
    python scripts/changes.py --count 100 --seed 7   different changes
    python scripts/changes.py --only fancy/ --only .rs
                                                     only sources whose names contain one of these
    python scripts/changes.py --report               results so far, without new changes

The sources are exports (each scheme in each language and form, with its self-test) and the files in
`tests/data/sources`. A change is "reported" if the message from `verify` contains its line or the
new number, "refused" if `verify` reports another error, "harmless" if neither `verify` nor the
self-test of the changed program finds an error, and "missed" otherwise. Sources that `verify`
rejects unchanged are listed separately, and no changes are made in them.

Results are saved in `build/changes` and reused until the package or a source changes, so an
interrupted run can be continued. A changed source is also saved there if the change was missed or
could not be decided for lack of a compiler; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from change_making import make_change
from change_sources import CHANGES, ROOT, WRITTEN, Source, sources_of
from change_trying import try_change, verify

import magicbb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

WORK = ROOT / "build" / "changes"

COUNT = 2000
OUTCOMES = ("reported", "refused", "harmless", "missed", "undecided")
UNREAD = "unread"

_OF_THE_PACKAGE = (
    "tables",
    "exports",
    "recipes",
    "magics",
    "lookup",
    "geometry",
    "cli/commands/verify.py",
)
"""The modules that affect the output of `verify` and `export`."""

Row = dict[str, Any]


def digest() -> str:
    """Compute a digest of everything that the results depend on."""
    package = Path(magicbb.__file__).parent
    paths = [path for part in _OF_THE_PACKAGE for path in _files(package / part)]
    paths += [*_files(WRITTEN), *ROOT.glob("scripts/change*.py")]
    contents = b"".join(path.read_bytes() for path in paths if path.suffix != ".pyc")
    return hashlib.sha256(contents).hexdigest()[:16]


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())


class Known:
    """The results so far, and the file to which new ones are appended."""

    def __init__(self, seed: int, work: Path) -> None:
        self._file = work / f"results-{seed}-{digest()}.jsonl"
        lines = self._file.read_text(encoding="utf-8").splitlines() if self._file.exists() else []
        self.rows: dict[tuple[str, int], Row] = {}
        for line in lines:
            self._take(json.loads(line))

    def _take(self, row: Row) -> None:
        self.rows[row["source"], row["number"]] = row

    def add(self, row: Row) -> None:
        """Add a result."""
        self._take(row)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


Task = tuple[Source, list[int], int, Path]
"""A source, the numbers of the changes to try, the seed, and the working directory."""


def try_source(task: Task) -> list[Row]:
    """Try changes in one source, if `verify` accepts it unchanged."""
    source, numbers, seed, work = task
    name = str(source)
    suffix = Path(source.scheme).suffix if source.tables == "written" else ".txt"
    file = work / f"{os.getpid()}{suffix}"
    try:
        text = source.text()
        said = verify(text, file)
        if said.status:
            return [{"source": name, "number": 0, "outcome": UNREAD, "says": said.text}]
        rows = []
        for number in numbers:
            began = time.monotonic()
            change = make_change(text, source.language, f"{seed} {name} {number}")
            tried = try_change(change, source.language, file)
            row = {"source": name, "number": number, "outcome": tried.outcome}
            row |= {"change": str(change), "says": tried.says[-2000:]}
            if tried.outcome in {"missed", "undecided"}:
                kept = work / tried.outcome / f"{name.replace('/', '-')}-{number}{suffix}"
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(change.source, encoding="utf-8")
                row["kept"] = str(kept)
            rows.append(row | {"seconds": round(time.monotonic() - began, 2)})
        return rows
    finally:
        file.unlink(missing_ok=True)


def run(
    sources: Sequence[Source], known: Known, seed: int, count: int, jobs: int, work: Path
) -> None:
    """Try changes in rounds, with a few changes per source in each round."""
    rounds = 0
    tried = sum(_counts(row) for row in known.rows.values())
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        while tried < count:
            tasks = [*_tasks(sources, known, seed, rounds, work)]
            rounds += 1
            for rows in pool.imap(try_source, tasks):
                for row in rows:
                    known.add(row)
                    tried += _counts(row)
                    if row["outcome"] in {"missed", "undecided"}:
                        print(f"{row['outcome']}  {row['source']}: {row['change']}", flush=True)
                if tried >= count:
                    return
            if all(row["outcome"] == UNREAD for row in known.rows.values()):
                return


def _counts(row: Row) -> bool:
    return row["outcome"] != UNREAD


def _tasks(
    sources: Iterable[Source], known: Known, seed: int, rounds: int, work: Path
) -> Iterator[Task]:
    """Yield the remaining tasks of a round."""
    for source in sources:
        share = CHANGES[source.tables]
        numbers = range(rounds * share + 1, (rounds + 1) * share + 1)
        left = [number for number in numbers if (str(source), number) not in known.rows]
        if left and (str(source), 0) not in known.rows:
            yield source, left, seed, work


def described(row: Row) -> str:
    """Format a result as text."""
    says = row["says"].strip().replace("\n", "\n      ")
    kept = f"\n    saved as {row['kept']}" if "kept" in row else ""
    where = f": {row['change']}" if "change" in row else ""
    return f"  {row['outcome']}  {row['source']}{where}{kept}\n      {says}"


def report(rows: Sequence[Row]) -> bool:
    """Print the outcomes of all changes; return False if any was missed or undecided."""
    counted = [row for row in rows if _counts(row)]
    unread = [row for row in rows if not _counts(row)]
    for title, part in (("scheme", 0), ("language", 1), ("tables", 2)):
        _print_counts(title, part, counted, unread)
    by_scheme: defaultdict[str, list[Row]] = defaultdict(list)
    for row in unread:
        by_scheme[_part(row, 0)].append(row)
    for scheme, refused in by_scheme.items():
        print(f"rejected: {len(refused)} of {scheme}, such as {refused[0]['source']}")
        print(f"      {refused[0]['says'].strip()[:200]}")
    wrong = [row for row in counted if row["outcome"] in {"missed", "undecided"}]
    print(*map(described, wrong), sep="\n")
    sources = {row["source"] for row in counted}
    seconds = sum(row["seconds"] for row in counted)
    counts = Counter(row["outcome"] for row in counted)
    print(f"{len(counted):,} changes in {len(sources):,} sources, {seconds:,.0f} s: ", end="")
    print(", ".join(f"{counts[outcome]:,} {outcome}" for outcome in OUTCOMES))
    return not wrong


def _print_counts(title: str, part: int, rows: Sequence[Row], unread: Sequence[Row]) -> None:
    print(f"{title:28}" + "".join(f"{outcome:>11}" for outcome in OUTCOMES) + "  sources rejected")
    names = sorted({_part(row, part) for row in (*rows, *unread)})
    for name in names:
        counts = Counter(row["outcome"] for row in rows if _part(row, part) == name)
        figures = "".join(f"{counts[outcome]:>11,}" for outcome in OUTCOMES)
        print(f"{name:28}{figures}{sum(_part(row, part) == name for row in unread):>16,}")
    print()


def _part(row: Row, part: int) -> str:
    return str(row["source"].split("/")[part])


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Change numbers and see whether verify notices.")
    parser.add_argument("--count", type=int, default=COUNT, help="number of changes")
    parser.add_argument("--seed", type=int, default=1, help="seed that determines the changes")
    parser.add_argument("--only", action="append", help="only sources whose names contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes")
    parser.add_argument("--work", type=Path, default=WORK, help="directory for results")
    parser.add_argument("--report", action="store_true", help="only print results so far")
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    known = Known(options.seed, options.work)
    sources = [
        source
        for source in sources_of(options.seed)
        if not options.only or any(part in str(source) for part in options.only)
    ]
    names = {str(source) for source in sources}
    if not options.report:
        run(sources, known, options.seed, options.count, options.jobs, options.work)
    if not report([row for (name, _), row in known.rows.items() if name in names]):
        sys.exit(1)


if __name__ == "__main__":
    main()
