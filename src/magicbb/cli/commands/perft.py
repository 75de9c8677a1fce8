"""magicbb perft: count the leaves of the tree of legal moves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import options
from magicbb.cli.console import added_up, print_json, progress, waiting
from magicbb.cli.table_named import table_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.position import Position
    from magicbb.chess.suites import SuiteCase
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table

    Told = Callable[[int], None] | None

MOST_NODES = 1_000_000_000
"""The largest perft count in a suite that is checked by default; counting a billion leaves takes
about a second."""

_FAILED = 1  # the exit status if a count is wrong

_WRONG = "{name}, depth {depth}: expected {expected:,}, found {found:,}: {fen}"


@click.command(
    name="perft",
    short_help="Count the leaves of the tree of legal moves.",
    epilog="""\b
Examples:
  magicbb perft 6
  magicbb perft 4 --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
  magicbb perft --suite positions.epd --max-nodes 100000000 --scheme fancy
""",
)
@click.argument("depth", type=options.IntRange(0, 64), required=False)
@options.fen("The position (default: startpos).")
@click.option("--divide", is_flag=True, help="Show the leaf count of each move.")
@options.scheme("The slider table (default: the fastest on this CPU).")
@options.threads
@click.option(
    "--suite",
    metavar="FILE",
    help="Check the perft counts in a file, up to DEPTH if given: EPD with operations such as D1 "
    "20, or lines that begin with id, epd or perft. Use - for standard input.",
)
@click.option(
    "--max-nodes",
    type=options.IntRange(1),
    help="Skip the suite's counts above this limit (default: 1,000,000,000).",
)
@click.option(
    "--fast",
    is_flag=True,
    help="Use null moves and a hash table as shortcuts: the counts are the same, but the time no "
    "longer shows the speed of the slider table.",
)
@click.option(
    "--hash",
    type=int,
    metavar="MIB",
    help="Size of the hash table of --fast, 0 for none (default: 64).",
)
@click.option("--skip-invalid", is_flag=True, help="Skip lines of a suite that cannot be read.")
@options.as_json
def command(
    depth: int | None,
    fen: str | None,
    divide: bool,
    scheme: str | None,
    threads: int | None,
    suite: str | None,
    max_nodes: int | None,
    fast: bool,
    hash: int | None,
    skip_invalid: bool,
    as_json: bool,
) -> None:
    """Count the leaf nodes of the legal move tree at DEPTH plies.

    The last ply is counted in bulk; there is no hash table without --fast. Use --scheme to measure
    a slider table in a real move generator.

    Chess960 positions are given as X-FEN or Shredder-FEN; their castling moves are written as the
    king taking its rook.
    """
    if suite is not None and (fen is not None or divide):
        raise click.UsageError("--suite cannot be combined with --fen or --divide")
    if suite is None:
        suites_only = {"--max-nodes": max_nodes, "--skip-invalid": skip_invalid or None}
        options.refuse(suites_only, "requires --suite FILE")
    if suite is None and depth is None:
        raise click.UsageError("DEPTH is missing, as in: magicbb perft 6")
    if hash is not None and not fast:
        raise click.UsageError("--hash requires --fast")
    if divide and depth == 0:
        raise click.UsageError("there are no moves to divide at depth 0")

    from magicbb.chess.default import default_slider_table
    from magicbb.chess.fast_perft import parse_hash
    from magicbb.chess.position import START, Position
    from magicbb.chess.suites import read_suite

    position = Position(START if fen is None else fen)
    invalid: list[ValueError] = []
    on_invalid = invalid.append if skip_invalid else None
    cases = [] if suite is None else read_suite(suite, on_invalid)
    size = parse_hash(hash, fast)
    given = None if scheme is None else table_named(scheme)
    with waiting("loading the generator"):
        table = default_slider_table() if given is None else given
        run = _Run(table, threads, size, as_json=as_json)
    if suite is not None:
        run.suite(cases, depth, max_nodes or MOST_NODES, len(invalid) if skip_invalid else None)
    else:
        run.position(position, depth or 0, divide=divide)


class _Run:
    """Counts leaves with a slider table, and prints the results."""

    def __init__(
        self, table: Table | RivalTable, threads: int | None, hash: int | None, *, as_json: bool
    ) -> None:
        from magicbb.chess.position import Position
        from magicbb.compile.threads import thread_count

        self._table, self._threads, self._as_json = table, thread_count(threads), as_json
        self._hash = hash
        # Compile and load everything now, so that the measured time does not include it.
        self._count(Position(), 4, None)

    def position(self, position: Position, depth: int, *, divide: bool) -> None:
        """Count the leaves below one position, in total or also by move, and print the counts."""
        with progress("counting", None, "leaves") as update:
            start, told = time.perf_counter(), added_up(update)
            counts = self._divide(position, depth, told) if divide else {}
            total = sum(counts.values()) if divide else self._count(position, depth, told)
            seconds = time.perf_counter() - start
        if self._as_json:
            found: dict[str, Any] = {"divide": counts} if divide else {}
            found |= {} if self._hash is None else {"fast": True, "hash_mib": self._hash}
            answer = {"fen": position.to_fen(), "depth": depth, "leaves": total, **found}
            print_json({**answer, **self._how(seconds)})
            return
        _print_counts(counts)
        click.echo(f"{total:,}")
        self._print_speed(total, seconds)

    def suite(
        self, cases: list[SuiteCase], depth: int | None, most: int, skipped: int | None
    ) -> None:
        """Check the counts of a suite; exit with status 1 if any is wrong.

        Args:
            cases: The suite.
            depth: The maximum depth to check, or None.
            most: The largest count to check.
            skipped: The number of lines skipped; None if no line may be skipped.
        """
        checks = [
            (case, each, count)
            for case in cases
            for each, count in sorted(case.counts.items())
            if count <= most and (depth is None or each <= depth)
        ]
        left_out = sum(len(case.counts) for case in cases) - len(checks)
        if not checks:
            raise click.UsageError(
                f"no counts left to check: all {left_out:,} are larger or deeper than the limits"
            )
        from magicbb.chess.collections.positions import lines_skipped

        wrong: list[dict[str, Any]] = []
        first: tuple[Position, int] | None = None
        with progress("checking", sum(count for _, _, count in checks), "leaves") as update:
            start, told, leaves = time.perf_counter(), added_up(update), 0
            for case, each, count in checks:
                found = self._count(case.position, each, told)
                leaves += found
                if found != count:
                    known = {"name": case.name, "fen": case.position.to_fen(), "depth": each}
                    wrong.append({**known, "expected": count, "found": found})
                    first = first or (case.position, each)
            seconds = time.perf_counter() - start
        if self._as_json:
            totals = {"positions": len(cases), "counts": len(checks), "left_out": left_out}
            totals |= {} if skipped is None else {"skipped": skipped}
            print_json({**totals, "leaves": leaves, **self._how(seconds), "wrong": wrong})
        else:
            for mistake in wrong:
                click.echo(_WRONG.format(**mistake))
            if first is not None:
                click.echo(f"divide {first[1]} of {first[0].to_fen()}")
                _print_counts(self._divide(*first, None))
            right = f"{len(checks) - len(wrong):,} of {len(checks):,} counts are right"
            more = f", {left_out:,} larger or deeper ones were skipped" if left_out else ""
            more += "" if skipped is None else f", {lines_skipped(skipped)}"
            click.echo(f"{len(cases):,} position{'s' * (len(cases) != 1)}: {right}{more}")
            self._print_speed(leaves, seconds)
        if wrong:
            raise SystemExit(_FAILED)

    def _count(self, position: Position, depth: int, told: Told) -> int:
        from magicbb.chess import perft

        state = position.words.tobytes()
        return perft.perft(state, depth, self._threads, self._table, told, self._hash)

    def _divide(self, position: Position, depth: int, told: Told) -> dict[str, int]:
        from magicbb.chess import perft
        from magicbb.chess.moves import Move

        state = position.words.tobytes()
        found = perft.divide(state, depth, self._threads, self._table, told, self._hash)
        return {Move.from_code(code).uci: count for code, count in found.items()}

    def _how(self, seconds: float) -> dict[str, Any]:
        scheme = self._table.choice.name
        return {"seconds": seconds, "threads": self._threads, "scheme": scheme}

    def _print_speed(self, leaves: int, seconds: float) -> None:
        """Print the time and speed on standard error, since they are not part of the result."""
        threads = "1 thread" if self._threads == 1 else f"{self._threads} threads"
        millions = leaves / seconds / 1e6 if seconds else 0.0
        digits = 0 if millions >= 10 else 2  # noqa: PLR2004
        rate = f", {millions:,.{digits}f} million a second" if seconds else ""
        how = (
            "" if self._hash is None else f", hash {self._hash} MiB" if self._hash else ", no hash"
        )
        scheme = self._table.choice.name
        click.echo(f"{seconds:.3f} s{rate}, {threads}, scheme {scheme}{how}", err=True)


def _print_counts(counts: dict[str, int]) -> None:
    for move, count in sorted(counts.items()):
        click.echo(f"{move}: {count:,}")
