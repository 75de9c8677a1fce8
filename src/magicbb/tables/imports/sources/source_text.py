"""Source code, with the name of its file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceText:
    """Source code.

    Attributes:
        content: The text.
        file: The file name used in messages; empty if it is the only file.
        complaint: The error to report if the text looks like a CSV or JSON file but is not one;
            None if it does not look like one.
    """

    content: str
    file: str = ""
    complaint: ValueError | None = None
