# Everything runs in a virtual environment of its own; plain python3 and pip are all that is needed.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo web page page-test test check format slow bench docs reference dist clean

help: ## list what there is to make
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.core ## install, and watch a game of 10 colours and 4 holes being solved
	$(BIN)/codepegs solve p4c10 8 7 6 5 --strategy minimax --first 1111

web: page $(VENV)/.web ## build the page (Node 20.19 or newer) and serve it with the API
	$(BIN)/codepegs serve

page: src/codepegs/web/page/index.html ## only build the page

page-test: page $(VENV)/.web ## test the page: its library, its types, and all of it in a real Chromium
	cd web && npm test && npm run check
	cd web && CODEPEGS=$(abspath $(BIN))/codepegs npm run e2e

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

reference: $(VENV)/.docs ## make the schema and the pages anew that come from the program itself
	$(BIN)/python -m codepegs.web.schema > web/openapi.json.new && mv web/openapi.json.new web/openapi.json
	for script in docs/make/*.py; do $(BIN)/python $$script || exit 1; done

dist: page $(VENV)/bin/python ## build the sdist and the wheel, with the page inside, into dist
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'build>=1.2'
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

clean: ## remove the virtual environment and caches
	rm -rf web/node_modules src/codepegs/web/page build
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.web: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[web]'
	@touch $@ $(VENV)/.core

$(VENV)/.test: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.core $(VENV)/.web

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.test $(VENV)/.web $(VENV)/.core

$(VENV)/.docs: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@ $(VENV)/.core

web/node_modules/.installed: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "building the page takes Node 20.19 or newer, with npm; all else works without" >&2; exit 3; }
	cd web && npm ci
	@touch $@

PAGE_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/svelte.config.js

src/codepegs/web/page/index.html: web/node_modules/.installed $(PAGE_SOURCES)
	cd web && npm run build
