"""Validity on a frame: a formula holds at every world whatever the valuation; and whether announcements succeed."""

from __future__ import annotations

from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Countermodel, Proof
from kripke.prove.clock import Clock
from kripke.prove.face import prove
from kripke.prove.logics import Logic
from kripke.prove.problem import Question, pose
from kripke.prove.smallest import Encoding
from logic.clauses import Announce, Not
from logic.errors import shorten
from logic.parser import parse

THIS_FRAME = {"": "this frame"}


def valid_on_frame(model: KripkeModel, formula: Question, time: float | None = None) -> Proof | Countermodel:
    """Decide whether a formula holds at every world of a model's frame under every valuation.

    The answer's `model` has the frame of the given model and a valuation for which the formula fails at the actual
    world. That is how axioms correspond to properties of frames: ``K_a p -> p`` is valid on the reflexive frames.

    Parameters
    ----------
    model : KripkeModel
        The model; its valuation, weights and ranks are ignored.
    formula : Formula or str
        The formula, parsed if it is a string. Operators without a group are about the model's agents.
    time : float, optional
        The number of seconds after which `OutOfTime` is raised; None: no limit.

    Raises
    ------
    ParseError, UnsupportedOperator, UnknownAgent
        As in `prove`.
    ModelError
        If the model is no `KripkeModel`.

    Notes
    -----
    One propositional formula of O(m n^2) clauses for m subformulas and n worlds; the problem is co-NP-complete.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel({1: set(), 2: set()}, {"a": [(1, 2), (2, 2)]})
    >>> bool(valid_on_frame(m, "K_a p -> K_a K_a p")), bool(valid_on_frame(m, "K_a p -> p"))
    (True, False)
    >>> valid_on_frame(m, "K_a p -> p").model.actual
    1
    """
    if not isinstance(model, KripkeModel):
        raise ModelError(f"model {shorten(repr(model))}: expected a KripkeModel with explicit worlds")
    asked, clock = parse(formula), Clock(time)
    problem = pose([Not(asked)], dict.fromkeys(model.agents, "K"), atoms=model.atoms, clock=clock)
    fixed = {agent: _pairs(model, agent) for agent in model.agents}
    found = Encoding(problem, len(model), fixed).solve(clock)
    if found is None:
        return Proof(asked, THIS_FRAME, steps=("every valuation at once, as one propositional formula",))
    names = list(model.worlds)
    relations = {agent: [(names[i], names[j]) for i, j in pairs] for agent, pairs in fixed.items()}
    worlds = dict(zip(names, found.worlds, strict=True))
    return Countermodel(asked, THIS_FRAME, KripkeModel(worlds, relations, names[found.actual], problem.atoms))


def _pairs(model: KripkeModel, agent: str) -> list[tuple[int, int]]:
    relation = model.structure.relations[agent]
    return [(i, j) for i in range(len(model)) for j in relation.successors(i)]


def successful(formula: Question, logic: Logic = "S5", time: float | None = None) -> Proof | Countermodel:
    """Decide whether a formula is successful: it is true whenever it has just been announced, ``[f] f``.

    Parameters
    ----------
    formula : Formula or str
        The formula, parsed if it is a string.
    logic : str or mapping of str to str
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
