"""What all tests share."""

import gc
import os
import sys

import pytest
from _pytest.runner import runtestprotocol
from effort import THOROUGH
from hypothesis import settings

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # each core runs a worker: threads that wait for each other use its time
settings.register_profile(THOROUGH, deadline=None)  # no deadlines: a busy machine is no failure
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("quick")


WORKER, WORKERS = os.environ.get("PYTEST_XDIST_WORKER", ""), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """No garbage is looked for meanwhile: what is collected stays, and each look took longer (a tenth of the time)."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture
def no_collections():
    """For tests that reach Python's recursion limit: if garbage is collected there, its finalizers fail as well."""
    gc.disable()
    yield
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Each worker begins with other files: on a fresh clone, it finds on disk what the others have read already.

    Rewriting the assertions of a file takes longer than all else that pytest does before the first test.
    """
    report = yield
    if WORKER and isinstance(collector, pytest.Directory):
        first = len(report.result) * int(WORKER.removeprefix("gw")) // WORKERS
        report.result[:] = report.result[first:] + report.result[:first]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """All workers need the same order."""
    if WORKER:
        items.sort(key=lambda item: str(item.path))


def pytest_runtest_protocol(item, nextitem):
    """A worker reports results, not that a test starts and is set up: six messages took longer than most tests."""
    if not WORKER or item.config.option.durations is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


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
