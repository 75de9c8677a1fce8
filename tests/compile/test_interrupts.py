"""Ctrl-C at the worst moments: it is heard, and what comes after it works."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from magicbb.compile.interrupts import interrupts_kept
from magicbb.compile.store import ENVIRONMENT_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

WHILE_IMPORTING = """
import importlib.abc, os, signal, sys

class Interrupt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
import magicbb as mb
try:
    mb.rook_attacks(0, 0)
except KeyboardInterrupt:
    print("heard")
print(mb.rook_attacks(0, 0))
"""


@pytest.mark.slow
@pytest.mark.parametrize("module", ["numba.core.types", "llvmlite.binding.module"])
def test_an_import_that_is_interrupted_is_finished_first(module: str, tmp_path: Path) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", WHILE_IMPORTING.format(module=module)],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "PYTHONPATH": ":".join(sys.path), ENVIRONMENT_VARIABLE: str(tmp_path)},
    )
    assert (done.stdout, done.stderr) == (f"heard\n{0x1010101010101FE}\n", "")


def test_an_interrupt_is_raised_after_the_block() -> None:

    reached = []

    def block() -> None:
        with interrupts_kept():
            signal.raise_signal(signal.SIGINT)
            reached.append(True)

    with pytest.raises(KeyboardInterrupt):
        block()
    assert reached


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_so_is_what_ends_the_program(name: str) -> None:
    number, reached = getattr(signal, name, signal.SIGINT), []

    def end(number: int, _frame: object) -> None:
        raise SystemExit(number)

    def block() -> None:
        with interrupts_kept():
            signal.raise_signal(number)
            reached.append(True)

    before = signal.signal(number, end)
    try:
        with pytest.raises(SystemExit):
            block()
        assert signal.getsignal(number) is end
    finally:
        signal.signal(number, before)
    assert reached


@pytest.mark.parametrize(
    ("handler", "status"),
    [("signal.SIG_IGN", 0), ("signal.SIG_DFL", -signal.SIGINT), ("leave", 3)],
)
def test_whoever_listens_hears_it(handler: str, status: int) -> None:
    program = f"""
import signal, sys
from magicbb.compile.interrupts import interrupts_kept
def leave(number, frame): sys.exit(3)
signal.signal(signal.SIGINT, {handler})
with interrupts_kept():
    signal.raise_signal(signal.SIGINT)
"""
    done = subprocess.run([sys.executable, "-c", program], check=False)  # noqa: S603
    assert done.returncode == status
