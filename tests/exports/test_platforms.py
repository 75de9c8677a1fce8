"""Other machines: the self-tests of compiled languages, cross-compiled and run by an emulator.

All of them are `make test-platforms`. A few are in `make test-all`, too, which need no more than
QEMU besides the compilers that other tests need. Rust's standard library for other machines is
fetched by `scripts/foreign_rust.sh`; where it is absent, Rust's programs are skipped.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.exports.languages import TABLES, parse_language
from magicbb.exports.source import export
from magicbb.geometry.mappings import MAPPINGS

from .conftest import WARNINGS, execute
from .test_programs import SCHEMES, form, forms, ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import magicbb as mb
    from magicbb.tables.rival_table import RivalTable

Program = tuple[str, str, str, str, str, str]
"""Platform, language, scheme, tables, records and mapping."""


@dataclass(frozen=True)
class Platform:
    """A machine to compile for, by the names that the compilers have for it.

    Attributes:
        zig: Zig's name, for C, C++ and Zig.
        rust: Rust's name, and Zig's for the linker.
        go: What Go reads from the environment.
        qemu: What stands behind "qemu-" in the emulator's name; "" for WebAssembly.
        cpu: The CPU, if it is not the least.
    """

    zig: str
    rust: tuple[str, str]
    go: Mapping[str, str]
    qemu: str
    cpu: str = ""


PLATFORMS = {
    "x86-64": Platform(
        "x86_64-linux-musl",
        ("x86_64-unknown-linux-gnu", "x86_64-linux-gnu"),
        {"GOARCH": "amd64"},
        "x86_64",
    ),
    "x86-64-v3": Platform(  # with BMI2: PEXT and PDEP are instructions
        "x86_64-linux-musl",
        ("x86_64-unknown-linux-gnu", "x86_64-linux-gnu"),
        {"GOARCH": "amd64", "GOAMD64": "v3"},
        "x86_64",
        "x86-64-v3",
    ),
    "arm64": Platform(
        "aarch64-linux-musl",
        ("aarch64-unknown-linux-gnu", "aarch64-linux-gnu"),
        {"GOARCH": "arm64"},
        "aarch64",
    ),
    "s390x": Platform(  # the most significant byte comes first
        "s390x-linux-musl",
        ("s390x-unknown-linux-gnu", "s390x-linux-gnu"),
        {"GOARCH": "s390x"},
        "s390x",
    ),
    "i386": Platform(
        "x86-linux-musl", ("i686-unknown-linux-gnu", "x86-linux-gnu"), {"GOARCH": "386"}, "i386"
    ),
    "armhf": Platform(
        "arm-linux-musleabihf",
        ("armv7-unknown-linux-gnueabihf", "arm-linux-gnueabihf"),
        {"GOARCH": "arm", "GOARM": "7"},
        "arm",
    ),
    "wasm32": Platform("wasm32-wasi", ("wasm32-wasi", ""), {"GOOS": "js", "GOARCH": "wasm"}, ""),
}
"""The machines: 64 and 32 bits, both orders of bytes, with and without the instructions."""

FILES = {
    "c": "attacks.c",
    "cpp": "attacks.cpp",
    "rust": "attacks.rs",
    "go": "attacks.go",
    "zig": "attacks.zig",
}
"""The languages that are compiled to machine code, and what a source is called."""

FEW = {
    ("s390x", "c"): len(SCHEMES),
    ("i386", "c"): len(SCHEMES),
    ("s390x", "cpp"): 4,
    ("s390x", "go"): 4,
    ("s390x", "zig"): 4,
    ("i386", "go"): 4,
    ("wasm32", "zig"): 4,
}
"""How many schemes of a language on a platform are in `make test-all`, too."""

ALL_RIGHT = "107648 keys, checksum 0x3e98b4aae632478b\n"

SLOT = "sliding_table[sliding_rook_slot(square, occupied)]"
FAULTS = [
    pytest.param("i386", "UINT64_C(1) << (8", "1UL << (8", id="a word of 32 bits"),
    pytest.param(
        "s390x",
        f"return {SLOT};",
        f"uint32_t halves[2]; __builtin_memcpy(halves, &{SLOT}, 8);"
        " return halves[0] | (uint64_t)halves[1] << 32;",
        id="the order of bytes",
    ),
]
"""A platform, and how something right is put so that it is wrong there and on no PC of 64 bits."""

RUST = Path(sys.prefix, "rust")
"""Where `make test-platforms` puts Rust's standard library for other machines."""

GO_IN_NODE = """
Object.defineProperty(globalThis, "crypto", {value: require("crypto").webcrypto, writable: true});
require(process.argv[1]);
"""
"""Runs Go's program in Node.js; Go 1.19 expects that it may set what Node.js 20 has already."""


def programs() -> Iterator[tuple[Program, bool]]:
    """Every scheme in every language on every platform, and whether it is among the few.

    In which way it has its tables and records changes from scheme to scheme and from platform to
    platform, so that each language has each way on each platform.
    """
    for turn, platform in enumerate(PLATFORMS):
        for language in FILES:
            can = parse_language(language).settings["tables"]
            few = FEW.get((platform, language), 0)
            for number, scheme in enumerate(SCHEMES):
                possible = [each for each in ways(scheme) if can[each] is True]
                tables = possible[(number + turn) % len(possible)]
                records = form(language, scheme, number // 3 + turn)
                mapping = [*MAPPINGS][(number + 3 * turn) % 8]
                program = (platform, language, scheme, tables, records, mapping)
                yield program, (number + turn) * few % len(SCHEMES) < few


def test_each_language_has_each_way_on_each_platform() -> None:
    each = Counter((platform, language, *way) for (platform, language, _, *way, _), _ in programs())
    for platform in PLATFORMS:
        for language in FILES:
            can = parse_language(language).settings["tables"]
            for tables in TABLES:
                for records in forms(language, "fancy"):
                    assert (each[platform, language, tables, records] > 0) is (can[tables] is True)


def test_the_few_are_as_many_as_stands_there() -> None:
    few = Counter((platform, language) for (platform, language, *_), is_few in programs() if is_few)
    assert few == FEW


@dataclass(frozen=True)
class Workplace:
    """A directory where programs for a platform are compiled and run.

    Attributes:
        path: The directory.
        platform: The platform.
        demand: Skips the test where a program is absent, or fails where none may be.
    """

    path: Path
    platform: Platform
    demand: Callable[[str], None] = field(repr=False)

    def compile(self, language: str) -> None:
        """Compile the source that is there; nothing may be printed."""
        command, environment = getattr(self, f"_{language}")()
        assert execute(command, self.path, **environment) == ""

    def run(self, language: str) -> str:
        """What the program prints."""
        if not self.platform.qemu:
            return self._in_node() if language == "go" else self._in_wasmtime()
        name = f"qemu-{self.platform.qemu}"
        if (name, language) == ("qemu-i386", "go"):
            # QEMU 7 has one GDT for all threads; of Go's programs, which always have several, that
            # ends one in 200. Most kernels for x86-64 run them without an emulator.
            with contextlib.suppress(OSError):
                return execute(["./attacks"], self.path)
        qemu = shutil.which(name) or f"{name}-static"
        self.demand(qemu)
        command = [qemu, "-cpu", "max", "-L", str(RUST), "./attacks"]
        return execute(command, self.path, GODEBUG="asyncpreemptoff=1")  # signals end it in i386

    def _zig(self, *words: str) -> tuple[list[str], dict[str, str]]:
        self.demand("ziglang")
        words = words or ("build-exe", "-fstrip", "attacks.zig", "-femit-bin=attacks")
        target = ["-target", self.platform.zig]
        if self.platform.cpu:
            target.append(f"-mcpu={self.platform.cpu.replace('-', '_')}")
        return ["python", "-m", "ziglang", words[0], *target, *words[1:]], {}

    def _c(self) -> tuple[list[str], dict[str, str]]:
        return self._zig("cc", "-std=c11", "-O2", *WARNINGS, "attacks.c", "-o", "attacks")

    def _cpp(self) -> tuple[list[str], dict[str, str]]:
        return self._zig("c++", "-std=c++20", "-O2", *WARNINGS, "attacks.cpp", "-o", "attacks")

    def _go(self) -> tuple[list[str], dict[str, str]]:
        self.demand("go")
        variables = {"GOOS": "linux", "CGO_ENABLED": "0", **self.platform.go}
        return ["go", "build", "-o", "attacks", "attacks.go"], variables

    def _rust(self) -> tuple[list[str], dict[str, str]]:
        rustc, (target, linked) = RUST / "usr/bin/rustc", self.platform.rust
        if not rustc.exists():
            pytest.skip("Rust's standard library for other machines is absent")
        linker = RUST / "usr/bin/rust-lld"
        if linked:
            linker = self.path / "linker"
            command = f'exec "{sys.executable}" -m ziglang cc -target {linked} "$@"'
            linker.write_text(f"#!/bin/sh\n{command}\n", "ascii")
            linker.chmod(0o755)
        words = ["-D", "warnings", "-O", "-C", "debug-assertions=on"]
        words += ["-C", f"target-cpu={self.platform.cpu}"] if self.platform.cpu else []
        words += ["-C", f"linker={linker}", "--target", target, "attacks.rs", "-o", "attacks"]
        variables = {"LD_LIBRARY_PATH": ":".join(map(str, RUST.glob("usr/lib/*-linux-gnu*")))}
        version = execute([str(rustc), "--version"], self.path, **variables).split()[1]
        if tuple(map(int, version.split("."))) < (1, 72):  # `const` tables take it too long
            words += ["-Z", "crate-attr=feature(const_eval_limit)"]
            words += ["-Z", 'crate-attr=const_eval_limit="0"']
            variables["RUSTC_BOOTSTRAP"] = "1"
        return [str(rustc), *words], variables

    def _in_node(self) -> str:
        self.demand("node")
        root = Path(execute(["go", "env", "GOROOT"], self.path).strip())
        [script] = root.glob("*/wasm/wasm_exec_node.js")
        return execute(["node", "-e", GO_IN_NODE, str(script), "attacks"], self.path)

    def _in_wasmtime(self) -> str:
        self.demand("wasmtime")
        import wasmtime

        wasi = wasmtime.WasiConfig()
        wasi.stdout_file = self.path / "output"
        store = wasmtime.Store()
        store.set_wasi(wasi)
        linker = wasmtime.Linker(store.engine)
        linker.define_wasi()
        module = wasmtime.Module.from_file(store.engine, str(self.path / "attacks"))
        start = linker.instantiate(store, module).exports(store)["_start"]
        assert isinstance(start, wasmtime.Func)
        with contextlib.suppress(wasmtime.ExitTrap):  # what is wrong is printed
            start(store)
        return (self.path / "output").read_text("ascii")


@pytest.fixture
def run_on(tmp_path: Path, demand: Callable[[str], None]) -> Callable[[str, str, str], str]:
    """A function (platform, language, source) -> what the program prints."""

    def run(platform: str, language: str, source: str) -> str:
        (tmp_path / FILES[language]).write_text(source, "ascii")
        place = Workplace(tmp_path, PLATFORMS[platform], demand)
        place.compile(language)
        return place.run(language)

    return run


@pytest.fixture
def check(
    run_on: Callable[[str, str, str], str],
    table_by_name: Callable[[str], mb.Table | RivalTable],
) -> Callable[[Program], None]:
    """A function that runs a program and looks at what it prints."""

    def check_program(program: Program) -> None:
        platform, language, scheme, tables, records, mapping = program
        source = export(
            table_by_name(scheme),
            language,
            mapping=mapping,
            tables=tables,
            records=None if records == "any" else records,
            self_test=True,
        )
        assert run_on(platform, language, source) == ALL_RIGHT

    return check_program


@pytest.mark.slow
@pytest.mark.parametrize(("platform", "right", "wrong"), FAULTS)
def test_a_fault_that_only_one_platform_has_is_found(
    platform: str,
    right: str,
    wrong: str,
    run_program: Callable[[str, str], str],
    run_on: Callable[[str, str, str], str],
) -> None:
    source = export("fancy", "c", self_test=True)
    assert right in source
    faulty = source.replace(right, wrong)
    assert run_program("c", faulty) == ALL_RIGHT
    with pytest.raises(AssertionError, match="looked up 0x"):
        run_on(platform, "c", faulty)


@pytest.mark.slow
@pytest.mark.parametrize("program", [each for each, few in programs() if few], ids="-".join)
def test_a_program_finds_all_keys_right(program: Program, check: Callable[[Program], None]) -> None:
    check(program)


@pytest.mark.platforms
@pytest.mark.slow
@pytest.mark.parametrize("program", [each for each, few in programs() if not few], ids="-".join)
def test_so_does_every_other(program: Program, check: Callable[[Program], None]) -> None:
    check(program)
