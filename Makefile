# Every command of the project. GNU make, bash-free recipes, no network but pip's default index.
#
# A stamp under .venv says what is installed. Its name is a checksum of this checkout's path, pyproject.toml and
# constraints.txt, so a change of either, and a copied checkout, install again; anything else does not.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KEY := $(shell { pwd; cat pyproject.toml constraints.txt; } | cksum | cut -d ' ' -f 1)
CORE := $(VENV)/core-$(KEY)
LAB := $(VENV)/lab-$(KEY)
DEV := $(VENV)/dev-$(KEY)
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq --constraint constraints.txt
PYTEST := $(BIN)/python -m pytest
DOCS = $(shell find README.md docs -name '*.md')
NOTEBOOKS = $(wildcard notebooks/*.ipynb)
CHROMIUM = $(wildcard /usr/bin/chromium)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo lab test test-slow lint types docs-check notebooks-check browser-check tests format docs dev pins clean

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(CORE) ## play the library scenario in the terminal
	@$(BIN)/a008 demo
	@printf '\nIn this checkout the command is %s, or `a008` after `. %s`.\n' $(BIN)/a008 $(BIN)/activate

lab: $(LAB) ## open JupyterLab and the Knowledge Manager
	@$(BIN)/a008 lab

test: lint types docs-check notebooks-check browser-check tests ## everything that must hold, cheapest first

test-slow: export A008_SLOW = 1
test-slow: test ## the same, with the full count of every sweep

format: $(DEV) ## lay out and sort
	@$(BIN)/python -m ruff check --quiet --fix-only a008 datasette docs tests
	@$(BIN)/python -m ruff format a008 datasette docs tests

docs: $(DEV) ## write the generated parts of the documentation again
	@$(BIN)/python -m cogapp -r --verbosity=1 -I docs/reference $(DOCS)

dev: $(DEV) ## set up .venv with everything

pins: clean ## take the newest version of every dependency and pin it
	@: > constraints.txt
	@$(MAKE) --no-print-directory dev
	@$(BIN)/python -m pip list --format=freeze --exclude-editable --exclude pip --exclude setuptools \
	  | LC_ALL=C sort > constraints.txt

clean: ## remove what was set up and built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find a008 datasette tests -name __pycache__ -prune -exec rm -rf {} +

# --- sections of the test -----------------------------------------------------------------------------------------

section = @printf '\n=== %s\n' '$(1)'

lint: $(DEV)
	$(call section,lint: ruff check; ruff format --check)
	@$(BIN)/python -m ruff check a008 datasette docs tests
	@$(BIN)/python -m ruff format --check a008 datasette docs tests

types: $(DEV)
	$(call section,types: mypy --strict)
	@$(BIN)/python -m mypy --strict a008 tests

docs-check: $(DEV)
	$(call section,docs: the generated parts are up to date)
	@$(BIN)/python -m cogapp --check --diff --verbosity=1 -I docs/reference $(DOCS) || { echo 'run: make docs'; exit 1; }

notebooks-check: $(DEV)
	$(call section,notebooks: every cell runs and prints what is saved)
ifeq ($(NOTEBOOKS),)
	@echo 'left out: there is no notebook'
else
	@home=$$(mktemp -d) && trap 'rm -rf "$$home"' EXIT && \
	A008_HOME=$$home $(PYTEST) --nbval --nbval-current-env $(NOTEBOOKS)
endif

browser-check: $(DEV)
	$(call section,browser: what a person sees in Chromium)
ifeq ($(CHROMIUM),)
	@echo 'left out, for want of /usr/bin/chromium:'
	@$(PYTEST) --collect-only --quiet --quiet -m browser tests | sed -n 's/^tests/  tests/p'
else
	@$(PYTEST) -m browser tests || [ $$? -eq 5 ]
endif

tests: $(DEV)
	$(call section,tests)
	@$(PYTEST) -n 2 --dist loadgroup -m 'not browser' tests

# --- set-up -------------------------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'A008 needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { \
	  echo 'no virtual environment could be made; Debian has the missing part as python3-venv' >&2; exit 1; }

$(CORE): $(BIN)/python
	@echo 'setting up $(VENV) (about a minute, once) ...'
	@$(PIP) --editable .
	@touch $@

$(LAB): $(BIN)/python
	@echo 'setting up $(VENV) with JupyterLab (about two minutes, once) ...'
	@$(PIP) --editable '.[lab]'
	@touch $@ $(CORE)

$(DEV): $(BIN)/python
	@echo 'setting up $(VENV) with the tools of development (about two minutes, once) ...'
	@$(BIN)/python -m pip --disable-pip-version-check install -qq --upgrade 'pip>=25.1'
	@$(PIP) --editable '.[all]' --group dev
	@touch $@ $(LAB) $(CORE)
