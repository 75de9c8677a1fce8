"""Recognise the slider in the name of an array."""

from __future__ import annotations

import re

from magicbb.geometry.sliders import SLIDERS

_INITIALS = {
    "rook": re.compile("(?:^|[^A-Za-z])(?:R(?=[A-Z_])|r(?=[A-Z_]))"),
    "bishop": re.compile("(?:^|[^A-Za-z])(?:B(?=[A-Z_])|b(?=[A-Z_]))"),
}


def slider_named(name: str) -> str | None:
    """Return the slider in a name; None unless there is exactly one.

    >>> [slider_named(name) for name in ("ROOK_MAGICS", "BBits", "rMagics", "magics")]
    ['rook', 'bishop', 'rook', None]
    """
    named = [slider.name for slider in SLIDERS if slider.name in name.lower()]
    named = named or [slider for slider, initial in _INITIALS.items() if initial.search(name)]
    return named[0] if len(named) == 1 else None
