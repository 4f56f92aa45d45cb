"""Compilation of a formula to a program: one set operation for each distinct subformula.

The semantic clauses below are written for the Protocol `SetAlgebra`: ``m`` is the model after the earlier
announcements, and ``v`` has the extensions of the subformulas. Sources: van Ditmarsch, van der Hoek and Kooi,
*Dynamic Epistemic Logic* (Springer 2007), definitions 2.6, 2.30 and 4.7, doi:10.1007/978-1-4020-5839-4;
Baltag and Smets, "A qualitative theory of dynamic interactive belief revision" (2008), for safe and strong belief.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, reduce
from itertools import islice, product
from operator import and_, or_
from typing import Any, NamedTuple

from kripke.data.errors import (
    ModelError,
    UnknownAction,
    UnknownAgent,
    UnknownAtom,
    as_action,
    nameless_agent,
    unknown_agent,
    unknown_atom,
)
from kripke.data.wording import change_text
from logic import clauses as f
from logic.errors import did_you_mean, shorten
from logic.formula import NAMELESS, Formula, actions_of, agents_of
from logic.node_table import Table, flatten
from logic.programs import FALSE, Automaton, OfProgram, automaton
from logic.shared import BOOLEAN, Rows, definition, layer, of_agent

Apply = Callable[[Any, Any], Any]
Clause = Callable[..., Callable[[Any, Any], Any]]


def _everyone(m: Any, group: Iterable[str], s: Any) -> Any:
    return m.domain ^ m.preimages(group, m.domain ^ s)


def _everyone_times(m: Any, group: Collection[str], times: int, s: Any) -> Any:
    """The worlds where ``E^n p`` holds for a group, with n = `times`, if p has the extension `s`.

    A search for a cycle (Brent, doi:10.1007/BF01933190) saves rounds.
    """
    kept, rounds, most = s, 0, 1
    while times:
        s = _everyone(m, group, s)
        times, rounds = times - 1, rounds + 1
        if m.is_empty(s ^ kept):
            times %= rounds
        elif rounds == most:
            kept, rounds, most = s, 0, 2 * most
    return s


ROUNDS = 16  # rounds after which an engine with a method `running` searches pairs of a step and a world


def run_rounds(m: Any, steps: Automaton, guards: Sequence[Any], s: Any) -> Iterator[dict[int, Any]]:
    """Yield in rounds, for each step of an automaton, the worlds where a run can be after the step and still reach `s`.

    Each round allows runs that are longer by one step, and yields only the new worlds. The steps are those that
    `Automaton` numbers; -1 stands for the start, before any step. `guards`: for each guard the worlds where it holds.
    """
    reached: dict[int, Any] = {}
    new = {step: guards[guard] & s for step, guard in steps.last.items()}
    while new := {step: worlds for step, worlds in new.items() if not m.is_empty(worlds)}:
        yield new
        later = new
        new = {}
        for step, worlds in later.items():
            reached[step] = reached[step] | worlds if step in reached else worlds
            if step >= 0:
                before = _before(m, steps.steps[step], worlds)
                for earlier, guard in steps.before[step].items():
                    more = guards[guard] & before
                    new[earlier] = new[earlier] | more if earlier in new else more
        new = {step: worlds & (m.domain ^ reached[step]) if step in reached else worlds for step, worlds in new.items()}


def _before(m: Any, who: str | frozenset[str], s: Any) -> Any:
    """The worlds from which a step of the agent, or one or more steps of the group, lead to `s`."""
    return m.preimage(who, s) if isinstance(who, str) else m.reaches(sorted(who), s)


def _some_run(m: Any, node: Any, tests: Sequence[Any], s: Any) -> Any:
    """The worlds from which a run of the program leads to `s`, found by a backward search."""
    steps = automaton(node.program, closed=True)
    match steps:
        case Automaton((frozenset() as group,), {0: 0, -1: 0}, (_, {0: 0})):  # ``(a | b)*``, as in `C`
            return s | m.reaches(sorted(group), s)
    guards = steps.valued(m.domain, m.domain ^ m.domain, tests, and_, or_)
    rounds, search = run_rounds(m, steps, guards, s), getattr(m, "running", None)
    begun = [guards[steps.last.get(-1, FALSE)] & s]
    begun += [new[-1] for new in islice(rounds, ROUNDS if search else None) if -1 in new]
    if search and next(rounds, None):
        agents = [[who] if isinstance(who, str) else sorted(who) for who in steps.steps]
        earlier = [{step: guards[guard] for step, guard in each.items() if step >= 0} for each in steps.before[:-1]]
        for step, who in enumerate(steps.steps):
            if not isinstance(who, str):  # one or more steps of a group, which may be a single agent
                earlier[step][step] = m.domain
        reached = search(agents, earlier, [guards[steps.last.get(step, FALSE)] & s for step in range(len(agents))])
        starts = steps.follow[-1].items()
        begun += [guards[guard] & _before(m, steps.steps[step], reached[step]) for step, guard in starts]
    return reduce(or_, begun)


def _group(node: Any, m: Any) -> Collection[str]:
    """The group of the node: the agents that it names, or all agents of the model."""
    return m.agents if node.group is None else sorted(node.group)


def _along_time(clause: Clause) -> Clause:
    """Wrap a clause so that it raises an error for models without time."""

    def timed(node: Any, *rows: int) -> Apply:
        apply = clause(node, *rows)
        return lambda m, v: _refuse_time(node) if m.fair is None else apply(m, v)

    return timed


def _refuse_time(node: Formula) -> Any:
    raise ModelError(
        f"{shorten(str(node))}: this model has no time; a System, the space of explore, a sequence of updates and "
        ".ispl files have it"
    )


def _was(m: Any, node: Formula) -> Any:
    """The worlds where a past formula holds (`Y`), or held one step before (`O`, `H`); `ModelError` without time."""
    return _refuse_time(node) if (held := m.was(node)) is None else held


def _unavoidable(m: Any, before: Any, s: Any) -> Any:
    """The worlds from which all runs lead to `s`, through worlds of `before` only."""
    others = m.domain ^ s
    return m.domain ^ (m.endless(others) | m.until(others, others & (m.domain ^ before)))


TEMPORAL: dict[type[Formula], Clause] = {
    f.EX: lambda n, i: lambda m, v: m.preceding(v[i]),
    f.AX: lambda n, i: lambda m, v: m.domain ^ m.preceding(m.domain ^ v[i]),
    f.EF: lambda n, i: lambda m, v: m.until(m.domain, v[i]),
    f.AG: lambda n, i: lambda m, v: m.domain ^ m.until(m.domain, m.domain ^ v[i]),
    f.EG: lambda n, i: lambda m, v: m.endless(v[i]),
    f.AF: lambda n, i: lambda m, v: m.domain ^ m.endless(m.domain ^ v[i]),
    f.EU: lambda n, i, j: lambda m, v: m.until(v[i], v[j]),
    f.AU: lambda n, i, j: lambda m, v: _unavoidable(m, v[i], v[j]),
}
"""The clauses of the temporal operators about the future."""

CLAUSES: dict[type[Formula], Clause] = {
    f.Top: lambda n: lambda m, v: m.domain,
    f.Bottom: lambda n: lambda m, v: m.domain ^ m.domain,
    f.Atom: lambda n: lambda m, v: m.atom(n.name),
    f.Not: lambda n, i: lambda m, v: m.domain ^ v[i],
    f.And: lambda n, i, j: lambda m, v: v[i] & v[j],
    f.Or: lambda n, i, j: lambda m, v: v[i] | v[j],
    f.Xor: lambda n, i, j: lambda m, v: v[i] ^ v[j],
    f.Implies: lambda n, i, j: lambda m, v: (m.domain ^ v[i]) | v[j],
    f.Iff: lambda n, i, j: lambda m, v: m.domain ^ v[i] ^ v[j],
    f.K: lambda n, i: lambda m, v: m.domain ^ m.preimage(n.agent, m.domain ^ v[i]),
    f.M: lambda n, i: lambda m, v: m.preimage(n.agent, v[i]),
    f.Kw: lambda n, i: lambda m, v: m.knows_whether(n.agent, v[i]),
    f.Kv: lambda n: lambda m, v: m.knows_value(n.agent, m.values(n.variable)),
    f.E: lambda n, i: lambda m, v: _everyone(m, _group(n, m), v[i]),
    f.EIterated: lambda n, i: lambda m, v: _everyone_times(m, _group(n, m), n.times, v[i]),
    f.C: lambda n, i: lambda m, v: m.domain ^ m.reaches(_group(n, m), m.domain ^ v[i]),
    f.D: lambda n, i: lambda m, v: m.domain ^ m.jointly_possible(_group(n, m), m.domain ^ v[i]),
    f.B: lambda n, i: lambda m, v: m.believes(n.agent, m.domain, v[i]),
    f.BAtLeast: lambda n, i: lambda m, v: m.degree_at_least(n.agent, n.degree, v[i]),
    f.EBAtLeast: lambda n, i: lambda m, v: m.all_to_degree(_group(n, m), n.degree, v[i]),
    f.CBAtLeast: lambda n, i: lambda m, v: m.common_to_degree(_group(n, m), n.degree, v[i]),
    f.BGiven: lambda n, i, j: lambda m, v: m.believes(n.agent, v[i], v[j]),
    f.Bsafe: lambda n, i: lambda m, v: m.believes_safely(n.agent, v[i]),
    f.Run: lambda n, *i: lambda m, v: m.domain ^ _some_run(m, n, [v[k] for k in i[:-1]], m.domain ^ v[i[-1]]),
    f.RunDual: lambda n, *i: lambda m, v: _some_run(m, n, [v[k] for k in i[:-1]], v[i[-1]]),
    f.Bstrong: lambda n, i: lambda m, v: m.believes_strongly(n.agent, v[i]),
    **{kind: _along_time(clause) for kind, clause in TEMPORAL.items()},
    f.Y: lambda n, i: lambda m, v: _was(m, n),
    f.O: lambda n, i: lambda m, v: _was(m, n) | v[i],
    f.H: lambda n, i: lambda m, v: _was(m, n) & v[i],
    f.EB: lambda n, i: lambda m, v: CLAUSES[f.E](n, i)(m.believing(_group(n, m)), v),
    f.CB: lambda n, i: lambda m, v: CLAUSES[f.C](n, i)(m.believing(_group(n, m)), v),
    f.DB: lambda n, i: lambda m, v: CLAUSES[f.D](n, i)(m.believing(_group(n, m)), v),
}
"""The semantic clauses of operators that do not change the model.

The function for a class of formulas gets a node and the rows of its children. It returns the operation that computes
the extension.
"""


class Refinement:
    """Marker for announcements that remove no world and refine the relations of some agents."""


def refines(node: Formula) -> bool:
    """Whether the node is an announcement to a group, or an announcement whether a statement is true."""
    to_group = isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is not None
    return to_group or isinstance(node, f.AnnounceWhether)


def _learn(node: Any) -> Apply:
    """The operation that returns the model after an announcement, to all agents or only to a group."""
    return (lambda m, s: m.related(m.split(_group(node, m), s))) if refines(node) else lambda m, s: m.restrict(s)


OF_GROUPS = (f.EB, f.CB, f.DB, f.EBAtLeast, f.CBAtLeast)
OF_ALL = (f.Act, f.ActDual, f.RadicalUpgrade, f.ConservativeUpgrade)  # these may change weights or ranks of all agents
BELIEFS = (f.B, f.BAtLeast, f.BGiven, f.Bsafe, f.Bstrong, *OF_GROUPS)  # these use weights or ranks of agents


def _pool(node: f.R, beliefs: frozenset[Formula]) -> Apply:
    """The operation that pools the group's knowledge.

    It raises `ModelError` if a member has weights or ranks and `beliefs` (see `_asked`) contains an operator about
    the member's belief, an action or an upgrade: pooling leaves the belief undefined.
    """

    def into(m: Any, s: Any) -> Any:
        group = list(_group(node, m))
        believers = [agent for agent in group if beliefs and not m.is_plain(agent)]
        for agent, part in product(believers, sorted(beliefs, key=lambda part: type(part).__name__)):
            if agent in agents_of(part) or isinstance(part, OF_ALL) or getattr(part, "group", agent) is None:
                raise ModelError(
                    f"{shorten(str(part))} after {change_text(node)}: agent {agent} has weights or ranks, and pooling "
                    f"what a group knows leaves its members' beliefs undefined; ask what they know, such as K_{agent} "
                    "p, or use a model without weights and ranks"
                )
        return m.related(dict.fromkeys(group, m.joint(group)))

    return into


def _impossible(*_: Any) -> Any:
    raise AssertionError("a change of the model is not an operation on sets, and a quantifier is not one change")


INTO: dict[type[Formula], Callable[[Any, frozenset[Formula]], Apply]] = {
    **dict.fromkeys((f.Announce, f.AnnounceDual, f.AnnounceWhether), lambda n, _: _learn(n)),
    **dict.fromkeys((f.Act, f.ActDual), lambda n, _: lambda m, s: m.act(n.action)),
    f.RadicalUpgrade: lambda n, _: lambda m, s: m.upgraded(s, False),
    f.ConservativeUpgrade: lambda n, _: lambda m, s: m.upgraded(s, True),
    **dict.fromkeys((f.ActStar, f.ActStarDual), lambda n, _: lambda m, s: m),
    f.R: _pool,
    **dict.fromkeys(f.QUANTIFIERS, lambda n, _: _impossible),
}
"""Maps the class of an operator that changes the model to the function that returns its operation.

The function's arguments are the operator's node, and belief operators, actions and upgrades in its body (its last
operand), see `_asked`. The operation computes the model after the change from the model before and the statement's
extension.
"""

CHANGES: dict[type[Formula], Callable[[Any], Callable[[Any, Any, Any, Any], Any]]] = {
    f.Announce: lambda _: lambda m, s, n, after: (m.domain ^ s) | after,
    f.AnnounceDual: lambda _: lambda m, s, n, after: s & after,
    **dict.fromkeys(
        (f.AnnounceWhether, f.RadicalUpgrade, f.ConservativeUpgrade, f.R), lambda _: lambda m, s, n, after: after
    ),
    f.Act: lambda _: lambda m, s, n, after: m.domain ^ n.back(n.domain ^ after),
    f.ActDual: lambda _: lambda m, s, n, after: n.back(after),
    f.ActStar: lambda node: lambda m, s, n, after: m.domain ^ m.past.actions.repeat(m, node),
    f.ActStarDual: lambda node: lambda m, s, n, after: m.past.actions.repeat(m, node),
    **dict.fromkeys(f.QUANTIFIERS, lambda _: _impossible),
}
"""Maps the class of an operator that changes the model to the function that returns its semantic clause for a node.

The clause computes the extension from the model before, the extension of the statement, the model after, and the
extension of the body.
"""

TRIES = 100_000  # default maximal number of tries of a search: up to a minute for 140 worlds


class Change(NamedTuple):
    """The parts of an operator that changes the model and evaluates its body (its last operand) in the changed model.

    `statement` and `body`: the rows of the operands; None if there is no statement. `into`: computes the model after
    the change from the model before and the statement's extension. `then`: computes the operator's extension from the
    model before, the statement's extension, the model after and the body's extension.
    """

    statement: int | None
    body: int
    into: Apply
    then: Callable[[Any, Any, Any, Any], Any]
    is_arbitrary: bool = False  # whether the body is evaluated after many announcements, see `arbitrary`


class Step(NamedTuple):
    """One distinct subformula of a program, with its operation or its change.

    `node` is the formula; if the model has only one agent, operators without an agent get its name. `operands` are the
    rows of the immediate subformulas.
    """

    formula: Formula
    node: Formula
    operands: tuple[int, ...]
    apply: Apply
    change: Change | None


Part = tuple[int, bool, tuple[tuple[int, Apply], ...]]
"""A row, the truth value that it must have, and the operations that compute it, each with its row."""

LITTLE = 4  # maximal number of known rows for which a block is stored: with more, the same block is unlikely to recur


def _here(step: Step) -> tuple[int, ...]:
    """The operands that a step reads in its own context, not in an updated model."""
    if step.change is None:
        return step.operands
    return () if step.change.statement is None else (step.change.statement,)


def forced(node: Formula, value: bool) -> tuple[bool, ...] | None:
    """The truth values of the operands, if only one combination gives the node this value; otherwise None.

    This is so for negations, true conjunctions, false disjunctions and false implications.
    """
    match node, value:
        case f.Not(), _:
            return (not value,)
        case (f.And(), True) | (f.Or(), False):
            return value, value
        case f.Implies(), False:
            return True, False
    return None


@dataclass(frozen=True, eq=False, repr=False)  # less code is compiled at each start
class Program:
    """The set operations that compute the extension of a formula, one for each distinct subformula.

    A row is an index of `steps`. A context is the model, possibly after announcements or actions. A block is
    the rows that are computed for one row in one context.
    """

    steps: tuple[Step, ...]  # in post-order; the last is the formula itself
    agents: frozenset[str]  # the agents, atoms, ... in the formula, which a model must have
    atoms: frozenset[str]
    variables: frozenset[str]
    actions: frozenset[str]
    clauses: frozenset[type]  # classes of the nodes; `Refinement` for nodes that `refines` accepts

    @property
    def root(self) -> int:
        """The index of the last row, which is the whole formula."""
        return len(self.steps) - 1

    @cached_property
    def straight(self) -> tuple[Apply, ...] | None:
        """The operations in order; None if the formula has announcements or other changes."""
        return tuple([s.apply for s in self.steps]) if all(s.change is None for s in self.steps) else None

    @cached_property
    def decisive(self) -> tuple[bool, tuple[Part, ...]]:
        """A truth value of the formula, and parts of the formula with their truth values.

        The formula has this value if and only if all parts have theirs.
        """
        value, parts = max(((value, self._conjuncts(value)) for value in (True, False)), key=lambda pair: len(pair[1]))
        modal, done, staged = set(self.modal), set[int](), list[Part]()
        for row, wanted in sorted(parts, key=lambda part: len(modal.intersection(self.block(part[0])))):
            new = [i for i in self.block(row) if i not in done]
            done.update(new)
            staged.append((row, wanted, tuple([(i, self.steps[i].apply) for i in new])))
        return value, tuple(staged)

    def _conjuncts(self, value: bool) -> list[tuple[int, bool]]:
        """The rows with the truth values that together give the formula this value. O(n) for n steps."""
        conjuncts: list[tuple[int, bool]] = []
        pending, seen = [(self.root, value)], {(self.root, value)}
        while pending:
            row, wanted = pending.pop()
            values = forced(self.steps[row].formula, wanted)
            if values is None:
                conjuncts.append((row, wanted))
                continue
            new = [part for part in zip(self.steps[row].operands, values, strict=True) if part not in seen]
            pending += reversed(new)
            seen.update(new)
        return conjuncts

    @cached_property
    def boolean(self) -> tuple[int, ...]:
        """The rows of Boolean subformulas that several blocks of the program may use, except atoms and constants."""
        plain: set[int] = set()
        for row, step in enumerate(self.steps):
            if isinstance(step.formula, BOOLEAN) and plain.issuperset(step.operands):
                plain.add(row)
        return tuple(sorted(plain & self._shared))

    @cached_property
    def modal(self) -> tuple[int, ...]:
        """The rows of subformulas whose outermost operator is a modality or an announcement."""
        return tuple([row for row, step in enumerate(self.steps) if not isinstance(step.formula, BOOLEAN)])

    @cached_property
    def outer(self) -> Rows:
        """The formula's outermost connectives and their operands, as rows of a table; see `logic.shared.layer`."""
        return layer(self.steps[self.root].formula)

    def block(self, row: int, known: Collection[int] = ()) -> tuple[int, ...]:
        """The rows that must be computed for a row in one context, in order; the `known` rows are already computed."""
        key = row, *known
        rows = self._stored.get(key) if len(known) <= LITTLE else None
        if rows is None:
            needed, stack = {row}, [row]
            while stack:
                for i in _here(self.steps[stack.pop()]):
                    if i not in needed and i not in known:
                        needed.add(i)
                        stack.append(i)
            rows = tuple(sorted(needed))
            if len(known) <= LITTLE and len(self._stored) <= LITTLE * len(self.steps):
                self._stored[key] = rows
        return rows

    @cached_property
    def _stored(self) -> dict[tuple[int, ...], tuple[int, ...]]:
        return {}

    @cached_property
    def moves(self) -> list[tuple[Apply, Change | None, tuple[int, ...]]]:
        """The function and the change of each row, and the rows whose values can be dropped after it."""
        last = {i: row for row, step in enumerate(self.steps) for i in _here(step)}
        dead: list[tuple[int, ...]] = [()] * len(self.steps)
        for i, row in last.items():
            if i not in self._shared:
                dead[row] += (i,)
        return [(step.apply, step.change, rows) for step, rows in zip(self.steps, dead, strict=True)]

    @cached_property
    def _shared(self) -> frozenset[int]:
        """The rows whose values may be used in several blocks, and must be stored. O(n) for n steps."""
        region = [-1] * len(self.steps)
        for row in range(self.root, -1, -1):
            step = self.steps[row]
            region[row] = row if region[row] == -1 else region[row]  # -1: no row uses it, so it is a whole formula
            for i in _here(step):
                region[i] = region[row] if region[i] in (-1, region[row]) else i
            if step.change is not None:
                region[step.change.body] = step.change.body
        heads = [row for row, head in enumerate(region) if row == head]
        return frozenset([row for row in heads if not isinstance(self.steps[row].formula, (f.Atom, f.Top, f.Bottom))])

    def require(
        self,
        agents: Mapping[str, Any],
        atoms: Mapping[str, Any],
        actions: Collection[str] = (),
        worlds: Collection[Any] = (),
    ) -> None:
        """Raise `UnknownAgent`, `UnknownAtom` or `UnknownAction` for a name that the model lacks."""
        if not agents.keys() >= self.agents:  # takes half the time of a set difference
            self.require_agents(agents, worlds, atoms)
        if not atoms.keys() >= self.atoms:
            nodes = [step.formula for step in self.steps]
            atom = next(node.name for node in nodes if isinstance(node, f.Atom) and node.name not in atoms)
            error = unknown_atom(atom, atoms, agents=agents, worlds=worlds)
            for names in [node.statement.atoms for node in nodes if isinstance(node, (f.Announce, f.AnnounceDual))]:
                if atom in names and len(names) > 1 and names <= agents.keys():
                    group = ",".join(sorted(names))
                    raise UnknownAtom(f"{error.message}, E_{{{group}}} p that all of them know it")
            raise error
        for variable in self.variables:
            if not any(atom.startswith(variable + "=") for atom in atoms):
                where = self._naming(lambda node: (node.variable,) if isinstance(node, f.Kv) else (), variable)
                known = {atom.partition("=")[0] for atom in atoms if "=" in atom}
                way_out = did_you_mean(variable, known) or f"; its values are atoms such as {variable}=1"
                raise UnknownAtom(f"{where}: no atom of the vocabulary gives '{shorten(variable)}' a value{way_out}")
        for action in self.actions.difference(actions):
            where = self._naming(lambda node: node.actions, action)
            way_out = did_you_mean(action, actions) or as_action(action)
            raise UnknownAction(f"{where}: no action '{shorten(action)}' was given to the check{way_out}")

    def require_agents(
        self, agents: Collection[str], worlds: Collection[Any] = (), atoms: Collection[str] = ()
    ) -> None:
        """Raise `UnknownAgent` for an agent that the model lacks."""
        for agent in sorted(self.agents.difference(agents))[:1]:
            runs = [s.formula for s in self.steps if isinstance(s.formula, (f.Run, f.RunDual))]
            if agent in atoms and any(agent in agents_of(run) for run in runs):
                hint = "; it is an atom, and one announcement after another is written [p] [q] r"
                raise UnknownAgent(f"{self._naming(agents_of, agent)}: no agent '{shorten(agent)}'{hint}")
            if agent == NAMELESS:
                raise nameless_agent(self._naming(agents_of, agent), agents)
            raise unknown_agent(agent, agents, self._naming(agents_of, agent), worlds)

    def _naming(self, names: Callable[[Formula], Container[str]], name: str) -> str:
        """The text of the first subformula whose operator contains the name."""
        return shorten(str(next(step.formula for step in self.steps if name in names(step.formula))))


CACHED_STEPS, CACHED_PROGRAMS = 10_000, 4_096


class _TooLongToCache(Exception):
    """Carries a program of over `CACHED_STEPS` steps out of `lru_cache`, which does not store exceptions."""


def compile_formula(formula: Formula, agents: Collection[str] = ()) -> Program:
    """Compile a formula to a program, cached if it is small. O(n).

    If `agents` has exactly one agent, this agent is inserted into operators without an agent.
    """
    if not hasattr(formula, "_hash") and _is_long(formula):
        program = compile_all([formula])[0]  # the cache would hash the formula, which takes as long as compiling it
    else:
        try:
            program = _short_program(formula)
        except _TooLongToCache as long:
            program = long.args[0]
    return _short_program(formula, *agents) if len(agents) == 1 and NAMELESS in program.agents else program


def _is_long(formula: Formula) -> bool:
    """Whether a formula has over `CACHED_STEPS` subformulas. O(min(n, CACHED_STEPS)) for n subformulas."""
    stack, seen = [formula], {id(formula)}
    while stack and len(seen) <= CACHED_STEPS:
        new = [child for child in stack.pop().children if id(child) not in seen]
        seen.update(map(id, new))
        stack += new
    return len(seen) > CACHED_STEPS


@lru_cache(maxsize=CACHED_PROGRAMS)
def _short_program(formula: Formula, only: str = NAMELESS) -> Program:
    program, _ = compile_all([formula], only)
    if len(program.steps) > CACHED_STEPS:
        raise _TooLongToCache(program)
    return program


def compile_all(formulas: Sequence[Formula], only: str = NAMELESS) -> tuple[Program, list[int]]:
    """Compile formulas to one program, not cached; return it with the row of each formula. O(n).

    `only`: the agent that is put into operators without one.
    """
    table = _table(formulas)
    rows = table.rows
    nodes = [of_agent(node, only) for node, _ in rows]
    beliefs = _asked(rows) if any(isinstance(node, f.R) for node in nodes) else []
    program = Program(
        steps=tuple([_step(row[0], node, row[1], beliefs) for row, node in zip(rows, nodes, strict=True)]),
        agents=frozenset(agent for node in nodes for agent in agents_of(node)),
        atoms=frozenset(node.name for node in nodes if isinstance(node, f.Atom)),
        variables=frozenset(node.variable for node in nodes if isinstance(node, f.Kv)),
        actions=frozenset(action for node in nodes for action in actions_of(node)),
        clauses=frozenset(Refinement if refines(node) else type(node) for node in nodes),
    )
    return program, table.roots


def _table(formulas: Sequence[Formula]) -> Table[Formula]:
    """The formulas as a table; an operator without a clause has its definition as its only child."""
    table = flatten(*formulas)
    if all(node.operator.means is None for node, _ in table.rows):
        return table

    @cache
    def below(node: Formula) -> tuple[Formula, ...]:
        is_defined = node.operator.means and type(node) not in CLAUSES.keys() | INTO.keys() | {f.Box, f.Diamond}
        return (definition(node),) if is_defined else node.children

    return flatten(*formulas, below=below)


def _step(formula: Formula, node: Formula, kids: tuple[int, ...], beliefs: Sequence[frozenset[Formula]]) -> Step:
    clause = CLAUSES.get(type(node))
    if clause is None and node.operator.means:
        return Step(formula, node, kids, lambda m, v: v[kids[0]], None)
    if clause is not None:
        return Step(formula, node, kids, clause(node, *kids), None)
    statement = kids[0] if len(kids) > 1 and not isinstance(node, OfProgram) else None
    into = INTO[type(node)](node, beliefs[kids[-1]] if beliefs else frozenset())
    change = Change(statement, kids[-1], into, CHANGES[type(node)](node), isinstance(node, f.QUANTIFIERS))
    return Step(formula, node, kids, _impossible, change)


def _asked(rows: Iterable[tuple[Formula, tuple[int, ...]]]) -> list[frozenset[Formula]]:
    """For each row, its subformulas with an operator for belief, an action or an upgrade.

    There is only the first one for each set of agents. O(n g) for n rows and g agents.
    """
    first: dict[frozenset[str], Formula] = {}
    rows_asked: list[frozenset[Formula]] = []
    for node, kids in rows:
        parts = frozenset[Formula]().union(*[rows_asked[kid] for kid in kids])
        if isinstance(node, (*BELIEFS, *OF_ALL)):
            parts |= {first.setdefault(agents_of(node), node)}
        rows_asked.append(parts)
    return rows_asked
