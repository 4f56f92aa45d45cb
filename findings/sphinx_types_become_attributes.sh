#!/usr/bin/env bash
# Sphinx 9.0.4 with napoleon: a plain word as the type of a parameter becomes a reference to an attribute with this name,
# of any class. With one such class it is a silent link; with two, a warning that stops a build with `-W`.
# Seen: "more than one target found for cross-reference 'formula': two.Plan.formula, two.Policy.formula".
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check sphinx==9.0.4
cd "$folder"
echo 'extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon"]' > conf.py
cat > one.py <<'PY'
class Plan:
    """A plan."""

    formula = 1
    """What it reaches."""


def check(law):
    """Check a law.

    Parameters
    ----------
    law : formula, or list of these
        The law.
    """
PY
{ cat one.py; printf '\n\nclass Policy:\n    """A policy."""\n\n    formula = 2\n    """What it reaches."""\n'; } > two.py
for module in one two; do
    printf '%s\n===\n\n.. automodule:: %s\n   :members:\n' "$module" "$module" > index.rst
    PYTHONPATH=. "$folder/env/bin/python" -m sphinx -q -E . "out-$module" 2> "$module.txt" || true
    echo "$module: $(grep -c "more than one target" "$module.txt" || true) warnings"
done
grep -q 'href="#one.Plan.formula"' out-one/index.html
! grep -q "more than one target" one.txt
grep -q "more than one target found for cross-reference 'formula': two.Plan.formula, two.Policy.formula" two.txt
