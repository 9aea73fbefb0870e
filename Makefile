# One command, one truth: CI runs the same targets.
BIN := .venv/bin
# A Python 3.11 of your choice; without it the first that is found.
PYTHON ?=
# As in: make demo DEMO_ARGS="--profile preview"
DEMO_ARGS ?=

# Tests start hundreds of processes; without compiled modules each would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo check quick test plates format clean

setup:  ## whatever is missing, and a virtualenv with the solidscene command in it
	@PYTHON='$(PYTHON)' setup/prepare.sh

demo: setup  ## three problems converted and filmed with no key; ends by naming the report to open
	$(BIN)/solidscene demo $(DEMO_ARGS)

check: setup  ## format, lint, types, import direction
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

quick: setup  ## tests without Blender, browser or long calculations: under a minute on two cores
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not blender and not browser and not slow"

test: setup  ## the whole test suite
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

plates: setup  ## the shipped plates, rendered anew where the cache has none: half an hour on two cores
	@set -e; for size in 0.8 1.25 2.0; do for film in baked:rule preview:rule preview:none; do \
	  options="--profile $${film%%:*} --scale-cue $${film##*:} --size $$size"; name=oak_loft-$${film##*:}-$$size; \
	  test $${film%%:*} = baked || name=$$name-preview; \
	  $(BIN)/solidscene plates render $$options; \
	  $(BIN)/solidscene plates pack $$options --out assets/plates/$$name.zip; \
	done; done

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
