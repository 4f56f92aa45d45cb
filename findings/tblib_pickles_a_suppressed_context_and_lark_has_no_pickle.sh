#!/usr/bin/env bash
# tblib 3.2.2 with lark 1.3.1: an error that is raised "from None" while a Lark parser with an embedded transformer
# reports a mistake can be pickled, until tblib's support is installed (Dask's distributed does it on import): then its
# suppressed context is pickled, too, and Lark's error holds a parser that cannot be. An error that was made in the
# handler and is raised after it has no such context.
# Seen: plain: ok; in the handler: AttributeError; after the handler: ok.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check lark==1.3.1 tblib==3.2.2
"$folder/env/bin/python" - <<'PY'
import pickle

from lark import Lark, Transformer, UnexpectedToken
from tblib import pickling_support

parser = Lark('start: "a" "b"', parser="lalr", transformer=Transformer())


def inside():
    try:
        parser.parse("aa")
    except UnexpectedToken:
        raise ValueError("no word") from None


def after():
    try:
        parser.parse("aa")
    except UnexpectedToken:
        error = ValueError("no word")
    raise error


def pickled(read):
    try:
        read()
    except ValueError as error:
        try:
            pickle.dumps(error)
        except Exception as trouble:
            return type(trouble).__name__
        return "ok"


plain = pickled(inside)
pickling_support.install()
seen = plain, pickled(inside), pickled(after)
print(*seen, sep="\n")
assert seen == ("ok", "AttributeError", "ok"), seen
PY
