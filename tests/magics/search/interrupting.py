"""A search in a process of its own, which Ctrl-C is to end."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap


def last_words(script: str) -> str:
    """The last line of what a program says that is interrupted after its first line of output."""
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
