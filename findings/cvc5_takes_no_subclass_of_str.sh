#!/usr/bin/env bash
# cvc5 1.4.2 (Python): names of terms must be of the class str itself; a subclass, such as a token of Lark or a member of
# enum.StrEnum, is refused by mkVar and mkConst, though each is a str wherever Python takes one.
# Seen: TypeError "Expected str, got Name" (mkVar, mkConst); the same text as str is taken.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check cvc5==1.4.2
"$folder/env/bin/python" - <<'PY'
import cvc5


class Name(str):
    """A text with a class of its own."""


manager = cvc5.TermManager()
solver = cvc5.Solver(manager)
sort = manager.getBooleanSort()
name = Name("x")
assert isinstance(name, str)
for make in (manager.mkVar, manager.mkConst):
    make(sort, str(name))
    try:
        make(sort, name)
    except TypeError as error:
        print(make.__name__, "refuses it:", error)
    else:
        raise SystemExit(f"{make.__name__} takes it")
PY
