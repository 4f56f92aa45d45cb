#!/usr/bin/env bash
# lark-parser 0.12.0, which pyModelChecking 1.3.4 requires, is an old Lark under its old name: it installs the package
# `lark` over that of lark 1.x, and pip says nothing. What needs Lark 1 then runs with 0.12.
# Seen: lark 1.3.1 before; 0.12.0 after, and `pip check` finds no broken requirement.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
version() { "$folder/env/bin/python" -c 'import lark; print(lark.__version__)'; }
"$folder/env/bin/pip" install --quiet --disable-pip-version-check lark==1.3.1
before=$(version)
"$folder/env/bin/pip" install --quiet --disable-pip-version-check pyModelChecking==1.3.4
echo "before: $before, after: $(version); pip check: $("$folder/env/bin/pip" check --disable-pip-version-check)"
test "$before" = 1.3.1
test "$(version)" = 0.12.0
