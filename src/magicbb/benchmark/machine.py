"""The CPU of this machine, as reported by the operating system."""

from __future__ import annotations

import platform
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

_CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
_CPUINFO = Path("/proc/cpuinfo")
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "": 1}


@dataclass(frozen=True)
class Machine:
    """The hardware and software that affect the figures.

    Attributes:
        cpu: The name of the CPU.
        caches: The size of each data cache in bytes, by name, starting with L1; empty if unknown.
        pext: Whether the CPU has a PEXT instruction.
        system: The operating system and the architecture.
        python: The version of Python.
    """

    cpu: str
    caches: dict[str, int]
    pext: bool
    system: str
    python: str


def this_machine() -> Machine:
    """Read the properties of this machine."""
    from magicbb.compile.intrinsics import has_bmi2

    return Machine(
        cpu=_cpu_name(),
        caches=_caches(),
        pext=has_bmi2(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
    )


def _cpu_name() -> str:
    import llvmlite.binding as llvm

    architecture: str = llvm.get_host_cpu_name()
    name = platform.processor()
    try:
        if _CPUINFO.exists():
            found = re.search(r"^model name\s*:\s*(.+)$", _CPUINFO.read_text(), re.MULTILINE)
            name = found[1].strip() if found else name
        elif platform.system() == "Darwin":
            command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
            run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
            name = run.stdout.strip()
    except (OSError, subprocess.SubprocessError):
        pass
    return f"{name} ({architecture})" if name and name != platform.machine() else architecture


def _caches() -> dict[str, int]:
    found = {}
    try:
        for path in sorted(_CACHES.glob("index*")):
            level, kind, size = (
                path.joinpath(name).read_text().strip() for name in ("level", "type", "size")
            )
            match = re.fullmatch(r"(\d+)([KMG]?)", size)
            if match and kind != "Instruction":
                found[f"L{level}"] = int(match[1]) * _UNITS[match[2]]
    except OSError:
        return {}
    return found
