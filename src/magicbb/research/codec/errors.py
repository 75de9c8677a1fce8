"""What is wrong with what was read, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.arguments import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable


class FormatError(ValueError):
    """What was read is not of the form that it should have."""


class WrongError(Exception):
    """Something is wrong at a path, which grows on the way out.

    Args:
        say: Makes the sentence of what was read ("the certificate") and the path in it.
        path: Where, such as "found[3].count"; empty for all of it.
    """

    def __init__(self, say: Callable[[str, str], str], path: str = "") -> None:
        super().__init__()
        self.say, self.path = say, path

    def within(self, step: str) -> WrongError:
        """The same, a step further out."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        self.path = f"{step}{dot}{self.path}"
        return self


def wrong(sentence: str) -> WrongError:
    """What is read goes before the sentence, as its subject."""
    return WrongError(lambda what, path: (f"{what}'s {path}" if path else what) + sentence)


def must(rule: str, value: object) -> WrongError:
    """The value is not as the rule says."""
    return wrong(f" must be {rule}, got {short_repr(value)}")


def require(right: bool, path: str, rule: str, value: object) -> None:
    """Refuse what cannot be, in a class's `from_wire`; the path is that within the class."""
    if not right:
        raise must(rule, value).within(path)
