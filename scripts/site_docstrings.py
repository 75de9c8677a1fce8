# ruff: noqa: INP001 (a script, not a package)
"""Griffe extensions that format docstrings and document lazily created functions."""

from __future__ import annotations

import ast
import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*\n?(?:.+\n?)*", re.MULTILINE)
_LOOKUP = "Lookup"


class Examples(griffe.Extension):
    """Puts Markdown fences around unindented doctest examples."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(
                lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", obj.docstring.value
            )


class Lookups(griffe.Extension):
    """Documents `rook_attacks` and the other look-up functions as functions.

    The package only declares them; their documentation is in `magicbb.lookup.function`.
    """

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Replace the declarations with functions."""
        source = pkg["lookup.function._DOCUMENTATION"].value
        documentation = ast.literal_eval(str(source))
        for name, member in list(pkg.members.items()):
            if isinstance(member, griffe.Attribute) and str(member.annotation) == _LOOKUP:
                slider = name.partition("_")[0]
                text = documentation.format(slider=slider)
                pkg.set_member(name, _function(name, text, pkg))


def _function(name: str, documentation: str, parent: griffe.Module) -> griffe.Function:
    parameters = griffe.Parameters(
        _parameter("square", "SupportsIndex | str | ArrayLike"),
        _parameter("occupied", "SupportsIndex | ArrayLike"),
        _parameter("out", "NDArray[uint64] | None", "None"),
        _parameter("threads", "int | None", "None"),
    )
    return griffe.Function(
        name,
        parameters=parameters,
        returns="int | NDArray[uint64]",
        docstring=griffe.Docstring(documentation, parser="google"),
        parent=parent,
    )


def _parameter(name: str, annotation: str, default: str | None = None) -> griffe.Parameter:
    kind = "positional or keyword" if default is None else "keyword-only"
    return griffe.Parameter(
        name,
        annotation=annotation,
        default=default,
        kind=griffe.ParameterKind(kind),
    )
