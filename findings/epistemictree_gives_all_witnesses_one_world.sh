#!/usr/bin/env bash
# epistemictree 0.3: two formulas that an agent does not know get one world as their witness, so satisfiable sets of
# formulas "have no model" in K and T. It also declares none of its dependencies, and finds its grammar only from one folder.
# Seen: "No existe modelo" for {¬Ka p, ¬Ka ¬p}, of which an agent who does not know whether p is a model.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    epistemictree==0.3 tree-sitter==0.21.3 setuptools==80.9.0 prompt_toolkit==3.0.52
cd "$folder"/env/lib/python3*/site-packages/epistemictree
"$folder/env/bin/python" -W ignore - <<'PY'
from contextlib import redirect_stdout
from io import StringIO

from epistemictree import rules


def told(system, *formulas):
    with redirect_stdout(StringIO()) as text:
        rules.epistemic_tableau(list(formulas), system, None, False)
    return text.getvalue().split(">")[-1].split("\n")[0].strip()


for system in ("k", "kt"):
    both = told(system, "-Kap", "-Ka-p")
    print(system, "one:", told(system, "-Kap"), "both:", both)
    assert told(system, "-Kap").startswith("True")
    assert both == "False: No existe modelo"
PY
