#!/usr/bin/env bash
# epistemictree 0.3: the order of a conjunction changes the verdict. With the contradiction first and knowledge of two
# things after it, the tableau of K stays open; with knowledge first it is closed.
# Seen: (q&&-q)&&Ka(q&&p) has a model, Ka(q&&p)&&(q&&-q) has none; neither has one.
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


def has_model(formula):
    with redirect_stdout(StringIO()) as text:
        rules.epistemic_tableau([formula], "k", None, False)
    return "False: No existe modelo" not in text.getvalue()


answers = {text: has_model(text) for text in ("(q&&-q)&&Ka(q&&p)", "Ka(q&&p)&&(q&&-q)", "q&&-q")}
print(answers)
assert list(answers.values()) == [True, False, False]
PY
