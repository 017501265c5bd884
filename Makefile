# Armarium from nothing: Python 3.11 or newer and make are all it asks for.
# Every step of the set-up leaves a stamp that depends on what it was made from, so a second run
# does nothing. The stamps live inside the environments: delete those, and all starts afresh.

VENV  := .venv
PPO   := .venv-ppo
THIRD := .venv-third
DOCS  := .venv-docs
TORCH := 2.13.0
PY    := $(VENV)/bin/python
UV    := $(PY) tools/uv_like_pip.py
# Environments hold absolute paths: a moved checkout makes a new one.
MADE  := $(VENV)/.made-$(shell pwd | cksum | cut -d' ' -f1)

WEB     := $(shell find web/src web/tools web/public -type f 2>/dev/null) web/index.html web/vite.config.ts \
           web/svelte.config.js web/tsconfig.json $(wildcard src/armarium/words/*.json src/armarium/games/*/words/*.json)
# npm and node come from the environment, so a machine without node works. They trust whom the machine trusts, as pip does.
NPM     := NODE_USE_SYSTEM_CA=1 PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm --no-audit --no-fund --no-update-notifier --loglevel=error
# Compiled rules are kept by content, so it costs seconds to look again after any change here.
GAMES   := $(filter-out table,$(patsubst src/armarium/games/%/book.py,%,$(wildcard src/armarium/games/*/book.py)))
RULES   := $(shell find src/armarium/games src/armarium/players -name '*.py' -o -name '*.toml')

# Compiling two games, building the page and checking the style have little to do with each other.
MAKEFLAGS += --jobs=2

# What is not a recipe of its own: make play ARGS="--port 9000", make test ARGS="-k auction"
ARGS ?=
say = @printf '• %s\n'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test test-laws test-browser test-third test-train test-slow test-kill soak browser wheel docs bench screenshots lint ppo train-smoke mutants dev lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

WARM := $(GAMES:%=$(VENV)/.warm-%)

setup: $(VENV)/.package $(WARM) $(VENV)/.page ## prepare all that playing needs (the other targets do it themselves)
	@:

play: setup ## serve the table on this machine and open the browser
	@$(VENV)/bin/armarium $(ARGS)

test: setup $(VENV)/.batches lint browser ## check the style, then run the tests (ARGS="-k auction" for some)
	$(say) 'tests of the page'
	@cd web && $(NPM) test --silent
	$(say) 'tests'
	@$(PYTEST) $(PARALLEL) --durations=10 -m "not at_length and $(USUAL)" $(ARGS)

test-laws: setup $(VENV)/.dev $(VENV)/.batches ## at length: the laws of knowledge, the independent rulebook, players, analysis, a simulated GPU, killed servers
	@$(PYTEST) $(PARALLEL) --durations=10 -m "at_length and $(USUAL)" $(ARGS)

test-browser: setup $(VENV)/.dev browser ## further journeys in the browser: sizes, languages, what make test shows once
	@$(PYTEST) --durations=10 -m "matrix and not slow" $(ARGS)

test-third: setup browser $(THIRD)/.package ## other people's suites, and the package as they install it, in an environment of its own
	@$(THIRD)/bin/python -m pytest --durations=10 -m "third and not slow" $(ARGS)

test-train: setup $(VENV)/.batches $(PPO)/.tools ## the training room, which needs torch, in an environment of its own
	@$(PPO)/bin/python -m pytest --durations=5 tests/lab/train $(ARGS)

test-slow: setup $(VENV)/.batches browser ## run the long tests
	@$(PYTEST) $(PARALLEL) --durations=10 -m slow --ignore=tests/twins $(ARGS)
	@$(PYTEST) --durations=3 -m slow tests/twins # by itself: it uses all cores and prints what it exercised

.PHONY: test-arm64
test-arm64: $(VENV)/.batches ## the network's choices on an emulated arm64 (Linux with apt), byte for byte those made here
	@$(PY) tools/arm64_choices.py $(ARGS)

test-kill: setup $(VENV)/.dev ## kill a server 200 times in the middle of 50 tables, two with PostgreSQL 100 times, the database 20 times
	@$(PY) -m tests.server.fire.killing $(ARGS)

soak: setup $(VENV)/.dev ## 300 tables for an hour: memory and waiting must not grow (ARGS="--minutes 5")
	@$(PY) -m tests.server.fire.soak $(ARGS)

# What pytest makes of the tests is kept between its workers and runs, also where Python is told to keep nothing. Each
# worker has one core: NumPy would take both.
PYTEST := PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(PY) -m pytest

USUAL  := not slow and not matrix and not third

# Tests that drive a browser share one worker, and tests/conftest.py puts them first: no reordering. A third worker gains
# nothing on two cores: bots think with low priority, and whoever waits for one waits three times as long.
PARALLEL := -n 2 --dist loadgroup --no-loadscope-reorder

browser: $(VENV)/.dev $(VENV)/.axe
	@$(PY) -m tests.web.browser

wheel: $(VENV)/.page ## build sdist and wheel into dist
	@$(PY) tools/make_package.py dist

# Warnings stop it: a page without a place, a link that leads nowhere, a docstring that cannot be read.
docs: $(DOCS)/.libraries ## build the documentation as a site into build/site
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict --quiet $(ARGS)
	@echo 'ready: build/site/index.html'

lint: $(VENV)/.package $(VENV)/.dev $(VENV)/.modules ## ruff, mypy, svelte-check, prettier, eslint and the arrows between the layers
	$(say) 'style, types and layers'
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/ruff format --quiet --check . || { echo 'not formatted: run .venv/bin/ruff format'; exit 1; }
	@$(VENV)/bin/mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-cache --no-logo
	@cd web && $(NPM) run check --silent && $(NPM) run lint --silent

screenshots: setup browser ## every screen in seven sizes, two themes, two languages, into build/screenshots
	@$(PY) -m tests.web.screenshots $(ARGS)

bench: setup $(VENV)/.dev $(VENV)/.batches ## the rules beside OpenSpiel, in turns; PettingZoo's own benchmark
	@$(PY) bench/side_by_side.py $(ARGS)
	@$(PY) bench/pettingzoo_table.py

ppo: setup $(PPO)/.tools ## train the example of docs/research.md with torch on this CPU (three seeds), and report
	@$(PPO)/bin/python examples/ppo.py $(ARGS)
	@$(PPO)/bin/python examples/ppo_report.py

train-smoke: setup $(VENV)/.batches $(PPO)/.made ## learn for two minutes on this CPU; fails below 80 % against random
	@$(PPO)/bin/python tools/train_smoke.py $(ARGS)

mutants: setup $(VENV)/.dev ## break the rules on purpose: the tests must notice (ARGS="name …" for some)
	@$(PY) tools/mutants.py $(ARGS)

dev: setup $(VENV)/.dev ## the tools for working on the code
	@echo 'ready: make test, make lint, .venv/bin/pytest tests/rulebook, .venv/bin/ruff format'

# The date keeps releases out that a mirror may hold only in part. Plain uv, because indexes that
# pip adds on one machine often know no dates.
COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
    --no-emit-index-url --exclude-newer 2026-10-18 \
    --exclude-newer-package starlette=2026-11-14 --exclude-newer-package uv=2026-11-14 \
    --upgrade
lock: $(VENV)/.uv ## choose the newest allowed versions again and write the locks
	@$(COMPILE) -o requirements.lock pyproject.toml --group pyproject.toml:page
	@$(COMPILE) -o requirements-dev.lock pyproject.toml --extra lab --extra bench --extra postgresql --group pyproject.toml:dev -c requirements.lock
	@$(COMPILE) -o requirements-uv.lock --group pyproject.toml:uv
	@$(COMPILE) -o requirements-docs.lock --group pyproject.toml:docs
	@$(COMPILE) -o requirements-third.lock pyproject.toml --extra lab --extra bench --extra cluster --extra data \
	    --group pyproject.toml:third -c requirements.lock -c requirements-dev.lock --override tools/without-torch.txt

clean: ## remove the environments and all that was built
	@rm -rf $(VENV) $(PPO) $(THIRD) $(DOCS) build dist web/node_modules tests/web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +

# The steps, in their order.

$(MADE):
	@python=$$(PYTHON="$(PYTHON)" tools/find-python) || exit 1; \
	printf '• environment %s (%s)\n' $(VENV) "$$("$$python" --version)"; \
	"$$python" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.uv: $(MADE) requirements-uv.lock
	$(say) 'installer (uv)'
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-uv.lock
	@touch $@

$(VENV)/.libraries: $(VENV)/.uv requirements.lock
	$(say) 'libraries (about 100 MB the first time)'
	@$(UV) pip sync --require-hashes requirements.lock
	@touch $@

$(VENV)/.package: $(VENV)/.libraries pyproject.toml
	$(say) 'armarium'
	@$(UV) pip install --no-deps --editable .
	@cp tools/site/*.pth $$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))') # an editable install leaves it out
	@$(PY) -m compileall -q src # as pip does; where Python may not write by itself, every process would compile all again
	@touch $@

$(WARM): $(VENV)/.warm-%: $(VENV)/.package $(RULES)
	@$(PY) -m armarium.games.warm $*
	@$(PY) -m armarium.players.warm $*
	@touch $@

# Only the lab plays batches: who plays a game does not wait for them.
$(VENV)/.batches: $(WARM)
	@$(PY) -m armarium.lab.warm
	@touch $@

$(VENV)/.modules: $(VENV)/.libraries web/package.json web/package-lock.json web/.npmrc
	$(say) 'libraries of the page'
	@cd web && $(NPM) ci
	@touch $@

$(VENV)/.page: $(VENV)/.modules $(WEB)
	$(say) 'the page'
	@cd web && $(NPM) run build --silent -- --logLevel warn
	@touch $@

# What the browser's tests take from npm: a reader of accessibility rules, and a browser for machines that have none.
$(VENV)/.axe: $(VENV)/.libraries tests/web/package.json tests/web/package-lock.json
	@cd tests/web && $(NPM) ci
	@touch $@

# Added to the libraries, not synchronised: a sync would take armarium itself away again.
$(VENV)/.dev: $(VENV)/.package requirements-dev.lock
	$(say) 'tools for tests and style'
	@$(UV) pip install --require-hashes -r requirements-dev.lock
	@touch $@

$(DOCS)/.libraries: $(VENV)/.uv requirements-docs.lock
	$(say) 'tools for the site'
	@$(PY) -m venv --clear $(DOCS)
	@$(UV) pip install --python $(DOCS)/bin/python --require-hashes -r requirements-docs.lock
	@touch $@

# As others have it: the locked libraries, the laboratory's, other people's trainers, and the wheel instead of the
# sources. Torch is in no lock (below), so what comes after it brings nothing along.
$(THIRD)/.libraries: $(VENV)/.uv requirements.lock requirements-dev.lock requirements-uv.lock requirements-third.lock
	$(say) "an environment as others have it, with other people's trainers"
	@$(PY) -m venv --clear $(THIRD)
	@$(UV) pip install --python $(THIRD)/bin/python --require-hashes -r requirements.lock -r requirements-dev.lock -r requirements-uv.lock
	@$(THIRD)/bin/python -m pip install --quiet --disable-pip-version-check torch==$(TORCH)
	@$(UV) pip install --python $(THIRD)/bin/python --require-hashes --no-deps -r requirements-third.lock
	@touch $@

$(THIRD)/.package: $(THIRD)/.libraries $(VENV)/.page pyproject.toml $(shell find src -name '*.py' -o -name '*.json' -o -name '*.toml')
	@rm -rf build/third
	@$(PY) tools/make_package.py build/third
	@$(UV) pip install --python $(THIRD)/bin/python --no-deps --reinstall build/third/*.whl
	@touch $@

# Torch is in no lock: its builds are many and large, and only the example uses it.
$(PPO)/.made: requirements.lock | $(VENV)/.package
	$(say) 'torch, in an environment of its own'
	@$(PY) -m venv --clear $(PPO)
	@$(UV) pip install --python $(PPO)/bin/python --require-hashes -r requirements.lock
	@$(UV) pip install --python $(PPO)/bin/python --no-deps --editable .
	@$(PPO)/bin/python -m pip install --quiet --disable-pip-version-check torch==$(TORCH)
	@touch $@

$(PPO)/.tools: $(PPO)/.made requirements-dev.lock
	$(say) 'tools for its tests'
	@$(UV) pip install --python $(PPO)/bin/python --require-hashes -r requirements-dev.lock
	@touch $@
