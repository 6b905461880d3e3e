# Everything a newcomer needs: `make play` and `make test` set the machine up by themselves.

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(if $(shell $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo yes),$(p))))
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TESTS  := $(VENV)/.ready-test
CHROME := $(VENV)/.ready-chromium
PARTS  := $(VENV)/.ready-pi
PIP    := $(BIN)/python -m pip install --disable-pip-version-check --progress-bar on
JOBS   ?= 2

# A Pi drives real parts: pins through lgpio, a number pad through evdev. New Pythons find no wheels of these, but
# Debian has both, so on a Pi the environment may use what is installed there.
MODEL  ?= /proc/device-tree/model
PI     := $(shell grep -qs 'Raspberry Pi' $(MODEL) && echo yes)

.PHONY: help play test test-pythons suite lint types check bench clean

help:
	@echo "make play    a whole table: simulated in the browser, or real on a Pi"
	@echo "make test    lint, types and the whole suite"
	@echo "make test-pythons   the suite on every Python from 3.11 that this machine has"
	@echo "make bench   how fast it is, next to what it has to beat"

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; none was found. On Debian: apt-get install python3 python3-venv"; exit 1; }
	@echo "Making the environment in $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv $(if $(PI),--system-site-packages) $(VENV) || { echo "venv is missing. On Debian: apt-get install python3-venv"; exit 1; }
	$(PIP) -e .
	@touch $@

$(TESTS): $(READY)
	$(PIP) -e '.[test]'
	@touch $@

# What the browser tests need besides: Chromium and axe-core. Where they can't be had, make goes on and those tests say so.
$(CHROME): $(TESTS) tools/browser.py
	@if $(BIN)/python -m tools.browser; then touch $@; fi

$(PARTS): $(READY)
	@{ $(PIP) -e '.[pi]' && $(BIN)/python -c 'import evdev; import lgpio'; } || { \
		echo "The pins of this Pi can't be used yet. Try: sudo apt-get install python3-lgpio python3-evdev"; exit 1; }
	@touch $@

play: $(if $(PI),$(PARTS),$(READY))
	@$(BIN)/misterx play

lint: $(TESTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TESTS)
	$(BIN)/mypy

check: lint types

test: check suite

# The suite on every Python that is here, each in an environment of its own: slow, so not part of `test`.
test-pythons:
	@for python in python3.11 python3.12 python3.13 python3.14; do \
		$$python -c 'import sys' >/dev/null 2>&1 || { echo "no $$python here"; continue; }; \
		$(MAKE) --no-print-directory VENV=.venv-$$python PYTHON=$$python suite || exit 1; \
	done

suite: $(TESTS) $(CHROME)
	$(BIN)/pytest -n $(JOBS)

bench: $(TESTS)
	$(BIN)/python -m tools.bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis tests/browser/failures
