"""How much the tests try: few seeds and examples in `make test`, all of them in `make test-all`."""

import pytest
from hypothesis import settings

THOROUGH = "thorough"
QUICK_SHARE = 40
"""`make test` tries a fortieth of what `make test-all` tries, to keep the suite under eight minutes."""


def thorough():
    """Whether all seeds and examples are run: the profile of `make test-all`."""
    return settings.get_current_profile_name() == THOROUGH


def share(count, least=1):
    """The count in `make test-all`, a fortieth of it in `make test`, or the least that the test needs.

    It counts levels of a formula, pairs to compare, characters.
    """
    return count if thorough() else max(least, count // QUICK_SHARE)


def seeds(few, all_of_them):
    """Parameters 0, 1, 2, ...: the first `few` always, the others up to `all_of_them` as slow tests of `make test-all`.

    `make test` does not make the others at all: to collect 17,000 tests and run none of them takes seconds.
    """
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(few, all_of_them)]
    return [*range(few), *(slow if thorough() else ())]


def some(cases, step):
    """All cases in `make test-all`, each `step`-th of them in `make test`."""
    return cases if thorough() else cases[::step]


def examples(count, **options):
    """Settings of a property: `count` examples in the thorough profile, a share of them otherwise."""
    return settings(max_examples=share(count, 5), deadline=None, **options)
