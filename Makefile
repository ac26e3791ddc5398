# Two commands do everything: `make play` and `make test`. They need Python 3.11 or newer and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
GAME ?=
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: play page test lint ready unit rules-coverage mutants crash bench strength golden clean

play: $(VENV)/.warm page
	$(BIN)/triumvir play $(GAME)

# What needs no compiled code runs beside the compiling, which cannot keep all cores busy; then the tests have the machine to themselves.
test:
	@echo "Compiling takes some minutes; linting and the rules' coverage run beside it."
	$(MAKE) -j2 --output-sync=target ready lint rules-coverage
	$(MAKE) unit

lint: $(VENV)/.dev web/node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	web/npm.sh run check

# Everything that the tests need.
ready: $(VENV)/.dev $(VENV)/.warm-all $(VENV)/.postgres $(VENV)/.browser page

unit: ready
	web/npm.sh test
	$(BIN)/python -m pytest -n auto --dist worksteal

# Compiled code cannot be traced, so the rules are covered as plain Python, the games side by side.
COVERED := src/triumvir/games/*/rules.py,src/triumvir/games/*/scoring.py,src/triumvir/games/carpe_diem/district.py,src/triumvir/games/via_appia/quarry.py
rules-coverage: $(VENV)/.dev
	$(BIN)/python -m coverage erase
	for game in porta_nigra carpe_diem via_appia; do \
		NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -p -m pytest -p no:cacheprovider tests/games/$$game -m rule & running="$$running $$!"; \
	done; for one in $$running; do wait $$one || exit 1; done
	$(BIN)/python -m coverage combine -q
	$(BIN)/python -m coverage report --fail-under=97 --include='$(COVERED)'

# Breaks every rule, one by one, and sees a test fail.
mutants: $(VENV)/.dev
	$(BIN)/python tests/mutants/run.py porta_nigra
	$(BIN)/python tests/mutants/run.py carpe_diem
	$(BIN)/python tests/mutants/run.py via_appia

# Kills the server again and again while clients play 200 matches, and sees that nothing is lost.
crash: $(VENV)/.dev $(VENV)/.warm
	$(BIN)/python tests/server/crash.py --matches 200

bench: $(VENV)/.dev $(VENV)/.warm
	$(BIN)/python benchmarks/engine.py

# Every contest of docs/strength.md, from where it stopped; hours.
FOLDER ?= results/strength
strength: $(VENV)/.dev $(VENV)/.warm-all
	$(BIN)/python benchmarks/strength.py --folder $(FOLDER)

# Writes the golden matches anew, when a change of the rules is meant.
golden: $(VENV)/.warm
	$(BIN)/python tests/golden/make.py

# The page, built into the package.
PAGE := src/triumvir/server/page/index.html
page: $(PAGE)

$(PAGE): web/node_modules/.installed $(shell find web/src web/public web/index.html web/vite.config.ts src/triumvir/games/*/words -type f)
	web/npm.sh run build

web/node_modules/.installed: web/package-lock.json | $(VENV)/bin/python
	web/npm.sh ci
	touch $@

# Tests of the page need a Chromium. Debian's installer does one thing at a time.
$(VENV)/.browser: | $(VENV)/.postgres
	command -v chromium || { $(SUDO) apt-get update && $(SUDO) apt-get install -y chromium; }
	touch $@

clean:
	rm -rf $(VENV) web/node_modules src/triumvir/server/page

# Debian keeps venv in a package of its own.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || { $(SUDO) apt-get update && $(SUDO) apt-get install -y python3-venv && $(PYTHON) -m venv --clear $(VENV); }

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) install -c constraints.txt -e .
	touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(PIP) install -c constraints.txt -e '.[dev]'
	touch $@

# The server's tests start a PostgreSQL of their own; only its programs are needed.
$(VENV)/.postgres: | $(VENV)/bin/python
	command -v initdb || ls /usr/lib/postgresql/*/bin/initdb || { $(SUDO) apt-get update && $(SUDO) apt-get install -y postgresql; }
	touch $@

# Compiling everything once takes some minutes; until a source changes, later starts read the result.
$(VENV)/.warm: $(VENV)/.installed $(shell find src -name '*.py')
	$(BIN)/triumvir warm
	touch $@

$(VENV)/.warm-all: $(VENV)/.dev $(shell find src -name '*.py')
	$(BIN)/triumvir warm --all
	touch $@ $(VENV)/.warm
