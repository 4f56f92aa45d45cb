#!/usr/bin/env bash
# oxidd 0.13.0 (Python): `eval` of a BDD or BCDD takes a variable that is left out of the arguments as true.
# Its docstring says that False is used ("Should there be a decision node for a variable not part of the domain").
# ZBDDs behave as the docstring says. Seen: bdd True, bcdd True, zbdd False for f = x0 with only x1 given.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check oxidd==0.13.0
"$folder/env/bin/python" - <<'PY'
from oxidd import bcdd, bdd, zbdd

managers = {"bdd": bdd.BDDManager, "bcdd": bcdd.BCDDManager, "zbdd": zbdd.ZBDDManager}
seen = {}
for name, manager_class in managers.items():
    manager = manager_class(1000, 1000, 1)
    manager.add_vars(2)
    seen[name] = manager.var(0).eval([(1, False)])  # x0, whose value is not given
print(seen)
assert "``False`` is used" in bdd.BDDFunction.eval.__doc__
assert seen == {"bdd": True, "bcdd": True, "zbdd": False}, seen
PY
