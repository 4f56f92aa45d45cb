"""The function `plan`: actions that lead from a model to a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from kripke.change.product import Action, Actions, extend_vocabulary, named_actions
from kripke.checking.constraint import Question, formula_of
from kripke.checking.explicit import extension
from kripke.checking.program import compile_formula
from kripke.data.errors import ModelError, require_flag, unknown_agent
from kripke.data.lazy import Lazy
from kripke.models.functions import FEW_STATES, limits_of, require_actual, require_fit, require_model
from kripke.models.kripke_model import AnyModel, KripkeModel
from kripke.models.model import Model
from kripke.plan.answers import NoPlan, Plan, Policy
from kripke.plan.estimates import estimate
from kripke.plan.policies import PolicySearch
from kripke.plan.question import Question as PlanQuestion
from kripke.plan.search import search
from kripke.plan.states import Reached
from logic.errors import TooLarge, by_face, shorten

diagrams = Lazy("kripke.plan.diagrams")  # with the library of decision diagrams

ONLY_SEEN = "it works as the agents who act see it, but not from the actual worlds: what they believe of these is false"
SHORTLY = 1.0  # seconds of search for a plan where there is no policy


def plan(
    model: AnyModel,
    actions: Actions,
    goal: Question,
    *,
    policy: bool = False,
    by: str | Iterable[str] | None = None,
    consistent: bool = False,
    shortest: bool = True,
    timeout: float | None = None,
    states: int | None = 100_000,
    memory: int | None = 2 * 2**30,
    progress: Callable[[int, int], None] | None = None,
) -> Plan | Policy | NoPlan:
    """Search for actions that make a formula true; the answer is a `Plan`, a `Policy` or `NoPlan`.

    A plan works at every actual world: each action is possible when its turn comes, and the goal holds after the last
    one, whichever events of the actions happen. Whether a plan exists is undecidable in general, so the search has
    limits.

    Parameters
    ----------
    model : KripkeModel, SymbolicModel or networkx.MultiDiGraph
        The model, with one or more actual worlds.
    actions : mapping of str to Formula, str, EventModel or action, or list of Action
        What can happen, by name; a formula is announced to all. `Action` adds a cost, an agent and observers.
    goal : Formula or str
        The formula that must hold at the end.
    policy : bool
        Whether the plan may branch on what the acting agent learns.
    by : str or iterable of str, optional
        The agents who act; other agents' actions are left out. Each must know, before each of their actions, that the
        rest of the plan works. A single agent also does the actions without an agent. An agent who considers no world
        possible cannot act. If agents have false beliefs, a plan may work from their point of view but not at the
        actual worlds; a note then says so.
    consistent : bool
        Whether every agent must consider some world possible at every world of every state.
    shortest : bool
        Whether the plan must have the least cost. Otherwise the search is guided by estimates.
    timeout : float, optional
        Maximal time of the search in seconds.
    states, memory : int, optional
        Maximal number of states, and maximal memory for them in bytes, which is estimated; None: no limit.
    progress : callable, optional
        Called with the numbers of explored and of known states.

    Raises
    ------
    ModelError
        If the model has no actual world, or an action or an option cannot be used.
    UnknownAgent, UnknownAtom, ParseError
        If the goal is not a formula about the model, or an action or `by` has an unknown name.

    Examples
    --------
    >>> from whoknows import KripkeModel, peek, plan
    >>> blind = [["w", "v"]]
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": blind, "b": blind}, actual="w")
    >>> found = plan(m, {"peek": peek("p", by="a"), "tell": "Kw_a p"}, "K_a p & K_b Kw_a p & ~Kw_b p")
    >>> found.steps
    ('peek',)
    """
    given: Any = require_model(model)
    named = dict(sorted(acting(named_actions(actions), by, given).items()))
    limits, certified = limits_of(states, memory, timeout, progress, "timeout"), require_flag(shortest, "shortest")
    kind: Any = Reached
    if getattr(given, "engine", "") == "diagrams" and not given.has_at_most(FEW_STATES):
        kind = diagrams.Diagrams
    else:
        given = KripkeModel.of(given._listed())
    wanted = formula_of(goal, given.atoms)
    if named_in_goal := compile_formula(wanted).actions:
        raise ModelError(
            f"[@{shorten(min(named_in_goal))}] in {shorten(str(wanted))}: a goal cannot contain named actions; write "
            "what is to hold after the last action"
        )
    if isinstance(given, KripkeModel):
        start = extend_vocabulary(given.structure, named)
        require_actual(start.actuals)
        require_fit(named, start.relations, start.valuation)
        extension(start, wanted)  # raises the errors of a goal that does not fit the model
    for action in named.values():
        if action.by is not None and action.by not in given.agents:
            with action.naming():
                raise unknown_agent(action.by, given.agents)
    question = PlanQuestion(given, named, wanted, by is not None, require_flag(consistent, "consistent"))
    try:
        known = kind(question, limits, progress)
    except TooLarge as limit:
        return NoPlan(question, limit.message, 0)
    answer = _found(known, certified, require_flag(policy, "policy"))
    if not policy or answer:
        return answer
    notes = []
    if all(action.by is None for action in named.values()):
        notes.append("nothing branches, as no action has an agent who acts; name the agents of the actions")
    if isinstance(answer, NoPlan) and answer.impossible:
        plain = _found(kind(question, limits._replace(seconds=SHORTLY), progress), certified)
        notes += [f"if it need not be a policy there is a plan: {plain}"] * bool(plain)
    return replace(answer, notes=tuple(notes))


def _found(known: Any, certified: bool, policy: bool = False) -> Plan | Policy | NoPlan:
    """Search for a plan or a policy and return the answer.

    Unless `certified`, the search is guided by estimates, and the result need not be the cheapest.
    """
    question = known.question
    if question.consistent and known.blind(known.first):
        return NoPlan(question, "", 1, space=known)
    guide = None if certified else estimate(known)
    if policy:
        tried = PolicySearch(known, guide)
        chosen = tried.run()
        if chosen is None:
            return NoPlan(question, tried.watch.stopped, len(known), tried.came, True, space=known)
        reached = [("at the start", number) for number in tried.starts]
        reached += [(f"after {each.action}", target) for each in chosen.values() for target in each.targets]
        try:
            tree, notes = tried.tree(chosen), tuple(tried.unaware(chosen))
        except TooLarge as limit:
            return NoPlan(question, limit.message, len(known), tried.came, True, space=known)
        notes = (*_collapses(known, [(at, known.at(number)) for at, number in reached]), *notes)
        notes += (ONLY_SEEN,) * (question.turns and not tried.works(chosen))
        return Policy(question, tree, tried.cost(chosen), certified, len(tried.options), notes=notes, space=known)
    names, stopped, came = search(known, guide)
    if names is None:
        return NoPlan(question, stopped, len(known), came, space=known)
    path = tuple(names)
    places = ["at the start", *[f"after step {number} ({name})" for number, name in enumerate(path, 1)]]
    notes = _collapses(known, zip(places, known.along(path), strict=True))
    if question.turns:
        reached = [*known.along(path, plainly=True)]
        notes += (ONLY_SEEN,) * (len(reached) <= len(path) or not known.holds(reached[-1], question.goal))
    cost = sum([question.actions[name].cost for name in path])
    return Plan(question, path, cost, certified, notes=notes, space=known)


def _collapses(known: Any, places: Iterable[tuple[str, Any]]) -> tuple[str, ...]:
    """A warning for each agent who considers no world possible somewhere in a state; it names the first such state."""
    first: dict[str, str] = {}
    for place, state in places:
        for agent in known.blind(state):
            first.setdefault(agent, place)
    return tuple([
        f"{place} {agent} considers no world possible at some world, and so knows everything there; the option "
        "consistent leaves such plans out, and an agent with ranks revises beliefs instead"
        for agent, place in first.items()
    ])  # fmt: skip


def acting(actions: dict[str, Action], by: str | Iterable[str] | None, model: Model) -> dict[str, Action]:
    """The actions of the agents `by`, or all if it is None; a single agent also does the actions without an agent."""
    if by is None:
        return actions
    if not isinstance(by, Iterable) or not (agents := [by] if isinstance(by, str) else [*by]):
        raise ModelError(f"by {shorten(repr(by))}: expected the name of an agent, or several")
    for agent in agents:
        if agent not in model.agents:
            raise unknown_agent(agent, model.agents, "by")
    if len({*agents}) == 1:
        actions = {name: Action(name, action, by=action.by or agents[0]) for name, action in actions.items()}
    elif open_ := [name for name, action in actions.items() if action.by is None]:
        way_out = by_face(" Give Action(name, change, by=agent)", " Give --actor NAME=AGENT")
        raise ModelError(f"action {open_[0]}: who does it, as several agents act?{way_out}")
    return {name: action for name, action in actions.items() if action.by in agents}
