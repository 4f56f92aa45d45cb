"""Validity, satisfiability and consequence, in a modal system for each agent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kripke.models.compare import contract
from kripke.models.formula_queries import Actions
from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Countermodel, Proof
from kripke.prove.clock import Clock, within_memory
from kripke.prove.countermodels.candidates import candidate_models
from kripke.prove.countermodels.numbered_model import NumberedModel
from kripke.prove.countermodels.smallest import smallest as smallest_model
from kripke.prove.question.logics import Logic, system
from kripke.prove.question.nodes import BOX
from kripke.prove.question.options import Options, Question
from kripke.prove.question.problem import Problem, formulas_of, pose
from kripke.prove.search.decide import Decision
from logic.clauses import Atom, Not, Top
from logic.errors import EpistemicError
from logic.formula import Formula
from logic.parser import parse

NOTED = 1.0
"""Number of seconds that a proof may wait for the note that its theory has no model."""


class WrongModel(EpistemicError, AssertionError):
    """A model that the search found is not one: a fault in the prover, never in the question."""


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
    """Decide whether a formula is valid: a `Proof`, or a `Countermodel` that the checker has confirmed.

    Parameters
    ----------
    formula : Formula or str
        The formula, parsed if it is a string.
    logic : str or mapping of str to str, optional
        One of the 15 systems of the modal cube for all agents (``K D T B K4 KD4 S4 K5 KD5 K45 KD45 KB KDB KB4 S5``),
        or a system for each agent. Operators without a group are about all agents of the formulas and of the mapping.
        None: KD45 for the agents that occur only under ``B``, S5 for the others.
    theory : iterable of Formula or str
        Formulas that hold at every world of the models considered.
    actions : mapping of str to action, optional
        The event models of the actions that formulas name, ``[@peek] q``.
    atoms : iterable of str, optional
        More atoms of the vocabulary, which ``Kv_a x`` takes the values of x from.
    smallest : bool
        Whether the countermodel must have as few worlds as possible.
    time : float, optional
        The number of seconds after which `OutOfTime` is raised; None: no limit.
    same_relation : bool
        Whether ``K_a`` and ``B_a`` of one agent may occur together, as the same box.

    Raises
    ------
    ParseError
        If a text is not a formula.
    UnknownLogic
        If a logic does not exist, or an agent has none.
    UnsupportedOperator
        For degrees of belief, conditional, safe and strong belief; for knowledge and belief of one agent.
    UnknownAgent, UnknownAction, UnknownAtom
        For an operator of all agents where there is none, an action that is not given, a variable without a value.
    OutOfTime
        If the time is over, or the memory full.

    Notes
    -----
    The problem is complete for exponential time as soon as there is common knowledge or a theory, for polynomial space
    without (Halpern and Moses, "A guide to completeness and complexity for modal logics of knowledge and belief", 1992,
    doi:10.1016/0004-3702(92)90049-4). The frame conditions and the theory hold in the model before announcements: after
    an announcement an agent of KD45 may have no possible world left. ``B_a`` is the box over the agent's relation, for
    agents without weights and ranks; beliefs that may be false have logic KD45.

    Examples
    --------
    >>> print(prove("K_a p -> K_b K_a p", smallest=True))
    not valid in S5: K_a p → K_b K_a p
    it fails at w0 of a model with 2 worlds
    >>> prove("B_a p -> p").valid, prove("B_a p -> p", logic="S5").valid
    (False, True)
    >>> prove("[p & ~K_a p] ~(p & ~K_a p)").valid
    True
    >>> prove("p -> K_a p", logic={"a": "S5", "b": "KD45"}, theory=["p"]).valid
    True
    """
    return _answer((), parse(formula), Options(logic, theory, actions, atoms, smallest, time, same_relation))


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
    formula: Question,
    logic: Logic | None = None,
    theory: Iterable[Question] = (),
    actions: Actions | None = None,
    atoms: Iterable[str | Atom] | None = None,
    smallest: bool = False,
    time: float | None = None,
    same_relation: bool = False,
) -> KripkeModel | None:
    """A model whose actual world satisfies the formula, or None if there is none.

    Parameters
    ----------
    formula : Formula or str
        The formula.
    logic, theory, actions, atoms, smallest, time, same_relation
        As in `prove`.

    Examples
    --------
    >>> m = satisfiable("K_a p & ~K_b p", smallest=True)
    >>> len(m), m.holds("K_a p & ~K_b p")
    (2, True)
    >>> satisfiable("K_a p & K_b ~p") is None
    True
    """
    options = Options(logic, theory, actions, atoms, smallest, time, same_relation)
    _, found = _decided([parse(formula)], options)
    return found if isinstance(found, KripkeModel) else None


def _answer(premises: tuple[Formula, ...], formula: Formula, options: Options) -> Proof | Countermodel:
    clock = Clock(options.time)
    problem, found = _decided([*premises, Not(formula)], options)
    names = {agent: system.name for agent, system in problem.systems.items()}
    if not names and isinstance(options.logic, str):
        names = {"": system(options.logic).name}
    if isinstance(found, KripkeModel):
        return Countermodel(formula, names, found, premises, problem.laws, problem.actions)
    left = NOTED if options.time is None else max(0.0, min(NOTED, options.time - clock.spent))
    return Proof(formula, names, premises, problem.laws, (problem, found), _has_no_model(problem.laws, options, left))


def _has_no_model(theory: tuple[Formula, ...], options: Options, time: float) -> bool:
    """Whether the theory is seen to have no model within so many seconds."""
    if not theory:
        return False
    try:
        _, found = _decided([Top()], replace(options, theory=theory, smallest=False, time=time))
    except EpistemicError:  # the time or the memory is over: the proof stands without a note
        return False
    return not isinstance(found, KripkeModel)


def _decided(goals: Sequence[Formula], options: Options) -> tuple[Problem, KripkeModel | Decision]:
    """The problem whether all goals hold together, and its decision, within the limits of time and memory."""
    clock = Clock(options.time)

    def work() -> tuple[Problem, KripkeModel | Decision]:
        problem = pose(goals, options, clock)
        return problem, _decide(problem, clock, options.smallest)

    return within_memory(work, clock)


def _decide(problem: Problem, clock: Clock, least: bool) -> KripkeModel | Decision:
    """A model of the problem, or the decision that there is none."""
    decision = Decision(problem, clock)
    found = decision.arcs()
    if found is None:
        return decision
    candidates = (_model(problem, each, clock) for each in candidate_models(problem, *found, clock))
    model = next((candidate for candidate in candidates if candidate is not None), None)
    if model is None:
        raise WrongModel(f"the model that was found for {problem.goals[-1]} is none; please report this")
    if least and len(model) > 1:
        fewer = smallest_model(problem, clock, len(model) - 1)
        model = model if fewer is None else _model(problem, fewer, clock, contracted=False) or model
    return model


def _model(problem: Problem, numbered: NumberedModel, clock: Clock, contracted: bool = True) -> KripkeModel | None:
    """The model, contracted where nothing counts worlds; None if the checker does not confirm it."""
    name = _names(len(numbered.worlds))
    relations = {a: ((name[i], name[j]) for i, j in clock.each(pairs)) for a, pairs in numbered.relations.items()}
    worlds = dict(zip(name, numbered.worlds, strict=True))
    model = KripkeModel(worlds, relations, name[numbered.actual], problem.atoms)
    clock.tick()
    if contracted and not _counts_worlds(problem):
        model = contract(model)
        model = model.rename(worlds=dict(zip(model.worlds, _names(len(model)), strict=True)))
    return model if _confirmed(problem, model, clock) else None


def _names(size: int) -> list[str]:
    """Names for worlds: w0, w1, ..."""
    return [f"w{number}" for number in range(size)]


def _counts_worlds(problem: Problem) -> bool:
    """Whether bisimilar worlds may differ: distributed knowledge is not invariant."""
    nodes = problem.nodes
    return any(kind == BOX and len(nodes.group(2 * number)) > 1 for number, kind in enumerate(nodes.kind))


def _confirmed(problem: Problem, model: KripkeModel, clock: Clock) -> bool:
    """Whether the checker agrees: the frames have their properties, the theory holds everywhere, the goals here."""
    actions = problem.actions or None
    return (
        all(model.frame_properties(a) >= system.properties for a, system in clock.each(problem.systems.items()))
        and all(model.valid(law, actions=actions) for law in clock.each(problem.laws))
        and all(model.holds(goal, actions=actions) for goal in clock.each(problem.goals))
    )
