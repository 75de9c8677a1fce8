"""Serve the interactive page to this machine, or write it to a file."""

from __future__ import annotations

import html
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, overload
from urllib.parse import urlencode

from magicbb.arguments import parse_integer
from magicbb.chess.notation.fen import parse_board
from magicbb.files import write_whole
from magicbb.geometry.sliders import parse_rook_or_bishop
from magicbb.geometry.squares import parse_square, square_name

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from typing_extensions import Self

    from magicbb.explanations.explorer.server import Server
    from magicbb.geometry.sliders import Slider

_PORTS = 65_536


class Explorer:
    """Serves the page from a separate thread until `close` is called or a `with` block ends.

    Attributes:
        address: The address of the page.
    """

    def __init__(self, server: Server, address: str) -> None:
        self.address = address
        self._server = server
        threading.Thread(target=server.serve, daemon=True).start()

    def close(self) -> None:
        """Stop serving; a second call does nothing."""
        self._server.close()

    def __enter__(self) -> Self:
        """Return the explorer itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self.close()

    def __repr__(self) -> str:
        """The address, in angle brackets."""
        return f"<Explorer at {self.address}>"

    def _repr_html_(self) -> str:
        """A link, for notebooks."""
        address = html.escape(self.address)
        return f'<a href="{address}" target="_blank">{address}</a>'


@overload
def explore(
    square: int | str | None = ...,
    *,
    piece: Slider | str | None = ...,
    fen: str | None = ...,
    scheme: str | None = ...,
    port: int = ...,
    browser: bool = ...,
    output: None = ...,
) -> Explorer: ...


@overload
def explore(*, output: str | os.PathLike[str]) -> Path: ...


def explore(
    square: int | str | None = None,
    *,
    piece: Slider | str | None = None,
    fen: str | None = None,
    scheme: str | None = None,
    port: int = 0,
    browser: bool = True,
    output: str | os.PathLike[str] | None = None,
) -> Explorer | Path:
    """Serve the interactive page and open it in the browser, or write it to a file.

    The page is served to this machine only, and no data leaves the machine.

    Args:
        square: The initial square of the slider.
        piece: Rook or bishop.
        fen: The initial position: a FEN, or its first field.
        scheme: The initial scheme, from the catalogue.
        port: The port to listen on (default: a free one).
        browser: Whether to open the browser.
        output: A file to write the self-contained page to; nothing is served in this case.

    Returns:
        The running `Explorer`, or the path of the file.

    Raises:
        ValueError: The square, piece, FEN or scheme is invalid, or is combined with `output`.
        OSError: The port is taken, or the file cannot be written.

    >>> page = explore("d4", piece="rook", browser=False)
    >>> page.address.endswith("/#piece=rook&square=d4")
    True
    >>> page.close()
    """
    if output is not None:
        from magicbb.explanations.explorer.building import page

        served = {"square": square, "piece": piece, "fen": fen, "scheme": scheme}
        for name, value in {**served, "port": port or None}.items():
            if value is not None:
                raise ValueError(f"{name} applies to the served page, and output is a file")
        write_whole(output, page().encode())
        return Path(output)
    view = link(square, piece, fen, scheme)
    parse_integer(port, _PORTS, "port must be an integer from 0 to 65535")
    server = serving(port)
    explorer = Explorer(server, server.address + view)
    if browser:
        webbrowser.open(explorer.address)
    return explorer


def serving(port: int, on_error: Callable[[BaseException], None] = lambda _error: None) -> Server:
    """Create the page's server, which listens but does not answer requests yet.

    Raises:
        OSError: The port is taken, or needs privileges.
    """
    from magicbb.explanations.explorer.building import SCHEMES, scheme_module, shell
    from magicbb.explanations.explorer.server import Server

    return Server(shell(), scheme_module, SCHEMES, port=port, on_error=on_error)


def link(
    square: int | str | None, piece: Slider | str | None, fen: str | None, scheme: str | None
) -> str:
    """The URL fragment that opens the page with this view.

    Raises:
        ValueError: An argument is invalid.

    >>> link(27, "rook", None, "black")
    '#scheme=black&piece=rook&square=d4'
    """
    if scheme is not None:
        from magicbb.explanations.explorer.scheme_modules import check_name

        check_name(scheme)
    if piece is not None:
        piece = parse_rook_or_bishop(piece)
    if fen is not None:
        parse_board(fen)
        fen = fen.split()[0]
    name = None if square is None else square_name(parse_square(square))
    asked = {"scheme": scheme, "piece": piece and str(piece), "square": name, "fen": fen}
    view = {key: value for key, value in asked.items() if value is not None}
    return f"#{urlencode(view, safe='/')}" if view else ""
