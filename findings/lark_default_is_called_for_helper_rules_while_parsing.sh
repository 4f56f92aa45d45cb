#!/usr/bin/env bash
# lark 1.3.1: a transformer with `__default__` that builds values of its own works on a finished tree, but not while
# parsing (`Lark(..., transformer=)`): there it is also called for the rules that Lark makes of `item*`, whose result
# Lark reads as a tree.
# Seen: afterwards it is called for item, item, item, start; while parsing for __start_star_0, too, and then
# AttributeError: 'tuple' object has no attribute 'children'.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check lark==1.3.1
"$folder/env/bin/python" - <<'PY'
import lark

GRAMMAR = 'start: item*\nitem: NAME ","\nNAME: /[a-z]+/\n%ignore " "'


class Pairs(lark.Transformer):
    def __init__(self):
        super().__init__()
        self.called = []

    def __default__(self, data, children, meta):
        self.called.append(str(data))
        return str(data), tuple(children)


after, during = Pairs(), Pairs()
name, items = after.transform(lark.Lark(GRAMMAR, parser="lalr").parse("a, b, c,"))
try:
    refused = ""
    lark.Lark(GRAMMAR, parser="lalr", transformer=during).parse("a, b, c,")
except AttributeError as error:
    refused = str(error)
print(after.called, during.called, refused, sep="\n")
assert (name, len(items), after.called) == ("start", 3, ["item", "item", "item", "start"])
assert "__start_star_0" in during.called and "children" in refused
PY
