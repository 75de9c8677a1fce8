"""Verify tables and files from any source, and report the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.files import shown_name
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.table import LookupTable
from magicbb.tables.one_slider import report_of
from magicbb.tables.reading import is_text, one_or_both, read_any

if TYPE_CHECKING:
    from magicbb.files import Source
    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.verify import Report
    from magicbb.tables.imports.findings import Findings
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table


@dataclass(frozen=True)
class Verification:
    """The report of a successful verification: all keys are correct.

    `str()` returns the report as plain text.

    Attributes:
        table: The table.
        report: The number of verified keys, and the sizes of the table.
        sources: The names of the files; empty if a table or only texts were given.
        sliders: The sliders whose keys were verified.
        findings: The interpretation of source code, and unchecked items; None for other formats.
    """

    table: Table | RivalTable
    report: Report
    sources: tuple[str, ...] = ()
    sliders: tuple[Slider, ...] = SLIDERS
    findings: Findings | None = None

    def lines(self) -> list[str]:
        """The lines of the report, in plain text."""
        found = [] if self.findings is None else self.findings.lines()
        title = ", ".join([*self.sources, *(f"{each} alone" for each in self._alone)])
        title = f"{title}: " if title else ""
        return [*found, f"{title}{self.table.choice.description}", *self.report.lines()]

    def to_dict(self) -> dict[str, Any]:
        """The report as a JSON object."""
        from magicbb.tables.table import Table

        files: dict[str, Any] = {"files": [*self.sources]} if self.sources else {}
        if len(self.sources) == 1:
            files = {"file": self.sources[0]}
        if isinstance(self.table, Table):
            names = (*self.table.scheme.names, self.table.source)
            parts = dict(zip(("hash", "layout", "storage", "source"), names, strict=True))
        else:
            parts = {"scheme": self.table.recipe.name}
        piece = {"piece": self._alone[0].name} if self._alone else {}
        found = {} if self.findings is None else {"findings": self.findings.to_dict()}
        return {**files, **piece, **parts, **found, **self.report.to_dict()}

    @property
    def _alone(self) -> tuple[Slider, ...]:
        return () if len(self.sliders) == len(SLIDERS) else self.sliders

    def __str__(self) -> str:
        """The report in plain text."""
        return "\n".join(self.lines())


def verify(
    source: Table | RivalTable | Source,
    *more: Source,
    piece: Slider | str | None = None,
    magics_only: bool = False,
) -> Verification:
    """Verify a table, or magics from any source, for all 107,648 keys.

    Args:
        source: A table, or a file or text as accepted by `magicbb.read`.
        more: Other files or texts that belong to the same table, such as one for each slider.
        piece: The only slider whose magics should be verified (default: both).
        magics_only: Whether to read only magics and shifts from source code.

    Raises:
        ValueError: The source is not understood, or a number in it is wrong; the message gives its
            square and line. `CollisionError` if a number is not a magic, `VerificationError` if a
            look-up is wrong.
        TypeError: A table is given together with other arguments, or an argument is neither a
            table, nor a path, nor a file, nor a text.
        OSError: A file cannot be read.

    >>> import magicbb
    >>> print(magicbb.verify(magicbb.build("fancy")))
    white hash, concatenated layout, direct storage
      keys     107,648, all correct; checksum 0x3e98b4aae632478b
      entries  107,648, 107,648 of them used (100.0%)
      bytes    861,184, and 4,096 of parameters
    """
    if isinstance(source, LookupTable):
        if more or piece is not None or magics_only:
            raise TypeError("more sources, piece and magics_only are not allowed with a table")
        return Verification(source, source.verify())
    sliders = one_or_both(piece)
    contents = read_any([source, *more], sliders, magics_only=magics_only)
    names = tuple(shown_name(each) for each in (source, *more) if not is_text(each))
    report = report_of(contents.table, sliders)
    return Verification(contents.table, report, names, sliders, contents.findings)
