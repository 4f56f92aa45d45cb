"""A problem for the prover: the formulas and the theory as nodes, and the system of each agent.

The 15 normal systems of the modal cube are in Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), chapter
4, doi:10.1017/CBO9781107050884, and the cube is in Garson, "Modal Logic", Stanford Encyclopedia of Philosophy, section
8.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kripke.change.event import EventModel
from kripke.change.product import named_actions
from kripke.data.errors import ModelError, UnknownAction, UnknownAgent, UnknownAtom, as_action, require_flag
from kripke.data.frames import PROPERTIES, SYSTEMS, required, spellings, system_key, system_named
from kripke.models.model import Actions
from kripke.prove.clock import Clock
from kripke.prove.errors import UnknownLogic, UnsupportedOperator, vocabulary_of
from kripke.prove.question.nodes import Group, Node, Nodes
from kripke.prove.question.plausibility import PLAUSIBLE, UPGRADES, Ranks, Statement, in_ranks
from kripke.prove.question.reduction import SUPPORTED, Reducer
from logic import clauses as f
from logic.clauses import Atom
from logic.errors import FormulaError, by_face, did_you_mean, listing, near_miss, shorten
from logic.formula import NAMELESS, Formula, OfGroup, actions_of, agents_of
from logic.node_table import flatten
from logic.operators import Modality
from logic.parser import parse
from logic.shared import depth_first, expansion

Logic: TypeAlias = "str | Mapping[str | None, str] | Mapping[str, str]"
"""The name of a system for all agents, or the name for each agent; the key None is the nameless agent of ``[]p``."""

NOT_SUPPORTED = re.compile(
    r".*\d\.\d.*|S[123]|S4(?:M|F|GRZ)|GR?Z?|K?G?L|K4?(?:M|W|GRZ)|TRIV|VER|E|EM?C?N?|I(?:PC|K|S[45])|P?DL|PAL|DEL|LTL|CTL\*?|ATL"
)
"""Pattern that matches the names of logics in the literature that are outside the modal cube."""

BETWEEN: Mapping[str, Sequence[str]] = {
    name: bounds.split()
    for bounds, names in json.loads(Path(__file__).with_name("logics.json").read_text("utf-8")).items()
    for name in names.split()
}
"""Maps names of logics outside the cube to the strongest system below and, if there is one, the weakest above."""


class System(NamedTuple):
    """A modal system: its name and the properties of its frames, as a set and as a truth value for each."""

    name: str
    properties: frozenset[str]  # all of `kripke.data.frames.PROPERTIES` that the frames of the system have
    reflexive: bool
    serial: bool
    symmetric: bool
    transitive: bool
    euclidean: bool


def _canonical(name: str) -> str:
    """Return the standard name of a system; the given name may also consist of the letters of its axioms."""
    if not isinstance(name, str):
        raise UnknownLogic(f"logic {shorten(repr(name))}: expected a name such as 'S5', or {{'a': 'S5', 'b': 'KD45'}}")
    if system_name := system_named(name):
        return system_name
    known = f"; the logics are {listing(SYSTEMS, 'and')}"
    key = system_key(name)
    if key in BETWEEN:
        weaker, *stronger = BETWEEN[key]
        above = f", the nearest stronger one {stronger[0]}" if stronger else "; no logic here is stronger"
        raise UnknownLogic(f"logic '{shorten(name)}' is not supported; the nearest weaker logic is {weaker}{above}")
    if NOT_SUPPORTED.fullmatch(key):
        raise UnknownLogic(f"logic '{shorten(name)}' is not supported{known}")
    raise UnknownLogic(f"no logic '{shorten(name)}'{near_miss(key, spellings(key, SYSTEMS)) or known}")


def system(name: str) -> System:
    """Return the system with this name; `UnknownLogic` if no system has it.

    >>> sorted(system("KB4").properties)
    ['euclidean', 'symmetric', 'transitive']
    """
    having = required(canonical := _canonical(name))
    return System(canonical, having, *[each in having for each in PROPERTIES])


def assign(logic: Logic, agents: Iterable[str]) -> dict[str, System]:
    """Return the system of each agent, including agents that occur only in the mapping `logic`.

    Raises `UnknownLogic` if a system is unknown, or the mapping has none for an agent.

    >>> {agent: s.name for agent, s in assign({"a": "S5", "b": "KD45"}, ["a"]).items()}
    {'a': 'S5', 'b': 'KD45'}
    """
    needed = sorted(set(agents))
    if not isinstance(logic, Mapping):
        return dict.fromkeys(needed, system(logic))
    named = systems_by_agent(logic)
    for agent in needed:
        if agent not in named and agent == NAMELESS:
            raise UnknownLogic(f"a logic for {listing(map(repr, logic), 'and')}: {_NAMELESS_LOGIC}")
        if agent not in named:
            known = did_you_mean(agent, filter(None, named))
            raise UnknownLogic(f"no logic for agent '{agent}', and each agent needs one{known}")
    return {agent: system(name) for agent, name in sorted(named.items())}


def systems_by_agent(logic: Logic | None) -> dict[str, str]:
    """Return the name of each agent's system; the key None becomes `NAMELESS`. Empty if the logic is not a mapping.

    Raises `UnknownLogic` for any other key that is not a string.
    """
    given = logic.items() if isinstance(logic, Mapping) else ()
    named = {NAMELESS if agent is None else agent: name for agent, name in given}
    for agent in named:
        if not isinstance(agent, str):
            raise UnknownLogic(f"a logic for {shorten(repr(agent))}: expected the name of an agent, or None")
    return named


def logic_text(logic: Mapping[str, str], nobody: str = "every logic") -> str:
    """Return the name of the only system, or a list such as ``S5 (a), KD45 (b)``; `nobody` if there are no agents."""
    if len(set(logic.values())) == 1:
        return next(iter(logic.values()))
    return ", ".join(f"{name} ({agent})" for agent, name in sorted(logic.items())) or nobody


Question = Formula | str


@dataclass(frozen=True)
class Options:
    """The parameters that `prove`, `entails` and `satisfiable` have in common; `prove` documents them."""

    logic: Logic | None = None
    theory: Iterable[Question] = ()
    actions: Actions | None = None
    atoms: Iterable[str | Atom] | None = None
    smallest: bool = False  # whether the countermodel must have as few worlds as possible
    time: float | None = None  # the number of seconds after which `OutOfTime` is raised
    same_relation: bool = False  # whether ``K_a`` and ``B_a`` may occur together, as boxes over one relation
    frame: Mapping[str, int] | None = None  # if models are on a given frame: each ranked agent's greatest rank

    def __post_init__(self) -> None:
        for name in ("smallest", "same_relation"):
            require_flag(getattr(self, name), name)


DEFAULTS = Options()


@dataclass(frozen=True)
class Problem:
    """The question whether the theory has a model with a world where all goals hold."""

    nodes: Nodes
    goal: Node  # the node that must hold at the actual world
    theory: tuple[Node, ...]  # the nodes that must hold at every world
    systems: Mapping[str, System]
    atoms: tuple[str, ...]
    goals: tuple[Formula, ...]  # the formulas that must hold at the actual world
    laws: tuple[Formula, ...]  # the formulas that must hold at every world
    actions: Mapping[str, EventModel]
    reducer: Reducer
    translated: Statement  # the same goals, laws and actions, with ranks encoded by atoms
    ranks: Ranks  # the atoms that encode the ranks of each ranked agent, the least rank first

    @cached_property
    def reachable(self) -> list[Node]:
        """The unnegated nodes on which the goal and the theory depend, in ascending order."""
        nodes, starts = self.nodes, [node & ~1 for node in (0, self.goal, *self.theory)]
        unfolded = {fix: [whole] for fix, whole in nodes.unfolding.items()}
        return sorted(depth_first(starts, lambda base: [n & ~1 for n in nodes.below(base) + unfolded.get(base, [])]))


def pose(goals: Sequence[Formula], options: Options = DEFAULTS, clock: Clock | None = None) -> Problem:
    """Build the problem of satisfying all goals at one world; refuse unsupported operators and unknown names."""
    clock = clock or Clock(None)
    logic, actions = options.logic, options.actions
    laws = formulas_of(options.theory, "theory")
    named = named_actions({} if actions is None else actions)
    models = {name: action.event_model for name, action in named.items()}
    known = {*systems_by_agent(logic)}.union(*[formula.agents for formula in (*goals, *laws)])
    known = known.union(*[model.agents for model in models.values()])
    models = {name: action.events_for(known) for name, action in named.items()}
    inner = [(name, g) for name, model in models.items() for g in model.formulas]
    for name, formula in inner:
        if formula.actions:
            raise ModelError(f"action '{shorten(name)}': its formula {shorten(str(formula))} names an action")
    formulas = [*goals, *laws, *[formula for _, formula in inner]]
    written = said = [node for node, _ in flatten(*formulas).rows]
    if any(node.operator.means for node in written):
        said = [node for node, _ in expansion(*formulas, repeated=False).rows]
    clock.tick()
    for name in sorted({action for node in said for action in actions_of(node)} - models.keys()):
        hint = did_you_mean(name, models) or as_action(name)
        raise UnknownAction(f"[@{name}]: no action '{name}' was given{hint}")
    agents = frozenset[str]().union(*{agents_of(node) for node in said}, *[model.agents for model in models.values()])
    agents |= frozenset(systems_by_agent(logic))
    require_one_kind(written, agents)
    require_decidable(said, options.same_relation)
    require_agents(said, agents)
    ranked = frozenset() if options.same_relation else ranked_agents(said, agents, models.values(), options.frame)
    systems = assign(usual_systems(said, agents, ranked) if logic is None else logic, agents)
    for agent in sorted(ranked if options.frame is None else ()):
        _require_ranks(agent, systems[agent], said, agents)
    vocabulary = _vocabulary(said, options.atoms, models)
    translated = Statement(tuple(goals), laws, models)
    ranks: Ranks = {}
    if ranked or any(isinstance(node, UPGRADES) for node in said):
        translated, ranks = in_ranks(translated, ranked, agents, clock, options.frame)
    reducer = Reducer([*translated.goals, *translated.laws], agents, vocabulary, translated.actions, clock)
    nodes = reducer.run()
    goal = reducer.nodes.all(nodes[: len(goals)])
    rules, posed = tuple(nodes[len(goals) :]), tuple(goals)
    return Problem(reducer.nodes, goal, rules, systems, vocabulary, posed, laws, models, reducer, translated, ranks)


def formulas_of(given: Iterable[Question], what: str) -> tuple[Formula, ...]:
    """Return the formulas of a list; strings are parsed. Error messages call the list `what`."""
    if isinstance(given, (str, Formula)) or not isinstance(given, Iterable):
        raise FormulaError(f"{what} {shorten(repr(given))}: expected a list of formulas, such as ['K_a p']")
    return tuple([parse(each) for each in given])


KNOWING = (f.K, f.M, f.Kw, f.Kv, f.Run, f.RunDual)
OF_GROUPS = tuple([c for c in f.LANGUAGE if issubclass(c, OfGroup) and isinstance(c.operator.form, Modality)])
BELIEVING_GROUPS = (f.EB, f.CB, f.DB)
KNOWING_GROUPS = tuple([clause for clause in OF_GROUPS if clause not in BELIEVING_GROUPS])
BELIEVING = (f.B, *BELIEVING_GROUPS)


def agents_under(said: Iterable[Formula], clauses: tuple[type[Formula], ...], agents: Group) -> Group:
    """Return the agents of operators of these classes; a group operator without a group is about all `agents`."""
    nodes = [node for node in said if isinstance(node, clauses)]
    return frozenset().union(*[agents if getattr(node, "group", ()) is None else agents_of(node) for node in nodes])


def box(group: Iterable[str], inside: Formula, believers: Group = frozenset()) -> Formula:
    """Return a group's box: knowledge of one agent, distributed knowledge of several; belief if all are `believers`."""
    members = frozenset(group)
    if len(members) > 1:
        return (f.DB if members <= believers else f.D)(members, inside)
    return (f.B if members <= believers else f.K)(min(members), inside)


def usual_systems(said: Iterable[Formula], agents: Group, ranked: Group = frozenset()) -> dict[str, str]:
    """Return each agent's default system: KD45 for an agent with only belief operators and no ranks, else S5."""
    said = tuple(said)
    believers = agents_under(said, BELIEVING, agents) - ranked
    knowers = agents_under(said, (*KNOWING, *KNOWING_GROUPS), agents)
    return {agent: "KD45" if agent in believers - knowers else "S5" for agent in agents}


def ranked_agents(
    said: Sequence[Formula], agents: Group, models: Iterable[EventModel] = (), frame: Collection[str] | None = None
) -> Group:
    """Return the agents with ranks: all agents if the formulas contain an upgrade.

    Otherwise they are the agents with an operator of conditional, safe or strong belief, and those with ranks in an
    event model or on the given `frame`. Without a `frame`, agents with operators of knowledge and of belief are added.
    """
    if any(isinstance(node, UPGRADES) for node in said):
        return agents
    # `R` does not say that agents know something
    knowing = tuple([clause for clause in (*KNOWING, *KNOWING_GROUPS) if clause is not f.R])
    both = agents_under(said, BELIEVING, agents) & agents_under(said, knowing, agents)
    return frozenset(both if frame is None else frame).union(
        agents_under(said, PLAUSIBLE, agents), *[model.frame.ranks for model in models]
    )


def _require_ranks(agent: str, given: System, said: Sequence[Formula], agents: Group) -> None:
    """Raise `UnknownLogic` if an agent with ranks has a system other than S5."""
    if given.name != "S5":
        kinds = (PLAUSIBLE, (*KNOWING, *KNOWING_GROUPS), BELIEVING)
        first = [next((node for node in said if agent in agents_under([node], of, agents)), None) for of in kinds]
        examples = " and ".join([shorten(str(node)) for node in first if node is not None]) or "its actions"
        names = ("same_relation=True", "--same-relation")
        option = by_face(*[f"; {name} reads K and B as the box of one relation" for name in names])
        raise UnknownLogic(
            f"logic {given.name} for {agent or 'the agent'}: in {examples} "
            "knowledge is about all possible worlds and belief about the most plausible of them, in models with ranks, "
            f"where knowledge has S5 and belief KD45; leave out the logic, or give S5{option}"
        )


WHY: dict[type[Formula], str] = {
    **dict.fromkeys((f.BAtLeast, f.EBAtLeast, f.CBAtLeast), "degrees of belief"),
    **dict.fromkeys((*PLAUSIBLE, *UPGRADES), "plausibility where K and B are the box of one relation"),
    **dict.fromkeys((*f.TIME, *f.PAST), "time and the past, which only a model with runs has"),
    **dict.fromkeys((f.ActStar, f.ActStarDual), "repeated actions, for which validity is undecidable"),
    **dict.fromkeys(
        f.QUANTIFIERS, "what announcements can do, which is undecidable for two agents (French and van Ditmarsch 2008)"
    ),
}


def require_decidable(said: Sequence[Formula], same_relation: bool) -> None:
    """Raise `UnsupportedOperator` for operators that the prover does not decide.

    With `same_relation`, operators about ranks are unsupported, too.
    """
    for node in said:
        if not isinstance(node, SUPPORTED if same_relation else (*SUPPORTED, *PLAUSIBLE, *UPGRADES)):
            what = WHY.get(type(node), "this operator")
            how = by_face(": model.holds(f)", ": whoknows check MODEL FORMULA")
            refused = f"the prover does not decide {what}; a model evaluates them{how}"
            raise UnsupportedOperator(f"{shorten(str(node))}: {refused}")


def require_one_kind(nodes: Sequence[Formula], agents: Group) -> None:
    """Raise `UnknownAgent` or `UnknownLogic` if the nameless agent occurs beside named agents or groups."""
    nameless = next((node for node in nodes if NAMELESS in agents_of(node)), None)
    named = next((node for node in nodes if isinstance(node, OF_GROUPS) or agents_of(node) - {NAMELESS}), None)
    if nameless is not None and named is not None:
        expected = "expected operators of agents with names, or of one without a name"
        both = f"{shorten(str(nameless))} names no agent, {shorten(str(named))} does"
        raise UnknownAgent(f"{both}: {expected}; name the agent everywhere, as in K_a p")
    if nameless is not None and (others := sorted(set(agents or ()) - {NAMELESS})):
        raise UnknownLogic(f"a logic for {listing(map(repr, others), 'and')}: {_NAMELESS_LOGIC}")


_NAMELESS_LOGIC = "expected one for the agent without a name" + by_face(
    ", logic='S4' or logic={None: 'S4'}", ", --logic S4", ", such as S4"
)


def require_agents(said: Iterable[Formula], agents: Group) -> None:
    """Raise `UnknownAgent` for an operator of all agents if no agents are known."""
    for node in said:
        if not agents and isinstance(node, OF_GROUPS):
            ways = ("logic={'a': 'S5', 'b': 'S5'}", "--logic a=S5,b=S5")
            agents_by = [f", or give the agents by {way}" for way in ways]
            unclear = "no agent is named, so it is not clear who all agents are; name a group"
            raise UnknownAgent(f"{shorten(str(node))}: {unclear}{by_face(*agents_by)}")


def _vocabulary(
    said: list[Formula], atoms: Iterable[str | f.Atom] | None, models: Mapping[str, EventModel]
) -> tuple[str, ...]:
    """Return the atoms of formulas, actions and `atoms`; `UnknownAtom` for a ``Kv`` variable without any value."""
    given = () if atoms is None else atoms
    listed = isinstance(given, Iterable) and not isinstance(given, (str, f.Atom))
    names = [atom.name if isinstance(atom, f.Atom) else atom for atom in (given if listed else ())]
    if not listed or not all(isinstance(name, str) for name in names):
        raise FormulaError(f"atoms {shorten(repr(atoms))}: expected a list of atoms, such as ['x=1', 'x=2']")
    vocabulary = set(names)
    vocabulary |= {node.name for node in said if isinstance(node, f.Atom)}
    vocabulary |= {atom for model in models.values() for event in model.events.values() for atom in event.post}
    for variable in sorted({node.variable for node in said if isinstance(node, f.Kv)}):
        if not any(atom.startswith(variable + "=") for atom in vocabulary):
            raise UnknownAtom(f"Kv of {variable}: no value of '{variable}' is named{vocabulary_of(variable)}")
    return tuple(sorted(vocabulary))
