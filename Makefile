# Everything runs in a virtual environment of its own; plain python3 and pip are all that is needed.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check format slow bench docs pages clean

help: ## list what there is to make
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.core ## install, and watch a game of 10 colours and 4 holes being solved
	$(BIN)/codepegs solve p4c10 8 7 6 5 --strategy minimax --first 1111

test: $(VENV)/.test ## run the tests
	$(BIN)/python -m pytest

check: $(VENV)/.dev ## formatting, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

slow: $(VENV)/.test ## the long checks, and the documents' pages made anew: half an hour
	$(BIN)/python -m pytest -m slow
	$(BIN)/codepegs reproduce -o docs/reproduction

bench: $(VENV)/.dev ## measure speed against baselines in the same run
	$(BIN)/python -m bench

docs: $(VENV)/.docs ## make the site of the documents in build/docs, with every warning an error
	$(BIN)/python -m doctest $(wildcard docs/*.md docs/how-to/*.md)
	$(BIN)/sphinx-build -q -W --keep-going -b html -d build/doctrees docs build/docs

pages: $(VENV)/.docs ## make the pages anew that come from the program itself
	for script in docs/make/*.py; do $(BIN)/python $$script || exit 1; done

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.core

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.test $(VENV)/.core

$(VENV)/.docs: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@ $(VENV)/.core
