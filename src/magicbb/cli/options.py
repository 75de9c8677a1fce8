"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

FC = TypeVar("FC", bound="Callable[..., Any] | click.Command")

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
