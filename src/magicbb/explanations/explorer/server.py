"""Serve the page on the loopback address of this machine only.

One thread accepts connections, and each connection is handled in a thread of its own. Scheme
modules are built in the thread that calls `serve`; if that is the main thread, Ctrl-C also
interrupts a build.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from concurrent.futures import CancelledError, Future, InvalidStateError
from http import HTTPStatus
from typing import TYPE_CHECKING

from magicbb.explanations.explorer.listener import HOST, Content, Listener

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from typing_extensions import Self

_TICK = 0.2  # seconds between checks for a stop request


class Server:
    """A local HTTP server for the page and the modules of its schemes.

    >>> with Server("<p>hello</p>", str.upper, ["fancy"]) as server:
    ...     server.address == f"http://127.0.0.1:{server.port}/"
    True
    """

    def __init__(
        self,
        page: str,
        build: Callable[[str], str],
        schemes: Collection[str],
        *,
        port: int = 0,
        on_error: Callable[[BaseException], None] = lambda _error: None,
    ) -> None:
        """Bind a port and start listening.

        Args:
            page: The response to a request for `/`.
            build: A function that returns the source of a scheme's module, `/schemes/NAME.js`;
                called once per scheme.
            schemes: The names of the schemes.
            port: The port, or 0 for any free port.
            on_error: Called with each error that occurs while answering a request, from any thread.

        Raises:
            OSError: The port is in use, or this user may not use it.
        """
        self._page = page.encode()
        self._build = build
        self._schemes = {f"/schemes/{name}.js": name for name in schemes}
        self._on_error = on_error
        self._modules: dict[str, Future[bytes]] = {}
        self._to_build: queue.Queue[str] = queue.Queue()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self.listener = Listener(port, self._content, on_error)
        self._accepting = threading.Thread(target=self._accept, daemon=True)

    @property
    def port(self) -> int:
        """The port that the server listens on."""
        return self.listener.port

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.port}/"

    def serve(self) -> None:
        """Answer requests until the server is closed or an exception such as Ctrl-C is raised."""
        self._accepting.start()
        while not self._closed.is_set():
            # The timeout is for Windows, which handles Ctrl-C only between calls of `get`.
            with contextlib.suppress(queue.Empty):
                self._build_module(self._to_build.get(timeout=_TICK))

    def close(self) -> None:
        """Stop serving. Calling it again has no effect."""
        self._closed.set()
        if self._accepting.is_alive():
            self.listener.shutdown()
        self.listener.server_close()
        with self._lock:
            for module in self._modules.values():
                module.cancel()

    def __enter__(self) -> Self:
        """Use the server in a `with` block, which closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the server."""
        self.close()

    def _accept(self) -> None:
        try:
            self.listener.serve_forever(_TICK)
        except (OSError, ValueError):  # the socket has already been closed, after Ctrl-C
            if not self._closed.is_set():
                raise

    def _build_module(self, name: str) -> None:
        module = self._modules[name]
        with contextlib.suppress(InvalidStateError):  # the server was closed in the meantime
            try:
                text = self._build(name)
            except Exception as error:  # noqa: BLE001 (the page still works with other schemes)
                with self._lock:
                    del self._modules[name]  # the next request tries again
                module.set_exception(error)
                self._on_error(error)
            else:
                module.set_result(text.encode())

    def _module(self, name: str) -> bytes:
        """Return the module of a scheme; it is built once, and concurrent requests wait for it."""
        with self._lock:
            if self._closed.is_set():
                raise CancelledError
            module = self._modules.get(name)
            if module is None:
                module = self._modules[name] = Future()
                self._to_build.put(name)
        return module.result()

    def _content(self, path: str) -> Content | None:
        """Return the response to a request; None if the server stops first."""
        if path == "/":
            return Content(HTTPStatus.OK, "text/html", self._page)
        if path == "/favicon.ico":
            return Content(HTTPStatus.NO_CONTENT, "", b"")
        if path not in self._schemes:
            return Content(HTTPStatus.NOT_FOUND, "text/plain", b"404 Not Found\n")
        name = self._schemes[path]
        try:
            return Content(HTTPStatus.OK, "text/javascript", self._module(name))
        except CancelledError:
            return None
        except Exception as error:  # noqa: BLE001 (already reported by `_build_module`)
            sentence = f"the module of {name} could not be built: {error}\n"
            return Content(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", sentence.encode())
