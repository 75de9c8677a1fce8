"""magicbb explore: the interactive page, in the browser or as a file."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import click

from magicbb.cli import options, outputs
from magicbb.cli.console import counter, print_json, progress, waiting

if TYPE_CHECKING:
    import webbrowser
    from pathlib import Path

    from magicbb.explanations.explorer.server import Server

_ANOTHER_PORT = "without --port, a free port is chosen"
_REFUSALS = {
    errno.EADDRINUSE: f"port {{0}} is already in use; {_ANOTHER_PORT}",
    errno.EACCES: f"port {{0}} is reserved for the system; {_ANOTHER_PORT}",
}


@click.command(
    name="explore",
    short_help="Show look-ups on an interactive page.",
    epilog="""\b
Views:
  magicbb explore bishop d4 --scheme black
  magicbb explore e2 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
\b
Example:
  magicbb explore -o page.html
""",
)
@options.place("rook", "bishop")
@options.fen("The initial position: a FEN, its first field, or startpos.")
@options.scheme("The initial scheme, by its catalogue name.")
@click.option(
    "--port",
    type=options.IntRange(0, 65535),
    help="The port to listen on (default: a free one).",
)
@click.option("--no-browser", is_flag=True, help="Serve the page without opening a browser.")
@outputs.output("a self-contained page, which needs no server", outputs.PAGE)
@options.as_json
def command(
    place: tuple[str | None, int | None],
    fen: str | None,
    scheme: str | None,
    port: int | None,
    no_browser: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Serve the interactive page on this machine, and open it in the browser.

    The page opens with PIECE, a rook or bishop, on SQUARE in the position of --fen. Only this
    machine can reach the page; Ctrl-C stops the server. --json prints the address, or the name of
    the file written.
    """
    piece, square = place
    view = {"PIECE": piece, "SQUARE": square, "--fen": fen, "--scheme": scheme}
    if output is not None:
        served = {**view, "--port": port, "--no-browser": no_browser or None}
        options.refuse(served, "applies to the served page, not to -o")
        _write(output, as_json=as_json)
        return
    from magicbb.explanations.explorer.exploring import link

    fragment = link(square, piece, fen, scheme)
    browser = None if no_browser else _browser()
    with _server(port or 0) as server:
        address = server.address + fragment
        if as_json:
            print_json({"address": address, "port": server.port})
        else:
            click.echo(f"The page is at {address} until Ctrl-C is pressed.")
        if browser is not None:
            _open(browser, address)
        server.serve()


def _write(output: Path, *, as_json: bool) -> None:
    from magicbb.explanations.explorer.building import SCHEMES, page
    from magicbb.files import write_whole

    with progress("writing the page", len(SCHEMES), "schemes") as update:
        content = page(on_progress=counter(update)).encode()
    write_whole(output, content)
    file = click.format_filename(output)
    if as_json:
        print_json({"file": file, "bytes": len(content), "schemes": [*SCHEMES]})
    else:
        click.echo(f"{file}: {len(content):,} bytes, {len(SCHEMES)} schemes")


def _browser() -> webbrowser.BaseBrowser:
    import webbrowser

    try:
        return webbrowser.get()
    except webbrowser.Error:
        raise click.UsageError(
            "no browser found; use --no-browser to serve the page without one, or -o to write it"
        ) from None


def _server(port: int) -> Server:
    from magicbb.explanations.explorer.exploring import serving

    try:
        with waiting("building the page"):
            return serving(port, _report)
    except OSError as error:
        if error.errno not in _REFUSALS:
            raise
        raise click.UsageError(_REFUSALS[error.errno].format(port)) from None


def _open(browser: webbrowser.BaseBrowser, address: str) -> None:
    """Open the browser in a thread, since some browsers block until they are closed."""
    from threading import Thread

    def show() -> None:
        if not browser.open(address):
            click.echo("magicbb: no browser could be opened", err=True)

    Thread(target=show, daemon=True).start()


def _report(error: BaseException) -> None:
    click.echo(f"magicbb: {error}", err=True)
