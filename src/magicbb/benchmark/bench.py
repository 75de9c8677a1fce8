"""The `bench` function and its result."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.benchmark import plot as plotting
from magicbb.benchmark.advice import advise
from magicbb.benchmark.claims import verdicts
from magicbb.benchmark.contenders import check_schemes, default_schemes
from magicbb.benchmark.measure import prepare
from magicbb.benchmark.report import markdown
from magicbb.benchmark.rows import all_rows
from magicbb.benchmark.settings import Settings
from magicbb.benchmark.streams import read_boards
from magicbb.files import shown_name, write_whole
from magicbb.pictures.notebook import notebook_progress

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from magicbb.benchmark.measure import Bench
    from magicbb.benchmark.result import Result

_FEW = 3
"""The maximum number of schemes for which a move generator is measured by default."""


@dataclass(frozen=True)
class Benchmark:
    """The result of a benchmark; `str()` returns tables and advice.

    In a notebook it is shown as a plot, if Matplotlib is installed, and as tables.

    Attributes:
        result: The figures of every round, with methods to compare schemes.
    """

    result: Result

    @property
    def advice(self) -> str:
        """The recommended scheme for this machine, with the uncertainty of its time."""
        return advise(self.result)

    def rows(self) -> list[dict[str, Any]]:
        """One row per scheme, piece, stream and mode, suitable for `pandas.DataFrame`."""
        content = self.result.to_dict()
        rows = []
        for figure in content["figures"]:
            row = {name: each for name, each in figure.items() if not isinstance(each, _NESTED)}
            low, high = figure["interval"] or (None, None)
            size = content["schemes"][row["scheme"]]
            more = {"low": low, "high": high, "cache_lines": figure["cache_lines"]["all"]}
            rows.append(row | more | {name: size[name] for name in ("nbytes", "parameter_nbytes")})
        return rows

    def to_dict(self) -> dict[str, Any]:
        """All results as a JSON-compatible dictionary."""
        claims = [vars(verdict) for verdict in verdicts(self.result)]
        return {**self.result.to_dict(), "claims": claims, "advice": self.advice}

    def report(self) -> str:
        """Figures, advice, and verdicts on published claims, as Markdown."""
        return markdown(self.result)

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Plot speed against size, as PNG, SVG or PDF according to the path's suffix.

        Raises:
            ValueError: The suffix is not one of these.
            MissingPackageError: Matplotlib is not installed.
            OSError: The file cannot be written.
        """
        plotting.check_plot(path)
        write_whole(path, plotting.picture(self.result, Path(path).suffix))

    def __str__(self) -> str:
        """The tables and the advice."""
        tables = ["\n".join(rows.lines()) for rows in all_rows(self.result)]
        return "\n\n".join([*tables, self.advice])

    def __repr__(self) -> str:
        """The names of the measured contenders."""
        return f"<Benchmark of {', '.join(self.result.sizes)}>"

    def _repr_html_(self) -> str:
        """The plot and the tables, for notebooks."""
        drawn = ""
        if find_spec("matplotlib") is not None:
            drawn = plotting.picture(self.result, ".svg").decode()
            drawn = drawn[drawn.index("<svg") :]
        return f"{drawn}<pre>{html.escape(str(self))}</pre>"


_NESTED = (dict, list, tuple)
"""Values of these types are omitted from rows."""


def bench(
    *schemes: str,
    all: bool = False,
    pieces: Sequence[str] | str | None = None,
    streams: Sequence[str] | str | None = None,
    modes: Sequence[str] | str | None = None,
    rounds: int = 21,
    positions: str | os.PathLike[str] | None = None,
    working_set: int = 16,
    perft: bool | None = None,
    seed: int = 1,
    on_progress: Callable[[int], None] | None = None,
) -> Benchmark:
    """Measure schemes against each other and against a ray walk, on this machine.

    Args:
        schemes: Names from the catalogue, HASH/LAYOUT/STORAGE[/SOURCE], or files of magics
            (default: the whole catalogue, except schemes that take half a minute to build).
        all: Include schemes that take half a minute to build.
        pieces: Any of "rook", "bishop", "queen" (default: rook and bishop).
        streams: Any of "random", "games", "pressure" (default: all three).
        modes: "throughput" (independent queries), "latency" (each depends on the previous answer),
            or both (default).
        rounds: The number of rounds; each scheme is measured once per round.
        positions: A file with one FEN or EPD per line; at most 65,536 are read.
        working_set: The memory touched between queries of the pressure stream, in MiB.
        perft: Whether to also run a whole move generator with each scheme (default: True if one to
            three schemes are named or `all` is true, unless pieces, streams or modes are given).
        seed: Equal seeds give the same queries and the same tables.
        on_progress: Callback that receives the number of measurements taken (default: a progress
            bar in notebooks, otherwise nothing).

    Raises:
        ValueError: A scheme or other name is unknown, or a number is out of range.
        OSError: A file cannot be read.

    >>> few = {"pieces": ["bishop"], "streams": ["random"], "modes": ["latency"], "rounds": 2}
    >>> measured = bench("hyperbola", **few)
    >>> [row["scheme"] for row in measured.rows()]
    ['hyperbola', 'rays']
    """
    ready = prepare_bench(
        schemes,
        all=all,
        asked={"pieces": pieces, "streams": streams, "modes": modes},
        positions=positions,
        perft=perft,
        rounds=rounds,
        working_set=working_set,
        seed=seed,
    )
    with notebook_progress("measuring", ready.steps, "turns") as update:
        return Benchmark(ready.run(on_progress or update))


def prepare_bench(
    schemes: Sequence[str],
    *,
    all: bool,
    asked: dict[str, Sequence[str] | None],
    positions: str | os.PathLike[str] | None,
    perft: bool | None,
    **settings: Any,
) -> Bench:
    """Build the tables that `bench` measures; `asked` gives the pieces, streams and modes.

    Raises:
        ValueError: As `bench`.
        OSError: As `bench`.
    """
    if all and schemes:
        raise ValueError("all measures the whole catalogue; do not name schemes as well")
    chosen = [*schemes] or default_schemes(slow=all)
    check_schemes(chosen)
    given: dict[str, Any] = {
        name: _words(name, each) for name, each in asked.items() if each is not None
    }
    if perft is None:
        perft = (all or 0 < len(schemes) <= _FEW) and not given
    boards = None if positions is None else read_boards(positions)
    name = None if positions is None else f"positions from {Path(shown_name(positions)).name}"
    return prepare(chosen, Settings(**given, **settings, perft=perft), boards, name=name)


def _words(name: str, given: Sequence[str] | str) -> tuple[str, ...]:
    """Return an option's values as a tuple; a single string counts as one value.

    Raises:
        TypeError: The argument is neither a string nor an iterable.
    """
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Iterable):
        raise TypeError(f"{name} must be a list of strings, got {short_repr(given)}")
    return tuple(given)
