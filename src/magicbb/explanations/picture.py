"""An explanation as one picture: the chain of its boards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from magicbb.explanations.text import sharing_sentences, value_text
from magicbb.geometry.bitboards import squares_of
from magicbb.pictures.bits import bits_svg
from magicbb.pictures.board import board_svg
from magicbb.pictures.sheet import Panel, sheet

if TYPE_CHECKING:
    from magicbb.explanations.chain import Chain, Stage

_NUMBERED = re.compile(r"_\d+$")
_SIZE = 250
_COLUMNS = (5, 4, 3)
_SETS = ("attacks", "entry", "listed")
"""How the keys of steps end whose squares are attacked; those of other boards are occupied."""


def picture_of(explanation: Chain) -> str:
    """Draw the look-up as the text of one SVG picture.

    Each board says below what it is; numbers are told below the board that they come from.
    """
    texts = [[f"The {explanation.slider} and what stands around it."]]
    svgs = [board_svg(explanation.letters, size=_SIZE)]
    titles = ["The board"]
    for count, stage in enumerate(explanation.stages, start=1):
        step = stage.step
        done = step.title if step.is_kept else f"{step.title}, {step.formula}"
        if step.kind == "number":
            texts[-1].append(f"{count}. {done}: {value_text(stage)}")
            continue
        svgs.append(_drawn(stage, explanation))
        titles.append(f"{count}. {step.title}")
        number = f"{stage.value:#018x}" if step.kind == "board" else value_text(stage)
        formula = "" if step.is_kept else f"{step.formula} = "
        texts.append([step.sentence, f"{formula}{number}"])
    sharing = explanation.sharing
    if sharing is not None and sharing.example is not None:
        men = dict.fromkeys(squares_of(sharing.example), "x") | explanation.own
        svgs.append(board_svg(men, size=_SIZE))
        titles.append("The same slot")
        texts.append(sharing_sentences(explanation))
    panels = [
        Panel(svg, title, "\n".join(text))
        for svg, title, text in zip(svgs, titles, texts, strict=True)
    ]
    columns = max(_COLUMNS, key=lambda count: ((len(panels) - 1) % count + 1) / count)
    return sheet(panels, title=explanation.title, width=columns * (_SIZE + 20))


def _drawn(stage: Stage, explanation: Chain) -> str:
    """The picture of a board, a magic or a product."""
    step = stage.step
    if step.kind != "board":
        return bits_svg(stage.value, taken=stage.taken, size=_SIZE)
    own = explanation.own
    if step.key == "attacks":
        return board_svg(explanation.letters, marked=stage.value, size=_SIZE)
    if step.is_kept or _NUMBERED.sub("", step.key).endswith(_SETS):
        return board_svg(own, marked=stage.value, size=_SIZE)
    return board_svg(own | dict.fromkeys(squares_of(stage.value), "x"), size=_SIZE)
