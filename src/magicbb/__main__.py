"""Make `python -m magicbb` the same as `magicbb`."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it; Ctrl-C works even while modules are loading."""
    try:
        from magicbb.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
