"""Files in ISPL, the language of MCMAS: their text as the description of a system, and their formulas.

Source: A. Lomuscio, H. Qu and F. Raimondi, *MCMAS: an open-source model checker for the verification of multi-agent
systems* (2017), doi:10.1007/s10009-015-0378-x. What its manual leaves open is read as MCMAS 1.3.0 does it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from os import PathLike, fspath
from typing import Any, NamedTuple

from kripke.formats.reading import of_file, read_text
from kripke.formats.source import Node, Source, Syntax
from kripke.time.description import Agent, Asked, Description, Line
from kripke.time.system import System
from kripke.time.terms import KINDS, LONGEST, Value
from logic import clauses as f
from logic.errors import did_you_mean, naming, near_miss, note
from logic.formula import Formula
from logic.grammar import Language, Token
from logic.shared import replace
from logic.token_parsing import collector_paused

VALUES = 100_000  # number of values of the largest range that is read
DIGITS = 9  # number of digits of the longest number that is read
ENVIRONMENT = "Environment"
BOOLEAN, NUMBER, WORD, ACTION = *KINDS.values(), "an action"  # kinds of terms
Values = tuple[Value, ...]


class Side(NamedTuple):
    """A side of a comparison, or what a variable is set to."""

    text: str
    kind: str
    token: Token  # where its mistakes are shown
    values: Values  # that it can have; empty for a sum
    reads: bool = False  # whether it reads a variable or is the action of an agent


Names = Mapping[str, tuple[str, str, Values]]
"""A variable or action as a part of a file writes it, such as ``x``, ``a.x`` or ``Action`` -> its name in formulas, its
kind and its values."""


@dataclass(frozen=True)
class Process:
    """An agent or the environment: section -> its entries; name of a variable -> its values; what it can do."""

    sections: Mapping[str, tuple[Any, ...]]
    variables: Mapping[str, Values]
    actions: tuple[str, ...]


def load_ispl(path: str | PathLike[str], **options: Any) -> System:
    """Read the system in a file in ISPL, the language of MCMAS, with the formulas that the file asks.

    The atoms of its formulas are the names that its Evaluation defines, and its variables: ``x``, or ``agent_x`` where
    something else is called x, too. As in MCMAS an agent sees its own variables, the Obsvars of the environment, and
    those that its Lobsvars name; of the lines of an Evolution that fit one takes place, unless the file asks for
    ``Semantics=SingleAssignment``; where nothing can happen, a state has no successor; and states from which no fair
    run starts do not count. Formulas of ATL, LTL, CTL* and LDL, and operators on bits, are not read.

    Parameters
    ----------
    path : path
        The file.
    **options
        As for `System.from_description`, such as ``states``.

    Raises
    ------
    FileError
        If the file cannot be read, or is not ISPL: the message has the place and a caret.
    TooLarge
        If it has over 10,000,000 characters, or a range over 100,000 values, or too many states are reached.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> text = '''Agent lamp Vars: on: boolean; end Vars
    ...   Actions = {press}; Protocol: Other: {press}; end Protocol
    ...   Evolution: on = true if on = false; on = false if on = true; end Evolution end Agent
    ... Evaluation bright if lamp.on = true; end Evaluation
    ... InitStates lamp.on = false; end InitStates
    ... Formulae AG (bright -> AX !bright); AG K(lamp, bright); end Formulae'''
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "lamp.ispl").write_text(text)
    ...     lamp = load_ispl(Path(folder) / "lamp.ispl")
    >>> [(asked.text, lamp.holds(asked.formula)) for asked in lamp.formulas]
    [('AG (bright -> AX !bright)', True), ('AG K(lamp, bright)', False)]
    >>> lamp.holds("AG EF bright")
    True
    """
    system = loads_ispl(read_text(path), fspath(path), **options)
    for text in system.notes:
        note(text)
    return system


def loads_ispl(text: str, name: str = "the system", **options: Any) -> System:
    """The system in a text; `name` is the name of its file in errors."""
    description, formulas = read(text, name)
    with of_file(name):
        system = System.from_description(description, **options)
    system.formulas = formulas
    return system


def read(text: str, name: str = "the system") -> tuple[Description, tuple[Asked, ...]]:
    """The system and the formulas in a text. O(n) for n characters.

    `TextFormError`, with the place, if the text is not ISPL, if a name is not declared, a value is outside its range,
    or two sides of a comparison differ in kind, and for formulas of ATL, LTL, CTL* and LDL; `TooLarge` if it has over
    10,000,000 characters, or a range has over 100,000 values.
    """
    source = _SYNTAX.source(text, name)
    with collector_paused(len(text)):
        semantics, *agents, evaluation, starts, groups, fairness, formulae = _SYNTAX.parsed(source).parts
        reader = Reader(source, agents, evaluation, groups)
        single = bool(semantics) and semantics.parts[0].type == "SINGLE"
        described = {name: reader.agent(name, single) for name in reader.processes}
        init = reader.condition(starts.parts[0], reader.everywhere, initial=True)
        fair = tuple([reader.constraint(node) for node in (fairness.parts if fairness else ())])
        asked = tuple(reader.questions(formulae))
        variables = {name: values for name, _, values in reader.everywhere.values()}
        with naming(name):
            return Description(variables, described, init, fair, single, True, reader.definitions), asked


def names_of(parts: Iterable[Any]) -> tuple[str, ...]:
    """The names in lists of names, each once; None is an empty list."""
    return tuple(dict.fromkeys(str(name) for node in parts if node for name in node.parts))


def folded(node: Node, build: Callable[[Node, list[Any]], Any]) -> Any:
    """The value of a node, built from those of its parts; without recursion, since brackets may be deep. O(n)."""
    values: dict[int, Any] = {}
    for inner in reversed([*node.walk()]):
        parts = [values.pop(id(part)) if isinstance(part, Node) else part for part in inner.parts]
        values[id(inner)] = build(inner, parts)
    return values[id(node)]


def _word(token: Token) -> Side:
    return Side(str(token), WORD, token, (str(token),))


_CONNECTIVES: dict[str, Callable[..., Formula]] = {"and": f.And, "or": f.Or, "not": f.Not, "implies": f.Implies}


class Reader:
    """The declarations of a file, and its parts read against them."""

    def __init__(self, source: Source, agents: list[Node], evaluation: Node, groups: Node | None) -> None:
        self.source = source
        self.processes: dict[str, Process] = {}
        for node in agents:
            self._declare(self.processes, node.parts[0], self._process(node), "agent")
        self.groups: dict[str, tuple[str, ...]] = {}
        for name, members in (group.parts for group in (groups.parts if groups else ())):
            for member in members.parts:
                source.require(member, self.processes, "agent")
            self._declare(self.groups, name, names_of([members]), "group")
        meanings: dict[str, Node] = {}
        for name, condition in (definition.parts for definition in evaluation.parts):
            self._declare(meanings, name, condition, "name in Evaluation")
        self.everywhere = self._names(meanings)
        self.definitions: dict[str, Formula] = {
            name: self.condition(node, self.everywhere) for name, node in meanings.items()
        }
        for name, process in self.processes.items():
            for node in process.sections.get("RedStates", ()):
                red = self.condition(node, self.local(name))
                self.definitions |= {f"{name}.RedStates": red, f"{name}.GreenStates": f.Not(red)}

    # ------------------------------------------------------------------------------------------------ declarations

    def _declare(self, table: dict[str, Any], name: Token, value: Any, what: str) -> None:
        if name in table:
            raise self.source.error(f"{what} {name} is declared twice", name)
        table[str(name)] = value

    def _process(self, node: Node) -> Process:
        name, *sections = node.parts
        found: dict[str, tuple[Any, ...]] = {}
        for key, *entries in (section.parts for section in sections):
            if key == ("Lobsvars" if name == ENVIRONMENT else "Obsvars"):
                hint = "all agents see the Obsvars of the environment; an agent sees those of its Vars in Lobsvars, too"
                raise self.source.error(f"{name} has no {key}", key, hint)
            self._declare(found, key, tuple(entry for entry in entries if entry), f"in {name},")
        for key in () if name == ENVIRONMENT else ("Vars", "Actions", "Protocol", "Evolution"):
            if not found.get(key):
                raise self.source.error(f"agent {name} has no {key}", name, "only the environment may be without")
        variables: dict[str, Values] = {}
        for variable, type_ in (entry.parts for key in ("Obsvars", "Vars") for entry in found.get(key, ())):
            self._declare(variables, variable, self._values(type_), "variable")
        return Process(found, variables, names_of(found.get("Actions", ())))

    def _values(self, node: Node) -> Values:
        if node.kind == "boolean":
            return (False, True)
        if node.kind == "enumeration":
            return names_of(node.parts)
        first, last = [self._number(part) for part in node.parts]
        size = int(last.text) + 1 - int(first.text)
        if size < 1:
            raise self.source.error(f"the range {first.text}..{last.text} is empty", first.token)
        if size > VALUES:
            raise self.source.too_large(f"{size:,} values, the maximum is {VALUES:,}", first.token)
        return tuple(range(int(first.text), int(last.text) + 1))

    def _number(self, node: Node) -> Side:
        (token,) = node.parts
        if len(token) > DIGITS:
            raise self.source.too_large(f"a number of {len(token):,} digits, the maximum is {DIGITS}", token)
        text = f"-{token}" if node.kind == "negative" else str(token)
        return Side(text, NUMBER, token, (int(text),))

    def _names(self, meanings: Iterable[str]) -> Names:
        """All variables, as ``agent.name``; their name in formulas is that of no other variable, value, agent, action.

        It is the name alone, or ``agent_name`` where something else has the name, too.
        """
        times = Counter(variable for process in self.processes.values() for variable in process.variables)
        taken = {*self.processes, *meanings, "true", "false"}
        for process in self.processes.values():
            taken.update(process.actions, *[map(str, values) for values in process.variables.values()])
        names: dict[str, tuple[str, str, Values]] = {}
        for agent, process in self.processes.items():
            for variable, values in process.variables.items():
                name = variable if times[variable] == 1 and variable not in taken else f"{agent}_{variable}"
                while name in taken:
                    name += "_"
                taken.add(name)
                names[f"{agent}.{variable}"] = name, KINDS[type(values[0])], values
        return names

    def local(self, agent: str, use: str = "condition") -> Names:
        """What may be read in an agent: its own variables, and those of the environment that it sees.

        `use`: ``value`` for what variables are set to, which reads no Lobsvars; ``change`` for where they change, which
        also reads what agents do.
        """
        process, environment = self.processes[agent], self.processes.get(ENVIRONMENT)
        names = {name: self.everywhere[f"{agent}.{name}"] for name in process.variables}
        if environment and process is not environment:
            open_, hidden = (
                [str(entry.parts[0]) for entry in environment.sections.get(section, ())]
                for section in ("Obsvars", "Vars")
            )
            for name in (name for node in process.sections.get("Lobsvars", ()) for name in node.parts):
                self.source.require(name, hidden, f"variable in the Vars of {ENVIRONMENT}")
                open_ += [str(name)] * (use != "value")
            seen = [f"{ENVIRONMENT}.{name}" for name in open_]
            names |= {name: self.everywhere[name] for name in seen}
        if use == "change":
            acting = {f"{name}.Action": (name, ACTION, each.actions) for name, each in self.processes.items()}
            names |= acting | {"Action": acting[f"{agent}.Action"]}
        return names

    # -------------------------------------------------------------------------------------------------- conditions

    def condition(self, node: Node, names: Names, initial: bool = False) -> Formula:
        """A condition over these variables and actions."""

        def build(inner: Node, parts: list[Any]) -> Any:
            if inner.kind != "compare":
                return (
                    _CONNECTIVES[inner.kind](*parts) if inner.kind in _CONNECTIVES else self._side(inner, parts, names)
                )
            left, sign, right = parts
            if initial and sign != "=":
                raise self.source.error("InitStates compares by = only", sign, "write ! ( ... = ... )")
            if left.kind == ACTION and inner.parts[2].kind == "name":  # also where a variable has this name
                right = _word(inner.parts[2].parts[0])
            return self._compared(left, sign, right, names)

        formula: Formula = folded(node, build)
        return formula

    def _side(self, node: Node, parts: list[Any], names: Names) -> Any:
        """A side of a comparison, from its parts."""
        first = parts[0]
        match node.kind:
            case "positive" | "negative":
                return self._number(node)
            case "boolean_value":
                return Side(str(first), BOOLEAN, first, (first == "true",))
            case "bracket":
                return first if first.values else first._replace(text=f"({first.text})")
            case "operation":
                _, sign, second = parts
                for side in (first, second):
                    if side.kind != NUMBER:
                        raise self._unlike(side, names, f"{sign} joins numbers")
                return Side(f"{first.text} {sign} {second.text}", NUMBER, sign, (), first.reads or second.reads)
        if (name := ".".join(parts)) in names:
            text, kind, values = names[name]
            return Side(text, kind, parts[-1], values, True)
        if node.kind == "name":
            return _word(first)
        self.source.require(first, self.processes, "agent")
        if name not in self.everywhere:
            near = did_you_mean(name, names).removeprefix("; ")
            raise self.source.error(f"there is no variable {name}", parts[1], near)
        hint = "an agent sees its variables, the Obsvars of the environment, and in conditions its Lobsvars"
        hint = f"write {parts[1]} alone" if parts[1] in names else hint
        raise self.source.error(f"{name} is not seen here", parts[1], hint)

    def _unlike(self, side: Side, names: Names, problem: str) -> Exception:
        """The error of a side of the wrong kind; of a name that is no variable, that there is none."""
        if side.kind == WORD and not side.reads:
            near = did_you_mean(side.text, names).removeprefix("; ")
            return self.source.error(f"there is no variable {side.text}", side.token, near)
        return self.source.error(f"{problem}, and {side.text} is {side.kind}", side.token)

    def _compared(self, left: Side, sign: Token, right: Side, names: Names) -> Formula:
        text, is_equal = f"{left.text} {sign} {right.text}", sign in ("=", "<>")
        if len(text) > LONGEST:
            raise self.source.too_large(f"a comparison of {len(text):,} characters, the maximum is {LONGEST}", sign)
        reading, other = (left, right) if left.reads else (right, left)
        if not reading.reads:
            raise self._unlike(left, names, "a comparison reads a variable")
        for side in () if is_equal else (left, right):
            if side.kind != NUMBER:
                raise self._unlike(side, names, f"{sign} compares numbers")
        self._require_like(reading, other, names)
        if not is_equal or other.reads or not reading.values or not other.values:
            return f.Atom(text)
        same: Formula = f.Atom(reading.text if reading.kind == BOOLEAN else f"{reading.text}={other.text}")
        return same if (sign == "=") is (other.values[0] is not False) else f.Not(same)

    def _require_like(self, reading: Side, other: Side, names: Names) -> None:
        """Raise an error for a side that never has a value of the other one."""
        if not other.reads and other.kind == WORD and reading.kind in (WORD, ACTION):
            what = "action" if reading.kind == ACTION else "value"
            self.source.require(other.token, map(str, reading.values), f"{what} of {reading.text}")
        elif reading.kind != other.kind or reading.kind == ACTION:
            raise self._unlike(other, names, f"{reading.text} is {reading.kind}")
        elif other.reads and reading.kind == NUMBER:  # ranges may have nothing in common
            return
        elif reading.values and other.values and not {*reading.values} & {*other.values}:
            span = f"{reading.values[0]} to {reading.values[-1]}".lower()
            raise self.source.error(f"{reading.text} has values from {span}, and {other.text} is none", other.token)

    # ------------------------------------------------------------------------------------------------------ agents

    def agent(self, name: str, single: bool) -> Agent:
        """What an agent sees, does, and changes."""
        process, names = self.processes[name], self.local(name)
        rules = [rule.parts for rule in process.sections.get("Protocol", ())]
        for action in (action for rule in rules for action in rule[-1].parts):
            self.source.require(action, process.actions, f"action of {name}")
        last = names_of(rules[-1]) if rules and len(rules[-1]) == 1 else None
        lines = [rule for rule in rules if len(rule) > 1]
        return Agent(
            tuple([text for text, *_ in names.values()]),
            process.actions,
            tuple([(self.condition(rule, names), names_of([actions])) for rule, actions in lines]),
            last if rules else process.actions,
            tuple([self._line(name, node, single) for node in process.sections.get("Evolution", ())]),
        )

    def _line(self, agent: str, node: Node, single: bool) -> Line:
        """A line of an evolution."""
        waiting, condition = [node.parts[0]], node.parts[1]
        readable, sets = self.local(agent, "value"), dict[str, Any]()
        while waiting:
            part = waiting.pop()
            if part.kind == "and":
                waiting += reversed(part.parts)
                continue
            if part.kind != "compare" or part.parts[0].kind != "name" or part.parts[1] != "=":
                problem = "before if stands what is set, such as x = 1 and y = x"
                raise self.source.error(problem, next(part.tokens()))
            target, _, value = part.parts
            (name,) = target.parts
            self.source.require(name, self.processes[agent].variables, f"variable of {agent}")
            variable = self._side(target, [name], readable)
            term = folded(value, lambda inner, parts: self._side(inner, parts, readable))
            self._require_like(variable, term, readable)
            self._declare(sets, name, (variable.text, term.text), "in this line, variable")
            if single and len(sets) > 1:
                raise self.source.error("a line sets one variable under SingleAssignment", name)
        return Line(self.condition(condition, self.local(agent, "change")), dict(sets.values()))

    # ---------------------------------------------------------------------------------------------------- formulas

    def constraint(self, node: Node) -> Formula:
        """A constraint of fairness over the variables."""
        for inner in node.walk():
            if inner.kind in ("temporal", "until", "epistemic"):
                raise self.source.error("fairness is about states: no operators of time or knowledge", inner.parts[0])
        meant: dict[Formula, Formula] = {f.Atom(name): meaning for name, meaning in self.definitions.items()}
        return replace(folded(node, self._operator), meant)

    def _operator(self, node: Node, parts: list[Any]) -> Formula:
        match node.kind:
            case "temporal":
                word, sub = parts
                operator: Formula = getattr(f, word)(sub)
                return operator
            case "until":
                path, left, right = parts
                return f.AU(left, right) if path == "A" else f.EU(left, right)
            case "epistemic":
                word, name, sub = parts
                if word == "K":
                    self.source.require(name, self.processes, "agent")
                    return f.K(str(name), sub)
                self.source.require(name, self.groups, "group")
                return {"GK": f.E, "GCK": f.C, "DK": f.D}[str(word)](self.groups[name], sub)
            case "atom":
                name, *colour = parts
                if not colour:
                    self.source.require(name, self.definitions, "name in Evaluation")
                    return f.Atom(str(name))
                self.source.require(name, self.processes, "agent")
                states = f"{name}.{colour[0]}"
                if states not in self.definitions:  # without RedStates all states are green
                    return f.Bottom() if colour == ["RedStates"] else f.Top()
                return f.Atom(states)
        return _CONNECTIVES[node.kind](*parts)

    def questions(self, formulae: Node) -> Iterator[Asked]:
        """The formulas with their texts."""
        key, *formulas = formulae.parts
        code = re.sub(_COMMENT, lambda comment: " " * len(comment[0]), self.source.text)
        start = key.end_pos
        for node in formulas:
            stop = code.index(";", max(token.end_pos for token in node.tokens()))
            written = code[start:stop]
            line = code.count("\n", 0, stop - len(written.lstrip())) + 1
            yield Asked(" ".join(written.split()), line, folded(node, self._operator))
            start = stop + 1


# ---------------------------------------------------------------------------------------------------------- the parser

_COMMENT = r"--[^\n]*"
_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "COMPARE": "a comparison such as <",
    "TEMPORAL": "an operator such as AG",
    "EPISTEMIC": "'GK', 'GCK' or 'DK'",
    "SINGLE": "'SingleAssignment'",
    "MULTI": "'MultiAssignment'",
    "$END": "the end of the file",
}
_BEYOND = {
    "LTL": "LTL",
    "LDL": "LDL",
    "CTL": "CTL*",
    "X": "LTL",
    "F": "LTL",
    "G": "LTL",
    "O": "deontic logic",
    "<": "ATL",
}
"""What begins a formula that is not read -> its logic."""


@cache
def _language() -> Language:
    """The parser of ``ispl.lark``, made for the first text that is read."""
    return Language(__file__.removesuffix("py") + "lark", {}, lexer="basic", node=Node)


def _hint(word: str, before: str, accepted: list[str]) -> str:
    asks = re.search(r"\b(Formulae|Fairness)\b", before)
    if asks and word in _BEYOND and "TEMPORAL" in accepted:
        return f"this is {_BEYOND[word]}; formulas of CTL with K, GK, GCK and DK are read"
    if word in ("&", "|", "^", "~"):
        return "write and, or, !" if asks else "operators on bits are not read; write and, or, !"
    if asks and word in ("true", "false", "="):
        return "a formula has names that Evaluation defines"
    if "NAME" in accepted and word[:1].isalpha():
        return f"{word} is a word of the language: choose another name"
    if not asks and {"EQUALS", "COMPARE"} & {*accepted} and word in (")", ";", "and", "or", "if", ":"):
        return "a condition compares: write x = true for a Boolean variable x"
    return near_miss(word, [each for each in accepted if each.isalpha()])


_SYNTAX = Syntax("ISPL", "Agent a ... end Agent", 10_000_000, _language, _COMMENT, r"\w+|.", _WORDS, _hint)
