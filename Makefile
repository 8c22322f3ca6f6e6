# `make lab` opens the notebooks, `make test` runs the tests; both set everything up themselves.
# No make? Run `python3 .ci/setup.py` (Windows: `py .ci\setup.py`), for the tests with the word `all`
# behind it; then the commands below a target here.

PYTHON ?=
ARGS ?=
BIN := .venv/bin
STUDENTS := deploy/student-branch/.github/workflows/checks.yml
WORKFLOWS := $(wildcard .github/workflows/*.yml) $(STUDENTS)
PACKAGES ?= locked lowest newest
UV = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r .ci/installer.lock
PYTEST = $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadgroup -m "not slow"
export PYTHON

.DEFAULT_GOAL := help
.PHONY: test-library test-grader test-arena test-studio test-rest help setup setup-all compiled ready lab test night chaos mutants test-bare test-newest coverage ledger everywhere system hub site release grade-demo bench bench-grading lint format lock

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z -]+:.*##/ { many = split($$1, names, " "); \
		for (each = 1; each <= many; each++) printf "make %-13s %s\n", names[each], $$2 }' Makefile

setup:  ## set up .venv with what lessons need (PYTHON=/path/to/python chooses another Python)
	@.ci/setup

setup-all:  ## the same with what the tests and the site need, which takes twice the space
	@.ci/setup all

lab: setup  ## open the notebooks in JupyterLab (ARGS=--no-browser on a server)
	@$(BIN)/course lab $(ARGS)

# One place for what numba compiles, so no test waits for it twice.
compiled test test-library test-grader test-arena test-studio test-rest night chaos mutants test-bare coverage: export NUMBA_CACHE_DIR := $(CURDIR)/.venv/numba

compiled: setup-all  ## compile the library once, for all the short programs that tests run
	@$(BIN)/python -m compileall -q course_lib course_tools autograder_tests tests
	@$(BIN)/python -m course_tools.arena.engines.warm

ready:  ## lint and compiled side by side, as each keeps one core busy
	@$(MAKE) --no-print-directory --jobs=2 lint compiled

# On a fresh clone nothing is known of what tests read; ALL=1 notes it, and night does.
test: ready  ## lint, run the tests that a change reaches (ALL=1 for all, ARGS="-k nim" for some)
	@$(if $(or $(CI),$(ARGS),$(if $(ALL)$(wildcard .venv/tests),,all)),$(PYTEST) $(ARGS),$(BIN)/python tests/fit.py $(ALL:%=--all))
	@$(if $(or $(CI),$(ARGS),$(ALL),$(wildcard .venv/tests)),,echo "Run make test ALL=1 once, and make test runs only what a change reaches.")

test-library test-grader test-arena test-studio: ready  ## the tests of one house alone
	@$(PYTEST) $(@:test-%=tests/%) $(wildcard $(@:test-%=tests/browser/%)) $(ARGS)

test-rest: ready  ## the tests of what belongs to no house
	@$(PYTEST) $(wildcard tests/test_*.py) $(ARGS)

night: ready hub  ## the same of all, and the long tests; goes on where it stopped, dist/night.html
	@$(BIN)/python tests/fit.py --night $(ALL:%=--all)
	@$(BIN)/python tests/mutate.py "$$(git rev-list -1 --before=yesterday HEAD)" || [ $$? = 1 ]

chaos: ready  ## kill servers and graders, cut what they keep at every byte, and count
	@$(BIN)/python -m pytest -q -s -n 0 -k "(killed or _cut) and not cuts" tests/arena/test_server_kills.py tests/arena/test_store.py \
		tests/studio/test_hall.py tests/studio/test_classtree.py tests/grader/test_cut_files.py tests/grader/test_grading_kill.py $(ARGS)

SINCE ?= HEAD~1
mutants: compiled  ## change lines that changed SINCE a commit, and list what no test notices
	@$(BIN)/python tests/mutate.py $(SINCE) $(ARGS)

test-bare: compiled  ## the tests that may start chromium, bubblewrap, dot or git, with these hidden
	@$(PYTEST) --bare -m "programs and not slow" tests $(ARGS)

# What depends on the Python: its sums of floats, its syntax trees, its messages.
OF_LESSONS := $(wildcard tests/library/test_lesson_*.py tests/library/test_games_*.py) tests/library/test_checks.py \
	tests/library/test_hidden_cases.py tests/test_students.py tests/library/test_explanations.py tests/library/test_every_game.py \
	tests/library/test_small_games.py tests/library/test_dice_and_cards.py tests/library/test_from_functions.py

test-newest: setup-all  ## the tests of lessons, checks and games with the newest Python that is here
	@newest=$$(.ci/pythons | tail -n 1); mine=$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	[ "$${newest%% *}" != "$$mine" ] || { echo "Python $$mine is the newest here: no other ran."; exit 0; }; \
	PYTHON=$${newest#* } .ci/setup newest && .venv-newest/bin/python -m pytest -n auto --maxprocesses 4 \
		--dist loadgroup -m "not slow" $(OF_LESSONS) $(ARGS)

everywhere: setup-all  ## the same with every Python that is here and PACKAGES=lowest, newest or locked
	@$(UV)
	@.ci/pythons | while read -r version python; do \
		for packages in $(PACKAGES); do \
			case $$packages in locked) set -- --with-requirements requirements.lock;; \
				lowest) set -- --resolution lowest-direct;; newest) set --;; esac; \
			echo "Python $$version, the $$packages packages"; \
			$(BIN)/uv run --quiet --isolated --no-project --python "$$python" "$$@" \
				--with-editable ".[lab,plots,teach,dev]" -- python -m pytest -q -n auto --maxprocesses 4 \
				--dist loadgroup -m "not slow" -W default $(OF_LESSONS) $(ARGS) </dev/null || exit 1; \
		done; \
	done

coverage: compiled  ## count the lines that tests run, by room, also in programs that they start
	@$(BIN)/coverage erase
	@$(PYTEST:$(BIN)/python%=$(BIN)/coverage run%) $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet --fail-under=0
	@$(BIN)/coverage report | awk '/\.py / { deep = split($$1, path, "/"); \
		room = path[1] (deep > 2 ? "/" path[2] : ""); lines[room] += $$2; missed[room] += $$3 } \
		END { for (room in lines) printf "%-45s %6d lines, %3d %% run\n", \
		room, lines[room], 100 - 100 * missed[room] / lines[room] }' | sort
	@$(BIN)/coverage report --format=total

ledger: setup-all  ## what the project can do, for whom, and what it weighs
	@$(BIN)/course author ledger || true

system:  ## install chromium, bubblewrap and graphviz, for some tests and for grading
	@.ci/system

hub: setup  ## set up .venv-hub, a JupyterHub with the students' packages, for one long test
	@.ci/setup hub

site: setup-all  ## make the web site in dist/site (ARGS=--no-lite leaves out the browser edition)
	@$(BIN)/course site --lite $(ARGS)

release: setup-all  ## make what a release publishes in dist/release: zip, wheel, site, checksums
	@$(BIN)/python .ci/release.py

grade-demo: setup  ## grade a made-up class of thirty in dist/grade-demo
	@$(BIN)/python -m autograder_tests.demo_class $(ARGS)

bench:  ## compare our speed with other libraries' (in an environment of its own)
	@.ci/setup bench
	@.venv-bench/bin/python -m benchmarks $(ARGS)

bench-grading: setup-all  ## compare grading with stock nbgrader (ARGS="--students 200" for a large class)
	@$(BIN)/python -m benchmarks.race_grading $(ARGS)

lint: setup-all  ## look for mistakes and check the types, without running anything
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/zizmor --offline --quiet --no-progress .github $(dir $(STUDENTS))
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows $(WORKFLOWS)
	@$(BIN)/check-jsonschema --quiet --builtin-schema custom.github-workflows-require-timeout $(WORKFLOWS)
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff

format: setup-all  ## lay out the code, and fix what can be fixed automatically
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

LOCKED := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links

lock: setup-all  ## write the lock files after changing pyproject.toml (ARGS=--upgrade for newer versions)
	@$(UV)
	@$(LOCKED) pyproject.toml --all-extras --output-file requirements.lock $(ARGS)
	@$(LOCKED) pyproject.toml --extra lab --extra plots --extra teach --group lessons \
		--constraint requirements.lock --output-file .ci/lessons.lock
	@$(LOCKED) --group installer --output-file .ci/installer.lock $(ARGS)
	@$(LOCKED) --group sandbox --constraint requirements.lock \
		--output-file course_tools/grader/sandbox/wasm/deno.lock $(ARGS)
	@$(LOCKED) --group bench --output-file benchmarks/requirements.lock $(ARGS)
	@$(LOCKED) pyproject.toml --extra lab --extra plots --group hub --constraint requirements.lock \
		--output-file deploy/requirements.lock $(ARGS)
