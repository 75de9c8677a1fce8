"""A text of source code, and the file that it is from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceText:
    """Source code.

    Attributes:
        content: The text.
        file: What it is called in sentences; empty if it is the only one.
        complaint: Why it is not what else it may have been meant for, if it may.
    """

    content: str
    file: str = ""
    complaint: ValueError | None = None
