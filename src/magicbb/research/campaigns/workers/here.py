"""Jobs done in this process, one after the other."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from magicbb.research.campaigns.workers.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable


class Here(Place):
    """The calling thread: a job is done when it is submitted, and Ctrl-C ends it."""

    @property
    def ahead(self) -> int:
        """A result is kept before the next job begins."""
        return 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Call the function now."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:  # noqa: BLE001 (raised again by result())
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """There is nobody who could die alone."""

    def __repr__(self) -> str:
        """As it is made."""
        return "Here()"
