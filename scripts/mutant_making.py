# ruff: noqa: INP001 (a script, not a package)
"""The mutants of a module: Cosmic Ray makes them, and those that mean nothing are left out."""

from __future__ import annotations

import ast
import contextlib
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "magicbb"

_ARITHMETIC = {
    "Add": ["Sub", "Mul"],
    "Sub": ["Add"],
    "Mul": ["FloorDiv", "Add"],
    "Div": ["Mul"],
    "FloorDiv": ["Mul", "Mod"],
    "Mod": ["FloorDiv", "Add"],
    "Pow": ["Mul"],
    "RShift": ["LShift"],
    "LShift": ["RShift", "Add"],
    "BitOr": ["BitAnd", "BitXor"],
    "BitAnd": ["BitOr", "BitXor"],
    "BitXor": ["BitOr", "BitAnd"],
}
_COMPARISONS = {
    "Eq": ["NotEq"],
    "NotEq": ["Eq"],
    "Lt": ["LtE", "GtE"],
    "LtE": ["Lt", "Gt"],
    "Gt": ["GtE", "LtE"],
    "GtE": ["Gt", "Lt"],
    "Is": ["IsNot"],
    "IsNot": ["Is"],
}
OPERATORS = [
    *(f"ReplaceBinaryOperator_{old}_{new}" for old in _ARITHMETIC for new in _ARITHMETIC[old]),
    *(
        f"ReplaceComparisonOperator_{old}_{new}"
        for old in _COMPARISONS
        for new in _COMPARISONS[old]
    ),
    "ReplaceUnaryOperator_USub_UAdd",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceUnaryOperator_Delete_Not",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "NumberReplacer",
    "RemoveDecorator",
    "ZeroIterationForLoop",
]
"""Of Cosmic Ray's operators, for each arithmetic operator the nearest others instead of all."""

FOR_SPEED = {"cache", "functools.cache", "outlined"}
"""Decorators without which everything is the same, only slower."""


@dataclass(frozen=True)
class Mutant:
    """A module in which one thing is another one.

    Attributes:
        module: The path of the module within the package.
        line: The number of the line that is changed, from 1.
        before: That line, without the space at both ends.
        after: The new text; several lines if the change covers more than one.
        key: A digest of the module's path and of the statement that is changed, afterwards.
        original: The whole module,
        source: and what it becomes.
    """

    module: str
    line: int
    before: str
    after: str
    key: str
    original: str
    source: str


def mutants_of(module: str) -> list[Mutant]:
    """All mutants of a module that compile, each once, in the order of their lines."""
    source = (PACKAGE / module).read_text(encoding="utf-8")
    ignored = [*_without_effect(source)]
    lines = source.splitlines()
    found: dict[str, Mutant] = {}
    for statement in ast.parse(source).body:  # one at a time: Cosmic Ray parses for each mutant
        decorators = getattr(statement, "decorator_list", [])
        first = min(node.lineno for node in (statement, *decorators)) - 1
        stop = statement.end_lineno or statement.lineno
        original = "\n".join([*lines[first:stop], ""])
        nodes = [*ast_nodes(get_ast(original))]
        for operator in (get_operator(f"core/{name}")() for name in OPERATORS):
            positions = (place for node in nodes for place in operator.mutation_positions(node))
            for occurrence, (begin, end) in enumerate(positions):
                place = (begin[0] + first, begin[1]), (end[0] + first, end[1])
                if any(start <= place[0] and place[1] <= last for start, last in ignored):
                    continue
                changed = mutate_code(original, operator, occurrence)
                with contextlib.suppress(SyntaxError, TypeError):
                    compile(changed, module, "exec")
                    whole = "\n".join([*lines[:first], changed + "\n".join(lines[stop:]), ""])
                    line, before, after = _change(original, changed)
                    digest = hashlib.sha256(f"{module}\n{changed}".encode()).hexdigest()[:20]
                    mutant = Mutant(module, first + line, before, after, digest, source, whole)
                    found.setdefault(digest, mutant)
    return sorted(found.values(), key=lambda mutant: (mutant.line, mutant.after))


def _change(original: str, changed: str) -> tuple[int, str, str]:
    """The number of the first line that is another one, and the lines before and after."""
    old, new = original.splitlines(), changed.splitlines()
    same = next(at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    if len(new) - tail == same:  # something is gone: what follows says which it was
        tail -= 1
    before, after = (
        " ".join(line.strip() for line in lines[same : len(lines) - tail]) for lines in (old, new)
    )
    return same + 1, before, after


Span = tuple[tuple[int, int], tuple[int, int]]


def _without_effect(source: str) -> Iterator[Span]:
    """From where to where a module has what changes no result.

    Annotations and other code for types, decorators for speed, and `zip`'s `strict`, an assertion.
    """
    lines = source.splitlines()

    def span(node: ast.expr | ast.stmt) -> Span:
        begin = len(lines[node.lineno - 1].encode()[: node.col_offset].decode())
        last = (node.end_lineno or node.lineno) - 1
        end = len(lines[last].encode()[: node.end_col_offset].decode())
        return (node.lineno, begin), (last + 1, end)

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield span(node)
        if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases):
            yield span(node)
        if isinstance(node, ast.keyword) and node.arg == "strict":
            yield span(node.value)
        for name in ("annotation", "returns"):
            if isinstance(annotation := getattr(node, name, None), ast.expr):
                yield span(annotation)
        for decorator in getattr(node, "decorator_list", []):
            if ast.unparse(decorator) in FOR_SPEED:
                yield (decorator.lineno, 0), (decorator.lineno + 1, 0)
