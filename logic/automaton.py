"""Running an LALR table: Lark makes it from the grammar, and the loop here runs it.

Lark's own loop hashes a rule at each reduction and climbs through every level of the grammar for each atom. Here
states, terminals and rules are small integers, and chains of rules that only rename (a conjunction of one formula is a
conjunction) are followed when the table is made. Measured on texts of megabytes, that is three to six times as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

END = "$END"
ERROR, ACCEPT = -1, -2

Build = Callable[[list[Any]], Any]


class Stuck(Exception):
    """No rule continues with the token of this number, counted from 0."""

    def __init__(self, number: int, row: list[int], kinds: Mapping[str, int]) -> None:
        super().__init__(number)
        self.number = number
        self._row, self._kinds = row, kinds

    def may_follow(self, kind: str) -> bool:
        """Whether a token of this kind could have stood there."""
        return self._row[self._kinds[kind]] != ERROR


class Rule(NamedTuple):
    """A rule of the grammar: how many symbols it takes, what it builds of them (None: it renames), and where to go."""

    size: int
    build: Build | None
    goto: list[list[int]]  # by the state below and the terminal ahead


class Automaton:
    """The table of a grammar that Lark has analysed.

    Parameters
    ----------
    lark : lark.Lark
        Made with ``parser="lalr"``.
    clauses : mapping of str to callable
        What each alias of the grammar builds, from the values of the symbols that are not punctuation.
    """

    def __init__(self, lark: Any, clauses: Mapping[str, Callable[..., Any]]) -> None:
        table = lark.parser.parser.parser.parse_table
        start = lark.options.start[0]
        self._start, accepting = table.start_states[start], table.end_states[start]
        self._shift: dict[int, dict[str, int]] = {
            state: {symbol: to for symbol, (action, to) in row.items() if action.name == "Shift"}
            for state, row in table.states.items()
        }
        self._reduce = {
            state: {symbol: rule for symbol, (action, rule) in row.items() if action.name == "Reduce"}
            for state, row in table.states.items()
        }
        names = [END, *sorted({symbol.name for rule in lark.rules for symbol in rule.expansion if symbol.is_term})]
        spelt = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern}
        self.kinds = {spelt.get(name, name): number for number, name in enumerate(names)}
        """Number of each terminal, by the spelling in the grammar or by its name."""
        self._names = names
        self._rows = [[ERROR] * (len(names) + 1) for _ in table.states]
        self._rules: list[Rule | None] = [None] * (len(lark.rules) + 2)
        numbers = {id(rule): -3 - i for i, rule in enumerate(lark.rules)}
        self._number = {(rule.origin.name, tuple(rule.expansion)): numbers[id(rule)] for rule in lark.rules}
        for rule in lark.rules:
            self._rules[numbers[id(rule)]] = self._compile(rule, clauses)
        for state in table.states:
            for kind, name in enumerate(names):
                self._rows[state][kind] = self._action(state, name)
        self._rows[accepting][0] = ACCEPT

    def run(self, tokens: Iterable[tuple[int, Any]]) -> Any:
        """Build what the tokens, pairs of a terminal's number and a value, spell; the last is of kind 0.

        O(n) for n tokens.

        Raises
        ------
        Stuck
            If a token cannot follow.
        """
        rows, rules = self._rows, self._rules
        states, values = [self._start], [None]
        for number, (kind, value) in enumerate(tokens):
            action = rows[states[-1]][kind]
            while action < 0:
                rule = rules[action]
                if rule is None:
                    if action == ACCEPT:
                        return values[-1]
                    raise Stuck(number, rows[states[-1]], self.kinds)
                size, build, goto = rule
                if build is None:
                    states.pop()
                else:
                    parts = values[-size:]
                    del values[-size:], states[-size:]
                    values.append(build(parts))
                state = goto[states[-1]][kind]
                states.append(state)
                action = rows[state][kind]
            states.append(action)
            values.append(value)
        raise AssertionError("the tokens must end with one of kind 0")

    def _action(self, state: int, name: str) -> int:
        if name in self._shift[state]:
            return self._settle(state, self._shift[state][name])
        rule = self._reduce[state].get(name)
        return ERROR if rule is None else self._number[rule.origin.name, tuple(rule.expansion)]

    def _settle(self, below: int, state: int) -> int:
        """The state itself, or the one that follows where all that it can do is rename."""
        rules = {id(rule): rule for rule in self._reduce[state].values()}
        while len(rules) == 1 and not self._shift[state] and _renames(rule := next(iter(rules.values()))):
            state = self._shift[below][rule.origin.name]
            rules = {id(rule): rule for rule in self._reduce[state].values()}
        return state

    def _compile(self, rule: Any, clauses: Mapping[str, Callable[..., Any]]) -> Rule:
        name = rule.origin.name
        goto = [[self._after(state, name, ahead) for ahead in [*self._names, ""]] for state in range(len(self._rows))]
        return Rule(len(rule.expansion), None if _renames(rule) else _builder(rule, clauses), goto)

    def _after(self, state: int, origin: str, ahead: str) -> int:
        """The state after `origin` was read above `state`, when all renaming for the terminal ahead is done."""
        if origin not in self._shift[state]:
            return ERROR
        reached = self._shift[state][origin]
        while (rule := self._reduce[reached].get(ahead)) is not None and _renames(rule):
            reached = self._shift[state][rule.origin.name]
        return reached


def _renames(rule: Any) -> bool:
    return len(rule.expansion) == 1 and rule.alias is None


def _builder(rule: Any, clauses: Mapping[str, Callable[..., Any]]) -> Build:
    kept = [i for i, symbol in enumerate(rule.expansion) if not (symbol.is_term and symbol.filter_out)]
    if rule.alias is None:
        return itemgetter(*kept)
    clause = clauses[rule.alias]
    if len(kept) == 1:
        only = kept[0]
        return lambda parts: clause(parts[only])
    if not kept:
        return lambda parts: clause()
    pick = itemgetter(*kept)
    return lambda parts: clause(*pick(parts))
