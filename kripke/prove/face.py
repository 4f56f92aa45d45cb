"""Validity, satisfiability and consequence in a modal system for each agent; validity on one frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from operator import and_, or_

from kripke.change.actions.evidence import radical_upgrade
from kripke.checking.engine.algebra import is_plain, order
from kripke.checking.program import compile_formula
from kripke.data.errors import UnknownAgent
from kripke.data.relation import WorldSet, bits
from kripke.models.functions import contract, structure_of
from kripke.models.kripke_model import AnyModel, KripkeModel
from kripke.models.model import Actions
from kripke.prove.answers import Countermodel, Proof
from kripke.prove.clock import Clock, within_memory
from kripke.prove.countermodels import Encoding, NumberedModel, candidate_models
from kripke.prove.countermodels import smallest as smallest_model
from kripke.prove.errors import UnsupportedOperator
from kripke.prove.question.nodes import BOX, TRUE
from kripke.prove.question.plausibility import UPGRADES
from kripke.prove.question.problem import OF_GROUPS, Logic, Options, Problem, Question, formulas_of, pose, system
from kripke.prove.search.search import Decision
from logic.clauses import Announce, Atom, Bsafe, Bstrong, Not, Top
from logic.errors import EpistemicError, TooLarge, shorten
from logic.formula import Formula
from logic.parser import parse
from logic.shared import named
from logic.typed import sequent

NOTED = 1.0  # time limit in seconds for the check whether the theory has a model; a proof notes if it has none


THE_AGENT = "a"  # the name in countermodels for the agent of ``[]p``, who has no name in the formula


class WrongModel(EpistemicError, AssertionError):
    """The model checker rejects a model that the prover found: a bug in the prover, not a mistake in the question."""


def prove(
    formula: Question,
    logic: Logic | None = None,
    theory: Iterable[Question] = (),
    actions: Actions | None = None,
    atoms: Iterable[str | Atom] | None = None,
    smallest: bool = False,
    time: float | None = None,
    same_relation: bool = False,
) -> Proof | Countermodel:
    """Decide whether a formula is valid; return a `Proof`, or a `Countermodel` confirmed by the model checker.

    Parameters
    ----------
    formula : Formula or str
        The formula, parsed if it is a string; ``"p, q |= r"`` has premises, as in `entails`.
    logic : str or mapping of str to str, optional
        One of the 15 systems of the modal cube for all agents (``K D T B K4 KD4 S4 K5 KD5 K45 KD45 KB KDB KB4 S5``),
        or a system for each agent. Operators without a group are about all agents of the formulas and of the mapping.
        None: KD45 for the agents whose operators are all ``B``, S5 for the others. An agent with both K and B, or with
        conditional, safe or strong belief, has S5 and plausibility ranks: ``B_a`` is about the most plausible worlds.
    theory : iterable of Formula or str
        Formulas that hold at every world of the models considered.
    actions : mapping of str to action, or list of Action, optional
        The event models of the actions that formulas name, ``[@peek] q``.
    atoms : iterable of str or Atom, optional
        More atoms of the vocabulary; the values of x in ``Kv_a x`` are taken from the vocabulary.
    smallest : bool
        Whether the countermodel must have as few worlds as possible.
    time : float, optional
        The number of seconds after which `OutOfTime` is raised; None: no limit.
    same_relation : bool
        Whether ``K_a`` and ``B_a`` of one agent are the same box if both occur, instead of being distinguished by
        ranks.

    Raises
    ------
    ParseError
        If a string is not a formula.
    UnknownLogic
        If a logic does not exist, an agent has none, or an agent with ranks has a logic other than S5.
    UnsupportedOperator
        For degrees of belief; for beliefs of agents with ranks after they took part in a resolution.
    UnknownAgent, UnknownAction, UnknownAtom
        If an operator is about all agents and there are none, an action is not given, or a variable has no value.
    OutOfTime
        If the time limit is exceeded, or the memory is full.

    Notes
    -----
    In general the problem is complete for exponential time if there is common knowledge or a theory, and for polynomial
    space otherwise (Halpern and Moses, "A guide to completeness and complexity for modal logics of knowledge and
    belief", 1992, doi:10.1016/0004-3702(92)90049-4). The frame conditions and the theory hold in the model before
    announcements: after an announcement an agent of KD45 may have no possible world left. ``B_a`` of an agent without
    ranks is the box over the agent's relation; the logic KD45 allows false beliefs.
    `kripke.prove.question.plausibility` explains how belief over ranks is decided.

    Examples
    --------
    >>> print(prove("K_a p -> K_b K_a p", smallest=True))
    not valid in S5: K_a p → K_b K_a p
    it fails at w0 of a model with 2 worlds
    >>> prove("B_a p -> p").valid, prove("B_a p -> p", logic="S5").valid
    (False, True)
    >>> prove("[p & ~K_a p] ~(p & ~K_a p)").valid
    True
    >>> prove("K_a p -> B_a p").valid, prove("B_a p -> K_a p").valid, prove("Bsafe_a p & q -> B_a[q] p").valid
    (True, False, True)
    >>> prove("p -> K_a p", logic={"a": "S5", "b": "KD45"}, theory=["p"]).valid
    True
    """
    premises, last = sequent(formula) if isinstance(formula, str) else ([], formula)
    options = Options(logic, theory, actions, atoms, smallest, time, same_relation)
    return _answer(tuple(map(parse, premises)), parse(last), options)


def entails(
    premises: Iterable[Question],
    formula: Question,
    logic: Logic | None = None,
    theory: Iterable[Question] = (),
    actions: Actions | None = None,
    atoms: Iterable[str | Atom] | None = None,
    smallest: bool = False,
    time: float | None = None,
    same_relation: bool = False,
) -> Proof | Countermodel:
    """Decide whether a formula holds at each world where all premises hold (local consequence).

    Parameters
    ----------
    premises : iterable of Formula or str
        The premises.
    formula : Formula or str
        The conclusion.
    logic, theory, actions, atoms, smallest, time, same_relation
        As in `prove`; the theory holds at every world.

    Examples
    --------
    >>> bool(entails(["K_a (p -> q)", "K_a p"], "K_a q"))
    True
    >>> entails(["p"], "K_a p").valid
    False
    """
    given = formulas_of(premises, "premises")
    return _answer(given, parse(formula), Options(logic, theory, actions, atoms, smallest, time, same_relation))


def satisfiable(
    formula: Question | Iterable[Question],
    logic: Logic | None = None,
    theory: Iterable[Question] = (),
    actions: Actions | None = None,
    atoms: Iterable[str | Atom] | None = None,
    smallest: bool = False,
    time: float | None = None,
    same_relation: bool = False,
) -> KripkeModel | None:
    """Return a model whose actual world satisfies the formula, or all formulas of a list; None if there is none.

    Parameters
    ----------
    formula : Formula, str, or iterable of these
        The formula, or a list of formulas.
    logic, theory, actions, atoms, smallest, time, same_relation
        As in `prove`.

    Examples
    --------
    >>> m = satisfiable("K_a p & ~K_b p", smallest=True)
    >>> len(m), m.holds("K_a p & ~K_b p")
    (2, True)
    >>> satisfiable("K_a p & K_b ~p") is None, satisfiable(["p", "K_a q", "~q"]) is None
    (True, True)
    """
    options = Options(logic, theory, actions, atoms, smallest, time, same_relation)
    is_one = isinstance(formula, (Formula, str)) or not isinstance(formula, Iterable)
    _, model = _decided([parse(formula)] if is_one else formulas_of(formula, "formulas"), options)  # type: ignore[arg-type]
    return model if isinstance(model, KripkeModel) else None


def _answer(premises: tuple[Formula, ...], formula: Formula, options: Options) -> Proof | Countermodel:
    clock = Clock(options.time)
    problem, outcome = _decided([*premises, Not(formula)], options)
    names = {agent: system.name for agent, system in problem.systems.items()}
    if not names and isinstance(options.logic, str):
        names = {"": system(options.logic).name}
    if isinstance(outcome, KripkeModel):
        return Countermodel(formula, names, outcome, premises, problem.laws, problem.actions)
    left = NOTED if clock.seconds is None else max(0.0, min(NOTED, clock.seconds - clock.spent))
    return Proof(formula, names, premises, problem.laws, (problem, outcome), _has_no_model(problem.laws, options, left))


def _has_no_model(theory: tuple[Formula, ...], options: Options, time: float) -> bool:
    if not theory:
        return False
    try:
        _, outcome = _decided([Top()], replace(options, theory=theory, smallest=False, time=time))
    except EpistemicError:  # time or memory has run out: the proof gets no note
        return False
    return not isinstance(outcome, KripkeModel)


def _decided(goals: Sequence[Formula], options: Options) -> tuple[Problem, KripkeModel | Decision]:
    clock = Clock(options.time)

    def work() -> tuple[Problem, KripkeModel | Decision]:
        problem = pose(goals, options, clock)
        return problem, _decide(problem, clock, options.smallest)

    return within_memory(work, clock)


def _decide(problem: Problem, clock: Clock, least: bool) -> KripkeModel | Decision:
    decision = Decision(problem, clock)
    graph = decision.arcs()
    if graph is None:
        return decision
    candidates = (_model(problem, each, clock) for each in candidate_models(problem, *graph, clock))
    model = next((candidate for candidate in candidates if candidate is not None), None)
    if model is None:
        raise WrongModel(f"the checker confirms no model for {problem.goals[-1]}; please report this")
    if least and len(model) > 1:
        fewer = smallest_model(problem, clock, len(model) - 1)
        model = model if fewer is None else _model(problem, fewer, clock, contracted=False) or model
    return model


def _model(problem: Problem, numbered: NumberedModel, clock: Clock, contracted: bool = True) -> KripkeModel | None:
    """Build the model, contracted unless distributed knowledge occurs; None if the checker does not confirm it."""
    name = _names(len(numbered.worlds))
    relations = {
        a or THE_AGENT: ((name[i], name[j]) for i, j in clock.timed(pairs)) for a, pairs in numbered.relations.items()
    }
    worlds = dict(zip(name, numbered.worlds, strict=True))
    ranks = [atom.name for atoms in problem.ranks.values() for atom in atoms]
    model = KripkeModel(worlds, relations, name[numbered.actual], [*problem.atoms, *ranks])
    clock.tick()
    nodes = problem.nodes
    if contracted and not any(kind == BOX and len(nodes.group(2 * n)) > 1 for n, kind in enumerate(nodes.kind)):
        # without distributed knowledge, which is not invariant under bisimulation
        model = contract(model)
        model = model.rename(worlds=dict(zip(model.worlds, _names(len(model)), strict=True)))
    model = _ranked(problem, model) if problem.ranks else model
    systems, actions = clock.timed(problem.systems.items()), problem.actions or None
    confirmed = (
        all(model.frame_properties(agent or THE_AGENT) >= system.properties for agent, system in systems)
        and all(model.valid(law, actions=actions) for law in clock.timed(problem.laws))
        and all(model.holds(goal, actions=actions) for goal in clock.timed(problem.goals))
    )
    return model if confirmed else None


def _ranked(problem: Problem, model: KripkeModel) -> KripkeModel:
    """Return the model with ranks 0, 1, 2, ... in place of the atoms that encode them."""
    ranks = {}
    for agent, atoms in problem.ranks.items():
        marks = [model.extension(atom) for atom in atoms]
        places = [next((i for i, mark in enumerate(marks) if world in mark), len(marks)) for world in model.worlds]
        ranks[agent or THE_AGENT] = tuple(map(sorted({*places}).index, places))
    valuation = {atom: model.structure.valuation[atom] for atom in problem.atoms}
    return KripkeModel.of(replace(model.structure, valuation=valuation, ranks=ranks))


def _names(size: int) -> list[str]:
    return [f"w{number}" for number in range(size)]


THIS_FRAME = {"": "this frame"}
LIMIT = 1_000_000  # maximal number of steps between worlds, summed over boxes. This many take about 10 s and 0.5 GB.

DEEP = 1_000  # number of worlds up to which the depth of the frame is computed, in a second at most

Frame = Mapping[str, Sequence[int]]  # Agent -> for each world, a bit mask of the worlds that the agent sees from it


def valid_on_frame(
    model: AnyModel, formula: Question, actions: Actions | None = None, time: float | None = None
) -> Proof | Countermodel:
    """Decide whether a formula holds at every world of a model's frame under every valuation.

    The `model` of a countermodel has the frame of the given model and a valuation for which the formula fails at the
    actual world. Axioms correspond to properties of frames: ``K_a p -> p`` is valid on the reflexive frames. Ranks and
    weights belong to the frame: ``B_a p -> p`` is valid on the frames where a believes each world possible at itself.

    Parameters
    ----------
    model : Model or networkx graph
        The model; its valuation is ignored, and a graph needs none. The worlds of a symbolic model are listed.
    formula : Formula or str
        The formula, parsed if it is a string. Operators without a group are about the model's agents; ``K_a`` and
        ``B_a`` are the same box for agents without ranks and weights.
    actions : mapping of str to action, or list of Action, optional
        The event models of the actions that the formula names.
    time : float, optional
        The number of seconds after which `OutOfTime` is raised; None: no limit.

    Raises
    ------
    ParseError, UnsupportedOperator, UnknownAgent, UnknownAction, UnknownAtom, OutOfTime
        As in `prove`; `UnsupportedOperator` also for safe or strong belief of an agent with weights.
    ModelError
        If `model` is not a model, or the formula contains an upgrade and an agent has weights or a relation that does
        not divide worlds into classes.
    TooLarge
        If a symbolic model has more than 10,000 worlds, or the propositional formula would have more than about
        1,000,000 steps between worlds.

    Notes
    -----
    The answer comes from one propositional formula. It has O(m (n + e)) clauses for m subformulas, n worlds and e pairs
    of the relations, and O(c d e) more for c operators of common knowledge on frames of diameter d. With announcements,
    d is replaced by c n. The problem is co-NP-complete.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel({1: set(), 2: set()}, {"a": [(1, 2), (2, 2)]})
    >>> bool(valid_on_frame(m, "K_a p -> K_a K_a p")), bool(valid_on_frame(m, "K_a p -> p"))
    (True, False)
    >>> valid_on_frame(m, "K_a p -> p").model.actual
    1
    """
    model = KripkeModel.of(structure_of(model, atoms="="))
    goal, clock = parse(formula), Clock(time)
    compile_formula(goal, model.agents).require_agents(model.agents)
    structure, said = model.structure, list(goal.subformulas())
    if any(isinstance(node, UPGRADES) for node in said):
        model.update(radical_upgrade(Top()))  # an error for agents with weights or without classes
    for node in said:
        if isinstance(node, OF_GROUPS) and not model.agents:
            raise UnknownAgent(f"{shorten(str(node))} is about all agents, and the model has none: add its agents")
        if isinstance(node, (Bsafe, Bstrong)) and node.agent in structure.weights:
            why = f"{node.agent} has weights, and on a frame with weights only B and B[q] are decided"
            raise UnsupportedOperator(f"{shorten(str(node))}: {why}; give ranks instead of weights")
    places = {agent: order(structure, agent) for agent in model.agents if not is_plain(structure, agent)}
    worst = {agent: max(ranks) for agent, ranks in places.items()}
    options = Options(dict.fromkeys(model.agents, "K"), (), actions, model.atoms, frame=worst)
    problem = pose([Not(named(goal, *model.agents) if len(model.agents) == 1 else goal)], options, clock)
    worlds = range(len(model))
    fixed = {agent: [relation.seen(i).mask for i in worlds] for agent, relation in structure.relations.items()}
    rounds = _rounds(problem, len(model), fixed)
    _require_small(problem, len(model), fixed, rounds)
    marks = [(agent, rank, atom) for agent, atoms in problem.ranks.items() for rank, atom in enumerate(atoms)]
    ranks = {atom.name: [place == rank for place in places[agent]] for agent, rank, atom in marks}
    solution = Encoding(problem, len(model), clock, fixed, rounds, ranks).solve()
    if solution is None:
        return Proof(goal, THIS_FRAME, ranked=tuple(places))
    true = {atom: [i for i, world in enumerate(solution.worlds) if atom in world] for atom in problem.atoms}
    valuation = {atom: WorldSet.of(len(model), where) for atom, where in true.items()}
    counter = KripkeModel.of(replace(structure, valuation=valuation, actuals=(solution.actual,)))
    if counter.holds(goal, actions=problem.actions or None):
        raise WrongModel(f"the checker does not confirm the valuation for {shorten(str(goal))}; please report this")
    return Countermodel(goal, THIS_FRAME, counter, actions=problem.actions)


def _rounds(problem: Problem, size: int, frame: Frame) -> int:
    """Return an upper bound on the number of steps to a counterexample of common knowledge on the frame."""
    fixes = problem.nodes.options
    steps = [(fix, option) for fix, options in fixes.items() for option in options]
    if size > DEEP or any(option.pre != TRUE or option.then != fix for fix, option in steps):
        return size * len(fixes)
    deepest = 0
    for groups in {frozenset(problem.nodes.group(option.box) for option in options) for options in fixes.values()}:
        # for each world, a bit mask of the worlds that at least one of the groups sees from it
        seen = [reduce(or_, [reduce(and_, [frame[a][i] for a in group]) for group in groups], 0) for i in range(size)]
        deepest = max([deepest, *map(partial(_depth, seen), range(size))])
    return deepest


def _depth(seen: list[int], start: int) -> int:
    """Return the largest distance from the start to a reachable world, plus 1. O(n) operations on sets for n worlds."""
    reached = front = 1 << start
    depth = 0
    while front:
        front = reduce(or_, [seen[world] for world in bits(front)]) & ~reached
        reached |= front
        depth += 1
    return depth


def _require_small(problem: Problem, size: int, frame: Frame, rounds: int) -> None:
    nodes = problem.nodes
    boxes = [base for base in problem.reachable if nodes.kind[base >> 1] == BOX]
    ways = [option.box for options in nodes.options.values() for option in options] * rounds
    pairs = {agent: sum(map(int.bit_count, seen)) for agent, seen in frame.items()}
    work = sum(size + min(pairs[agent] for agent in nodes.group(box)) for box in [*boxes, *ways])
    if work > LIMIT:
        steps = f"a frame of {size:,} worlds: all valuations would take {work:,} steps between worlds"
        raise TooLarge(f"{steps}, the limit is {LIMIT:,}; take a smaller frame, or a formula with fewer operators")


def successful(formula: Question, logic: Logic | None = None, time: float | None = None) -> Proof | Countermodel:
    """Decide whether a formula f is successful: ``[f] f`` is valid, so f is still true after it is announced.

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
