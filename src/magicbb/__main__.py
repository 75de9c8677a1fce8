"""Make `python -m magicbb` the same as `magicbb`."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it; Ctrl-C works from the start."""
    try:
        from magicbb.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
