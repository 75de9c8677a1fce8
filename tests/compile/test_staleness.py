"""New processes: changed source is compiled anew, and no state of the disk keeps one from starting.

Every test starts Python in a process of its own, on a copy of the package that it may change.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import magicbb
from magicbb.compile.entries import WITHOUT_INFLUENCE
from magicbb.compile.store import ENVIRONMENT_VARIABLE
from magicbb.geometry.sliders import QUEEN, ROOK

LOOK_UP = """
import sys
import magicbb as mb
single = mb.queen_attacks("d4", 0x8040201008040201)
many = mb.rook_attacks([0, 27], [0, 2**64 - 1])
print(single, *many, "compiled" if "numba" in sys.modules else "linked")
"""
ANSWERS = (
    QUEEN.attacks(27, 0x8040201008040201),
    ROOK.attacks(0, 0),
    ROOK.attacks(27, 2**64 - 1),
)
COMPILED, LINKED = (" ".join([*map(str, ANSWERS), how]) + "\n" for how in ("compiled", "linked"))


PARTS = "magicbb.compile"


@dataclass(frozen=True)
class Installation:
    """A copy of the package, and the directory that it keeps object code in."""

    site: Path
    cache: Path

    @property
    def package(self) -> Path:
        return self.site / "magicbb"

    def copy(self, directory: Path) -> Installation:
        shutil.copytree(self.site, directory / "site")
        if self.cache.exists():
            shutil.copytree(self.cache, directory / "cache")
        return Installation(directory / "site", directory / "cache")

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def start(self, source: str = LOOK_UP, **environment: str) -> subprocess.Popen[str]:
        own = {
            "PYTHONPATH": str(self.site),
            "PYTHONDONTWRITEBYTECODE": "1",
            ENVIRONMENT_VARIABLE: str(self.cache),
        }
        chosen = {**os.environ, **own, **environment}
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", source],
            env={name: value for name, value in chosen.items() if value},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, source: str = LOOK_UP, **environment: str) -> tuple[str, str]:
        with self.start(source, **environment) as process:
            return process.communicate()

    def kept(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.cache.iterdir())}


def assert_whole(kept: dict[str, bytes]) -> None:
    """Every file is object code behind its digest; there is nothing else."""
    assert kept
    for name, content in kept.items():
        assert name.endswith(".o")
        digest, code = content[:32], content[32:]
        assert hashlib.sha256(name.removesuffix(".o").encode() + code).digest() == digest


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """An installation that was started once; tests copy it."""
    directory = tmp_path_factory.mktemp("warm")
    shutil.copytree(Path(magicbb.__file__).parent, directory / "site" / "magicbb")
    installation = Installation(directory / "site", directory / "cache")
    assert installation.run() == (COMPILED, "")
    return installation


@pytest.fixture
def installation(warm: Installation, tmp_path: Path) -> Installation:
    """A warm installation to change."""
    return warm.copy(tmp_path)


@pytest.fixture
def cold(warm: Installation, tmp_path: Path) -> Installation:
    """An installation that was never started."""
    return replace(warm, cache=tmp_path / "empty")


@pytest.mark.slow
def test_a_warm_start_compiles_nothing(warm: Installation) -> None:
    assert warm.run() == (LINKED, "")
    assert_whole(warm.kept())


CHANGES = {
    "a kernel of another file": (
        "recipes/storage/direct.py",
        "return slots[slot]",
        "return slots[slot] ^ Word(1)",
        "VerificationError",
    ),
    "a kernel two files further": (
        "recipes/hashing/multiply.py",
        "return occupied & relevant",
        "return occupied | relevant",
        "Error",
    ),
    "a constant": (
        "lookup/compiled.py",
        "_LAST_SQUARE, _LAST_BYTE = Word(63)",
        "_LAST_SQUARE, _LAST_BYTE = Word(62)",
        "got 63",
    ),
    "a constant that is closed over": (
        "recipes/scheme.py",
        "first, width = Word(row_of(slider, 0)), Word(len(self.words))",
        "first, width = Word(row_of(slider, 0) ^ 1), Word(len(self.words))",
        "Error",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "error"),
    [pytest.param(*change, id=name) for name, change in CHANGES.items()],
)
def test_changed_source_is_not_answered_by_what_was_kept(
    installation: Installation, file: str, old: str, new: str, error: str
) -> None:
    # The changed code is wrong, and verifying the table finds it out: it is what runs.
    installation.edit(file, old, new)
    output, errors = installation.run()
    assert output == ""
    assert error in errors.splitlines()[-1]
    installation.edit(file, new, old)
    assert installation.run() == (LINKED, "")  # what was kept is still there, and right again


@pytest.mark.slow
@pytest.mark.parametrize("file", ["intrinsics.py", "lowering.py"])
def test_a_change_in_how_kernels_are_compiled_compiles_them_anew(
    installation: Installation, file: str
) -> None:
    installation.edit(f"compile/{file}", "from __future__", "# changed\nfrom __future__")
    assert installation.run() == (COMPILED, "")


def test_a_change_that_does_nothing_compiles_nothing(installation: Installation) -> None:
    installation.edit("recipes/storage/direct.py", '"""Read', '"""\n\n    Read')
    assert installation.run() == (LINKED, "")


@pytest.mark.slow
def test_other_settings_of_numba_compile_anew(installation: Installation) -> None:
    assert installation.run(NUMBA_OPT="1") == (COMPILED, "")
    assert installation.run() == (LINKED, "")


@pytest.mark.slow
def test_spoilt_object_code_is_compiled_anew(installation: Installation) -> None:
    for number, path in enumerate(installation.cache.iterdir()):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 0xFF
        path.write_bytes((bytes(content), bytes(content[:100]), b"")[number % 3])
    assert installation.run() == (COMPILED, "")
    assert_whole(installation.kept())
    assert installation.run() == (LINKED, "")


@pytest.mark.slow
def test_an_installation_is_only_read(cold: Installation) -> None:
    before = {path: path.stat().st_mtime_ns for path in cold.site.rglob("*")}
    assert cold.run() == (COMPILED, "")
    assert {path: path.stat().st_mtime_ns for path in cold.site.rglob("*")} == before


@pytest.fixture
def homeless(tmp_path: Path) -> dict[str, str]:
    """An environment whose home is a file, so that nobody can write there, root included."""
    file = tmp_path / "file"
    file.write_text("")
    return {"HOME": str(file), "XDG_CACHE_HOME": str(file / "cache"), ENVIRONMENT_VARIABLE: ""}


@pytest.mark.slow
def test_without_a_home_the_temporary_directory_serves(
    cold: Installation, homeless: dict[str, str], tmp_path: Path
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**homeless, "TMPDIR": str(temporary)}
    assert cold.run(**environment) == (COMPILED, "")
    assert cold.run(**environment) == (LINKED, "")
    (kept,) = temporary.iterdir()
    assert_whole({path.name: path.read_bytes() for path in kept.iterdir()})


@pytest.mark.slow
def test_without_its_directory_it_compiles_every_time(cold: Installation) -> None:
    cold.cache.write_text("a file in its place")
    assert cold.run() == (COMPILED, "")
    assert cold.run() == (COMPILED, "")


@pytest.mark.slow
def test_without_any_place_to_write_it_works(cold: Installation, homeless: dict[str, str]) -> None:
    # What a file system that is read-only everywhere looks like to the standard library.
    read_only = "import tempfile\ntempfile._candidate_tempdir_list = list\n"
    assert cold.run(read_only + LOOK_UP, **homeless) == (COMPILED, "")


@pytest.mark.slow
def test_ten_first_starts_at_once_all_work(cold: Installation) -> None:
    processes = [cold.start() for _ in range(10)]
    outcomes = [process.communicate() for process in processes]
    assert [errors for _, errors in outcomes] == [""] * 10
    assert {output for output, _ in outcomes} <= {COMPILED, LINKED}
    assert_whole(cold.kept())
    assert cold.run() == (LINKED, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_first_start_killed_while_it_writes_does_no_harm(cold: Installation) -> None:
    dies = """
    import os, pathlib, signal
    pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    """
    source = "\n".join(line.strip() for line in dies.splitlines()) + LOOK_UP
    with cold.start(source) as process:
        assert process.communicate() == ("", "")
    assert process.returncode == -signal.SIGKILL
    (leftover,) = cold.kept()
    assert not leftover.endswith(".o")
    assert cold.run() == (COMPILED, "")
    assert cold.run() == (LINKED, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_first_start_killed_half_way_does_no_harm(cold: Installation) -> None:
    with cold.start() as process:
        while process.poll() is None and not (cold.cache.exists() and any(cold.cache.iterdir())):
            time.sleep(0.001)
        process.kill()
    assert cold.run()[0] in {COMPILED, LINKED}
    assert cold.run() == (LINKED, "")


def test_what_compiles_imports_nothing_that_is_left_out_of_the_fingerprint() -> None:
    directory = Path(magicbb.__file__).parent / "compile"
    reached, waiting = set[str](), ["entries", "lowering", "intrinsics", "python_api"]
    while waiting:
        name = waiting.pop()
        if name in reached or not (directory / f"{name}.py").exists():
            continue
        reached.add(name)
        for node in ast.walk(ast.parse((directory / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PARTS):
                names = [alias.name for alias in node.names]
                waiting += [*names, node.module.removeprefix(PARTS).removeprefix(".")]  # type: ignore[union-attr]
    files = {path.stem for path in directory.glob("*.py")}
    left_out = {name.removesuffix(".py") for name in WITHOUT_INFLUENCE}
    assert left_out < files
    assert reached >= {"kernels", "records", "store", "types"}
    assert not reached & left_out
