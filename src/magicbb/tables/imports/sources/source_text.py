"""Source code, with the name of its file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceText:
    """Source code.

    Attributes:
        content: The text.
        file: The file's name for messages; empty if it is the only file.
        complaint: Why the text is not the CSV or JSON file that it looks like, if it looks like
            one.
    """

    content: str
    file: str = ""
    complaint: ValueError | None = None
