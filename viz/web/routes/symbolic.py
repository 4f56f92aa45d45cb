"""Route `symbolic`: facts about a model with too many states to list, and some of its states."""

from collections.abc import Sequence
from dataclasses import field
from typing import Annotated, Any, NamedTuple

from kripke.data.errors import ModelError
from kripke.data.wording import natural
from kripke.formats.jsonfile import Limits
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel, facts
from logic.clauses import Atom, conj, disj
from logic.errors import TooLarge, few
from logic.exact import magnitude
from viz.web.given import DRAWN, AboutModel, State
from viz.web.request import Name
from viz.web.routes.reasons import key

NEAR, BESIDE = 8, 23
"""Maximum number of drawn states that one agent considers possible, and of all drawn states besides the centre."""
SAMPLES = 3
EYES = 20  # maximal number of agents in `Query.eye`
SHOWN = ("states", "vocabulary", "law")  # the facts about the whole model; the others are about one agent each


class Query(AboutModel):
    """A request about a symbolic model and one of its states, the centre; by default an actual or a random state.

    `eye` is a list of agents. The answer contains states that the first agent considers possible at the centre, then
    states that the second agent considers possible at those, and so on.
    """

    at: State | None = None
    seed: Annotated[int, Limits(0, 1_000_000)] = 0
    eye: Annotated[list[Name], Limits(most=EYES)] = field(default_factory=list)


def answer(query: Query) -> dict[str, Any]:
    """Return facts about the model, a sample of its states, and the model of the states around the centre."""
    model = query.read
    if not isinstance(model, SymbolicModel):
        raise ModelError("the worlds of this model are listed: ask for its picture")
    rows = [[what or "others", said] for what, said in facts(model) if what in (*SHOWN, "", *model.agents)]
    drawn = _samples(model, query.seed)
    near = around(model, middle_of(model, query.at, query.seed), query.eye) if drawn else None
    return {
        "facts": rows,
        "samples": [sorted(state, key=natural) for state in drawn],
        "around": near
        and {
            "at": sorted(near.middle, key=natural),
            "model": near.model.to_dict(),
            "states": [sorted(state, key=natural) for state in near.states],
            "keys": [key(state) for state in near.states],
            "left": near.left,
        },
    }


def middle_of(model: SymbolicModel, at: Sequence[str] | None = None, seed: int = 0) -> frozenset[str]:
    """Return the central state: the given one, the first actual one, or a random one."""
    given: Any = next(iter(model.actuals), None) if at is None else frozenset(at)
    return _samples(model, seed)[0] if given is None else given


def _samples(model: SymbolicModel, seed: int) -> list[frozenset[str]]:
    states: Any = [] if model.has_at_most(0) else model.sample(seed, SAMPLES)
    return list(states)


class Around(NamedTuple):
    """A state (`middle`) and its neighbourhood as a model. Worlds are named by their differences from the state.

    `states` are the states of the worlds, in the model's order; `left` describes what the model omits.
    """

    middle: frozenset[str]
    model: KripkeModel
    states: list[frozenset[str]]
    left: list[str]


def around(model: SymbolicModel, middle: frozenset[str], eye: Sequence[str] = ()) -> Around:
    """Return a state's neighbourhood: states that agents consider possible, and states reached via agents in `eye`."""
    seen, left = _through(model, middle, eye)
    near: set[Any] = set()
    for agent in model.agents:
        try:
            near |= model.possible(agent, at=middle, limit=NEAR)
        except TooLarge:
            left.setdefault(agent, f"{agent} ({magnitude(model.count_possible(agent, at=middle))})")
    others = sorted(near - {middle, *seen}, key=lambda state: (len(state ^ middle), sorted(state)))
    beside = [*seen, *others]
    more = [f"{len(beside) - BESIDE:,} more states"] if len(beside) > BESIDE else []
    listed = _listed(model, [middle, *beside[:BESIDE]])
    blind = {  # agents that would wrongly seem to consider no state possible at a listed state
        agent
        for agent, relation in listed.relations.items()
        for state in set(listed.worlds) - {source for source, _ in relation}
        if model.count_possible(agent, at=state)
    }
    left |= {agent: agent for agent in blind if agent not in left}
    relations = {agent: pairs for agent, pairs in listed.relations.items() if agent not in blind}
    worlds: Any = {state: state & set(model.atoms) for state in listed.worlds}  # type: ignore[operator]
    listed = KripkeModel(worlds, relations, listed.actual, model.atoms)
    states: list[Any] = list(listed.worlds)
    names = dict(zip(states, _names(states, middle), strict=True))
    return Around(middle, listed.rename(worlds=names), states, [*left.values(), *more])


def _through(model: SymbolicModel, middle: frozenset[str], eye: Sequence[str]) -> tuple[list[Any], dict[str, str]]:
    """Return some states reached by the relations of the agents `eye` in turn, and notes on the states left out."""
    seen: dict[Any, None] = {}
    left: dict[str, str] = {}
    here: list[Any] = [middle]
    for agent in eye:
        there: dict[Any, None] = {}
        for state in here:
            some = model.some_possible(agent, NEAR, at=state)
            there |= dict.fromkeys(some)
            if state == middle and (more := model.count_possible(agent, at=state) - len(some)):
                left[agent] = f"{agent} ({magnitude(more)} more)"
        here = list(there)[:BESIDE]
        seen |= dict.fromkeys(here)
    seen.pop(middle, None)
    return list(seen), left


def _listed(model: SymbolicModel, states: Sequence[frozenset[str]]) -> KripkeModel:
    """Return the model of these states. If it would be too large, return the model of the first state."""
    for shown in (states, states[:1]):
        said = disj([conj([Atom(atom) if atom in each else ~Atom(atom) for atom in model.atoms]) for each in shown])
        only = model.at(states[0]).announce(said)
        if only.has_at_most(DRAWN):
            break
    listed = only.to_explicit(DRAWN)
    return listed.without(*(set(listed.worlds) - set(shown)))


def _names(states: Sequence[frozenset[str]], middle: frozenset[str]) -> list[str]:
    """Name each state by its differences from the central one; for variables such as ``die=4`` only the new value."""
    names: list[str] = []
    for state in states:
        gone = [f"¬{atom}" for atom in middle - state if "=" not in atom]
        apart = sorted([*gone, *(state - middle)], key=natural)
        name = few(apart, "and") if apart else "this state"
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return names
