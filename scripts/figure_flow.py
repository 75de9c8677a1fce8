# ruff: noqa: INP001 (a script, not a package)
"""Draw the guide's figure of a program: its steps at start-up and in a look-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.pictures import palette
from magicbb.pictures.lettering import escaped

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDE, HIGH, GAP = 150, 74, 34


def flow_svg(steps: Sequence[tuple[str, str]], last: tuple[str, str]) -> str:
    """Draw steps as boxes connected by arrows, with the last box in another colour.

    Args:
        steps: The name and text of each step; the text may have several lines.
        last: The name and text of the last step.
    """
    drawn, texts, top = "", "", 30
    everything = [*steps, last]
    for number, (name, text) in enumerate(everything):
        x = 1 + (WIDE + GAP) * number
        fill = palette.TAKEN if number == len(steps) else palette.SHADE
        drawn += (
            f'<rect x="{x}" y="{top}" width="{WIDE}" height="{HIGH}" rx="6" fill="{fill}"'
            f' stroke="{palette.LINE}"/>'
        )
        if number:
            y, end = top + HIGH / 2, x - 4
            drawn += (
                f'<path stroke="{palette.FAINT_INK}" stroke-width="1.5" fill="none"'
                f' d="M{x - GAP + 4} {y:g}H{end}m-7 -5l7 5l-7 5"/>'
            )
        texts += (
            f'<text x="{x + WIDE / 2:g}" y="{top + 24}" font-weight="bold">{escaped(name)}</text>'
        )
        for line, words in enumerate(text.split("\n")):
            y = top + 44 + 16 * line
            texts += f'<text x="{x + WIDE / 2:g}" y="{y}" font-size="12">{escaped(words)}</text>'
    start = (WIDE + GAP) * len(steps) - GAP
    own = (WIDE + GAP) * len(steps) + WIDE / 2
    faint = f' fill="{palette.FAINT_INK}" font-size="12"'
    texts += f'<text x="{start / 2:g}" y="16"{faint}>once for each of 128 squares, at start</text>'
    texts += f'<text x="{own:g}" y="16"{faint}>millions of times</text>'
    drawn += (
        f'<path fill="none" stroke="{palette.FAINT_INK}" d="M1 27v-5h{start - 1}v5'
        f'M{start + GAP} 27v-5h{WIDE}v5"/>'
    )
    width, high = (WIDE + GAP) * len(everything) - GAP + 2, top + HIGH + 2
    said = "; ".join(f"{name}: {text}" for name, text in everything).replace("\n", " ")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}" width="{width}"'
        f' height="{high}" role="img">\n<title>{escaped(said)}</title>\n{drawn}\n'
        f'<g font-family="{palette.LETTERS}" font-size="14" text-anchor="middle"'
        f' fill="{palette.INK}">{texts}</g>\n</svg>\n'
    )
