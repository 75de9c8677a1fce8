# ruff: noqa: INP001 (a script, not a package)
"""Generate the mutants of a module with Cosmic Ray, omitting meaningless ones."""

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
"""The mutations that Cosmic Ray makes; operators get only their most plausible replacements."""

FOR_SPEED = {"cache", "functools.cache", "outlined"}
"""Decorators that affect only speed."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change.

    Attributes:
        module: The path of the module within the package.
        line: The number of the first changed line, starting at 1.
        before: The original text of the changed lines, stripped and joined by spaces.
        after: Their new text, stripped and joined likewise.
        key: A digest of the module's path and of the changed statement.
        original: The source code of the original module.
        source: The source code of the changed module.
    """

    module: str
    line: int
    before: str
    after: str
    key: str
    original: str
    source: str


def mutants_of(module: str) -> list[Mutant]:
    """Return all distinct mutants of a module that compile, in line order."""
    source = (PACKAGE / module).read_text(encoding="utf-8")
    ignored = [*_without_effect(source)]
    lines = source.splitlines()
    found: dict[str, Mutant] = {}
    for statement in ast.parse(source).body:  # so that a mutation reparses only one statement
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
    """Return the number of the first changed line, the original lines and the new ones."""
    old, new = original.splitlines(), changed.splitlines()
    same = next(at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    if len(new) - tail == same:  # a deletion: keep the next line to identify it
        tail -= 1
    before, after = (
        " ".join(line.strip() for line in lines[same : len(lines) - tail]) for lines in (old, new)
    )
    return same + 1, before, after


Span = tuple[tuple[int, int], tuple[int, int]]


def _without_effect(source: str) -> Iterator[Span]:
    """Yield the spans of a module's code that cannot affect results.

    These are annotations and other typing code, decorators for speed, and the `strict` argument of
    `zip`, which is an assertion.
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
