"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from magicbb.geometry.squares import parse_square

if TYPE_CHECKING:
    from collections.abc import Callable

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


def output(what: str) -> Callable[[FC], FC]:
    """The option -o FILE."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path, dir_okay=False),
        help=f"Write {what}.",
    )


def scheme(what: str) -> Callable[[FC], FC]:
    """The option --scheme NAME."""
    return click.option("--scheme", metavar="NAME", help=what)
