# Everything runs in a virtual environment of its own; plain python3 and pip are all that is needed.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PROCESSORS := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
ENGINE := build/engine/engine.wasm
COMPILER := $(or $(if $(filter-out default,$(origin CXX)),$(CXX)),$(shell command -v c++ 2>/dev/null),$(shell command -v g++ 2>/dev/null),$(shell command -v clang++ 2>/dev/null))

# Python keeps what it has compiled even where the environment says otherwise: the tests start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE
# Ninja would ask this make for leave to start compilers, and complain that the way to it is closed.
unexport MAKEFLAGS

.DEFAULT_GOAL := help
.PHONY: help demo web page site page-test page-check journeys test test-all test-pythons test-sanitized fuzz attack check format slow reproduction bench docs docs-quick reference dist wheels clean

help: ## list what there is to make
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.core ## install, and watch a game of 4 pegs and 10 colours being solved
	$(BIN)/codepegs solve p4c10 8 7 6 5 --strategy minimax --first 1111

web: page $(VENV)/.web ## build the page (Node 20.19 or newer) and serve it with the API
	$(BIN)/codepegs serve

page: src/codepegs/server/page/index.html ## only build the page

site: web/node_modules/.installed $(ENGINE) ## build the page for any static host, which works without a server of its own, in build/site; codepegs.html there is all of it in one file
	cd web && npm run site
	mkdir -p build/site/trees
	cp src/codepegs/trees/gallery/trees/*.tree.gz build/site/trees
	@echo 'build/site is ready for any static host'

page-test: page-check journeys ## test the page: its library, its types, and all of it in a real Chromium, its main journeys in Firefox if there is one

page-check: web/node_modules/.installed $(ENGINE) build/engine/positions.jsonl build/engine/words.jsonl ## only the library and the types of the page
	cd web && { npm run check & npm test && wait $$!; }

journeys: page site $(VENV)/.web ## only the page in the browsers
	cd web && CODEPEGS=$(abspath $(BIN))/codepegs npm run e2e

test: $(VENV)/.test ## run the tests: three minutes
	$(BIN)/python -m pytest -n auto --dist worksteal

# Some of the longer tests wait, for servers and interrupts: one more process keeps the processors busy.
test-all: $(VENV)/.test ## run the tests that are slow and rarely fail, too
	$(BIN)/python -m pytest -n $(shell expr $(PROCESSORS) + 1) --dist worksteal -m 'not slow'

test-pythons: $(VENV)/.dev ## build the wheel, install it into each supported Python on this machine, run a core of the tests there
	$(BIN)/python tests/pythons/run_core.py

test-sanitized: $(VENV)/.test ## run the tests of the C++ loops under the address, undefined-behaviour and thread sanitizers
	$(BIN)/python tests/sanitizers/run.py

MINUTES ?= 1
fuzz: $(VENV)/.test ## damage every format of text and of files, for MINUTES=1 in all (an input that fails is kept in build/fuzz); measure what long inputs cost
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)
	$(BIN)/python -m tests.fuzz --growth

SECONDS ?= 60
ATTACKS ?=
attack: $(VENV)/.test ## attack a server in fifteen ways, for SECONDS=60 each, while another client must be answered; only some with ATTACKS="coach kills"
	$(BIN)/python -m tests.attack --seconds $(SECONDS) $(ATTACKS)

check: $(VENV)/.dev ## formatting, lint and types, also of the examples in the documentation, and those that users see
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror $(CXX_SOURCES)
	$(BIN)/mypy
	$(BIN)/python -m tests.docs.typed_examples
	$(BIN)/python -m tests.docs.typed_names
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(CXX_SOURCES)

slow: $(VENV)/.slow ## the long checks: an hour on two cores
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow

reproduction: $(VENV)/.test ## write the pages of the five reports again (measured anew if docs/reproduction/data is deleted)
	$(BIN)/codepegs reproduce -o docs/reproduction

bench: $(VENV)/.dev ## measure speed against baselines in the same run, then the parts of the behaviour signature
	$(BIN)/python -m bench
	$(BIN)/python -m codepegs.cli.bench

docs: $(VENV)/.docs ## build the documentation in build/docs, with every warning an error
	$(BIN)/sphinx-build -q -W --keep-going -b html -d build/doctrees docs build/docs
	$(BIN)/python -m tests.docs.built_site build/docs

docs-quick: $(VENV)/.docs-quick ## the same without compiling or installing codepegs: two minutes on a new machine, for changes of words
	PYTHONPATH=src $(BIN)/sphinx-build -q -W --keep-going -b html -d build/doctrees docs build/docs
	$(BIN)/python -m tests.docs.built_site build/docs

reference: $(VENV)/.docs ## write the generated pages and the schema again
	$(BIN)/python -m codepegs.server.schema > web/openapi.json.new && mv web/openapi.json.new web/openapi.json
	for script in docs/make/*.py; do $(BIN)/python $$script || exit 1; done

dist: page $(VENV)/bin/python ## build the sdist and the wheel, with the page inside, into dist
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'build>=1.2'
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

wheels: page $(VENV)/bin/python ## build wheels for Linux, macOS and Windows, with zig as the cross-compiler, into dist
	$(BIN)/python -m pip install --quiet --disable-pip-version-check ziglang wheel
	$(BIN)/python packaging/cross_build.py

clean: ## remove the virtual environment, the compiled library and caches
	rm -rf web/node_modules src/codepegs/server/page build
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

# The compiled library is built with the package; a second run compiles only what changed.
CXX_SOURCES := $(shell find src -name '*.cpp' -o -name '*.hpp')
PYTHON_SOURCES := $(shell find src -name '*.py')
# An editable install knows the Python files there were; one that is added, moved or removed needs another.
PYTHON_FILES := $(shell mkdir -p build; find src -name '*.py' | LC_ALL=C sort > build/python-files.new; \
	cmp -s build/python-files.new build/python-files || cp build/python-files.new build/python-files)
BUILT_FROM := pyproject.toml CMakeLists.txt $(CXX_SOURCES) build/python-files

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Compiles for this processor only. Warnings are errors once the developers' tools are installed. Prints everything when
# the build fails.
define install
	@echo 'Installing codepegs$(if $(1), with the extra $(1)), which compiles its C++ library'
	@$(if $(COMPILER),true,echo 'No C++ compiler found: installing ziglang, which is one')
	@$(if $(COMPILER),,CXX=ziglang) PATH="$(abspath $(BIN)):$$PATH" CMAKE_BUILD_PARALLEL_LEVEL=$(PROCESSORS) \
	    CMAKE_ARGS="-DCODEPEGS_LEVELS=native -DCODEPEGS_WERROR=$(if $(filter dev,$(1))$(wildcard $(VENV)/.dev),ON,OFF) $$CMAKE_ARGS" \
	    $(BIN)/python packaging/install.py $(1)
	@touch $@
endef

$(VENV)/.core: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,)

$(VENV)/.web: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,web)
	@touch $(VENV)/.core

$(VENV)/.test: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,test)
	@touch $(VENV)/.core $(VENV)/.web

$(VENV)/.dev: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,dev)
	@touch $(VENV)/.test $(VENV)/.docs $(VENV)/.web $(VENV)/.core

# The slow tests also compare with other programs, and check the types of the examples.
$(VENV)/.slow: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,slow)
	@touch $(VENV)/.test $(VENV)/.web $(VENV)/.core

$(VENV)/.docs: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,docs)
	@touch $(VENV)/.core

# What the pages need, but not the package itself: its docstrings are read from src.
$(VENV)/.docs-quick: $(VENV)/bin/python pyproject.toml
	@$(BIN)/python -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	    print(*project["dependencies"], *project["optional-dependencies"]["docs"][1:], sep="\n")' > $@.new
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $@.new
	@mv $@.new $@

web/node_modules/.installed: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "building the page takes Node 20.19 or newer, with npm; all else works without" >&2; exit 3; }
	cd web && npm ci
	@touch $@

# The loops that the page runs in the browser are compiled by zig from the Python index.
$(VENV)/.zig: $(VENV)/bin/python
	@echo 'Installing ziglang, which compiles the loops of the page'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check ziglang
	@touch $@

$(ENGINE): $(VENV)/.zig $(CXX_SOURCES) web/engine/no_exceptions.cpp packaging/page_engine.py
	$(BIN)/python packaging/page_engine.py $@

POSITIONS ?= 150
build/engine/positions.jsonl: $(VENV)/.web web/tests/engine/make_positions.py $(PYTHON_SOURCES)
	@mkdir -p $(@D)
	$(BIN)/python web/tests/engine/make_positions.py $(POSITIONS) > $@.new && mv $@.new $@

build/engine/words.jsonl: $(VENV)/.web web/tests/engine/make_words.py $(PYTHON_SOURCES)
	@mkdir -p $(@D)
	$(BIN)/python web/tests/engine/make_words.py $(POSITIONS) > $@.new && mv $@.new $@

PAGE_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/svelte.config.js

src/codepegs/server/page/index.html: web/node_modules/.installed $(ENGINE) $(PAGE_SOURCES)
	cd web && npm run build
