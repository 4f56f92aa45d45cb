"""How much the tests try: few seeds and examples in `make test`, all of them in `make test-all`."""

import pytest
from hypothesis import settings

THOROUGH = "thorough"
QUICK_SHARE = 5
"""`make test` runs one in five of the examples of `make test-all`, to keep the suite under five minutes."""


def seeds(few, all_of_them):
    """Parameters 0, 1, 2, ...: the first `few` always, the others up to `all_of_them` as slow tests."""
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(few, all_of_them)]
    return [*range(few), *slow]


def examples(count, **options):
    """Settings of a property: `count` examples in the thorough profile, a share of them otherwise."""
    thorough = settings.get_current_profile_name() == THOROUGH
    return settings(max_examples=count if thorough else max(5, count // QUICK_SHARE), deadline=None, **options)
