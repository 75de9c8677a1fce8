"""`python -m magicbb` is `magicbb`."""

from magicbb.cli import main

if __name__ == "__main__":
    main()
