#!/usr/bin/env bash
# pytest 9.2.0, Python 3.11: an exception that Python can only report, such as one in a callback of the garbage collector,
# is a warning, and the test passes. If it is a RecursionError, because garbage was collected near the limit of a
# recursion whose own error the test expects and catches, pytest's hook cannot format the traceback there, and the test
# fails: seen, "Failed to process unraisable exception" in an ExceptionGroup. json makes a list for each level of a deep
# text, so garbage may be collected at any depth, and such a test fails once in many runs.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0
cat > "$folder/test_reported.py" <<'PY'
import gc
import json
from contextlib import contextmanager, suppress


@contextmanager
def collecting(callback, threshold):
    gc.callbacks.append(callback)
    gc.set_threshold(threshold)
    try:
        yield
    finally:
        gc.set_threshold(700)
        gc.callbacks.remove(callback)


def frames(number):
    return frames(number - 1) if number else None


def test_shallow():
    def wrong(phase, info):
        raise RecursionError

    with collecting(wrong, 10):
        [[] for _ in range(100)]


def test_deep():
    for kept in range(60):  # so that garbage is collected at each depth
        with collecting(lambda phase, info: frames(20), 1 + kept % 3), suppress(RecursionError):
            others = [[] for _ in range(kept)]
            json.loads("[" * 2_000)
PY
said=$("$folder/env/bin/python" -m pytest -q -p no:cacheprovider "$folder/test_reported.py" 2>&1 || true)
tail -n 3 <<< "$said"
grep -q "1 failed, 1 passed" <<< "$said"
grep -q "FAILED .*test_deep" <<< "$said"
grep -q "RuntimeError: Failed to process unraisable exception" <<< "$said"
