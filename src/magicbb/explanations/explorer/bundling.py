"""A simple bundler for JavaScript modules.

A module imports with lines such as `import { one, other } from "./geometry.js";` and exports with
`export` before a declaration. Both are removed, and the modules are concatenated, each after the
modules that it imports. All modules share one scope, so no two may declare the same name; renaming
imports is not supported.
"""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_IMPORT = re.compile(
    r'^import\s+(?:(\{[^}]*\})\s*from\s+)?"\./([\w/-]+\.js)";\n', flags=re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?function|const |let |class )", flags=re.MULTILINE)
_DECLARATION = re.compile(r"^(?:async )?(?:function\*?|const|let|class) +(\w+)", flags=re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*$", flags=re.MULTILINE)


def bundle(sources: Mapping[str, str], entry: str) -> str:
    r"""Combine a module and everything that it imports into one script.

    Args:
        sources: The source of each module by file name.
        entry: The name of the main module, which comes last.

    Raises:
        ValueError: A module is missing, there is a cycle, a name is declared twice, or an import or
            export has an unsupported form.

    >>> sources = {
    ...     "main.js": 'import { one } from "./numbers.js";\nconsole.log(one);\n',
    ...     "numbers.js": "export const one = 1;\n",
    ... }
    >>> print(bundle(sources, "main.js"))
    // numbers.js
    const one = 1;
    <BLANKLINE>
    // main.js
    console.log(one);
    <BLANKLINE>
    """
    parts = []
    homes: dict[str, str] = {}
    for name in in_order(sources, entry):
        text = _EXPORT.sub("", _IMPORT.sub("", sources[name])).strip()
        left = _LEFT.search(text)
        if left:
            raise ValueError(f"{name}: unsupported import or export: {left[0]}")
        for declared in _DECLARATION.findall(text):
            if declared in homes:
                raise ValueError(f"{declared} is declared in {homes[declared]} and in {name}")
            homes[declared] = name
        parts.append(f"// {name}\n{text}\n")
    return "\n".join(parts)


def in_order(sources: Mapping[str, str], entry: str) -> tuple[str, ...]:
    r"""Sort a module and its dependencies so that each comes after the modules that it imports.

    Raises:
        ValueError: A module is missing, or there is a cycle.

    >>> in_order({"a.js": 'import { b } from "./b.js";\n', "b.js": ""}, "a.js")
    ('b.js', 'a.js')
    """
    imports: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            raise ValueError(f"no such module: {name}")
        if name not in imports:
            imports[name] = sorted({path for _, path in _IMPORT.findall(sources[name])})
            waiting += imports[name]
    try:
        return tuple(TopologicalSorter(dict(sorted(imports.items()))).static_order())
    except CycleError as error:
        raise ValueError(f"import cycle: {', '.join(error.args[1])}") from None
