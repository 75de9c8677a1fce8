"""The package as a whole: its public names, what it loads, what is in it, how it is built."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb import _HOMES, _OF_DEFAULT_TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE = [
    "version",
    "arguments",
    "files",
    "geometry",
    "pictures",
    "compile",
    "lookup",
    "magics",
    "recipes",
    "tables",
    "chess",
    "benchmark",
    "exports",
    "explanations",
    "research",
    "explore",
    "cli",
    "__main__",
    "__init__",
]
"""The parts of the package from the bottom to the top; what is imported stands before."""

# `import magicbb` runs it before anything else, so it imports this much and no more.
STARTS_WITH = {"version"}

PACKAGE = Path(mb.__file__).parent
SOURCES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

MOST_LINES = 400
MOST_ENTRIES = 20  # of the package: a stranger sees the house from them
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)

SHOW_MODULES = """
import contextlib, sys
with contextlib.suppress(SystemExit):
    {}
print(*(name.partition(".")[0] for name in sys.modules), file=sys.stderr)
"""


def tree_of(name: str) -> ast.Module:
    return ast.parse(SOURCES[name].read_text("utf-8"))


def imports_of(tree: ast.Module) -> Iterator[str]:
    """The modules of this package that a module imports, wherever in it and for whatever use.

    The package itself is `__init__`: whoever imports a name from it imports all that it offers.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            package, *names = target.split(".")
            if package == "magicbb":
                while names and ".".join(names) not in SOURCES:
                    names.pop()  # what a module has is not a module
                yield ".".join(names) or "__init__"


def part_of(module: str) -> str:
    return module.partition(".")[0]


class TestPublicNames:
    """What `magicbb` offers."""

    @pytest.mark.parametrize(("name", "home"), _HOMES.items())
    def test_every_name_is_what_its_home_calls_so(self, name: str, home: str) -> None:
        module = import_module(f"magicbb.{home}")
        assert getattr(mb, name) is getattr(module, name)

    @pytest.mark.parametrize("name", _OF_DEFAULT_TABLE)
    def test_the_functions_are_those_of_the_default_table(self, name: str) -> None:
        assert getattr(mb, name) is getattr(mb.default_table(), name)

    def test_no_name_is_that_of_a_module(self) -> None:
        modules = {part_of(name) for name in SOURCES}
        assert modules.isdisjoint(_HOMES), "whoever imports the module puts it in the name's place"

    @pytest.mark.parametrize("name", mb.__all__)
    def test_every_name_is_documented(self, name: str) -> None:
        value = getattr(mb, name)
        assert isinstance(value, str) or inspect.getdoc(value)

    def test_all_of_them_have_a_home(self) -> None:
        assert {*_HOMES, *_OF_DEFAULT_TABLE, "__version__"} == set(mb.__all__)

    def test_none_is_listed_twice(self) -> None:
        assert len(mb.__all__) == len(set(mb.__all__))

    def test_dir_lists_them(self) -> None:
        assert dir(mb) == sorted(mb.__all__)

    def test_type_checkers_find_them_at_home(self) -> None:
        (block,) = (
            node
            for node in tree_of("__init__").body
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        declared = {
            alias.name: f"{node.module}".removeprefix("magicbb.")
            for node in block.body
            if isinstance(node, ast.ImportFrom) and node.module != "typing"
            for alias in node.names
        }
        del declared["Lookup"]  # the type of the functions of the default table
        assert declared == _HOMES
        functions = {
            ast.unparse(node.target) for node in block.body if isinstance(node, ast.AnnAssign)
        }
        assert functions == {*_OF_DEFAULT_TABLE}

    def test_a_star_import_brings_them_all(self) -> None:
        names: dict[str, object] = {}
        exec("from magicbb import *", names)  # noqa: S102
        assert set(mb.__all__) <= set(names)

    @pytest.mark.parametrize("name", ["nope", "_HOME", "Rook", "__wrapped__"])
    def test_an_unknown_name_is_an_attribute_error(self, name: str) -> None:
        with pytest.raises(AttributeError, match=f"module 'magicbb' has no attribute '{name}'"):
            getattr(mb, name)


class TestStarting:
    """What is loaded, and when."""

    @staticmethod
    def loaded_by(statement: str, *arguments: str) -> set[str]:
        """The top-level modules that a new interpreter has loaded after a statement."""
        result = subprocess.run(  # noqa: S603
            [sys.executable, "-c", SHOW_MODULES.format(statement), *arguments],
            env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
            capture_output=True,
            text=True,
            check=True,
        )
        return set(result.stderr.splitlines()[-1].split())

    def test_import_loads_nothing(self) -> None:
        loaded = self.loaded_by("import magicbb")
        assert loaded.isdisjoint({"numpy", "numba", "llvmlite", "click", "rich", "typing"})

    @pytest.mark.parametrize("command", ["--help", "build --help", "attacks d4"])
    def test_a_command_that_computes_little_loads_no_numpy(self, command: str) -> None:
        loaded = self.loaded_by("from magicbb.cli import main; main()", *command.split())
        assert loaded.isdisjoint({"numpy", "numba", "llvmlite"})

    @pytest.mark.parametrize("command", ["find", "build fancy"])
    def test_what_was_compiled_before_loads_no_compiler(self, command: str) -> None:
        mb.build("fancy").verify()
        loaded = self.loaded_by("from magicbb.cli import main; main()", *command.split())
        assert "numba" not in loaded


class TestContents:
    """What is in the installed package."""

    @pytest.mark.parametrize(
        "name", ["py.typed", "data/fancy.json", "data/catalogue.csv", "data/densest/free.csv"]
    )
    def test_files_that_are_no_code_are_there(self, name: str) -> None:
        assert files("magicbb").joinpath(name).is_file()

    def test_the_version_is_that_of_the_project(self) -> None:
        project = Path(__file__).parents[1] / "pyproject.toml"
        assert f'\nversion = "{mb.__version__}"\n' in project.read_text("utf-8")

    def test_every_public_thing_has_a_docstring(self) -> None:
        missing = {name: [*undocumented(tree_of(name))] for name in SOURCES}
        assert {name: things for name, things in missing.items() if things} == {}

    def test_no_file_is_long(self) -> None:
        lines = {name: len(path.read_text("utf-8").splitlines()) for name, path in SOURCES.items()}
        assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}

    def test_only_commands_print(self) -> None:
        printing = {
            name
            for name in SOURCES
            for node in ast.walk(tree_of(name))
            if isinstance(node, ast.Name) and node.id == "print"
        }
        assert {name for name in printing if part_of(name) != "cli"} == set()


class TestHouse:
    """How the package is built."""

    def test_every_part_has_its_place(self) -> None:
        assert {part_of(name) for name in SOURCES} == {*HOUSE}

    def test_contributors_are_told_of_it(self) -> None:
        text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
        rows = [row.split("|")[1] for row in text.splitlines() if row.startswith("| `")]
        told = [name.strip(" `/") for row in rows for name in row.split(",")]
        assert told == [name for name in HOUSE if not name.startswith("__")]

    def test_a_glance_takes_it_in(self) -> None:
        entries = {path.name for path in PACKAGE.iterdir()} - {"py.typed", "__pycache__"}
        assert len(entries) <= MOST_ENTRIES

    def test_imports_point_one_way(self) -> None:
        wrong = {name: upward(name, tree_of(name)) for name in SOURCES}
        assert {name: parts for name, parts in wrong.items() if parts} == {}

    @pytest.mark.parametrize(
        "statement",
        [
            "import magicbb",
            "import magicbb as mb",
            "from magicbb import __version__",
            "from magicbb import *",
            "from magicbb import cli",
            "import magicbb.cli",
            "import magicbb.cli.find as find",
            "from magicbb.cli import find",
            "from magicbb.cli.find import command",
            "def late():\n    from magicbb.cli.find import command",
            "if TYPE_CHECKING:\n    from magicbb.cli.find import command",
        ],
    )
    @pytest.mark.parametrize("name", ["geometry.squares", "compile.entries", "explore.server"])
    def test_one_that_points_the_other_way_is_seen(self, name: str, statement: str) -> None:
        assert upward(name, ast.parse(statement)) != set()

    def test_a_relative_one_is_refused(self) -> None:
        with pytest.raises(AssertionError, match="absolute"):
            upward("geometry.squares", ast.parse("from . import bitboards"))

    def test_there_is_no_circle(self) -> None:
        graph = {
            name: set(imports_of(tree_of(name))) - {name} for name in SOURCES if name != "__init__"
        }
        TopologicalSorter(graph).prepare()


def upward(name: str, tree: ast.Module) -> set[str]:
    """The parts that a module imports although they stand above its own."""
    if name == "__init__":
        tree = ast.Module([node for node in tree.body if not isinstance(node, ast.If)], [])
        return {part_of(target) for target in imports_of(tree)} - STARTS_WITH
    own = HOUSE.index(part_of(name))
    return {part for part in map(part_of, imports_of(tree)) if HOUSE.index(part) > own}


def undocumented(node: ast.AST, path: str = "") -> Iterator[str]:
    """The public modules, classes, methods and functions in a tree that say nothing.

    What is overloaded says it once, where it is defined.
    """
    if isinstance(node, DOCUMENTED) and not (ast.get_docstring(node) or is_overload(node)):
        yield path or "the module"
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            if isinstance(child, DOCUMENTED[1:]) and not child.name.startswith("_"):
                yield from undocumented(child, f"{path}.{child.name}")


def is_overload(node: ast.AST) -> bool:
    """Whether a node is one of the signatures of an overloaded function."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(ast.unparse(decorator) == "overload" for decorator in decorators)
