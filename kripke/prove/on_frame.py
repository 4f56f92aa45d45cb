"""Validity on a frame: a formula holds at every world whatever the valuation; and whether announcements succeed."""

from __future__ import annotations

from collections.abc import Mapping

from kripke.data.errors import ModelError, unknown_agent
from kripke.models.formula_queries import Actions
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.prove.answers import Countermodel, Proof
from kripke.prove.bits import positions
from kripke.prove.clock import Clock
from kripke.prove.countermodels.smallest import Encoding
from kripke.prove.face import WrongModel, prove
from kripke.prove.question.logics import Logic
from kripke.prove.question.nodes import BOX, TRUE, Group
from kripke.prove.question.options import Options, Question
from kripke.prove.question.problem import Problem, pose
from logic.clauses import Announce, Not
from logic.errors import TooLarge, shorten
from logic.formula import Formula
from logic.parser import parse

THIS_FRAME = {"": "this frame"}
LIMIT = 1_000_000
"""Number of steps between worlds, counted once for each box, above which a question is refused: about 10 s, 0.5 GB."""

DEEP = 1_000
"""Number of worlds up to which the depth of the frame is computed, in a second at most."""

Frame = Mapping[str, list[tuple[int, int]]]
"""Agent -> pairs of positions of worlds."""


def valid_on_frame(
    model: Model, formula: Question, actions: Actions | None = None, time: float | None = None
) -> Proof | Countermodel:
    """Decide whether a formula holds at every world of a model's frame under every valuation.

    The answer's `model` has the frame of the given model and a valuation for which the formula fails at the actual
    world. That is how axioms correspond to properties of frames: ``K_a p -> p`` is valid on the reflexive frames.

    Parameters
    ----------
    model : Model
        The model; its valuation, weights and ranks are ignored, the worlds of a symbolic model are listed.
    formula : Formula or str
        The formula, parsed if it is a string. Operators without a group are about the model's agents; ``K_a`` and
        ``B_a`` are the same box.
    actions : mapping of str to action, optional
        The event models of the actions that the formula names.
    time : float, optional
        The number of seconds after which `OutOfTime` is raised; None: no limit.

    Raises
    ------
    ParseError, UnsupportedOperator, UnknownAgent, UnknownAction, UnknownAtom, OutOfTime
        As in `prove`.
    ModelError
        If it is no model.
    TooLarge
        If a symbolic model has more than 10,000 worlds, or the propositional formula would have more than about
        1,000,000 steps between worlds.

    Notes
    -----
    One propositional formula of O(m (n + e)) clauses for m subformulas, n worlds and e pairs of the relations, and
    O(c d e) more for c operators of common knowledge on frames of diameter d; below announcements d is c n. The problem
    is co-NP-complete.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel({1: set(), 2: set()}, {"a": [(1, 2), (2, 2)]})
    >>> bool(valid_on_frame(m, "K_a p -> K_a K_a p")), bool(valid_on_frame(m, "K_a p -> p"))
    (True, False)
    >>> valid_on_frame(m, "K_a p -> p").model.actual
    1
    """
    model = model.to_explicit() if isinstance(model, Model) and not isinstance(model, KripkeModel) else model
    if not isinstance(model, KripkeModel):
        raise ModelError(f"model {shorten(repr(model))}: expected a model, such as a KripkeModel")
    asked, clock = parse(formula), Clock(time)
    for agent in sorted(asked.agents - set(model.agents)):
        raise unknown_agent(agent, model.agents, shorten(str(asked)))
    logic = dict.fromkeys(model.agents, "K")
    problem = pose([Not(asked)], Options(logic, (), actions, model.atoms, same_relation=True), clock)
    fixed = {agent: _pairs(model, agent) for agent in model.agents}
    rounds = _rounds(problem, len(model), fixed)
    _require_small(problem, len(model), fixed, rounds)
    found = Encoding(problem, len(model), clock, fixed, rounds).solve()
    if found is None:
        return Proof(asked, THIS_FRAME)
    names = list(model.worlds)
    relations = {agent: [(names[i], names[j]) for i, j in pairs] for agent, pairs in fixed.items()}
    worlds = dict(zip(names, found.worlds, strict=True))
    return _confirmed(asked, KripkeModel(worlds, relations, names[found.actual], problem.atoms), problem)


def _pairs(model: KripkeModel, agent: str) -> list[tuple[int, int]]:
    relation = model.structure.relations[agent]
    return [(i, j) for i in range(len(model)) for j in relation.successors(i)]


def _rounds(problem: Problem, size: int, frame: Frame) -> int:
    """Number of steps after which each counterexample to common knowledge on the frame is reached.

    After announcements a step may need a precondition, so a way may pass through all worlds in all contexts. A frame of
    more than `DEEP` worlds is not explored.
    """
    fixes = problem.nodes.options
    steps = [(fix, option) for fix, options in fixes.items() for option in options]
    if size > DEEP or any(option.pre != TRUE or option.then != fix for fix, option in steps):
        return size * len(fixes)
    groups = {frozenset(problem.nodes.group(option.box) for option in options) for options in fixes.values()}
    return max([_depth(_seen(group, size, frame)) for group in groups], default=0)


def _seen(groups: frozenset[Group], size: int, frame: Frame) -> list[int]:
    """The worlds that one of the groups sees from each world, as bits."""
    seen = [0] * size
    for group in groups:
        for i, j in set.intersection(*[set(frame[agent]) for agent in group]):
            seen[i] |= 1 << j
    return seen


def _depth(seen: list[int]) -> int:
    """One more than the number of steps to the farthest world, over all worlds. O(n^2) for n worlds."""
    deepest = 0
    for start in range(len(seen)):
        reached = front = 1 << start
        depth = 0
        while front:
            after = 0
            for world in positions(front):
                after |= seen[world]
            front = after & ~reached
            reached |= front
            depth += 1
        deepest = max(deepest, depth)
    return deepest


def _require_small(problem: Problem, size: int, frame: Frame, rounds: int) -> None:
    """Refuse a frame on which the propositional formula would be too large."""
    nodes = problem.nodes
    boxes = [base for base in problem.reachable if nodes.kind[base >> 1] == BOX]
    ways = [option.box for options in nodes.options.values() for option in options] * rounds
    work = sum(size + min(len(frame[agent]) for agent in nodes.group(box)) for box in [*boxes, *ways])
    if work > LIMIT:
        raise TooLarge(
            f"a frame of {size:,} worlds: all valuations would take {work:,} steps between worlds, the limit is "
            f"{LIMIT:,}; take a smaller frame, or a formula with fewer operators"
        )


def _confirmed(formula: Formula, model: KripkeModel, problem: Problem) -> Countermodel:
    """The countermodel, if the checker agrees that the formula fails there."""
    if model.holds(formula, actions=problem.actions or None):
        raise WrongModel(f"the valuation that was found for {shorten(str(formula))} is none; please report this")
    return Countermodel(formula, THIS_FRAME, model, actions=problem.actions)


def successful(formula: Question, logic: Logic | None = None, time: float | None = None) -> Proof | Countermodel:
    """Decide whether a formula is successful: it is true whenever it has just been announced, ``[f] f``.

    Parameters
    ----------
    formula : Formula or str
        The formula, parsed if it is a string.
    logic : str or mapping of str to str, optional
        The logic, as in `prove`.
    time : float, optional
        The number of seconds after which `OutOfTime` is raised; None: no limit.

    Notes
    -----
    van Ditmarsch and Kooi, "The secret of my success" (2006), doi:10.1007/s11229-005-3384-9.

    Examples
    --------
    >>> bool(successful("K_a p")), bool(successful("p & ~K_a p"))
    (True, False)
    """
    said = parse(formula)
    return prove(Announce(said, said), logic, time=time)
