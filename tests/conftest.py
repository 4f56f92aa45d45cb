"""What all tests share."""

import gc

import pytest
from effort import THOROUGH
from hypothesis import settings

settings.register_profile(THOROUGH, deadline=None)  # no deadlines: a busy machine is no failure
settings.register_profile("quick", deadline=None, max_examples=30)
settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Ten thousand tests are no garbage, and need not be looked at each time that garbage is collected."""
    gc.collect()
    gc.freeze()
