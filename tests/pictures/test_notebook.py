"""How far long work is, in a notebook."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import magicbb as mb
from magicbb.pictures import notebook
from magicbb.pictures.notebook import in_notebook, notebook_progress


class Notebook:
    """A stand-in for IPython's display, which keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def display(self, bundle: dict[str, str], *, raw: bool, display_id: bool) -> Notebook:
        assert raw
        assert display_id
        self.shown.append(bundle["text/plain"])
        return self

    def update(self, bundle: dict[str, str], *, raw: bool) -> None:
        assert raw
        self.shown.append(bundle["text/html"])


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Notebook:
    """Let this process look like the kernel of a notebook."""
    shown = Notebook()
    ipython: Any = ModuleType("IPython")
    ipython.get_ipython = lambda: SimpleNamespace(kernel=object())
    display: Any = ModuleType("IPython.display")
    display.display = shown.display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr(notebook, "_PAUSE", 0.0)
    return shown


def test_elsewhere_nothing_is_shown() -> None:
    assert not in_notebook()
    with notebook_progress("counting", 10, "leaves") as update:
        update(5)


def test_a_shell_is_no_notebook(kernel: Notebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: None)
    with notebook_progress("counting", 10, "leaves") as update:
        update(5)
    assert kernel.shown == []


def test_a_bar_is_drawn_anew(kernel: Notebook) -> None:
    with notebook_progress("a < b", 10, "leaves") as update:
        update(5)
    first, bar, last = kernel.shown
    assert first == "a < b"
    assert '<progress value="5" max="10"></progress> a &lt; b: 5 of 10 leaves' in bar
    assert last.startswith("<div>a &lt; b: 5 leaves in ")


def test_ctrl_c_ends_the_line(kernel: Notebook) -> None:
    def work() -> None:
        with notebook_progress("counting", None, "leaves") as update:
            update(5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert kernel.shown[-1].startswith("<div>counting: 5 leaves in ")


def test_a_proof_shows_its_jobs(kernel: Notebook) -> None:
    mb.prove("bishop", "e1", 4)
    assert kernel.shown[0].startswith("magicbb prove bishop e1 --bits 4")
    assert "round 2: no magic in 3.71e+04 of about 3.71e+04 nodes" in kernel.shown[-2]


def test_a_check_shows_its_nodes(kernel: Notebook) -> None:
    mb.check("bishop-e1-white-4")
    assert "of 37,056 nodes" in kernel.shown[-2]
