"""The light and dark colours of all drawings: boards, plots, the page and the guide.

The colours mean the same in all drawings: attacks are blue, blockers nearly black, index bits
orange, errors red. There are only a few hues, which also differ in lightness so that colour-blind
readers can tell them apart, and no picture relies on colour alone.

The page uses CSS variables for all colours (`variables`). A picture uses the light colours as
attributes, which all programs understand, and a style sheet that replaces them on dark pages
(`night`).
"""

from __future__ import annotations

import re

COLOURS = {
    "paper": ("#f7f6f3", "#14161a"),
    "surface": ("#ffffff", "#1c1f25"),
    "ink": ("#1d1f24", "#e9eaee"),
    "quiet": ("#5b606b", "#a4a9b5"),
    "line": ("#dedcd6", "#30343d"),
    "line-strong": ("#8b8e96", "#767c89"),
    "square-light": ("#efede8", "#2d313a"),
    "square-dark": ("#dcd9d1", "#23262e"),
    "accent": ("#2a4fb0", "#9db4ff"),
    "accent-ink": ("#ffffff", "#10131c"),
    "attack": ("#2a4fb0", "#9db4ff"),
    "mask": ("#a9b7e0", "#566496"),
    "pale": ("#c4c1b8", "#4a4f5b"),
    "blocker": ("#3a3e47", "#cfd3dc"),
    "index": ("#b8480a", "#ff9f5f"),
    "index-middle": ("#f3b98f", "#8a4a1c"),
    "index-soft": ("#fbe3d2", "#4a2c17"),
    "product": ("#6d7280", "#8a90a0"),
    "right": ("#0a6b4f", "#5fd3a9"),
    "right-soft": ("#dff2ea", "#16342b"),
    "wrong": ("#b3261e", "#ff8a80"),
    "wrong-soft": ("#fbe4e1", "#43201f"),
    "point": ("#d28a00", "#f2b63c"),
    "point-ink": ("#1d1f24", "#1d1f24"),
    "point-soft": ("#ecca8c", "#75591d"),
    "map-unused": ("#f1efe9", "#20232a"),
    "map-one": ("#c9c6bd", "#3b404b"),
    "map-two": ("#b7b3a8", "#4a505d"),
    "map-several": ("#83807a", "#8b90a0"),
    "map-mine": ("#2a4fb0", "#9db4ff"),
    "man-fill": ("#fefefe", "#f2f2f4"),
    "man-line": ("#2a2d34", "#0d0f13"),
    "man-black": ("#33363e", "#07080a"),
    "man-black-edge": ("#2f323a", "#8d93a1"),
    "man-black-line": ("#c9ccd4", "#9ba1ae"),
}
"""The colours by name, for the light and the dark theme."""


def _by_day(name: str) -> str:
    return COLOURS[name][0]


PAPER = _by_day("surface")
"""The background."""

INK = _by_day("ink")
"""Text."""

FAINT_INK = _by_day("quiet")
"""Less important text, with a contrast ratio of about 6:1 against the background."""

LINE = _by_day("line")
"""Frames and grids."""

SHADE = _by_day("square-light")
"""Light squares and shading, slightly darker than the background."""

SQUARE_DARK = _by_day("square-dark")

ATTACK, MASK = _by_day("attack"), _by_day("mask")
BLOCKER = _by_day("blocker")

ROOK, ROOK_FAINT = ATTACK, MASK
BISHOP, BISHOP_FAINT = _by_day("point"), _by_day("point-soft")
SEVERAL = BLOCKER
"""Slots that several squares use; darker than the colours of the sliders."""

RIGHT = _by_day("right")
WRONG = _by_day("wrong")

TAKEN = _by_day("index-middle")
TAKEN_FAINT = _by_day("index-soft")
TAKEN_EDGE = _by_day("index")
"""Bits that the next step uses."""

MAN, MAN_LINE = _by_day("man-fill"), _by_day("man-line")
MAN_BLACK, MAN_BLACK_EDGE = _by_day("man-black"), _by_day("man-black-edge")
MAN_BLACK_LINE = _by_day("man-black-line")

LETTERS = "system-ui,sans-serif"
DIGITS = "ui-monospace,monospace"
"""Font families that are available on all systems."""

PAGE_ONLY = {"accent-ink", "point-ink"}
"""Colours that pictures do not use."""

_NIGHTLY = {day: night for name, (day, night) in COLOURS.items() if name not in PAGE_ONLY}
_COLOURED = re.compile(r'(?<= )(fill|stroke|color)="(#[0-9a-f]{6})"')
_STYLE = re.compile(r"<style>@media \(prefers-color-scheme:dark\).*?</style>\n?")

THEMED = "magicbb"
"""The CSS class of pictures that have a dark theme."""


def variables() -> str:
    """Return the colours as CSS variables for the page, such as `--ink`.

    >>> print(variables().splitlines()[1])
      color-scheme: light;
    """
    day, night = (
        "".join(f"  --{name}: {pair[which]};\n" for name, pair in COLOURS.items())
        for which in (0, 1)
    )
    dark = f"  color-scheme: dark;\n{night}"
    return (
        f":root {{\n  color-scheme: light;\n{day}}}\n"
        f'[data-theme="dark"] {{\n{dark}}}\n'
        # The dark theme again, for readers who follow their system's setting.
        "@media (prefers-color-scheme: dark) {\n"
        f':root:not([data-theme="light"]) {{\n{dark}}}\n}}\n'
    )


def night(svg: str) -> str:
    """Return a style sheet that gives a `THEMED` picture its dark colours on dark pages.

    >>> night('<path fill="#ffffff"/>').partition("dark)")[2]
    '{.magicbb [fill="#ffffff"]{fill:#1c1f25}}</style>'
    """
    rules = "".join(
        f'.{THEMED} [{name}="{colour}"]{{{name}:{_NIGHTLY[colour]}}}'
        for name, colour in sorted({*_COLOURED.findall(svg)})
        if colour in _NIGHTLY
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>" if rules else ""


def by_day(svg: str) -> str:
    """Return a picture without its style sheet; `sheet` writes one style sheet for all pictures."""
    return _STYLE.sub("", svg)
