"""What the tests of several searches share."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def last_words() -> Callable[[str], str]:
    """Run a program, press Ctrl-C after its first line of output; its last line of errors."""
    return _last_words


def _last_words(script: str) -> str:
    process = subprocess.Popen(  # noqa: S603  our own script
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=30)[1].strip().splitlines()[-1]
    finally:
        process.kill()
        process.communicate()
