"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from magicbb.geometry.squares import SQUARE_NAMES, parse_square

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.geometry.sliders import Slider

FC = TypeVar("FC", bound="Callable[..., Any] | click.Command")


# ParamType is not generic before Click 8.2, and earlier versions are still in use.
class SquareType(click.ParamType):  # type: ignore[type-arg]
    """A square, by its name or its number."""

    name = "square"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002 (Click's interface)
        ctx: click.Context | None,  # noqa: ARG002
    ) -> int:
        """Return the square's number; errors have the messages of `parse_square`, not Click's."""
        is_number = isinstance(value, str) and value.isascii() and value.isdecimal()
        if is_number and len(value) <= _LONGEST_NUMBER:
            return parse_square(int(value))
        return parse_square(value.lower() if value in _CAPITALS else value)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 (Click's interface)
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names of squares that start with the incomplete word."""
        return [CompletionItem(name) for name in SQUARE_NAMES if name.startswith(incomplete)]


RELATIVE_BITS = {"n+1": 1, "n": 0, "n-1": -1, "n-2": -2}
"""The relative values of --bits: the number of index bits minus the number of mask squares."""


class BitsType(click.ParamType):  # type: ignore[type-arg]
    """A number of index bits, absolute or relative to the number of mask squares."""

    name = "bits"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return an integer, or a key of `RELATIVE_BITS`."""
        if value in RELATIVE_BITS:
            return value
        try:
            return int(value)
        except ValueError:
            words = ", ".join(RELATIVE_BITS)
            self.fail(f"{value!r} is neither a number nor one of {words}", param, ctx)


def bits_of(bits: int | str, slider: Slider, square: int) -> int:
    """The index bits for a square, as given to --bits."""
    if isinstance(bits, str):
        return slider.mask(square).bit_count() + RELATIVE_BITS[bits]
    return bits


class IntRange(click.IntRange):
    """An integer in a range, called "integer" in help instead of Click's "integer range"."""

    name = "integer"


class FloatRange(click.FloatRange):
    """A number in a range; NaN is in none, although it compares as neither below nor above."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if number != number:  # noqa: PLR0124
            self.fail(f"{value!r} is not a number", param, ctx)
        return number


_LONGEST_NUMBER = 20

_CAPITALS = frozenset(name.upper() for name in SQUARE_NAMES)

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

seed = click.option(
    "--seed",
    type=IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="Seed of the random numbers: the same seed gives the same results.",
)

threads = click.option(
    "--threads",
    type=IntRange(1, 4096),
    help="Number of threads (default: all cores).",
)


FILE_TO_READ = click.Path(path_type=Path, allow_dash=True)
"""A file, or - for standard input."""


def choice(
    name: str,
    choices: Sequence[str],
    *,
    default: str,
    help: str,
) -> Callable[[FC], FC]:
    """An option with a fixed set of values; the help shows its default."""
    return click.option(
        name, type=click.Choice(choices), default=default, show_default=True, help=help
    )


def place(*pieces: str) -> Callable[[FC], FC]:
    """The arguments [PIECE] [SQUARE], passed on as a pair; missing ones are None."""
    kind = piece_of(*pieces)

    def parse(
        context: click.Context, argument: click.Parameter, words: Sequence[str]
    ) -> tuple[str | None, int | None]:
        left, name = [*words], None
        if len(left) == 2 and left[1].lower() in _PIECES:  # noqa: PLR2004 (either order is allowed)
            left.reverse()
        if len(left) > 1 or (left and left[0].lower() in _PIECES):
            name = kind.convert(left.pop(0), argument, context)
        square = SquareType().convert(left.pop(0), argument, context) if left else None
        if left:
            raise click.UsageError(f"expected one PIECE and one SQUARE, but also got {left[0]!r}")
        return name, square

    def complete(
        _context: click.Context, _argument: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = (*pieces, *SQUARE_NAMES)
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]

    return click.argument(
        "place", metavar="[PIECE] [SQUARE]", nargs=-1, callback=parse, shell_complete=complete
    )


_PIECES = ("rook", "bishop", "queen")


def piece(*pieces: str, help: str) -> Callable[[FC], FC]:
    """The option --piece NAME."""
    return click.option("--piece", type=piece_of(*pieces), help=help)


def piece_of(*pieces: str) -> click.Choice:  # type: ignore[type-arg]  # as above
    """The type of an argument or option that names a piece, case-insensitive."""
    return click.Choice(pieces, case_sensitive=False)


def kind(*kinds: str, default: str, more: str = "") -> Callable[[FC], FC]:
    """The option --kind NAME: the kind of magics to find.

    Args:
        kinds: The allowed kinds.
        default: The default kind.
        more: Help text for kinds other than white and black.
    """
    text = f"Hash occupied & mask (white) or occupied | ~mask (black){more}."
    return choice("--kind", kinds, default=default, help=text)


def fen(help: str) -> Callable[[FC], FC]:
    """The option --fen FEN; startpos, as in UCI, is the start position."""

    def start_or_fen(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        if value is None or value.lower() != "startpos":
            return value
        from magicbb.chess.position import START

        return START

    return click.option("--fen", callback=start_or_fen, help=help)


def position(command: FC) -> FC:
    """The options --fen and --occupied, from which `board.board_of` makes a board."""
    occupied = click.option(
        "--occupied", help="The occupied squares as a bitboard, such as 0x8100000000000081."
    )
    return fen("The position: a FEN, its first field, or startpos.")(occupied(command))


def schemes(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Completions: the catalogue names that start with the incomplete word, and files."""
    from magicbb.recipes.catalogue import CATALOGUE

    names = [CompletionItem(name) for name in CATALOGUE if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def scheme(what: str) -> Callable[[FC], FC]:
    """The option --scheme NAME."""
    return click.option("--scheme", metavar="NAME", help=what, shell_complete=schemes)


def refuse(given: Mapping[str, object], reason: str) -> None:
    """Raise an error, with a reason, for the first option that has a value.

    Raises:
        click.UsageError: An option has a value.
    """
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"{name} {reason}")
