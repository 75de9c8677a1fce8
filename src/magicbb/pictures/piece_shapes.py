"""The outlines of the chess pieces, drawn for this package in a 45 by 45 box.

Staunton pieces are turned on a lathe, so a piece is defined by the profile of its right-hand side:
points ``radius,y``, with the radius measured from the axis in the middle of the box. `turned` adds
the mirror image. Only the knight is not turned.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

BOX = 45
_AXIS = BOX / 2


class Shape(NamedTuple):
    """The path data of a piece: its silhouette, and the lines within it."""

    silhouette: str
    lines: str


def turned(profile: str) -> str:
    """Return the outline of a turned piece from its profile.

    The profile runs from the axis at the top to the axis at the bottom. Its steps are separated by
    bars. A step with one point is a straight line to it, and a step with three points is a Bézier
    curve.

    >>> turned("0,10 | 5,10 | 5,20 | 0,20")
    'M22.5 10L27.5 10L27.5 20L22.5 20L17.5 20L17.5 10L22.5 10Z'
    """
    steps = [
        [(float(radius), float(y)) for radius, y in (point.split(",") for point in step.split())]
        for step in profile.split("|")
    ]
    right = [_step(step) for step in steps[1:]]
    # The left side, from bottom to top: the steps in reverse order, each mirrored and reversed.
    left = [
        _step([(-radius, y) for radius, y in (*reversed(step[:-1]), before[-1])])
        for before, step in reversed(list(pairwise(steps)))
    ]
    return f"M{_point(*steps[0][0])}{''.join(right + left)}Z"


def _step(points: list[tuple[float, float]]) -> str:
    return ("L" if len(points) == 1 else "C") + " ".join(_point(*point) for point in points)


def _point(radius: float, y: float) -> str:
    return f"{_AXIS + radius:.4g} {y:.4g}"


def _foot(radius: float) -> str:
    """Return the last steps of a profile, from the shoulder to the rounded base."""
    edge = radius + 1.8
    return (
        f"{radius - 1.8},32.7 | {radius - 0.6},33.3 {radius},34.6 {radius},35.7"
        f"| {edge - 0.4},35.9 {edge},36.8 {edge},37.9"
        f"| {edge},39.1 {edge - 0.6},39.7 {radius},39.7 | 0,39.7"
    )


SHAPES = {
    "k": Shape(
        turned(
            "0,1.5 | 2.1,1.5 | 1.6,4.3 | 5,3.7 | 5,8 | 1.6,7.4 | 2,11.6"
            "| 5,11.3 8.8,11.7 11.9,13.2 | 7.9,22 | 8.8,22.2 | 10,22.5 10,24.5 8.8,24.8 | 4.8,25.2"
            f"| 5.1,28.6 6.6,31.2 {_foot(11.6)}"
        ),
        "M14.6 22H30.4M18 25.2H27M12.3 35.7H32.7M14.7 18.4Q22.5 16.2 30.3 18.4",
    ),
    "q": Shape(
        turned(
            "0,3.6 | 1.4,3.6 2.4,4.6 2.4,5.9 | 2.4,6.8 1.9,7.5 1.3,7.9 | 3.4,13.2 | 6.8,7.6"
            "| 7.7,14 | 12.7,9.4 | 7.6,21.2 | 8.5,21.4 | 9.7,21.7 9.7,23.7 8.5,24 | 4.6,24.4"
            f"| 4.9,28.2 6.4,31.1 {_foot(11.6)}"
        ),
        "M14.9 21.2H30.1M18.2 24.4H26.8M12.3 35.7H32.7M15.2 17.6Q22.5 15.6 29.8 17.6",
    ),
    "r": Shape(
        turned(
            "0,8 | 2.4,8 | 2.4,11 | 5.2,11 | 5.2,8 | 9.6,8 | 9.6,14.2 | 9.6,15.4 9,16 8.2,16.7"
            f"| 6.6,18 | 6.7,24 7.2,28.5 8.2,31.4 | {_foot(11)}"
        ),
        "M15.9 18H29.1M14.3 31.4H30.7M12.9 35.7H32.1",
    ),
    "b": Shape(
        turned(
            "0,4.5 | 1.4,4.5 2.4,5.5 2.4,6.8 | 2.4,7.6 2,8.3 1.5,8.7"
            "| 4.8,10.8 6.9,14.4 6.9,17.6 | 6.9,20.2 5.6,22.2 4.2,23.3"
            "| 6.6,23.5 | 8,23.7 8,25.8 6.6,26 | 3.6,26.3"
            f"| 3.9,29.4 5.6,31.6 {_foot(10.8)}"
        ),
        "M18.6 23.3H26.4M19.2 26.3H25.8M13.1 35.7H31.9M26.6 11.6L21.8 17.6",
    ),
    "n": Shape(
        "M19.6 4C21.6 5 23 6.6 23.6 8.4C31 10 35.8 17 34.6 27C34.2 30.2 33.6 33 34 35.7"
        "C35.2 35.9 35.7 36.8 35.7 37.9C35.7 39.1 35.1 39.7 33.9 39.7H11.1"
        "C9.9 39.7 9.3 39.1 9.3 37.9C9.3 36.8 9.8 35.9 11.2 35.7C11 31.8 14.3 29.6 17.3 27.2"
        "C20 25 21.3 23.2 21.4 20.6C19.8 22.8 17.6 22.6 15.8 23.2C14.6 24 14.2 26 12.9 26.9"
        "C12.1 27.4 11.1 27.2 10.5 26.6C8.6 27 7 25.6 7.1 23.6C7.3 21.6 9.4 20 10.3 17.6"
        "C11 14.2 13 11.2 16.9 9.6C16.8 7.2 17.6 5.2 19.6 4Z",
        "M12.8 35.7H32.4M15.4 14.7L17.2 13.8M9.6 23.5Q9.8 22.4 10.9 22.3M11 26.1L12.7 24.5"
        "M24.9 10C29.2 14.4 31.6 20.6 30 28.4M21.2 19.6C21.9 18.6 21.8 17.3 21 16.2",
    ),
    "p": Shape(
        turned(
            "0,10.5 | 2.9,10.5 5.2,12.8 5.2,15.7 | 5.2,17.4 4.4,18.9 3.2,19.9"
            "| 5.9,20.1 | 7.2,20.3 7.2,22.4 5.9,22.6 | 3.2,22.9"
            f"| 3.5,27.5 5.2,30.8 {_foot(10.2)}"
        ),
        "M19.6 22.9H25.4M13.7 35.7H31.3",
    ),
    "x": Shape(
        "M14 11H31Q34 11 34 14V31Q34 34 31 34H14Q11 34 11 31V14Q11 11 14 11Z",
        "M15 15H30V30H15Z",
    ),
}
"""The shapes of the pieces by letter; ``x`` is a blocker of neither side."""
