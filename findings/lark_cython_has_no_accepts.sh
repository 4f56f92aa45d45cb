#!/usr/bin/env bash
# lark-cython 0.0.17 with lark 1.3.1: the plugins parse, but tokens are no `str`, and what Lark offers for messages
# fails: `InteractiveParser.accepts()` and `str()` of a syntax error raise AttributeError.
# Seen: Token is str: False; accepts: AttributeError (ParseConf has no attribute 'callbacks'); plain Lark: {'NAME'}.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --disable-pip-version-check lark==1.3.1 lark-cython==0.0.17
"$folder/env/bin/python" - <<'PY'
import lark
import lark_cython

GRAMMAR = 'start: "a" NAME\nNAME: /[b-z]+/\n%ignore " "'


def outcome(action):
    try:
        return action()
    except AttributeError as error:
        return f"AttributeError: {error}"


def seen(**options):
    parser = lark.Lark(GRAMMAR, parser="lalr", **options)
    state = parser.parse_interactive("a")
    state.exhaust_lexer()
    try:
        parser.parse("a a")
    except lark.UnexpectedInput as error:
        refused = error
    return isinstance(parser.parse("a xyz").children[0], str), outcome(state.accepts), outcome(lambda: str(refused))


plain, cython = seen(), seen(_plugins=lark_cython.plugins)
print(plain, cython, sep="\n")
assert plain[0] and plain[1] == {"NAME"} and plain[2].startswith("Unexpected token"), plain
assert not cython[0] and all("callbacks" in text for text in cython[1:]), cython
PY
