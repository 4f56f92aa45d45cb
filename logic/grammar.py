"""From a grammar to tables: Lark analyses it, and the tables are shipped as JSON beside the grammar.

``python -m logic.grammar logic/formula.lark`` writes ``logic/formula.json``; a test compares each such file with its
grammar. A program that reads texts needs no Lark, and the tables are plain data.

The tables come from `Lark.save`. This module adds one thing: it follows rules that only rename (a conjunction of one
formula is a conjunction) beforehand. A state of the result is a state of Lark's together with those that renaming leads
to; for each token ahead it has the action of the state where renaming ends.
"""

from __future__ import annotations

import json
import pickle
import re
import sys
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

END = "$END"
ACCEPT, ERROR = -1, 0
SHIFT = 0  # as in Lark's tables, where 1 is a reduction

State = tuple[int, ...]
"""A state of Lark's, and those that renaming leads to from it."""


class Rule(NamedTuple):
    """A rule: the symbol that it makes, of how many symbols, which of them are no punctuation, and its alias."""

    origin: str
    size: int
    kept: tuple[int, ...]
    alias: str

    @property
    def renames(self) -> bool:
        """Whether the rule passes its only symbol on."""
        return self.size == 1 and not self.alias


class Grammar:
    """A grammar that Lark has analysed.

    Parameters
    ----------
    path : Path
        The grammar, in Lark's notation. Repetitions and options (``*``, ``+``, ``[]``) are written as rules.
    """

    def __init__(self, path: Path, start: str) -> None:
        memo, parser = _saved(path, start)
        names = parser["tokens"]
        self._spelled = {row["name"]: row["pattern"]["value"] for row in memo.values() if _is_spelled(row)}
        self._rules = {key: _rule(row) for key, row in memo.items() if row["__type__"] == "Rule"}
        self._built = [key for key, rule in self._rules.items() if not rule.renames]
        self._lark = {
            state: {names[symbol]: action for symbol, action in row.items()} for state, row in parser["states"].items()
        }
        self._first, self._last = parser["start_states"][start], parser["end_states"][start]
        self._origins = sorted({self._rules[key].origin for key in self._built})
        nonterminals = {rule.origin for rule in self._rules.values()} | {f"$root_{start}"}
        self._terminals = [END, *sorted(set(names.values()) - nonterminals - {END})]

    def tables(self) -> dict[str, Any]:
        """The tables that `logic.lalr.Parser` runs.

        A row has a number for each terminal and each symbol that a rule makes: n > 0 is the row after it, n < -1 the
        reduction by rule -2 - n.
        """
        start: State = (self._first,)
        numbers, rows, waiting = {start: 0}, dict[int, list[int]](), [(self._first, start)]
        while waiting:
            base, state = waiting.pop()
            row: list[int] = []
            for target in self._targets(base, state):
                if isinstance(target, int):
                    row.append(target)
                    continue
                after = self._renamed(*target)
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append((target[0], after))
                row.append(numbers[after])
            rows[numbers[state]] = row
        rules = [self._rules[key] for key in self._built]
        return {
            "terminals": [self._spelled.get(name, name) for name in self._terminals],
            "rules": [[rule.alias, rule.size, rule.kept, self._origins.index(rule.origin)] for rule in rules],
            "rows": _merged([rows[number] for number in range(len(rows))]),
        }

    def _renamed(self, base: int, top: int) -> State:
        """The state on top of another, and those that renaming leads to; the first is `top`."""
        reached = [top]
        for state in reached:
            for kind, rule in self._lark[state].values():
                if kind != SHIFT and (origin := self._rules[rule["@"]]).renames:
                    after = self._lark[base][origin.origin][1]
                    if after not in reached:
                        reached.append(after)
        return tuple(reached)

    def _targets(self, base: int, state: State) -> Iterator[int | tuple[int, int]]:
        """For each symbol the reduction, or the state that shifts it with the state after it."""
        for name in self._terminals:
            yield self._action(base, state[0], name)
        for origin in self._origins:
            successors = [(each, self._lark[each][origin][1]) for each in state if origin in self._lark[each]]
            if len(successors) > 1:
                raise ValueError(f"two states may follow {origin}: give one of the rules that rename it an alias")
            yield successors[0] if successors else ERROR

    def _action(self, base: int, top: int, name: str) -> int | tuple[int, int]:
        while not (name == END and top == self._last):
            kind, target = self._lark[top].get(name, (None, None))
            if kind is None:
                return ERROR
            if kind == SHIFT:
                return top, target
            rule = self._rules[target["@"]]
            if not rule.renames:
                return -2 - self._built.index(target["@"])
            top = self._lark[base][rule.origin][1]
        return ACCEPT


def _merged(rows: list[list[int]]) -> list[list[int]]:
    """Equal rows as one, until all differ; row 0 stays the first."""
    while True:
        first: dict[tuple[int, ...], int] = {}
        places = [first.setdefault(tuple(row), len(first)) for row in rows]
        if len(first) == len(rows):
            return rows
        rows = [[places[to] if to > 0 else to for to in row] for row in first]


def _saved(path: Path, start: str) -> tuple[dict[int, Any], dict[str, Any]]:
    """What `Lark.save` writes of a grammar: its terminals and rules, and the parser's table."""
    from lark import Lark  # reading a text needs no Lark

    file = BytesIO()
    Lark(path.read_text(encoding="utf-8"), parser="lalr", lexer="basic", start=start).save(file)
    saved = pickle.loads(file.getvalue())  # written by this process two lines above
    return saved["memo"], saved["data"]["parser"]["parser"]


def _is_spelled(row: Mapping[str, Any]) -> bool:
    return bool(row["__type__"] == "TerminalDef" and row["pattern"]["__type__"] == "PatternStr")


def _rule(row: Mapping[str, Any]) -> Rule:
    name, symbols = row["origin"]["name"], row["expansion"]
    if name.startswith("__") or not symbols or row["options"]["empty_indices"]:
        raise ValueError(f"rule {name}: write repetitions and options as rules")
    kept = tuple([i for i, symbol in enumerate(symbols) if not symbol.get("filter_out")])
    renames = len(symbols) == 1 or (len(kept) == 1 and not row["alias"])
    return Rule(name, len(symbols), kept, row["alias"] or ("" if renames else name))


def tables_text(path: Path) -> str:
    """The tables of a grammar, whose first rule is that of a whole text, as JSON: a line a row."""
    start = re.search(r"^\??(\w+):", path.read_text(encoding="utf-8"), re.MULTILINE)
    if start is None:
        raise ValueError(f"{path}: expected a rule at the start of a line")
    lists = []
    for key, rows in Grammar(path, start[1]).tables().items():
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        lists.append(f'"{key}": [\n{lines}]')
    return "{" + ",\n".join(lists) + "}\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).with_suffix(".json").write_text(tables_text(Path(name)), encoding="utf-8")
