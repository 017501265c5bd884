# Needs only Python 3.11 or newer and make.
# Every step of the setup writes a stamp file that depends on its inputs, so a second run does nothing.
# The stamps are inside the environments: delete an environment to set it up again.

VENV  := .venv
PPO   := .venv-ppo
THIRD := .venv-third
DOCS  := .venv-docs
NEW   := .venv-newest
TORCH := 2.13.0
PY    := $(VENV)/bin/python
UV    := $(PY) tools/uv_like_pip.py
# Environments contain absolute paths, so a moved checkout gets a new one.
MADE  := $(VENV)/.made-$(shell pwd | cksum | cut -d' ' -f1)

WEB     := $(shell find web/src web/tools web/public -type f 2>/dev/null) web/index.html web/vite.config.ts \
           web/svelte.config.js web/tsconfig.json $(wildcard src/armarium/text/*.json src/armarium/games/*/text/*.json)
# npm and node come from the environment, so the machine needs no node. Like pip, they use the certificates of the machine.
NPM     := NODE_USE_SYSTEM_CA=1 PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm --no-audit --no-fund --no-update-notifier --loglevel=error
# Compiled rules are cached by content, so checking them after a change here takes seconds.
RULES   := $(shell find src/armarium/games src/armarium/players -name '*.py' -o -name '*.toml')

# Compiling, building the page and linting are independent.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=2
endif

# Arguments for the program of a target: make play ARGS="--port 9000", make test ARGS="-k auction"
ARGS ?=
say = @printf '• %s\n'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test test-all test-slow test-host browser wasm site wheel release docs bench screenshots lint ppo mutants dev lock clean
.PHONY: .check-page $(addprefix .bench-,rules server processes page)
.PHONY: $(addprefix .test-,shared features laws browser third_party train long kill soak arm64 learning newest)

help: ## show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

WARM := $(VENV)/.warm

setup: $(VENV)/.package $(WARM) $(VENV)/.page ## prepare everything for playing (the other targets do this themselves)
	@:

# The server compiles the rules itself, while people play already.
play: $(VENV)/.package $(VENV)/.page ## start the server on this machine and open the browser
	@$(VENV)/bin/armarium $(ARGS)

# Every check belongs to one of three commands. PARTS="laws train" runs only some parts of the second or third. ARGS is
# passed to the program of each part.
test: .test-features ## lint, and test every feature once; about 15 minutes on 2 cores (ARGS="-k auction" for some)
	@:

# One run of pytest for the first three parts keeps both cores busy: a browser test spends much of its time waiting.
test-all: ## run what CI runs; under 75 minutes on 2 cores (PARTS="features laws browser third_party train" for some)
ifdef PARTS
	@for part in $(PARTS); do $(MAKE) --no-print-directory .test-$$part || exit 1; done
else
	@$(MAKE) --no-print-directory .test-shared
	@$(MAKE) --no-print-directory --output-sync=target .test-third_party .test-train
endif

test-slow: ## run the tests that take minutes each; hours in total (PARTS="long kill soak arm64 learning newest" for others)
	@for part in $(or $(PARTS),long); do $(MAKE) --no-print-directory .test-$$part || exit 1; done

.test-features: .check-page
	$(say) 'tests: every feature once'
	@$(PYTEST) $(PARALLEL) --durations=10 -m "not slow and not thorough and not variant and not third_party" $(ARGS)

.test-shared: .check-page
	$(say) 'tests: every feature, many games, and the page in more window sizes, themes and languages'
	@$(PYTEST) $(PARALLEL) --durations=30 -m "not slow and not third_party" $(ARGS)

# The page is built again if the rules for browsers are newer.
.check-page: setup $(VENV)/.batches lint browser site
	@$(MAKE) --no-print-directory $(VENV)/.page
	$(say) 'tests of the page'
	@cd web && $(NPM) test --silent

.test-laws: setup $(VENV)/.dev $(VENV)/.batches
	$(say) 'tests: many games and many processes'
	@$(PYTEST) $(PARALLEL) --durations=10 -m "thorough and not slow and not variant and not third_party" $(ARGS)

.test-browser: setup $(VENV)/.dev browser
	$(say) 'tests: the page in more window sizes, themes and languages'
	@$(PYTEST) --durations=10 -m "variant and not slow" $(ARGS)

.test-third_party: setup browser $(THIRD)/.package
	$(say) "tests: the installed wheel and other projects' test suites, in $(THIRD)"
	@$(THIRD)/bin/python -m pytest --durations=10 -m "third_party and not slow" $(ARGS)

.test-train: setup $(VENV)/.batches $(PPO)/.tools
	$(say) 'tests: training with torch, in $(PPO)'
	@$(PPO)/bin/python -m pytest --durations=5 tests/lab/train $(ARGS)

.test-long: setup $(VENV)/.batches browser wasm
	@$(PYTEST) -o faulthandler_timeout=0 $(PARALLEL) --durations=10 -m slow --ignore=tests/twins $(ARGS)
	@$(PYTEST) -o faulthandler_timeout=0 --durations=3 -m slow tests/twins # separately: it uses all cores and prints its coverage

# Kills a server 200 times during 50 games; with PostgreSQL, one of two servers 100 times and the database 20 times.
.test-kill: setup $(VENV)/.dev
	@$(PY) -m tests.server.stress.killing $(ARGS)

# Plays 300 tables for an hour: memory and latency must not grow (ARGS="--minutes 5").
.test-soak: setup $(VENV)/.dev
	@$(PY) -m tests.server.stress.soak $(ARGS)

# Compares the network's moves on an emulated arm64 machine with those of this one, byte for byte. Needs Linux with apt.
.test-arm64: $(VENV)/.batches
	@$(PY) tools/arm64_choices.py $(ARGS)

# Trains for two minutes on this CPU; fails below 80 % wins against random.
.test-learning: setup $(VENV)/.batches $(PPO)/.package
	@$(PPO)/bin/python tools/train_smoke.py $(ARGS)

# Tries the newest numba and torch, whatever the bounds in pyproject.toml say. If it passes, the bounds can be raised.
.test-newest: setup
	$(say) 'tests: the rules, players and training with the newest numba and torch, in $(NEW)'
	@$(PY) -m venv --clear $(NEW)
	@$(UV) pip install --python $(NEW)/bin/python --require-hashes -r requirements.lock -r requirements-dev.lock
	@$(NEW)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade numba torch
	@$(UV) pip install --python $(NEW)/bin/python --no-deps --editable .
	@$(NEW)/bin/python -m pytest tests/rulebook tests/players/network tests/players/biblios/test_suite.py tests/lab/train $(ARGS)

# The empty PYTHONDONTWRITEBYTECODE lets pytest cache its rewritten tests between workers and runs, whatever the caller
# has set. Each worker has one core; without the limit NumPy would use both.
PYTEST := PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(PY) -m pytest

# tests/conftest.py says which tests share a worker and puts them in order, so the order must stay. A third worker gains
# nothing on two cores: bots run with low priority, so tests that wait for one would take three times as long.
PARALLEL := -n 2 --dist loadgroup --no-loadscope-reorder

browser: $(VENV)/.dev $(VENV)/.axe
	@$(PY) -m tests.web.browser

wasm: build/wasm/.made ## compile both games for browsers, into build/wasm
	@:

wheel: wasm ## build sdist and wheel into dist
	@$(MAKE) --no-print-directory $(VENV)/.page
	@$(PY) tools/make_package.py dist

release: wasm ## build and check everything that a release publishes, into dist: packages, checksums, SBOM, licences
	@$(MAKE) --no-print-directory $(VENV)/.page
	@$(PY) tools/make_release.py dist

# The page for any static host, under any path: both games, without a server.
site: wasm $(VENV)/.modules ## build a folder for static hosts into build/static: both games, rules and replays without a server
	@cd web && $(NPM) run site --silent -- --logLevel warn
	@echo 'ready: build/static'

# Warnings are errors: a page that is not in the navigation, a broken link, an unreadable docstring.
docs: $(DOCS)/.libraries ## build the documentation site into build/site
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict --quiet $(ARGS)
	@echo 'ready: build/site/index.html'

lint: $(VENV)/.package $(VENV)/.dev $(VENV)/.modules ## ruff, mypy, import-linter, the prose checker, svelte-check, prettier and eslint
	$(say) 'style, types, layers and plain English'
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/ruff format --quiet --check . || { echo 'not formatted: run .venv/bin/ruff format'; exit 1; }
	@$(VENV)/bin/mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-cache --no-logo
	@$(PY) tools/check_prose.py
	@cd web && $(NPM) run check --silent && $(NPM) run lint --silent

screenshots: setup browser ## take every screen in eleven sizes, two themes and two languages, into build/screenshots
	@$(PY) -m tests.web.screenshots $(ARGS)

bench: setup $(VENV)/.dev $(VENV)/.batches build/peer/.made ## run every benchmark, alternating with other libraries; half an hour (PARTS="rules server processes page" for some)
	@for part in $(or $(PARTS),rules server processes page); do $(MAKE) --no-print-directory .bench-$$part || exit 1; done

.bench-rules: # the rules beside OpenSpiel, and PettingZoo's own benchmark
	@$(PY) bench/side_by_side.py $(ARGS)
	@$(PY) bench/pettingzoo_table.py

.bench-server: # one server: curves of docs/evidence/server.md, and boardgame.io beside it
	@$(PY) -m bench.server.curves
	@$(PY) -m bench.server.boardgame_io build/peer --node $(VENV)/bin/node

.bench-processes: # several servers on PostgreSQL: docs/capacity.md
	@$(PY) -m bench.server.processes

.bench-page: browser site # games in the browser: docs/machines.md
	@$(PY) -m bench.static_page $(ARGS)

build/peer/.made: bench/server/package.json | $(VENV)/.libraries
	@mkdir -p $(@D) && cp $< $(@D)
	@cd $(@D) && $(NPM) install
	@touch $@

ppo: setup $(PPO)/.tools ## train the example of docs/research.md with torch on this CPU (three seeds) and print a report
	@$(PPO)/bin/python examples/ppo.py $(ARGS)
	@$(PPO)/bin/python examples/ppo_report.py

test-host: wheel ## follow docs/hosting.md under systemd in a fresh Debian, from install to rollback; needs root; half an hour
	@$(PY) -m tests.server.ops.guide dist/armarium-*.whl $(ARGS)

mutants: setup $(VENV)/.dev ## break the rules on purpose and check that the tests fail (ARGS="name …" for some)
	@$(PY) tools/mutants.py $(ARGS)

dev: setup $(VENV)/.dev ## install the development tools
	@echo 'ready: make test, make lint, .venv/bin/pytest tests/rulebook, .venv/bin/ruff format'

# The date excludes releases that a mirror may have only in part. Plain uv, because extra indexes configured for pip often
# have no upload dates.
COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
    --no-emit-index-url --exclude-newer 2026-10-18 \
    --exclude-newer-package starlette=2026-11-14 --exclude-newer-package uv=2026-11-14 \
    --upgrade
lock: $(VENV)/.uv ## resolve the newest allowed versions and write the lock files
	@$(COMPILE) -o requirements.lock pyproject.toml --group pyproject.toml:page
	@$(COMPILE) -o requirements-dev.lock pyproject.toml --extra lab --extra bench --extra postgresql --group pyproject.toml:dev -c requirements.lock
	@$(COMPILE) -o requirements-uv.lock --group pyproject.toml:uv
	@$(COMPILE) -o requirements-docs.lock --group pyproject.toml:docs
	@$(COMPILE) -o requirements-third.lock pyproject.toml --extra lab --extra bench --extra cluster --extra data \
	    --group pyproject.toml:third -c requirements.lock -c requirements-dev.lock --override tools/without-torch.txt

clean: ## remove the environments and everything that was built
	@rm -rf $(VENV) $(PPO) $(THIRD) $(DOCS) $(NEW) build dist web/node_modules tests/web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests tools bench research -name __pycache__ -type d -prune -exec rm -rf {} +

# The steps of the setup, in order.

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
	@rm -f $(VENV)/lib/python3*/site-packages/armarium_gymnasium.pth # left by earlier versions
	@$(PY) -m compileall -q src # as pip does; otherwise, where Python writes no bytecode, every process would compile everything again
	@touch $@

$(WARM): $(VENV)/.package $(RULES)
	@$(VENV)/bin/armarium warm
	@touch $@

# Only the lab uses batches, so players do not wait for them to compile.
$(VENV)/.batches: $(WARM)
	@$(VENV)/bin/armarium warm --lab
	@touch $@

$(VENV)/.modules: $(VENV)/.libraries web/package.json web/package-lock.json web/.npmrc
	$(say) 'libraries of the page'
	@cd web && $(NPM) ci
	@touch $@

# With the rules for browsers, if they have been built, the page can play without a server.
$(VENV)/.page: $(VENV)/.modules $(WEB) $(wildcard build/wasm/.made)
	$(say) 'the page'
	@cd web && $(NPM) run build --silent -- --logLevel warn
	@touch $@

# npm packages of the browser tests: axe for accessibility, and a browser for machines without one.
$(VENV)/.axe: $(VENV)/.libraries tests/web/package.json tests/web/package-lock.json
	@cd tests/web && $(NPM) ci
	@touch $@

# One module per game, from the same kernels (docs/machines.md).
build/wasm/.made: $(VENV)/.dev $(RULES) $(wildcard src/armarium/core/*.py src/armarium/core/kernels/*.py tools/*wasm*) tools/local_games.py
	$(say) 'compiling the rules for browsers (two minutes)'
	@$(PY) tools/build_wasm.py build/wasm
	@$(PY) tools/local_games.py build/wasm
	@touch $@

# Added to the libraries, not synchronised: a sync would uninstall armarium itself.
$(VENV)/.dev: $(VENV)/.package requirements-dev.lock
	$(say) 'tools for tests and style'
	@$(UV) pip install --require-hashes -r requirements-dev.lock
	@touch $@

$(DOCS)/.libraries: $(VENV)/.uv requirements-docs.lock
	$(say) 'tools for the site'
	@$(PY) -m venv --clear $(DOCS)
	@$(UV) pip install --python $(DOCS)/bin/python --require-hashes -r requirements-docs.lock
	@touch $@

# A user's environment: the locked libraries, those of the lab, third-party trainers, and the wheel instead of the
# sources. Torch is in no lock file (see below), so the packages after it are installed without dependencies.
$(THIRD)/.libraries: $(VENV)/.uv requirements.lock requirements-dev.lock requirements-uv.lock requirements-third.lock
	$(say) 'an environment like that of a user, with third-party trainers'
	@$(PY) -m venv --clear $(THIRD)
	@$(UV) pip install --python $(THIRD)/bin/python --require-hashes -r requirements.lock -r requirements-dev.lock -r requirements-uv.lock
	@$(THIRD)/bin/python -m pip install --quiet --disable-pip-version-check torch==$(TORCH)
	@$(UV) pip install --python $(THIRD)/bin/python --require-hashes --no-deps -r requirements-third.lock
	@touch $@

$(THIRD)/.package: $(THIRD)/.libraries $(VENV)/.page build/wasm/.made pyproject.toml $(shell find src -name '*.py' -o -name '*.json' -o -name '*.toml')
	@$(MAKE) --no-print-directory $(VENV)/.page
	@rm -rf build/third
	@$(PY) tools/make_package.py build/third
	@$(UV) pip install --python $(THIRD)/bin/python --no-deps --reinstall build/third/*.whl
	@touch $@

# Torch is in no lock file: it has many large builds, and only the example uses it.
$(PPO)/.made: requirements.lock | $(VENV)/.package
	$(say) 'torch, in a separate environment'
	@$(PY) -m venv --clear $(PPO)
	@$(UV) pip install --python $(PPO)/bin/python --require-hashes -r requirements.lock
	@$(PPO)/bin/python -m pip install --quiet --disable-pip-version-check torch==$(TORCH)
	@touch $@

# Installed again when pyproject.toml changes: its entry points are how games are found.
$(PPO)/.package: $(PPO)/.made pyproject.toml
	@$(UV) pip install --python $(PPO)/bin/python --no-deps --editable .
	@touch $@

$(PPO)/.tools: $(PPO)/.package requirements-dev.lock
	$(say) 'tools for its tests'
	@$(UV) pip install --python $(PPO)/bin/python --require-hashes -r requirements-dev.lock
	@touch $@
