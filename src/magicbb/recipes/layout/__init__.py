"""Layouts, the second axis of a scheme: they map a square's index to a slot of the shared array."""

from __future__ import annotations

from magicbb.recipes.layout.concatenated import Concatenated
from magicbb.recipes.layout.joint import Joint
from magicbb.recipes.layout.layout import Layout
from magicbb.recipes.layout.overlapped import Overlapped
from magicbb.recipes.layout.shared import Shared
from magicbb.recipes.layout.strided import Strided

__all__ = ["LAYOUTS", "Layout"]


LAYOUTS: dict[str, Layout] = {
    layout.name: layout for layout in (Concatenated(), Strided(), Overlapped(), Shared(), Joint())
}
"""The layouts by name."""
