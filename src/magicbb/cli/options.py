"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from magicbb.geometry.squares import parse_square

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

FC = TypeVar("FC", bound="Callable[..., Any] | click.Command")


# Not generic before Click 8.2, which still is in use.
class SquareType(click.ParamType):  # type: ignore[type-arg]
    """A square, by its name or its number."""

    name = "square"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002 (Click's interface)
        ctx: click.Context | None,  # noqa: ARG002
    ) -> int:
        """Return the number; what is no square is refused in the package's own words."""
        is_number = isinstance(value, str) and value.isascii() and value.isdecimal()
        return parse_square(int(value) if is_number and len(value) <= _LONGEST_NUMBER else value)


_LONGEST_NUMBER = 20

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

seed = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="Equal seeds give equal results.",
)

threads = click.option(
    "--threads",
    type=click.IntRange(1, 4096),
    help="How many threads work; all cores if left out.",
)


_FILE = click.Path(path_type=Path, dir_okay=False)


def _checked(_ctx: click.Context, _option: click.Parameter, target: Path | None) -> Path | None:
    """A file to write, once it is known that it can be: before any work is done for it."""
    if target is not None:
        from magicbb.files import check_target

        check_target(target)
    return target


def output(what: str) -> Callable[[FC], FC]:
    """The option -o FILE; what cannot be written is refused."""
    return click.option("-o", "--output", type=_FILE, callback=_checked, help=f"Write {what}.")


def to_file(*names: str, help: str) -> Callable[[FC], FC]:
    """An option that names a file to write besides the output, likewise."""
    return click.option(*names, type=_FILE, callback=_checked, metavar="FILE", help=help)


def choice(
    name: str,
    choices: Sequence[str],
    *,
    default: str,
    help: str,
) -> Callable[[FC], FC]:
    """An option that takes one of some words, and shows which one if it is left out."""
    return click.option(
        name, type=click.Choice(choices), default=default, show_default=True, help=help
    )


def piece(*pieces: str, help: str) -> Callable[[FC], FC]:
    """The option --piece NAME."""
    return click.option("--piece", type=click.Choice(pieces), help=help)


def kind(*kinds: str, default: str, more: str = "") -> Callable[[FC], FC]:
    """The option --kind NAME: the kind of magics to look for.

    Args:
        kinds: The kinds.
        default: That which is meant if it is left out.
        more: What the kinds besides white and black hash.
    """
    text = f"Hash occupied & mask, or occupied | ~mask{more}."
    return choice("--kind", kinds, default=default, help=text)


def position(command: FC) -> FC:
    """The options --fen and --occupied, of which `board.board_of` makes a board."""
    fen = click.option("--fen", help="The position, as a FEN or its first field.")
    occupied = click.option(
        "--occupied", help="The occupied squares as a number, such as 0x8100000000000081."
    )
    return fen(occupied(command))


def scheme(what: str) -> Callable[[FC], FC]:
    """The option --scheme NAME."""
    return click.option("--scheme", metavar="NAME", help=what)


def refuse(given: Mapping[str, object], reason: str) -> None:
    """Refuse the first of some options that has a value, for a reason.

    Raises:
        click.UsageError: One has.
    """
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"{name} {reason}")
