"""A lint over the syntax tree of every kernel: what a kernel may contain, and that none escapes.

Numba turns `uint64 + 1` into a signed number and a mean of two words into a float, silently; so a
kernel is written in few words, and these tests enforce them.
"""

from __future__ import annotations

import ast
import importlib
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb
from magicbb.compile import Record, Rows, Word, Words, counting, entry, kernel, popcount
from magicbb.compile.intrinsics import has_bmi2
from magicbb.compile.kernels import Alias, External, Intrinsic, Kernel
from magicbb.compile.types import Layout, kind_of
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK
from magicbb.lookup.compiled import many_entry, single_entry
from magicbb.recipes.hashing.pext import Pext
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.storage.compressed import Compressed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from magicbb.compile.types import Kind
    from magicbb.geometry.sliders import Slider

PACKAGE = Path(magicbb.__file__).parent

DECORATORS = {"kernel", "entry", "entry_for", "packed_entry", "outlined", "recursive"}

ALLOWED = (
    *(ast.FunctionDef, ast.arguments, ast.arg),
    *(ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Tuple),
    *(ast.If, ast.IfExp, ast.For, ast.While, ast.Break, ast.Continue),
    *(ast.Call, ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp),
    *(ast.expr_context, ast.boolop, ast.Invert, ast.Not),
    *(ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod),
    *(ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)
"""The syntax of kernels; no `/`, `**` or unary minus, whose results are not words."""


MOST_ARGUMENTS = 8


def kernels_in(tree: ast.AST) -> Iterator[tuple[ast.FunctionDef, frozenset[str]]]:
    """Every kernel of a source, with the names that the functions around it bind."""

    def visit(node: ast.AST, around: frozenset[str]) -> Iterator[Any]:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef):
                yield from visit(child, around)
            elif DECORATORS & {name_of(decorator) for decorator in child.decorator_list}:
                yield child, around
            else:
                yield from visit(child, around | bound_in(child))

    yield from visit(tree, frozenset())


def name_of(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def bound_in(function: ast.FunctionDef) -> frozenset[str]:
    """The arguments and locals of a function, and the functions that it defines."""
    nodes = list(ast.walk(function))
    return frozenset(
        {node.arg for node in nodes if isinstance(node, ast.arg)}
        | {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        | {n.name for n in nodes if isinstance(n, ast.FunctionDef) and n is not function}
    )


def complaints(
    function: ast.FunctionDef, around: frozenset[str], module: Mapping[str, Any]
) -> list[str]:
    """What is wrong with a kernel.

    Names of the module are looked up; names that it closes over are checked when the kernel is
    fingerprinted, see `test_every_kernel_that_schemes_compose_uses_only_kernels_and_words`.
    """
    known, types = bound_in(function) | around, record_types(function, module)
    words = {id(node) for call in ast.walk(function) if is_word(call) for node in call.args}  # type: ignore[attr-defined]
    body = [*function.body]
    if ast.get_docstring(function) is not None:
        body = body[1:]
    parts = [node for part in (function.args, *body) for node in ast.walk(part)]
    annotations = [arg.annotation for arg in parts if isinstance(arg, ast.arg)]
    inside = {id(node) for note in annotations if note is not None for node in ast.walk(note)}
    found = list(signature_complaints(function, module))
    for node in parts:
        what = None
        if id(node) in inside:
            continue
        if isinstance(node, ast.Attribute):
            what = type_of(node, types) is None and f"{ast.unparse(node)} is no field of a record"
        elif isinstance(node, ast.Constant):
            plain = isinstance(node.value, bool) or (type(node.value) is int and id(node) in words)
            what = not plain and f"literal {node.value!r} outside of Word(...)"
        elif isinstance(node, ast.Name):
            value = module.get(node.id)
            usable = isinstance(value, (Kernel, np.uint64)) or value is Word
            what = (
                not (node.id in known or usable) and f"{node.id} is no kernel and no Word constant"
            )
        elif not isinstance(node, ALLOWED):
            what = f"{type(node).__name__} is not for kernels"
        elif isinstance(node, ast.Call) and node.keywords:
            what = "keyword arguments are not for kernels"
        if what:
            found.append(f"line {getattr(node, 'lineno', function.lineno)}: {what}")
    return found


def is_word(node: ast.AST) -> bool:
    """Whether a node is `Word(...)` of a single argument."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Word"
        and len(node.args) == 1
    )


def record_types(function: ast.FunctionDef, module: Mapping[str, Any]) -> dict[str, Layout]:
    """Of the arguments and locals of a kernel, the records: their layouts by name."""
    types: dict[str, Layout] = {}
    for arg in function.args.args:
        kind = kind_of(arg.annotation and ast.unparse(arg.annotation), module)
        if isinstance(kind, Layout):
            types[arg.arg] = kind
    for name, value in assignments(function):
        kind = type_of(value, types)
        if isinstance(kind, Layout):
            types[name] = kind
    return types


def assignments(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned to each name, also where several are assigned at once."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            (target,), value = node.targets, node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = [*zip(target.elts, value.elts, strict=True)]
            yield from ((left.id, right) for left, right in pairs if isinstance(left, ast.Name))


def type_of(node: ast.AST, types: Mapping[str, Layout]) -> Kind | None:
    """The type of a field, or the layout of a record; None for everything else."""
    if isinstance(node, ast.Name):
        return types.get(node.id)
    if isinstance(node, ast.Attribute):
        record = type_of(node.value, types)
        return dict(record.fields).get(node.attr) if isinstance(record, Layout) else None
    if isinstance(node, ast.Subscript):
        row = type_of(node.value, types)
        return row if isinstance(row, Layout) else None
    return None


def signature_complaints(function: ast.FunctionDef, module: Mapping[str, Any]) -> Iterator[str]:
    spec = function.args
    if spec.vararg or spec.kwarg or spec.kwonlyargs or spec.defaults:
        yield f"{function.name}: arguments are plain, without defaults, * and **"
    if (count := len(spec.posonlyargs + spec.args)) > MOST_ARGUMENTS:
        yield f"{function.name}: {count} arguments are more than {MOST_ARGUMENTS}; use a Record"
    notes = {arg.arg: arg.annotation for arg in (*spec.posonlyargs, *spec.args)}
    for name, note in {**notes, "return": function.returns}.items():
        text = "nothing" if note is None else ast.unparse(note)
        if text != "Any" and kind_of(text, module) is None:
            yield f"{function.name}: {name} is annotated {text}"


def sources() -> dict[str, Path]:
    """The modules of the package that declare kernels."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if any(kernels_in(ast.parse(path.read_text(encoding="utf-8")))):
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


SOURCES = sources()


def kernels_of(module: str) -> list[tuple[ast.FunctionDef, frozenset[str]]]:
    return list(kernels_in(ast.parse(SOURCES[module].read_text(encoding="utf-8"))))


@pytest.mark.parametrize("module", SOURCES)
def test_kernels_contain_nothing_that_is_not_for_kernels(module: str) -> None:
    names = vars(importlib.import_module(module))
    found = [
        f"{SOURCES[module]}: {complaint}"
        for function, around in kernels_of(module)
        for complaint in complaints(function, around, names)
    ]
    assert not found, "\n".join(found)


def test_the_lint_sees_the_kernels_of_every_part() -> None:
    seen = {function.name for module in SOURCES for function, _ in kernels_of(module)}
    oracle = {"walk", "_enumerate"}
    axes = {"white_input", "black_input", "multiply", "multiply_fixed", "add_offset", "strided"}
    axes |= {"multiply_and_shift", "multiply_and_add", "multiply_halves", "multiply_folded"}
    axes |= {"extract", "gather", "scatter", "same_slot", "read_byte", "read_short", "read_union"}
    composed = {"read_slot", "slot", "attacks", "answer_keys", "queen", "many", "single"}
    assert seen >= oracle | axes | composed
    for part in ("magics.search", "research.packing", "recipes.rivals"):
        assert any(module.startswith(f"magicbb.{part}") for module in SOURCES)


def live_kernels() -> set[tuple[str, str]]:
    """Every kernel that an imported module names: the module that declares it, and its name."""
    paths = [path.relative_to(PACKAGE.parent) for path in PACKAGE.rglob("*.py")]
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}
    found = set()
    for module in sorted(modules - {"magicbb.__main__"}):
        for value in vars(importlib.import_module(module)).values():
            if isinstance(value, Kernel) and not isinstance(value, (Intrinsic, Alias, External)):
                found.add((value.function.__module__, value.function.__name__))
    return found


def test_no_kernel_escapes_the_lint() -> None:
    live = live_kernels()
    assert "mix" in {name for _, name in live}
    for module, name in live:
        assert name in {function.name for function, _ in kernels_of(module)}


@pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)
def test_every_kernel_that_schemes_compose_uses_only_kernels_and_words(
    combination: Scheme, slider: Slider
) -> None:
    entries = [many_entry(combination, slider, memory) for memory in ("Bytes", "Words")]
    for composed in (*entries, single_entry(combination, slider)):
        assert composed.fingerprint


@pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)
def test_so_do_those_that_go_without_instructions(slider: Slider) -> None:
    software = Scheme(Pext(software=True), "concatenated", Compressed(software=True))
    instructions = Scheme("pext", "concatenated", "pdep")
    fingerprints = {single_entry(scheme, slider).fingerprint for scheme in (software, instructions)}
    assert len(fingerprints) == 1 + has_bmi2()


def numbered(tree: ast.AST) -> list[int]:
    """The lines in which names are given to `Word`s that count up: places in memory."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List)):
            value = node.value
            if isinstance(value, (ast.GeneratorExp, ast.ListComp)):
                source, maker = value.generators[0].iter, value.elt
            elif isinstance(value, ast.Call) and len(value.args) > 1:
                maker, source = value.args[0], value.args[1]
            else:
                continue
            if "Word" in ast.unparse(maker) and "range(" in ast.unparse(source):
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("module", SOURCES)
def test_state_has_names(module: str) -> None:
    assert numbered(ast.parse(SOURCES[module].read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "planted",
    [
        "A, B = (Word(place) for place in range(2))",
        "A, B = [Word(number) for number in range(2)]",
        "(\n    A,\n    B,\n) = (np.uint64(Word(p)) for p in range(FIELDS))",
        "A, B = map(Word, range(2))",
        "class State:\n    [A, B] = (Word(place) for place in reversed(range(2)))",
    ],
)
def test_places_that_are_numbered_are_found(planted: str) -> None:
    assert len(numbered(ast.parse(planted))) == 1
    assert numbered(ast.parse("A, B = map(Word, (3, 5))\nC = [Word(n) for n in range(9)]")) == []


def test_only_lowering_imports_numba() -> None:
    importing = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == "numba" for name in names):
                importing.add(path.relative_to(PACKAGE).as_posix())
    assert importing == {"compile/libraries.py", "compile/lowering.py"}


class Level(Record):
    bit: Word
    words: Words


class Step(Record):
    bit: Word


class Search(Record):
    level: Word
    first: Level
    steps: Rows[Step]


HEADER = "def lint_me(words: Words, count: Word, search: Search) -> Word:"
GLOBALS = {"Word": Word, "counting": counting, "popcount": popcount, "ONE": Word(1)}
GLOBALS |= {"LIMIT": 7, "TABLE": np.ones(3, dtype=np.uint64), "np": np, "plain": len}
GLOBALS |= {"Search": Search, "Level": Level, "Step": Step}


def lint(body: str, header: str = HEADER, decorator: str = "@kernel") -> list[str]:
    """What the lint says about a kernel of this body."""
    indented = textwrap.indent(textwrap.dedent(body), "        ")
    source = f"def around(fixed):\n    {decorator}\n    {header}\n{indented}\n"
    ((function, around),) = kernels_in(ast.parse(source))
    return complaints(function, around, GLOBALS)


@pytest.mark.parametrize("decorator", ["@kernel", "@entry", '@entry_for(words="Bytes")'])
def test_the_lint_has_nothing_against_a_kernel(decorator: str) -> None:
    body = '''
    """A docstring with 3.5 in it."""
    total, seen = Word(0), ONE
    for place in counting(count):
        if not words[place] & fixed or place == Word(0x10):
            continue
        total += popcount(words[place]) if True else ~ONE
        words[place] = total
        search.level, step = place, search.steps[place]
        first = search.first
        step.bit += first.words[first.bit] + search.steps[step.bit].bit
    while True:
        break
    return total
    '''
    assert lint(body, decorator=decorator) == []


BAD_BODIES = {
    "return count + 1": "literal 1 outside",
    "return words[0]": "literal 0 outside",
    "return Word(count + 1)": "literal 1 outside",
    "return Word(1.0)": "literal 1.0 outside",
    "return count * 0.5": "literal 0.5 outside",
    "return Word('1')": "literal '1' outside",
    "return None": "literal None outside",
    "return count / ONE": "Div is not",
    "return count ** ONE": "Pow is not",
    "return -count": "USub is not",
    "return LIMIT": "LIMIT is no",
    "return TABLE[count]": "TABLE is no",
    "return plain(count)": "plain is no",
    "return missing": "missing is no",
    "return min(count, ONE)": "min is no",
    "return np.uint64(ONE)": "np.uint64 is no field",
    "return words.size": "words.size is no field",
    "return search.lvl": "search.lvl is no field",
    "return search.level.bit": "search.level.bit is no field",
    "return search.first.words.bit": "search.first.words.bit is no field",
    "return search.first.words[count].bit": "search.first.words[count].bit is no field",
    "return search.steps[count].words": "search.steps[count].words is no field",
    "step = search.level\nreturn step.bit": "step.bit is no field",
    "return words[count].bit": "words[count].bit is no field",
    "return Search.level": "Search.level is no field",
    "return Search(level=count)": "Search is no kernel",
    "for place in range(count): pass": "range is no",
    "for place in prange(count): pass": "prange is no",
    "return popcount(word=count)": "keyword arguments",
    "try:\n    return count\nfinally:\n    return ONE": "Try is not",
    "with count:\n    return count": "With is not",
    "raise ValueError": "Raise is not",
    "assert count": "Assert is not",
    "return [count][ONE]": "List is not",
    "return (lambda: count)()": "Lambda is not",
    "global LIMIT": "Global is not",
    "import numpy": "Import is not",
    "return words[ONE:count]": "Slice is not",
    "return f'{count}'": "JoinedStr is not",
    "yield count": "Yield is not",
    "total: Word = count": "AnnAssign is not",
}


@pytest.mark.parametrize(("body", "complaint"), BAD_BODIES.items(), ids=BAD_BODIES)
def test_the_lint_catches(body: str, complaint: str) -> None:
    assert any(complaint in found for found in lint(body))


MANY = ", ".join(f"word_{number}: Word" for number in range(MOST_ARGUMENTS))
BAD_HEADERS = {
    f"def lint_me({MANY}, count: Word) -> Word:": "9 arguments are more than 8",
    "def lint_me(words, count: Word) -> Word:": "words is annotated nothing",
    "def lint_me(count: Word):": "return is annotated nothing",
    "def lint_me(count: int) -> Word:": "count is annotated int",
    "def lint_me(count: np.uint64) -> Word:": "count is annotated np.uint64",
    "def lint_me(count: Word) -> float:": "return is annotated float",
    "def lint_me(count: Other) -> Word:": "count is annotated Other",
    "def lint_me(count: Rows[Word]) -> Word:": "count is annotated Rows[Word]",
    "def lint_me(count: Rows) -> Word:": "count is annotated Rows",
    "def lint_me(count: Word = ONE) -> Word:": "without defaults",
    "def lint_me(*count: Word) -> Word:": "without defaults, * and **",
    "def lint_me(count: Word, **more: Word) -> Word:": "without defaults, * and **",
    "def lint_me(*, count: Word) -> Word:": "without defaults, * and **",
}


@pytest.mark.parametrize(("header", "complaint"), BAD_HEADERS.items(), ids=BAD_HEADERS)
def test_the_lint_catches_a_signature(header: str, complaint: str) -> None:
    assert any(complaint in found for found in lint("return count", header))


def test_eight_arguments_are_not_too_many() -> None:
    assert lint("return word_7", f"def lint_me({MANY}) -> Word:") == []


def test_the_lint_passes_over_what_is_no_kernel() -> None:
    source = "@intrinsic(emit)\ndef f(x):\n    return x + 1\n\ndef g():\n    return 2.5\n"
    assert list(kernels_in(ast.parse(source))) == []


@pytest.mark.parametrize("declare", [kernel, entry])
def test_what_the_decorators_declare_is_a_kernel(declare: Any) -> None:
    def double(words: Words, word: Word) -> Word:
        return words[word] + word

    assert isinstance(declare(double), Kernel)
