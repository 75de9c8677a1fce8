"""Templates only format: none of them cuts, searches or counts the text that it is given.

What is said here of a template's syntax tree is what it may do; all else is refused.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

import jinja2
import pytest
from jinja2 import nodes

from magicbb.exports.forms import Written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TEMPLATES = {
    path.name: path.read_text("utf-8")
    for path in files("magicbb.exports").joinpath("templates").iterdir()
    if path.name.endswith(".j2")
}

FILTERS = {"batch", "capitalize", "format", "hex", "join", "length", "sort", "upper"}
"""What may be done with a value; `length` of lists only."""

TESTS = {"none"}
FUNCTIONS = {"below", "column", "fits", "namespace"}
"""What may be called besides a template's own macros."""

METHODS = {
    "append": nodes.Name,
    "extend": nodes.Name,
    "format": nodes.Const,
    "items": nodes.Dict,
    "statement": nodes.Getattr,
}
"""The methods that may be called, and of what; those of imported templates besides."""

SETS = {"uses", "names", "fields", "casts", "fills_with"}
"""Attributes that are sets: with `in` nothing else may be asked."""

SEQUENCES = {
    "attack_sets",
    "fields",
    "records",
    "slots",
    "sliders",
    "square_names",
    "names",
    "values",
}
"""Attributes that are sequences or mappings, which may be counted and read by places."""

LISTS = {
    *("about", "arguments", "codes", "directions", "given", "imports", "list", "names", "types"),
    *("parameter", "parameters", "part", "row", "rows", "texts", "values"),
}
"""Names that templates give to lists. A name of text has no place here."""


def _is_list(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Name):
        return node.name in LISTS
    if isinstance(node, nodes.Getattr):
        return node.attr in SEQUENCES
    return isinstance(node, (nodes.List, nodes.Dict))


def _is_iterable(node: nodes.Node | None) -> bool:
    """Whether it is a list for certain, and not the characters of a text."""
    if node is None:
        return False
    if isinstance(node, nodes.Filter):
        return node.name == "batch" and _is_iterable(node.node)
    if isinstance(node, nodes.CondExpr):
        return _is_iterable(node.expr1) and _is_iterable(node.expr2)
    known = isinstance(node, nodes.Getattr) and node.attr in {
        *("details", "header", "kinds_of_records", "kinds_of_slots", "steps", "uses")
    }
    return known or _is_list(node) or isinstance(node, nodes.Call)


def _in_a_filter(node: nodes.Filter) -> str | None:
    if node.name not in FILTERS:
        return f"uses the filter {node.name}"
    counts = node.name in {"batch", "length", "sort"} and not _is_iterable(node.node)
    return f"uses the filter {node.name} on what may be text" if counts else None


def _in_a_comparison(node: nodes.Compare) -> str | None:
    for operand in node.ops:
        right = operand.expr
        is_set = isinstance(right, nodes.Getattr) and right.attr in SETS
        if operand.op in {"in", "notin"} and not is_set and not isinstance(right, nodes.List):
            return "searches"
    return None


def _in_brackets(node: nodes.Getitem) -> str | None:
    of_row = isinstance(node.node, nodes.Getitem) and _is_list(node.node.node)
    return None if of_row or _is_list(node.node) else "takes a character"


WRONG: dict[type[nodes.Node], Callable[[Any], str | None]] = {
    nodes.Slice: lambda _node: "cuts",
    nodes.Filter: _in_a_filter,
    nodes.FilterBlock: lambda _node: "filters a block",
    nodes.Test: lambda node: None if node.name in TESTS else f"uses the test {node.name}",
    nodes.Compare: _in_a_comparison,
    nodes.For: lambda node: None if _is_iterable(node.iter) else "goes through what may be text",
    nodes.Getitem: _in_brackets,
}
"""What is wrong with a node, if anything is."""


def _wrong_call(call: nodes.Call, macros: set[str], imported: set[str]) -> str | None:
    function = call.node
    if isinstance(function, nodes.Name):
        return None if function.name in macros | FUNCTIONS else f"calls {function.name}"
    assert isinstance(function, nodes.Getattr)
    target = function.node
    is_macro = isinstance(target, nodes.Name) and target.name in imported
    if is_macro or isinstance(target, METHODS.get(function.attr, ())):
        return None
    return f"calls the method {function.attr}"


def surgery(template: str) -> Iterator[str]:
    """What a template does that none may."""
    tree = jinja2.Environment(autoescape=False).parse(template)  # noqa: S701 (nothing is rendered)
    macros = {macro.name for macro in tree.find_all(nodes.Macro)}
    imported = {each.target for each in tree.find_all(nodes.Import)}
    found: list[tuple[nodes.Node, str | None]] = [
        (call, _wrong_call(call, macros, imported)) for call in tree.find_all(nodes.Call)
    ]
    for kind, judge in WRONG.items():
        found += [(node, judge(node)) for node in tree.find_all(kind)]
    return (f"line {node.lineno}: {wrong}" for node, wrong in found if wrong)


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_only_formats(template: str) -> None:
    assert [*surgery(TEMPLATES[template])] == []


@pytest.mark.parametrize(
    ("planted", "wrong"),
    [
        ('{{ text|replace("(int) ", "") }}', "uses the filter replace"),
        ('{% for part in text.split(" + ") %}{% endfor %}', "calls the method split"),
        ('{% set row = code.result.rsplit(" + ", 1) %}', "calls the method rsplit"),
        ('{% set place = text.find("(") %}', "calls the method find"),
        ('{{ "yes" if text.startswith("table[") }}', "calls the method startswith"),
        ('{{ text.count("(") }}', "calls the method count"),
        ('{{ "%s".join(texts) }}', "calls the method join"),
        ("{{ text[1:-1] }}", "cuts"),
        ("{{ text[0] }}", "takes a character"),
        ("{{ step.text[0] }}", "takes a character"),
        ('{{ "u64" if "square as" in text }}', "searches"),
        ('{{ "u64" if "square as" not in code.result }}', "searches"),
        ('{{ "u64" if "x" in "0x10" ~ text }}', "searches"),
        ("{% if text|length > 100 %}{% endif %}", "uses the filter length on what may be text"),
        ("{% if (a ~ b)|length > 100 %}{% endif %}", "uses the filter length on what may be text"),
        ("{% for row in text|batch(3) %}{% endfor %}", "uses the filter batch on what may be text"),
        ("{% for character in text %}{% endfor %}", "goes through what may be text"),
        ("{% for character in step.text %}{% endfor %}", "goes through what may be text"),
        ("{{ text|first }}", "uses the filter first"),
        ("{{ text|truncate(3) }}", "uses the filter truncate"),
        ("{{ text|list }}", "uses the filter list"),
        ("{{ text|int }}", "uses the filter int"),
        ("{% filter trim %}{% endfilter %}", "filters a block"),
        ('{{ 1 if text is in("ab") }}', "uses the test in"),
        ("{{ wrapped(text, 4) }}", "calls wrapped"),
    ],
)
def test_surgery_is_seen(planted: str, wrong: str) -> None:
    assert f"line 1: {wrong}" in {*surgery(planted)}


@pytest.mark.parametrize(
    "operation",
    [
        lambda code: code[0],
        lambda code: code[1:],
        lambda code: "x" in code,
        len,
        list,
        lambda code: code.split(" "),
        lambda code: code.replace("x", "y"),
        lambda code: code + "y",
    ],
)
def test_written_code_cannot_be_cut(operation: Callable[[Any], object]) -> None:
    with pytest.raises((TypeError, AttributeError)):
        operation(Written(("x & y",)))
