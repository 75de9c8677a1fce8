"""The package's version, and public names that are loaded on first use."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; importing typing would take 5 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

__version__ = "0.1.0"


def public_names(
    package: str, names: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` (PEP 562) of a package that loads its names on first use.

    Args:
        package: The name of the package.
        names: For each module, the public names that it defines. The module's name is given without
            the leading "magicbb."; the names under "" are themselves modules of `magicbb`.

    >>> resolve, listed = public_names("magicbb", {"geometry.sliders": ("ROOK", "BISHOP")})
    >>> listed(), resolve("ROOK")
    (['BISHOP', 'ROOK'], Slider(name='rook', directions=((0, 1), (0, -1), (1, 0), (-1, 0))))
    """
    homes = {name: home for home, those in names.items() for name in those}

    def resolve(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if homes[name]:
            value = getattr(import_module(f"magicbb.{homes[name]}"), name)
        else:
            value = import_module(f"magicbb.{name}")
        setattr(sys.modules[package], name, value)
        return value

    return resolve, lambda: sorted(homes)
