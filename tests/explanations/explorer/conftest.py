"""The page in a browser: Debian's Chromium, driven by Playwright, on the server and as a file."""

from __future__ import annotations

import contextlib
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import pytest

from magicbb.explanations.explorer.server import Server
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.squares import SQUARE_NAMES

from .clients import PAGE, SCHEMES, Builder, Client, serving_in_a_thread

if TYPE_CHECKING:
    import re

    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

    from magicbb.geometry.sliders import Slider

PATIENCE = 30_000
"""Milliseconds that the page has for what is waited for."""

DESKTOP, PHONE, NARROW = (1440, 900), (390, 844), (360, 640)
"""Widths and heights of windows."""

PLACES = ("served", "file")


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page as a file, which takes seconds to write."""
    from magicbb.explanations.explorer.building import page

    path = tmp_path_factory.mktemp("explore") / "page.html"
    path.write_text(page(), "utf-8")
    return path.as_uri()


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """The address of the page on the server."""
    from magicbb.explanations.explorer.building import SCHEMES, scheme_module, shell

    with Server(shell(), scheme_module, SCHEMES) as server:
        thread = threading.Thread(target=server.serve)
        thread.start()
        yield server.address
    thread.join()


@pytest.fixture(scope="session")
def address_of(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """A function from one of `PLACES` to the address of the page there."""
    return lambda place: str(request.getfixturevalue(place))


@dataclass
class Visit:
    """A page that is open, and all that went wrong or was asked for since.

    Attributes:
        expected: Faults that hold this text are none.
    """

    page: Page
    address: str = ""
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    expected: str | None = None

    def begin(self, address: str, view: str) -> None:
        """Open the page as a new person."""
        self.address, self.expected = address, None
        self.page.goto("about:blank")
        self.faults.clear()
        self.requests.clear()
        self.page.goto(address + view)
        self.page.evaluate("() => magicbb.ready")

    def end(self) -> None:
        """Leave it: it must have complained of nothing and asked for nothing from elsewhere."""
        self.page.evaluate("() => localStorage.clear()")
        expected = self.expected
        seen = [*self.faults, *(url for url in self.requests if not is_own(url, self.address))]
        assert [each for each in seen if expected is None or expected not in each] == []

    def click(self, identifier: str) -> None:
        """Click on the element with this id."""
        self.page.click(f"#{identifier}")

    def text(self, identifier: str) -> str:
        """What an element says."""
        return self.page.inner_text(f"#{identifier}")

    def says(self, identifier: str, text: str | re.Pattern[str]) -> None:
        """Wait until an element says this, or something that fits."""
        from playwright.sync_api import expect

        expect(self.page.locator(f"#{identifier}")).to_have_text(text, timeout=PATIENCE)

    def shows(self, slider: Slider, square: str, occupied: int) -> None:
        """Wait until the board shows what a slider attacks from there, and no more."""
        attacks = slider.attacks(square, occupied)
        self.says("occupied", f"{occupied:#018x}")
        self.says("attacks", f"{attacks:#018x}")
        cells = self.page.locator("#board [aria-selected=true]")
        ids = cells.evaluate_all("(cells) => cells.map((cell) => cell.id)")
        assert {*ids} == {f"square-{SQUARE_NAMES[each]}" for each in squares_of(attacks)}
        label = self.page.get_attribute(f"#square-{square}", "aria-label")
        assert label == f"{square}, {slider}"

    def hash(self) -> str:
        """The part of the address that says what is shown."""
        return f"{self.page.evaluate('() => magicbb.link()')}"

    def occupied(self) -> int:
        """The occupied squares."""
        return int(self.text("occupied"), 16)


Visits = Callable[..., contextlib.AbstractContextManager[Visit]]


@pytest.fixture(scope="session")
def windows(browser: Browser, address_of: Callable[[str], str]) -> Visits:
    """A function that opens the page at a place; windows are used again, which saves half a second.

    They are of a size, of a system with a theme, with a finger instead of a mouse, and of somebody
    who likes things to move.
    """
    free: defaultdict[tuple[object, ...], list[Visit]] = defaultdict(list)

    @contextlib.contextmanager
    def window(
        place: str,
        view: str = "",
        size: tuple[int, int] = DESKTOP,
        *,
        theme: Literal["light", "dark"] = "light",
        touch: bool = False,
        motion: bool = False,
    ) -> Iterator[Visit]:
        alike = free[size, theme, touch, motion]
        if not alike:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme=theme,
                reduced_motion="no-preference" if motion else "reduce",
                has_touch=touch,
            )
            context.set_default_timeout(PATIENCE)
            alike.append(Visit(context.new_page()))
            watch(alike[0])
        visit = alike.pop()
        visit.begin(address_of(place), view)
        yield visit
        visit.end()
        alike.append(visit)

    return window


@pytest.fixture
def visits(windows: Visits) -> Iterator[Callable[..., Visit]]:
    """A function that opens the page; all is well with it at the end of the test, or that fails."""
    with contextlib.ExitStack() as open_ones:
        yield lambda *what, **options: open_ones.enter_context(windows(*what, **options))


def watch(visit: Visit) -> None:
    """Note what goes wrong on a page, and what it asks for."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            visit.faults.append(f"{message.type}: {message.text} {message.location}")

    def on_failure(request: Request) -> None:
        visit.faults.append(f"{request.url}: {request.failure}")

    page = visit.page
    page.on("console", on_console)
    page.on("pageerror", lambda error: visit.faults.append(f"{error}"))
    page.on("requestfailed", on_failure)
    page.on("request", lambda request: visit.requests.append(request.url))


def is_own(url: str, address: str) -> bool:
    """Whether what a page asked for is a part of itself."""
    if url.startswith(("data:", "blob:")):
        return True
    if address.startswith("file:"):
        return url.partition("#")[0] == address
    return url.startswith(address)


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> str:
    """Where the page is, one after the other; in the quick suite it is served."""
    place: str = request.param
    return place


@pytest.fixture
def visit(place: str, visits: Callable[..., Visit]) -> Visit:
    """The page as it is at first, wherever it is."""
    return visits(place)


@pytest.fixture
def builder() -> Builder:
    return Builder()


@pytest.fixture
def errors() -> list[BaseException]:
    return []


@pytest.fixture
def server(builder: Builder, errors: list[BaseException]) -> Iterator[Server]:
    with Server(PAGE, builder, SCHEMES, on_error=errors.append) as server:
        thread = serving_in_a_thread(server)
        yield server
        builder.may_go_on.set()
        builder.error = None
    thread.join(20)
    assert not thread.is_alive()


@pytest.fixture
def client(server: Server) -> Client:
    return Client(server)


@pytest.fixture(scope="module")
def lasting() -> Iterator[Client]:
    """A client of a server that has to stand many tests, one after the other."""
    with Server(PAGE, Builder(), SCHEMES) as server:
        thread = serving_in_a_thread(server)
        yield Client(server)
    thread.join(20)


@pytest.fixture
def tough(lasting: Client) -> Iterator[Client]:
    """The client of the lasting server, which answers as ever when the test is over."""
    yield lasting
    assert lasting.ask("/").body == PAGE.encode()
