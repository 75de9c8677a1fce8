"""Which slider the name of an array is about."""

from __future__ import annotations

import re

from magicbb.geometry.sliders import SLIDERS

_INITIALS = {
    "rook": re.compile("(?:^|[^A-Za-z])(?:R(?=[A-Z_])|r(?=[A-Z_]))"),
    "bishop": re.compile("(?:^|[^A-Za-z])(?:B(?=[A-Z_])|b(?=[A-Z_]))"),
}


def slider_named(name: str) -> str | None:
    """The slider that a name is about, if it says so.

    >>> [slider_named(name) for name in ("ROOK_MAGICS", "BBits", "rMagics", "magics")]
    ['rook', 'bishop', 'rook', None]
    """
    named = [slider.name for slider in SLIDERS if slider.name in name.lower()]
    named = named or [slider for slider, initial in _INITIALS.items() if initial.search(name)]
    return named[0] if len(named) == 1 else None
