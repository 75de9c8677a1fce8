"""Source code, with the name of its file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceText:
    """Source code.

    Attributes:
        content: The text.
        file: Its name in sentences; empty if it is the only one.
        complaint: Why it is not the other kind of file that it looks like, if any.
    """

    content: str
    file: str = ""
    complaint: ValueError | None = None
