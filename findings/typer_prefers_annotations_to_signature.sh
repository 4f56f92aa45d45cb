#!/usr/bin/env bash
# typer 0.29.2: a command with a `__signature__` of its own is read from there, but where `__annotations__` has a name
# too, the type there wins silently; an option that the signature declares as int arrives as str.
# Seen: declared in the signature alone: int 7; also annotated as str: str '7'.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check typer==0.29.2
"$folder/env/bin/python" - <<'PY'
from inspect import Parameter, Signature

import typer
from typer.testing import CliRunner


def seen(annotations):
    def command(**given):
        print(type(given["count"]).__name__, repr(given["count"]))

    option = Parameter("count", Parameter.KEYWORD_ONLY, default=typer.Option(1), annotation=int)
    command.__signature__ = Signature([option])
    command.__annotations__ = annotations
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, ["--count", "7"]).output.strip()


alone, annotated = seen({}), seen({"count": str})
print(alone, annotated, sep="\n")
assert alone == "int 7", alone
assert annotated == "str '7'", annotated
PY
