"""Descriptions of systems: variables, observations and actions of agents, and how the variables change.

Source: Fagin, Halpern, Moses and Vardi, *Reasoning About Knowledge* (MIT Press 1995), chapters 4 and 5. An agent's
evolution is a list of lines, conditional assignments of terms (expressions over variables) to variables, as in MCMAS:
Lomuscio, Qu and Raimondi (2017), doi:10.1007/s10009-015-0378-x.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from kripke.checking.build import agents_of, vocabulary_of
from kripke.checking.constraint import formula_of, listed
from kripke.data.errors import ModelError, UnknownAtom, require_flag
from kripke.data.frozen import Frozen
from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.time.terms import Term, Value, Variables, assigned, atom_term, atom_text, kind_of, text_of
from logic.clauses import Atom, Top, conj, disj
from logic.errors import TooLarge, did_you_mean, naming, shorten
from logic.exact import is_whole, plural
from logic.formula import Formula
from logic.node_table import mapped
from logic.shared import BOOLEAN

MOST_VALUES = 2**20  # maximal number of values of a variable
NO_START = "no state is initial, so every formula holds"  # a note on an answer
Set = TypeVar("Set", bound=Any)  # a set of states in either engine


class FileFormula(NamedTuple):
    """A formula in a file: its text on one line, the number of the line where it begins, and the formula."""

    text: str
    line: int
    formula: Formula

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Line:
    """A line of an evolution: if the condition holds, the variables can be set to the values of the terms."""

    condition: Formula
    sets: Mapping[str, str]  # variable -> a term as a string; for a Boolean variable, also a formula

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", Frozen(self.sets))


@dataclass(frozen=True)
class Agent:
    """An agent of a system, or a process, which acts like an agent but has no knowledge."""

    sees: tuple[str, ...] | None  # the variables of the local state; None for a process
    actions: tuple[str, ...] = ()  # an agent without actions makes no choice
    protocol: tuple[tuple[Formula, tuple[str, ...]], ...] = ()  # pairs of a condition and the actions allowed there
    other: tuple[str, ...] | None = None  # the actions allowed where no condition holds
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Description:
    """A system as data: the input of both engines, and the result of parsing ISPL files; see `System` for its steps."""

    variables: Variables
    agents: Mapping[str, Agent]
    init: Formula = field(default_factory=Top)  # the condition on the states where runs begin
    fair: tuple[Formula, ...] = ()  # conditions that hold infinitely often on each fair run
    single: bool = False  # whether lines are alternatives per variable, not per agent: see `alternatives`
    deadlocks: bool = False  # whether a state where nothing can happen has no successor; if not, it repeats
    definitions: Mapping[str, Formula] = field(default_factory=dict)  # atoms of questions that stand for conditions
    _known: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("variables", "agents", "definitions"):
            object.__setattr__(self, name, Frozen(getattr(self, name)))
        if not self.variables:
            raise ModelError("variables {}: a system has at least one variable")
        for name, values in self.variables.items():
            if not isinstance(name, str) or not name or not name.isprintable() or "=" in name:
                raise ModelError(f"variable {shorten(repr(name))}: expected a name without =")
            if (kind := kind_of(values)) is None or len(set(values)) < len(values):
                expected = "bool, or different numbers or names such as range(4) or ['red', 'blue']"
                raise ModelError(f"variable {name}: expected {expected}, got {shorten(repr(list(values)))}")
            if name in self.agents:
                raise ModelError(f"{name} is a variable and an agent; give one of them another name")
            if kind is bool and values != (False, True):
                raise ModelError(f"variable {name}: expected both truth values, False and True, got {list(values)}")
        for atom, (variable, _) in self.atoms.items():
            if atom != variable and atom in self.variables:
                raise ModelError(f"atom {atom}: it is a variable, and says that {variable} has a value; rename one")
        said = [("init", [self.init]), ("fairness", self.fair)]
        said += [(f"definition of {name}", [means]) for name, means in self.definitions.items()]
        said += [(f"protocol of {name}", [rule for rule, _ in each.protocol]) for name, each in self.agents.items()]
        for what, formulas in said:
            with naming(what):
                for formula in formulas:
                    self.terms(formula)
        setters: dict[str, str] = {}
        for name, agent in self.agents.items():
            with naming(f"agent {name}"):
                self._require_variables(agent.sees or ())
            with naming(f"evolution of {name}"):
                for line in agent.lines:
                    self.terms(line.condition, acting=True)
                    self._require_variables(line.sets)
                    for variable, text in line.sets.items():
                        self.assigned(variable, text)
                        if (other := setters.setdefault(variable, name)) != name:
                            raise ModelError(f"{other} and {name} set {variable}; only one of them can")

    def _require_variables(self, names: Iterable[str]) -> None:
        for name in names:
            if not isinstance(name, str) or name not in self.variables:
                raise UnknownAtom(f"no variable '{shorten(str(name))}'{did_you_mean(str(name), self.variables)}")

    def __reduce__(self) -> tuple[Any, ...]:  # without cached values, which are computed again
        return Description, tuple([getattr(self, each.name) for each in fields(self) if each.init])

    @cached_property
    def choices(self) -> Variables:
        """The values of each variable and the actions of each acting agent, by the name of the variable or agent."""
        return {**self.variables, **{name: agent.actions for name, agent in self.agents.items() if agent.actions}}

    @cached_property
    def knowing(self) -> dict[str, tuple[str, ...]]:
        """For each agent with knowledge, the variables of the agent's local state."""
        return {name: agent.sees for name, agent in self.agents.items() if agent.sees is not None}

    @cached_property
    def alternatives(self) -> list[tuple[list[str], list[Line]]]:
        """Groups of alternative lines, each with the variables that they set.

        A group contains an agent's lines or, if `single`, an agent's lines for one variable.
        """
        groups: list[tuple[list[str], list[Line]]] = []
        for agent in self.agents.values():
            names = [*dict.fromkeys(name for line in agent.lines for name in line.sets)]
            if names and not self.single:
                groups.append((names, [*agent.lines]))
            for name in names if self.single else ():
                lines = [Line(line.condition, {name: line.sets[name]}) for line in agent.lines if name in line.sets]
                groups.append(([name], lines))
        return groups

    @cached_property
    def atoms(self) -> dict[str, tuple[str, Value]]:
        """The vocabulary: maps each atom to its variable and value; the value is True for a Boolean variable."""
        pairs = [(name, value) for name, values in self.variables.items() for value in values if value is not False]
        return {atom_text(*pair): pair for pair in pairs}

    def terms(self, formula: Formula, acting: bool = False) -> dict[str, Term]:
        """The term of each atom of a Boolean condition. `acting`: whether atoms may name actions.

        `ModelError` for a formula that is not Boolean; the errors of `atom_term` for an invalid atom.
        """
        terms = {}
        for node in formula.subformulas():
            if not isinstance(node, BOOLEAN):
                raise ModelError(f"{shorten(str(node))} is no condition; use atoms, ~ & | ^ -> <-> only")
            if isinstance(node, Atom):
                terms[node.name] = self.atom(node.name, acting)
        return terms

    def atom(self, atom: str, acting: bool = False) -> Term:
        """The term of an atom, which may name an action if `acting`; raises the errors of `atom_term`."""
        doer = atom.partition("=")[0]
        if doer in self.agents and not (acting and self.agents[doer].actions):
            why = "has no actions; give its protocol" if acting else "acts; actions are named in evolution only"
            raise UnknownAtom(f"{shorten(atom)}: {doer} {why}")
        if (atom, acting) not in self._known:
            self._known[atom, acting] = atom_term(atom, self.choices if acting else self.variables)
        return self._known[atom, acting]  # type: ignore[no-any-return]

    def allowed(self, name: str, where: Callable[[Formula], Set], nothing: Set, everything: Set) -> dict[str, Set]:
        """For each action of an agent or process, the states where its protocol allows the action.

        `where`: a function that returns the states where a condition holds.
        `nothing`, `everything`: the empty set of states, and the set of all states.
        """
        agent, rest = self.agents[name], everything
        rules = [(where(condition), actions) for condition, actions in agent.protocol]
        for fits, _ in rules:
            rest = rest & ~fits
        allowed = dict.fromkeys(agent.actions, nothing)
        for fits, actions in (*rules, (rest, agent.other or ())):
            allowed |= {action: allowed[action] | fits for action in actions}
        return allowed

    def assigned(self, variable: str, text: str) -> Term | Formula:
        """The value to which a line sets a variable: a term or, for a Boolean variable, possibly a formula."""
        key = variable, text
        if key not in self._known:
            self._known[key] = read = assigned(variable, text, self.choices)
            if isinstance(read, Formula):
                self.terms(read, acting=True)
        return self._known[key]  # type: ignore[no-any-return]


def deadlock(description: Description, state: World, number: int) -> str:
    """Return a note that nothing can happen in this state, which is one of `number` such states."""
    others = f", and in {number - 1:,} more" * (number > 1)
    then = "it has no successor" if description.deadlocks else "it repeats"
    return f"deadlock: nothing can happen in state {world_text(state)}{others}; {then}"


def among_fair(
    description: Description, time: Any, starting: Callable[..., Set], number: Callable[[Set], int], notes: list[str]
) -> Set:
    """Return the states from which a fair run starts; add a note to `notes` if initial states are left out.

    `starting`: function from sets of states to the states from which some run visits each set infinitely often.
    `number`: function that returns the size of a set of states.
    """
    kept = starting(*time.fair)
    if left := number(time.first & kept):
        if lost := number(time.first) - left:
            notes.append(f"{plural(lost, 'initial state')} left out: no fair run starts there")
        return kept
    pairs = zip(description.fair, time.fair, strict=True)
    unmet = [fair for fair, where in pairs if not number(time.first & starting(where))]
    names = {meaning: Atom(name) for name, meaning in description.definitions.items()}
    named = mapped(unmet[0], lambda node: names.get(node, node)) if unmet else None
    which = f"the fairness condition {named}" if unmet else "all fairness conditions"
    notes.append(f"no run meets {which} again and again, so every formula holds")
    return kept


def describe(
    agents: Mapping[str, Iterable[str]],
    variables: Mapping[str, Any] | Iterable[str],
    init: Any,
    protocol: Mapping[str, Any] | None,
    evolution: Mapping[str, Iterable[Any]] | None,
    fairness: Any,
    deadlocks: bool,
) -> Description:
    """Return the description for the arguments of `System`; raises the errors of `System`."""
    given = variables if isinstance(variables, Mapping) else dict.fromkeys(vocabulary_of(variables), bool)
    domains = {name: _values(name, values) for name, values in given.items()}
    atoms = [*dict.fromkeys(atom_text(name, value) for name, values in domains.items() for value in values)]
    sees = {agent: tuple(seen) for agent, seen in agents_of(agents, "agents", _is_list, "a list of variables")}
    allowed = dict(agents_of({} if protocol is None else protocol, "protocol", _is_list, "actions, such as ['send']"))
    changes = dict(agents_of({} if evolution is None else evolution, "evolution", _is_list, "a list of lines"))
    described = {}
    for name in dict.fromkeys([*sees, *allowed, *changes]):
        where = allowed.get(name, ())
        rules = [*where.items()] if isinstance(where, Mapping) else [(action, Top()) for action in where]
        with naming(f"protocol of {name}"):
            actions = tuple([action for action, _ in rules])
            if actions and kind_of(actions) not in (str, int):
                raise ModelError(f"expected actions such as ['send'], got {shorten(repr(list(actions)))}")
            conditions = tuple([(formula_of(rule, atoms), (action,)) for action, rule in rules])
        with naming(f"evolution of {name}"):
            lines = tuple([_line(line, atoms) for line in changes.get(name, ())])
        described[name] = Agent(sees.get(name), tuple(dict.fromkeys(actions)), conditions, None, lines)
    met = listed(fairness, "fairness")
    with naming("fairness"):
        fair = tuple([formula_of(each, atoms) for each in met])
    with naming("init"):
        begin = _initial(init, atoms)
    return Description(domains, described, begin, fair, False, require_flag(deadlocks, "deadlocks"))


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str)


def _values(name: str, values: Any) -> tuple[Value, ...]:
    if values is bool:
        return (False, True)
    if not _is_list(values):
        raise ModelError(f"variable {name}: expected bool, a range or a list of values, got {shorten(repr(values))}")
    given = tuple([int(each) if is_whole(each) else each for each in islice(values, MOST_VALUES + 1)])
    if len(given) > MOST_VALUES:
        raise TooLarge(f"variable {name}: more than {MOST_VALUES:,} values; use several variables")
    return (False, True) if kind_of(given) is bool and len(set(given)) == 2 else given


def _line(given: Any, atoms: Sequence[str]) -> Line:
    if not isinstance(given, (tuple, list)) or len(given) != 2 or not isinstance(given[1], Mapping):
        expected = "a pair of a condition and what is set, such as ('x', {'y': 'true'})"
        raise ModelError(f"expected {expected}, got {shorten(repr(given))}")
    return Line(formula_of(given[0], atoms), {name: text_of(value) for name, value in given[1].items()})


def _initial(init: Any, atoms: Sequence[str]) -> Formula:
    """Return the initial condition, given as a formula, a state (a mapping of variables to values) or states."""
    if isinstance(init, Formula) or not _is_list(init):
        return formula_of(init, atoms)
    states = [init] if isinstance(init, Mapping) else list(init)
    for state in states:
        if not isinstance(state, Mapping):
            raise ModelError(f"expected a formula or states such as {{'x': True}}, got {shorten(repr(state))}")
    return disj([conj([Atom(f"{name}={text_of(value)}") for name, value in state.items()]) for state in states])
