"""The `magicbb find` command of a search, as shown in its results and saved in the record book.

It is a module of its own so that `magicbb find` without a campaign need not import `searching`,
which takes 0.1 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.squares import square_name

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider


def find_command(
    place: tuple[Slider, int] | None,
    bits: int | str | None,
    kind: str,
    objective: str,
    *,
    tries: int | None,
    seed: int,
    anyway: bool,
    campaign: bool = False,
) -> str:
    """The command that finds the same magics.

    Args:
        place: The slider and square; None for all squares.
        bits: As for `magicbb find`: a number, a word such as "n-1", or None.
        kind: As for `find`.
        objective: As for `find`.
        tries: As for `find`.
        seed: As for `find`.
        anyway: Whether to search even if the answer is known.
        campaign: Whether a campaign is needed to find the same: it searches in another way for a
            magic with fewer bits.

    >>> from magicbb.geometry.sliders import ROOK
    >>> find_command((ROOK, 0), 12, "white", "bits", tries=None, seed=1, anyway=False)
    'magicbb find rook a1 --bits 12 --kind white --seed 1'
    """
    words = ["magicbb", "find"]
    if place is not None:
        words += [place[0].name, square_name(place[1])]
    if bits is not None:
        words += ["--bits", str(bits)]
    words += ["--kind", kind]
    if objective != "bits":
        words += ["--objective", objective]
    words += [] if tries is None else ["--tries", str(tries)]
    words += ["--anyway"] * anyway
    return " ".join([*words, "--seed", str(seed), *["--record"] * campaign])
