"""The page from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from pathlib import Path


def test_it_is_served_until_it_is_closed() -> None:
    with mb.explore("d4", piece="bishop", scheme="black", browser=False) as page:
        address = page.address
        assert address.endswith("/#scheme=black&piece=bishop&square=d4")
        with urlopen(address.partition("#")[0], timeout=30) as answer:  # noqa: S310 (loopback)
            assert answer.read().startswith(b"<!doctype html>")
        assert address.replace("&", "&amp;") in page._repr_html_()
    page.close()
    with pytest.raises(OSError, match=r"."):
        urlopen(address.partition("#")[0], timeout=5)  # noqa: S310


def test_the_browser_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with mb.explore(fen="8/8/8/8/3R4/8/8/8 w - -") as page:
        assert opened == [page.address]


@pytest.mark.slow
def test_it_is_written_to_a_file(tmp_path: Path) -> None:
    path = mb.explore(output=tmp_path / "page.html")
    assert path.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("option", [{"square": "d4"}, {"scheme": "black"}, {"port": 8000}])
def test_a_file_shows_no_view_of_its_own(tmp_path: Path, option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(option))} applies to the served page"):
        mb.explore(output=tmp_path / "page.html", **option)


def test_a_queen_is_refused() -> None:
    with pytest.raises(ValueError, match='piece must be "rook" or "bishop", got \'queen\''):
        mb.explore("d4", piece="queen", browser=False)
