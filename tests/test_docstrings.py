"""The examples in the docstrings of every module."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import magicbb

MODULES = [
    magicbb.__name__,
    *(
        module.name
        for module in pkgutil.walk_packages(magicbb.__path__, f"{magicbb.__name__}.")
        if not module.name.endswith(".__main__")  # importing it would run the program
    ),
]


LONG = {"benchmark.measure", "magics.search.short", "research.proofs.bit_by_bit.plan"}
"""Those whose examples take a second or more."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name[8:] in LONG else []) for name in MODULES],
)
def test_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [finder.find(importlib.import_module(name)) for name in MODULES]
    assert sum(len(test.examples) for tests in found for test in tests) > 50
