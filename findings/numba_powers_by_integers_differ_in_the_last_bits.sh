#!/usr/bin/env bash
# numba 0.68.1 with numpy 2.4.6: a compiled `x ** k` of a float and an integer multiplies, where Python calls the power
# of the C library, so results differ in the last bits; with `x ** float(k)` they are Python's.
# Seen: 0.2 ** k differs for k = 4 to 13, with float(k) for none.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check numba==0.68.1 numpy==2.4.6
"$folder/env/bin/python" - <<'PY'
import numba


@numba.njit
def by_integer(x, k):
    return x**k


@numba.njit
def by_float(x, k):
    return x ** float(k)


integer, floating = ([k for k in range(14) if power(0.2, k) != 0.2**k] for power in (by_integer, by_float))
print("differ by integer:", integer, "by float:", floating)
assert integer == list(range(4, 14)), integer
assert floating == [], floating
PY
