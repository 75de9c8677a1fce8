"""Files of magics: what is read of some content, and what is said of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str | bytes], mb.Table]:
    """Return a function that reads content from a file."""

    def read(content: str | bytes) -> mb.Table:
        path = tmp_path / "magics"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return mb.read(path)

    return read


@pytest.fixture
def refused(tmp_path: Path, read: Callable[[str | bytes], mb.Table]) -> Callable[..., str]:
    """Return a function that says what is wrong with content, after the name of the file."""

    def refused(content: str | bytes) -> str:
        with pytest.raises(ValueError, match=f"^{re.escape(str(tmp_path / 'magics'))}: ") as caught:
            read(content)
        return str(caught.value).removeprefix(f"{tmp_path / 'magics'}: ")

    return refused
