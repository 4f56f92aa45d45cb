"""Read formulas of knowledge and belief, check them on Kripke models, say why, draw it, and change what agents know.

A public name is imported from its home on first use, so ``import whoknows`` takes 0.01 s.

>>> from whoknows import KripkeModel, parse
>>> m = KripkeModel.s5(worlds={"w1": {"p"}, "w2": set()}, partitions={"a": [["w1", "w2"]]}, actual="w1")
>>> m.holds(parse("p & ~K_a p")), m.announce("p").holds("K_a p")
(True, True)
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.registry import game
    from kripke.change.actions import (
        announcement,
        announcement_whether,
        answering,
        asking,
        believed_announcement,
        bluff,
        compose,
        lie,
        may_read,
        peek,
        private_announcement,
        private_change,
        public_change,
        read_letter,
        semi_private,
        shuffling,
        truthful,
    )
    from kripke.change.actions.evidence import Evidence, Likelihood, Trust, conservative_upgrade, radical_upgrade
    from kripke.change.event import Event, EventModel
    from kripke.data.errors import (
        FileError,
        ModelError,
        PreconditionFailed,
        UnknownAction,
        UnknownAgent,
        UnknownAtom,
        UnknownWorld,
        UnsupportedByEngine,
    )
    from kripke.data.frames import FrameLost
    from kripke.formats.eventfile import dumps_event_model, load_event_model, loads_event_model, save_event_model
    from kripke.formats.intohylo import dumps_intohylo, load_intohylo, loads_intohylo
    from kripke.models.functions import (
        bisimilar,
        contract,
        distinguishing_formula,
        holds,
        isomorphic,
        load,
        observation_model,
    )
    from kripke.models.kripke_model import KripkeModel
    from kripke.models.model import Model, Verdict
    from kripke.models.symbolic_model import SymbolicModel
    from kripke.prove.answers import Countermodel, Proof
    from kripke.prove.errors import DerivationError, OutOfTime, UnknownLogic, UnsupportedOperator
    from kripke.prove.face import entails, prove, satisfiable, successful, valid_on_frame
    from kripke.prove.hilbert.derivation import Derivation
    from kripke.symbolic.deals.dealing import deal
    from kripke.symbolic.laws.constraints import at_least, at_most, exactly, exactly_one, parity
    from kripke.symbolic.laws.tables import from_table
    from kripke.why.explanation import Explanation
    from logic import clauses
    from logic.clauses import *  # noqa: F403
    from logic.clauses import atoms, conj, disj
    from logic.derivation import Step
    from logic.errors import EpistemicError, FormulaError, ParseError, TooLarge
    from logic.formula import Formula
    from logic.normal import cnf, dnf, from_sympy, nnf, to_sympy
    from logic.parser import parse
    from logic.reduction import NoReduction, eliminate_announcements
    from logic.shared import substitute
    from logic.simplification import simplify
    from logic.transform import steps
    from viz import DrawError, draw, draw_product, draw_sameness, draw_sequence, draw_update, plot_counts
    from viz.boards import draw_board
    from viz.minds import draw_mind
    from viz.notebook import beside, show
    from viz.plots.beliefs import plot_mind
    from whoknows import reference

    __version__: str

_HOMES = {
    "games.registry": "game",
    "logic.clauses": "atoms conj disj",
    "logic.formula": "Formula",
    "logic.parser": "parse",
    "logic.normal": "cnf dnf from_sympy nnf to_sympy",
    "logic.reduction": "NoReduction eliminate_announcements",
    "logic.simplification": "simplify",
    "logic.shared": "substitute",
    "logic.derivation": "Step",
    "logic.transform": "steps",
    "logic.errors": "EpistemicError FormulaError ParseError TooLarge",
    "kripke.change.actions": (
        "announcement announcement_whether answering asking believed_announcement bluff compose lie may_read peek "
        "private_announcement private_change public_change read_letter semi_private shuffling truthful"
    ),
    "kripke.models.functions": "bisimilar contract distinguishing_formula holds isomorphic load observation_model",
    "kripke.data.errors": (
        "FileError ModelError PreconditionFailed UnknownAction UnknownAgent UnknownAtom UnknownWorld "
        "UnsupportedByEngine"
    ),
    "kripke.data.frames": "FrameLost",
    "kripke.change.event": "Event EventModel",
    "kripke.change.actions.evidence": "Evidence Likelihood Trust conservative_upgrade radical_upgrade",
    "kripke.formats.eventfile": "dumps_event_model load_event_model loads_event_model save_event_model",
    "kripke.formats.intohylo": "dumps_intohylo load_intohylo loads_intohylo",
    "kripke.why.explanation": "Explanation",
    "kripke.models.kripke_model": "KripkeModel",
    "kripke.models.model": "Model Verdict",
    "kripke.symbolic.deals.dealing": "deal",
    "kripke.symbolic.laws.constraints": "at_least at_most exactly exactly_one parity",
    "kripke.models.symbolic_model": "SymbolicModel",
    "kripke.prove.answers": "Countermodel Proof",
    "kripke.prove.errors": "DerivationError OutOfTime UnknownLogic UnsupportedOperator",
    "kripke.prove.face": "entails prove satisfiable successful valid_on_frame",
    "kripke.prove.hilbert.derivation": "Derivation",
    "kripke.symbolic.laws.tables": "from_table",
    "viz": "DrawError draw draw_product draw_sameness draw_sequence draw_update plot_counts",
    "viz.boards": "draw_board",
    "viz.plots.beliefs": "plot_mind",
    "viz.minds": "draw_mind",
    "viz.notebook": "beside show",
    "whoknows": "reference",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

if TYPE_CHECKING:
    __all__ = [
        "Countermodel", "Derivation", "DerivationError", "DrawError", "EpistemicError", "Event", "EventModel",
        "Evidence", "Explanation", "FileError", "Formula", "FormulaError", "FrameLost", "KripkeModel", "Likelihood",
        "Model", "ModelError", "NoReduction", "OutOfTime", "ParseError", "PreconditionFailed", "Proof", "Step",
        "SymbolicModel", "TooLarge", "Trust", "UnknownAction", "UnknownAgent", "UnknownAtom", "UnknownLogic",
        "UnknownWorld", "UnsupportedByEngine", "UnsupportedOperator", "Verdict", "__version__", "announcement",
        "announcement_whether", "answering", "asking", "at_least", "at_most", "atoms", "believed_announcement",
        "beside", "bisimilar", "bluff", "cnf", "compose", "conj", "conservative_upgrade", "contract", "deal", "disj",
        "distinguishing_formula", "dnf", "draw", "draw_board", "draw_mind", "draw_product", "draw_sameness",
        "draw_sequence", "draw_update", "dumps_event_model", "dumps_intohylo", "eliminate_announcements", "entails",
        "exactly", "exactly_one", "from_sympy", "from_table", "game", "holds", "isomorphic", "lie", "load",
        "load_event_model", "load_intohylo", "loads_event_model", "loads_intohylo", "may_read", "nnf",
        "observation_model", "parity", "parse", "peek", "plot_counts", "plot_mind", "private_announcement",
        "private_change", "prove", "public_change", "radical_upgrade", "read_letter", "reference", "satisfiable",
        "save_event_model", "semi_private", "show", "shuffling", "simplify", "steps", "substitute", "successful",
        "to_sympy", "truthful", "valid_on_frame",
    ]  # fmt: skip
    __all__ += clauses.__all__


def __getattr__(name: str) -> Any:
    """The public name from its home; it is stored here, so this function runs once for each name."""
    if name == "__version__":
        value: Any = _version()
    elif name == "__all__":
        value = sorted([*_HOME, *_clauses(), "__version__"])
    elif name == "reference":
        value = import_module("whoknows.reference")
    elif name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
        _set_renderers()
    elif name[0].isupper() and name in _clauses():
        value = getattr(import_module("logic.clauses"), name)
    else:
        raise AttributeError(f"module 'whoknows' has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    special = {name for name in globals() if name.startswith("__")}
    return sorted(special.union(__getattr__("__all__")))


def _clauses() -> list[str]:
    """The names of the classes of formulas, which `logic.clauses` lists."""
    names: list[str] = import_module("logic.clauses").__all__
    return names


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # reads the disk, so only on request

    try:
        return version("whoknows")
    except PackageNotFoundError:
        return "0+not.installed"


def _set_renderers() -> None:
    """Set the renderers of models and states, since no package below this one imports pictures."""
    for home, name in (("kripke.models.kripke_model", "KripkeModel"), ("kripke.change.event", "EventModel")):
        drawn = getattr(sys.modules.get(home), name, None)
        if drawn is not None and drawn.renderer is None:
            drawn.renderer = _svg
    state = getattr(sys.modules.get("games.core.rules"), "State", None)
    if state is not None and state.renderer is None:
        state.renderer = _table_svg


def _table_svg(state: Any) -> str | None:
    from viz.boards import draw_board, has_board  # imported with the first picture

    return str(draw_board(state)) if has_board(state.rules.game) else None


def _svg(model: KripkeModel | EventModel) -> str:
    from viz import draw  # imported with the first picture

    return str(draw(model))
