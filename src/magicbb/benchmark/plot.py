"""Plot speed against size, with one panel per stream."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magicbb.arguments import import_optional
from magicbb.benchmark.advice import WHERE
from magicbb.pictures import palette

if TYPE_CHECKING:
    import os

    from magicbb.benchmark.result import Result

FORMATS = {".png", ".svg", ".pdf"}
"""The supported file name suffixes."""

_COLORS = {
    "usual": (palette.ATTACK, "any CPU"),
    "instructions": (palette.TAKEN_EDGE, "uses PEXT or PDEP"),
    "kept": (palette.BISHOP, "needs incremental boards"),
}
"""The colour of each kind of point, and its label in the legend."""

_LINEAR = 1000
"""Below this size in bytes, the axis of sizes is linear if a scheme needs no memory at all."""

_RIGHT = 2
"""The factor by which the axis of sizes is extended to the right, for the names."""

_STEPS = sorted(range(-60, 61, 3), key=abs)
"""The possible vertical offsets of a name, in points."""

Point = tuple[str, float, float]
Box = tuple[float, float, float, float]


def check_plot(path: str | os.PathLike[str]) -> None:
    """Check that a plot can be drawn, before anything is measured.

    Raises:
        ValueError: The name does not end with one of `FORMATS`.
        MissingPackageError: Matplotlib is not installed.
    """
    suffix = Path(path).suffix
    if suffix.lower() not in FORMATS:
        known = ", ".join(sorted(FORMATS))
        raise ValueError(f"a plot's file name must end with {known}, got {suffix or str(path)!r}")
    import_optional("matplotlib", "plot", "a plot needs Matplotlib")


def picture(result: Result, suffix: str) -> bytes:
    """Draw the plot.

    Args:
        result: The figures.
        suffix: One of `FORMATS`.

    Returns:
        The plot as the content of a file in that format.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    streams, mode = result.settings.streams, result.settings.modes[0]
    figure = Figure(figsize=(10, 1 + 4.5 * len(streams)), layout="constrained")
    FigureCanvasAgg(figure)
    panels: Any = figure.subplots(len(streams), sharex=True, sharey=True, squeeze=False)[:, 0]
    _scale_sizes(panels[0], min(size.total for size in result.sizes.values()))
    drawn = [_panel(panels[row], result, stream, mode) for row, stream in enumerate(streams)]
    sliders = " and ".join(result.settings.pieces)
    figure.suptitle(f"{result.machine.cpu}: {mode}, ns per look-up, mean of {sliders}")
    panels[-1].set_xlabel("size of table and parameters in bytes")
    low, high = panels[0].get_xlim()
    panels[0].set_xlim(low / 1.5 if low > 0 else -_LINEAR / 2, high * _RIGHT)  # space for names
    for color, meaning in _COLORS.values():
        panels[0].plot([], [], "o", color=color, label=meaning)
    panels[0].plot([], [], "x", color=palette.INK, label="too noisy to tell")
    figure.legend(loc="outside lower center", ncols=len(_COLORS) + 1, frameon=False)
    figure.canvas.draw()
    for panel, points in zip(panels, drawn, strict=True):
        _name(panel, points)
    content = io.BytesIO()
    form = suffix.removeprefix(".").lower()
    by = {"Software" if form == "png" else "Creator": "magicbb"}
    figure.savefig(content, format=form, dpi=130, metadata=by)
    return content.getvalue()


def _scale_sizes(panel: Any, smallest: int) -> None:
    """Scale the axis of sizes, which the panels share: logarithmic, but with room for 0."""
    from matplotlib.ticker import FixedLocator, NullLocator

    if smallest > 0:
        panel.set_xscale("log")
        return
    panel.set_xscale("symlog", linthresh=_LINEAR, linscale=0.3)
    sizes = [0, *(_LINEAR * 10**power for power in range(6))]
    panel.xaxis.set(major_locator=FixedLocator(sizes), minor_locator=NullLocator())


def _panel(panel: Any, result: Result, stream: str, mode: str) -> list[Point]:
    """Plot the points of a stream; return them with their names."""
    from matplotlib.ticker import LogLocator

    points: list[Point] = []
    for scheme, mean in result.means(stream, mode).items():
        size = result.sizes[scheme]
        if mean.ns > 0:
            points.append((scheme, size.total, mean.ns))
            kind = "instructions" if size.instructions else "kept" if size.kept else "usual"
            low, high = mean.interval if mean.tells else (mean.ns, mean.ns)
            known = [[mean.ns - low], [high - mean.ns]]
            style = {"color": _COLORS[kind][0], "markersize": 6, "elinewidth": 1}
            panel.errorbar(size.total, mean.ns, known, fmt="o" if mean.tells else "x", **style)
    panel.set(yscale="log", title=WHERE[stream].removeprefix("on "))
    low, high = panel.get_xlim()
    for name, limit in result.machine.caches.items():
        if low < limit < high * _RIGHT:
            panel.axvline(limit, color=palette.MASK, linewidth=1, linestyle=":")
            panel.text(limit, 0.98, f" {name}", transform=panel.get_xaxis_transform(), va="top")
    panel.grid(visible=True, alpha=0.3)
    panel.yaxis.set_major_formatter("{x:g}")
    panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    panel.yaxis.set_minor_formatter("")
    return points


def _name(panel: Any, points: list[Point]) -> None:
    """Place the names next to the points, avoiding overlaps if possible."""
    scale = 72 / panel.figure.dpi
    places = {name: panel.transData.transform((x, y)) * scale for name, x, y in points}
    taken: list[Box] = [(x - 4, x + 4, y - 4, y + 4) for x, y in places.values()]
    for scheme, size, mean in sorted(points, key=lambda point: -point[2]):
        x, y = places[scheme]
        width = 4.6 * len(scheme)
        offsets = [(side, step) for step in _STEPS for side in (8.0, -8.0 - width)]
        boxes = [(x + dx, x + dx + width, y + dy - 5, y + dy + 5) for dx, dy in offsets]
        free = [place for place, box in enumerate(boxes) if not any(_meet(box, t) for t in taken)]
        chosen = free[0] if free else 0
        dx, dy = offsets[chosen]
        taken.append(boxes[chosen])
        arrow = {"arrowstyle": "-", "color": palette.LINE, "linewidth": 0.6, "shrinkB": 3}
        panel.annotate(
            scheme,
            (size, mean),
            xytext=(dx, dy),
            textcoords="offset points",
            fontsize=8,
            va="center",
            parse_math=False,  # file names may contain $
            arrowprops=arrow if dy else None,
        )


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]
