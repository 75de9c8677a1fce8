# Everything a person or CI does with this project. Needs Python 3.10 or newer and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

PARALLEL := -n auto --dist worksteal  # a process for each core

POSITION := r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1

.PHONY: run test test-all test-platforms snapshots mutants changes lint docs figures bench setup clean

run: $(VENV)/installed  ## Find all 128 magics, verify every key, draw one position.
	$(BIN)/magicbb build fancy
	$(BIN)/magicbb attacks e2 --fen '$(POSITION)'

test: wheel  ## What shows within minutes whether a change is sound, against the installed wheel.
	$(BIN)/python -m pytest $(PARALLEL)

test-all: wheel  ## Every test: the full product of what `make test` has a part of, and what takes minutes.
	$(BIN)/python -m pytest $(PARALLEL) -m "not platforms"

test-platforms: wheel $(VENV)/rust  ## Exported programs on other machines; needs QEMU and takes half an hour.
	$(BIN)/python -m pytest $(PARALLEL) -m "" tests/exports/test_platforms.py

snapshots: wheel  ## Write anew what exports are held against.
	$(BIN)/python tests/exports/test_snapshots.py

mutants: wheel $(VENV)/mutating  ## Run the tests against mutants of the package; takes an hour or two.
	$(BIN)/python scripts/mutants.py

changes: wheel  ## Change numbers in sources, 2,000 times: `verify` has to notice; takes 20 minutes.
	$(BIN)/python scripts/changes.py

lint: setup  ## Style and types.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

docs: wheel  ## The documentation, into site/; a warning is an error.
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

figures: wheel  ## Draw the guide's figures anew, and write the page of records.
	$(BIN)/python scripts/guide_figures.py
	$(BIN)/python scripts/records_page.py

bench: wheel  ## Measure, and write the figures into docs/speed.md and the README; needs gcc and g++.
	$(BIN)/python benchmarks/figures.py --write docs/speed.md --readme README.md

setup: $(VENV)/developing  ## The environment of a developer.

clean:
	rm -rf $(VENV) dist build site .mypy_cache .pytest_cache .ruff_cache

# pip builds a wheel of the tree and installs that; the sources themselves are never imported.
.PHONY: wheel
wheel: setup
	$(BIN)/pip install --quiet --no-deps --force-reinstall .

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml $(shell find src -type f -not -path '*/__pycache__/*') | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check .
	touch $@

$(VENV)/developing: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check '.[test,lint,bench,docs]'
	touch $@

# Rust's standard library for other machines, from Debian's packages; elsewhere Rust is left out.
$(VENV)/rust: scripts/foreign_rust.sh | $(VENV)/developing
	if grep -qx ID=debian /etc/os-release; then scripts/foreign_rust.sh $@; else mkdir -p $@; fi
	touch $@

$(VENV)/mutating: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check '.[test,mutants]'
	touch $@
