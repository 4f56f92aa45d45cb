"""What all tests share."""

import gc
import os
import sys

import pytest
from effort import THOROUGH
from hypothesis import settings

settings.register_profile(THOROUGH, deadline=None)  # no deadlines: a busy machine is no failure
settings.register_profile("quick", deadline=None, max_examples=30)
settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Ten thousand tests are no garbage, and need not be looked at each time that garbage is collected.

    Two workers need not compile the same loops at the same time either.
    """
    if "numba" in sys.modules and os.name == "posix":
        from compile_once import compile_once

        compile_once()
    gc.collect()
    gc.freeze()
