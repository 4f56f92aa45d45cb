"""Files in ISPL, the language of the model checker MCMAS, as descriptions of systems, with their formulas.

Source: Lomuscio, Qu and Raimondi, *MCMAS* (2017), doi:10.1007/s10009-015-0378-x; details follow MCMAS 1.3.0.
"""

import re
from collections import ChainMap, Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from kripke.data.errors import UnknownAtom
from kripke.formats.file_reading import of_file, read_text
from kripke.formats.source import Node, Source, Syntax
from kripke.time.description import Agent, Description, FileFormula, Line
from kripke.time.system import System
from kripke.time.terms import LONGEST, Value, assigned, atom_term, atom_text, text_of
from logic import clauses as f
from logic.errors import FormulaError, did_you_mean, naming, near_miss, note
from logic.formula import Formula
from logic.grammar import Token
from logic.shared import replace
from logic.token_parsing import collector_paused

VALUES = 100_000  # number of values of the largest range that is read
DIGITS = 9  # number of digits of the longest number that is read
ENVIRONMENT = "Environment"
Values = tuple[Value, ...]

Names = Mapping[str, str]
"""Maps names of variables and actions in a part of a file, such as ``a.x`` and ``Action``, to names in formulas."""


@dataclass(frozen=True)
class Process:
    """The declarations of an agent or the environment: sections, variables with their values, and actions."""

    sections: Mapping[str, tuple[Any, ...]]
    variables: Mapping[str, Values]
    actions: tuple[str, ...]


def load_ispl(path: str | PathLike[str], **options: Any) -> System:
    """Read a system and its formulas from a file in ISPL, the language of the model checker MCMAS.

    The atoms of formulas are the names defined in the section Evaluation, and the variables: ``x``, or ``agent_x`` if
    the name x is not unique. The semantics is that of MCMAS. An agent sees its own variables, the Obsvars of the
    environment, and the variables in its Lobsvars. In each step, one of the lines of an agent's Evolution whose
    conditions hold is chosen; under ``Semantics=SingleAssignment``, one for each variable. A state where nothing can
    happen has no successor. States from which no fair run starts are left out. Formulas of ATL, LTL, CTL* and LDL, and
    operators on bits, are not supported.

    Parameters
    ----------
    path : path
        The file.
    **options
        As for `System.from_description`, such as ``states``.

    Raises
    ------
    FileError
        If the file cannot be read, or is not ISPL: the message shows the position with a caret.
    TooLarge
        If it has over 10,000,000 characters, a range of over 100,000 values, a number of over 9 digits or a comparison
        of over 500 characters, or if too many states are reached.

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
    >>> [(asked.text, lamp.holds(asked)) for asked in lamp.formulas]
    [('AG (bright -> AX !bright)', True), ('AG K(lamp, bright)', False)]
    >>> lamp.holds("AG EF bright")
    True
    """
    system = loads_ispl(read_text(path), fspath(path), **options)
    for text in system.notes:
        note(text)
    return system


def loads_ispl(text: str, name: str = "the system", **options: Any) -> System:
    """Parse a system in ISPL; `name` is the name of its file in error messages."""
    description, formulas = read(text, name)
    with of_file(name):
        system = System.from_description(description, **options)
    system.formulas = formulas
    return system


def read(text: str, name: str = "the system") -> tuple[Description, tuple[FileFormula, ...]]:
    """Parse a system and its formulas; `TextFormError` with the position of a mistake, or `TooLarge`."""
    source = _SYNTAX.source(text, name)
    with collector_paused(len(text)):
        semantics, *agents, evaluation, starts, groups, fairness, formulae = _SYNTAX.parsed(source).parts
        reader = Reader(source, agents, evaluation, groups)
        single = bool(semantics) and semantics.parts[0].type == "SINGLE"
        described = {name: reader.agent(name, single) for name in reader.processes}
        init = reader.condition(starts.parts[0], reader.everywhere, initial=True)
        fair = tuple([reader.constraint(node) for node in (fairness.parts if fairness else ())])
        questions = tuple(reader.questions(formulae))
        variables = {name: reader.values[name] for name in reader.everywhere.values()}
        with naming(name):
            return Description(variables, described, init, fair, single, True, reader.definitions), questions


def names_of(parts: Iterable[Any]) -> tuple[str, ...]:
    """The distinct names in lists of names; None counts as an empty list."""
    return tuple(dict.fromkeys(str(name) for node in parts if node for name in node.parts))


def folded(node: Node, build: Callable[[Node, list[Any]], Any]) -> Any:
    """Compute the value of a node from the values of its parts, without recursion, since nesting may be deep."""
    values: dict[int, Any] = {}
    for inner in reversed([*node.walk()]):
        parts = [values.pop(id(part)) if isinstance(part, Node) else part for part in inner.parts]
        values[id(inner)] = build(inner, parts)
    return values[id(node)]


_CONNECTIVES: dict[str, Callable[..., Formula]] = {"and": f.And, "or": f.Or, "not": f.Not, "implies": f.Implies}


class Reader:
    """A parser for the parts of a file, with the declarations of the file."""

    def __init__(self, source: Source, agents: list[Node], evaluation: Node, groups: Node | None) -> None:
        self.source = source
        self.processes: dict[str, Process] = {}
        for node in agents:
            self._declare(self.processes, node.parts[0], self._process(node), "agent")
        self.acting = {f"{name}.Action": name for name in self.processes}
        self.groups: dict[str, tuple[str, ...]] = {}
        for name, members in (group.parts for group in (groups.parts if groups else ())):
            for member in members.parts:
                source.require(member, self.processes, "agent")
            self._declare(self.groups, name, names_of([members]), "group")
        meanings: dict[str, Node] = {}
        for name, condition in (definition.parts for definition in evaluation.parts):
            self._declare(meanings, name, condition, "name in Evaluation")
        self.values: dict[str, Values] = {name: each.actions for name, each in self.processes.items() if each.actions}
        """Maps each variable, by its name in formulas, to its values, and each agent with actions to its actions."""
        self.everywhere = self._names(meanings)
        self.texts = {name: {text_of(value): value for value in values} for name, values in self.values.items()}
        self.words = {text for texts in self.texts.values() for text in texts}
        self.definitions = {name: self.condition(node, self.everywhere) for name, node in meanings.items()}
        for name, process in self.processes.items():
            for node in process.sections.get("RedStates", ()):
                red = self.condition(node, self.local(name))
                self.definitions |= {f"{name}.RedStates": red, f"{name}.GreenStates": f.Not(red)}

    # ------------------------------------------------------------------------------------------------ declarations

    def _declare(self, table: dict[str, Any], name: Token, value: Any, what: str) -> None:
        if name in table:
            raise self.source.error(f"{what} '{name}' is declared twice", name)
        table[str(name)] = value

    def _process(self, node: Node) -> Process:
        name, *sections = node.parts
        declared: dict[str, tuple[Any, ...]] = {}
        for key, *entries in (section.parts for section in sections):
            if key == ("Lobsvars" if name == ENVIRONMENT else "Obsvars"):
                hint = "all agents see the Obsvars of the environment; an agent sees those of its Vars in Lobsvars, too"
                raise self.source.error(f"{name} has no {key}", key, hint)
            self._declare(declared, key, tuple(entry for entry in entries if entry), f"in {name},")
        for key in () if name == ENVIRONMENT else ("Vars", "Actions", "Protocol", "Evolution"):
            if not declared.get(key):
                raise self.source.error(f"agent {name} has no {key}", name, "only the environment may be without")
        variables: dict[str, Values] = {}
        for variable, type_ in (entry.parts for key in ("Obsvars", "Vars") for entry in declared.get(key, ())):
            self._declare(variables, variable, self._values(type_), "variable")
        return Process(declared, variables, names_of(declared.get("Actions", ())))

    def _values(self, node: Node) -> Values:
        if node.kind == "boolean":
            return (False, True)
        if node.kind == "enumeration":
            return names_of(node.parts)
        first, last = [int(self._number(part)) for part in node.parts]
        if last < first:
            raise self.source.error(f"the range {first}..{last} is empty", next(node.tokens()))
        if last - first >= VALUES:
            problem = f"{last + 1 - first:,} values, the maximum is {VALUES:,}"
            raise self.source.too_large(problem, next(node.tokens()))
        return tuple(range(first, last + 1))

    def _number(self, node: Node) -> str:
        (token,) = node.parts
        if len(token) > DIGITS:
            raise self.source.too_large(f"a number of {len(token):,} digits, the maximum is {DIGITS}", token)
        return f"-{token}" if node.kind == "negative" else str(token)

    def _names(self, meanings: Iterable[str]) -> Names:
        """The name of each variable ``agent.name`` in formulas: ``name``, or ``agent_name`` if ``name`` is taken."""
        times = Counter(variable for process in self.processes.values() for variable in process.variables)
        taken = {*self.processes, *meanings, "true", "false"}
        for process in self.processes.values():
            taken.update(process.actions, *[map(str, values) for values in process.variables.values()])
        names: dict[str, str] = {}
        for agent, process in self.processes.items():
            for variable, values in process.variables.items():
                name = variable if times[variable] == 1 and variable not in taken else f"{agent}_{variable}"
                while name in taken:
                    name += "_"
                taken.add(name)
                names[f"{agent}.{variable}"], self.values[name] = name, values
        return names

    def local(self, agent: str, use: str = "condition") -> Names:
        """The names that an agent can read.

        `use`: where the names occur: in a condition of the protocol (``condition``), in a value that a line sets
            (``value``), or in the condition of a line (``change``).
        """
        process, environment = self.processes[agent], self.processes.get(ENVIRONMENT)
        names = {name: self.everywhere[f"{agent}.{name}"] for name in process.variables}
        if environment and process is not environment:
            parts = environment.sections
            open_, hidden = ([str(entry.parts[0]) for entry in parts.get(key, ())] for key in ("Obsvars", "Vars"))
            for name in (name for node in process.sections.get("Lobsvars", ()) for name in node.parts):
                self.source.require(name, hidden, f"variable in the Vars of {ENVIRONMENT}")
                open_ += [str(name)] * (use != "value")
            names |= {name: self.everywhere[name] for name in [f"{ENVIRONMENT}.{each}" for each in open_]}
        return ChainMap({"Action": agent}, names, self.acting) if use == "change" else names

    # -------------------------------------------------------------------------------------------------- conditions

    def condition(self, node: Node, names: Names, initial: bool = False) -> Formula:
        """Convert a node to a condition over the variables and actions in `names`.

        `initial`: whether the node is a part of InitStates, which compares with ``=`` only.
        """

        def build(inner: Node, parts: list[Any]) -> Any:
            if connective := _CONNECTIVES.get(inner.kind):
                return connective(*parts)
            if inner.kind != "compare":
                return self._side(inner, parts, names)
            left, sign, right = parts
            if initial and sign != "=":
                raise self.source.error("InitStates compares by = only", sign, "write ! ( ... = ... )")
            if left in self.processes and inner.parts[2].kind == "name":  # also where a variable has this name
                right = str(inner.parts[2].parts[0])
            return self._compared(inner, left, sign, right)

        formula: Formula = folded(node, build)
        return formula

    def _side(self, node: Node, parts: list[Any], names: Names) -> str:
        """Return the text of a term, given the texts of its parts; operators have spaces around them."""
        first: Any = parts[0]
        match node.kind:
            case "positive" | "negative":
                return self._number(node)
            case "bracket":
                return f"({first})" if " " in first else first
            case "operation":
                return " ".join(parts)
        if (name := ".".join(parts)) in names:
            return names[name]
        if node.kind == "boolean_value" or name in self.words:
            return name
        if node.kind == "member":
            self.source.require(first, self.processes, "agent")
        if node.kind == "name" or name not in self.everywhere:
            what = "variable or value" if node.kind == "name" else "variable"
            near = did_you_mean(name, [*names, *self.words])[2:]
            raise self.source.error(f"there is no {what} '{name}'", parts[-1], near)
        hint = "an agent sees its variables, the Obsvars of the environment, and in conditions its Lobsvars"
        hint = f"write {parts[1]} alone" if parts[1] in names else hint
        raise self.source.error(f"'{name}' is not seen here", parts[1], hint)

    def _compared(self, node: Node, left: str, sign: Token, right: str) -> Formula:
        text = f"{left} {sign} {right}"
        if len(text) > LONGEST:
            raise self.source.too_large(f"a comparison of {len(text):,} characters, the maximum is {LONGEST}", sign)
        variable, value, place = (left, right, 2) if left in self.values else (right, left, 0)
        if (values := self.texts.get(variable)) and value not in self.values and " " not in value:
            if value not in values:
                problem, near = f"'{variable}' has no value '{value}'", did_you_mean(value, values)[2:]
                raise self.source.error(problem, next(node.parts[place].tokens()), near)
            if sign in ("=", "<>"):
                same = f.Atom(atom_text(variable, values[value]))
                return same if (sign == "=") is (values[value] is not False) else f.Not(same)
        with self._shown(sign):
            if not atom_term(text, self.values).names:
                raise self.source.error(f"'{text}' reads no variable", sign)
        return f.Atom(text)

    @contextmanager
    def _shown(self, token: Token) -> Iterator[None]:
        """Context manager that adds the position of the token in the file to errors about terms."""
        try:
            yield
        except (FormulaError, UnknownAtom) as error:
            raise self.source.error(error.message, token) from None

    # ------------------------------------------------------------------------------------------------------ agents

    def agent(self, name: str, single: bool) -> Agent:
        """Build an agent with observations, protocol and evolution; if `single`, a line may set only one variable."""
        process = self.processes[name]
        names, readable, deciding = (self.local(name, use) for use in ("condition", "value", "change"))
        rules = [rule.parts for rule in process.sections.get("Protocol", ())]
        for action in (action for rule in rules for action in rule[-1].parts):
            self.source.require(action, process.actions, f"action of {name}")
        last = names_of(rules[-1]) if rules and len(rules[-1]) == 1 else None
        lines = [rule for rule in rules if len(rule) > 1]
        changes = [self._line(name, node, readable, deciding, single) for node in process.sections.get("Evolution", ())]
        protocol = [(self.condition(rule, names), names_of([actions])) for rule, actions in lines]
        other = last if rules else process.actions
        return Agent(tuple(names.values()), process.actions, tuple(protocol), other, tuple(changes))

    def _line(self, agent: str, node: Node, readable: Names, deciding: Names, single: bool) -> Line:
        """Convert a node to a line of an evolution.

        `readable`: the names that values may contain. `deciding`: the names that the condition may contain. `single`:
        whether a line may set only one variable.
        """
        waiting, condition, sets = [node.parts[0]], node.parts[1], dict[str, Any]()
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
            variable, text = readable[name], folded(value, lambda inner, parts: self._side(inner, parts, readable))
            with self._shown(next(value.tokens())):
                assigned(variable, text, self.values)
            self._declare(sets, name, (variable, text), "in this line, variable")
            if single and len(sets) > 1:
                raise self.source.error("a line sets one variable under SingleAssignment", name)
        return Line(self.condition(condition, deciding), dict(sets.values()))

    # ---------------------------------------------------------------------------------------------------- formulas

    def constraint(self, node: Node) -> Formula:
        """Convert a node to a fairness constraint over the variables."""
        for inner in node.walk():
            if inner.kind in ("temporal", "until", "epistemic"):
                raise self.source.error("fairness is about states: no operators of time or knowledge", inner.parts[0])
        meant: dict[Formula, Formula] = {f.Atom(name): meaning for name, meaning in self.definitions.items()}
        return replace(folded(node, self._operator), meant)

    def _operator(self, node: Node, parts: list[Any]) -> Formula:
        match node.kind:
            case "temporal" | "until":
                word, *kids = parts
                operator: Formula = getattr(f, word if len(kids) == 1 else f"{word}U")(*kids)
                return operator
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

    def questions(self, formulae: Node) -> Iterator[FileFormula]:
        """Yield the formulas of the section ``Formulae``, each with its text and its line number."""
        key, *formulas = formulae.parts
        code = re.sub(_COMMENT, lambda comment: " " * len(comment[0]), self.source.text)
        start = key.end_pos
        for node in formulas:
            stop = code.index(";", max(token.end_pos for token in node.tokens()))
            written = code[start:stop]
            line = code.count("\n", 0, stop - len(written.lstrip())) + 1
            yield FileFormula(" ".join(written.split()), line, folded(node, self._operator))
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
_BEYOND = dict.fromkeys(("LTL", "X", "F", "G"), "LTL") | {"LDL": "LDL", "CTL": "CTL*", "O": "deontic logic", "<": "ATL"}
"""Maps a token that begins an unsupported formula to the name of the logic."""


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


_GRAMMAR = __file__.removesuffix("py") + "lark"
_SYNTAX = Syntax("ISPL", "Agent a ... end Agent", 10_000_000, _GRAMMAR, _COMMENT, r"\w+|.", _WORDS, _hint)
