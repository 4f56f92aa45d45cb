#!/usr/bin/env bash
# nd-prover 3.2.0: `prove` finds proofs in intuitionistic K, but in intuitionistic T, S4 and S5 it raises AttributeError
# where the proof needs the rule of T or of 4: the search looks for `RT` and `R4`, which those classes do not have.
# Seen: IK proves □A→□A; IT, IS4 and IS5 raise AttributeError for □A→A, and IS4 and IS5 for □A→□□A, which T and S4 prove.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check nd-prover==3.2.0
"$folder/env/bin/python" - <<'PY'
import nd_prover as nd


def told(logic, text):
    try:
        return nd.prove(logic, [], nd.parse_and_verify_formula(text, logic)).status
    except AttributeError as error:
        return str(error)


for logic in (nd.T, nd.S4, nd.S5, nd.IK, nd.IT, nd.IS4, nd.IS5):
    print(logic.__name__, *(f"{text}: {told(logic, text)}" for text in ("☐A→☐A", "☐A→A", "☐A→☐☐A")), sep="; ")
assert told(nd.IK, "☐A→☐A") == told(nd.T, "☐A→A") == told(nd.S4, "☐A→☐☐A") == "success"
assert all("'RT'" in told(logic, "☐A→A") for logic in (nd.IT, nd.IS4, nd.IS5))
assert all("'R4'" in told(logic, "☐A→☐☐A") for logic in (nd.IS4, nd.IS5))
PY
