# `make play` and `make test` each work as the first command in a fresh clone.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check fixtures bench system clean

play: $(VENV)/.installed
	@$(BIN)/huhn-voice play --narration-out narration

test: $(VENV)/.dev system check
	@$(BIN)/pytest --cov --cov-report=term

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

fixtures: $(VENV)/.dev
	@$(BIN)/python -m fixtures.make

bench: $(VENV)/.dev
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@$(BIN)/python -m benchmarks

# System libraries that Python packages cannot carry: installed where we may, else said what is lost.
system:
	@bash tools/system.sh

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "huhn-voice needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { echo "python3 -m venv failed: install the package python3-venv"; exit 2; }

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@echo "Setting up huhn-voice in $(VENV) (once, a minute or two) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.installed tools/dev-requirements.txt
	@echo "Setting up the tests ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check -r tools/dev-requirements.txt
	@touch $@

clean:
	rm -rf $(VENV) .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
