"""The package as a whole: its public names, what it loads, what is in it, how it is built."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb import _NAMES, _OF_DEFAULT_TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE = [
    "public",
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
    "research",
    "explanations",
    "cli",
    "errors",
    "__main__",
    "__init__",
]
"""The parts of the package from the bottom to the top; what is imported stands before."""

# `import magicbb` runs it before anything else, so it imports this much and no more.
STARTS_WITH = {"public"}

PACKAGE = Path(mb.__file__).parent
SOURCES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

MOST_LINES = 400
MOST_ENTRIES = 20  # of the package: a stranger sees the house from them
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)

MOST_NAMES = 32  # that `mb.<TAB>` shows, the modules of further names among them
MODULES = _NAMES[""]
LAZY = [name for name in MODULES if name != "geometry"]  # which is plain Python
HOMES = {name: home for home, names in _NAMES.items() if home for name in names}
SHOWN = (
    "benchmark.Benchmark",
    "benchmark.Result",
    "explanations.Explanation",
    "explanations.Explorer",
    "pictures.Drawing",
)
"""What functions return, of modules that hold nothing else for users."""

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


def face(module: str) -> Any:
    """A module of public names; "" is the package."""
    return import_module(f"magicbb.{module}".removesuffix("."))


def declarations(module: str) -> ast.If:
    """What a module declares for type checkers."""
    (block,) = (
        node
        for node in tree_of(module).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return block


class TestPublicNames:
    """What `magicbb` offers."""

    def test_one_look_takes_them_in(self) -> None:
        assert len([name for name in dir(mb) if not name.startswith("_")]) <= MOST_NAMES

    @pytest.mark.parametrize(("name", "home"), HOMES.items())
    def test_every_name_is_what_its_home_calls_so(self, name: str, home: str) -> None:
        module = import_module(f"magicbb.{home}")
        assert getattr(mb, name) is getattr(module, name)

    @pytest.mark.parametrize("name", _OF_DEFAULT_TABLE)
    def test_the_functions_are_those_of_the_default_table(self, name: str) -> None:
        assert getattr(mb, name) is getattr(mb.tables.default_table(), name)

    def test_no_name_is_that_of_a_module(self) -> None:
        modules = {part_of(name) for name in SOURCES}
        assert modules.isdisjoint(HOMES), "whoever imports the module puts it in the name's place"

    @pytest.mark.parametrize("name", mb.__all__)
    def test_every_name_is_documented(self, name: str) -> None:
        value = getattr(mb, name)
        assert isinstance(value, str) or inspect.getdoc(value)

    def test_all_of_them_have_a_home(self) -> None:
        assert {*HOMES, *MODULES, *_OF_DEFAULT_TABLE, "__version__"} == set(mb.__all__)

    def test_type_checkers_find_the_functions(self) -> None:
        functions = {
            ast.unparse(node.target)
            for node in declarations("__init__").body
            if isinstance(node, ast.AnnAssign)
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


class TestFaces:
    """The modules of public names."""

    @pytest.mark.parametrize("module", ["", *MODULES])
    def test_none_is_listed_twice(self, module: str) -> None:
        names = face(module).__all__
        assert len(names) == len(set(names))

    @pytest.mark.parametrize("module", ["", *LAZY])
    def test_dir_lists_them(self, module: str) -> None:
        assert dir(face(module)) == sorted(face(module).__all__)

    @pytest.mark.parametrize("module", ["", *LAZY])
    def test_type_checkers_find_them_at_home(self, module: str) -> None:
        declared = {
            alias.name: f"{node.module}".removeprefix("magicbb").removeprefix(".")
            for node in declarations(module or "__init__").body
            if isinstance(node, ast.ImportFrom) and node.module != "typing"
            for alias in node.names
        }
        if not module:
            del declared["Lookup"]  # the type of the functions of the default table
        names = vars(face(module))["_NAMES"]
        homes = {name: home for home, those in names.items() for name in those}
        assert declared == homes

    @pytest.mark.parametrize("module", MODULES)
    def test_every_name_is_there_and_documented(self, module: str) -> None:
        for name in face(module).__all__:
            value = getattr(face(module), name)
            assert isinstance(value, dict | int) or inspect.getdoc(value)

    @pytest.mark.parametrize("module", MODULES)
    def test_none_is_that_of_a_module_in_it(self, module: str) -> None:
        assert not {f"{module}.{name}" for name in face(module).__all__} & {*SOURCES}

    @pytest.mark.parametrize("module", LAZY)
    def test_an_unknown_name_is_an_attribute_error(self, module: str) -> None:
        with pytest.raises(AttributeError, match=f"module 'magicbb.{module}' has no attribute 'x'"):
            getattr(face(module), "x")  # noqa: B009 (type checkers know that it is not there)


def public() -> dict[str, Any]:
    """Every public name, of a module with its module, and what it is; equal things only once."""
    found = {name: getattr(mb, name) for name in mb.__all__ if name not in MODULES}
    del found["__version__"]
    for module in MODULES:
        for name in face(module).__all__:
            value = getattr(face(module), name)
            if not any(value is each for each in found.values()):
                found[f"{module}.{name}"] = value
    return found


def has_signature(value: Any) -> bool:
    """Whether it is a class with parameters of its own."""
    own = inspect.isclass(value) and inspect.isfunction(vars(value).get("__init__"))
    return own and not getattr(value, "_is_protocol", False)


class TestReference:
    """What the reference says of public names."""

    def test_each_has_one_place_in_it(self) -> None:
        pages = (Path(__file__).parents[1] / "docs" / "api").glob("*.md")
        text = "".join(path.read_text("utf-8") for path in pages)
        places = Counter(re.findall(r"^::: magicbb\.([\w.]+)$", text, re.MULTILINE))
        assert places == Counter([*public(), *SHOWN])

    @pytest.mark.parametrize("name", public())
    def test_signatures_say_the_types(self, name: str) -> None:
        value = public()[name]
        if not (inspect.isfunction(value) or has_signature(value)):
            return
        signature = inspect.signature(value)
        parameters = signature.parameters.values()
        plain = [each.name for each in parameters if each.annotation is each.empty]
        assert plain == []
        assert isinstance(value, type) or signature.return_annotation is not signature.empty

    @pytest.mark.parametrize("name", public())
    def test_functions_have_an_example(self, name: str) -> None:
        value = public()[name]
        if inspect.isfunction(value):
            assert ">>> " in (inspect.getdoc(value) or "")


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

    def test_a_package_names_all_of_its_modules_or_none(self) -> None:
        for name in SOURCES:
            if (folder := PACKAGE / Path(*name.split("."))).is_dir():
                modules = {path.name.removesuffix(".py") for path in folder.iterdir()}
                modules -= {"__init__", "__pycache__"}
                named = {*re.findall(r"`([a-z_]+)/?`", ast.get_docstring(tree_of(name)) or "")}
                assert modules & named in (modules, set()), name

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
            "import magicbb.cli.commands.find as find",
            "from magicbb.cli import find",
            "from magicbb.cli.commands.find import command",
            "def late():\n    from magicbb.cli.commands.find import command",
            "if TYPE_CHECKING:\n    from magicbb.cli.commands.find import command",
        ],
    )
    @pytest.mark.parametrize(
        "name", ["geometry.squares", "compile.entries", "explanations.explorer.server"]
    )
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

    def test_nor_between_the_folders_of_a_package(self) -> None:
        """The modules and folders of every package can be read from the lowest to the highest."""
        graphs = defaultdict[str, dict[str, set[str]]](dict)
        for name in SOURCES.keys() - {"__init__"}:
            for target in imports_of(tree_of(name)):
                own, other = name.split("."), target.split(".")
                same = takewhile(lambda pair: pair[0] == pair[1], zip(own, other, strict=False))
                shared = len([*same])
                if shared < min(len(own), len(other)):
                    graph = graphs[".".join(own[:shared])]
                    graph.setdefault(own[shared], set()).add(other[shared])
        for package, graph in graphs.items():
            assert [*TopologicalSorter(graph).static_order()], package


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
