"""What all tests share."""

import gc
import os
import sys

import pytest
from effort import THOROUGH
from hypothesis import settings

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # each core runs a worker: threads that wait for each other use its time
settings.register_profile(THOROUGH, deadline=None)  # no deadlines: a busy machine is no failure
settings.register_profile("quick", deadline=None, max_examples=15)
settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Ten thousand tests are no garbage, and need not be looked at each time that garbage is collected.

    Garbage is collected less often than by default, which took a tenth of the time. Two workers need not compile the
    same loops at the same time either.
    """
    if "numba" in sys.modules and os.name == "posix":
        from compile_once import compile_once

        compile_once()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 50)
