"""Read formulas of knowledge and belief, check them on Kripke models, explain and draw them, and change models.

A public name is imported from its module on first use, so ``import whoknows`` takes only 0.01 s.

>>> from whoknows import KripkeModel, parse
>>> m = KripkeModel.s5(worlds={"w1": {"p"}, "w2": set()}, partitions={"a": [["w1", "w2"]]}, actual="w1")
>>> m.holds(parse("p & ~K_a p")), m.announce("p").holds("K_a p")
(True, True)

The public names, each described by its own ``help``, such as ``help(whoknows.KripkeModel)``:

formulas      parse atoms conj disj Formula; Atom Not And Or Xor Implies Iff Top Bottom; K M Kw Kv E EIterated C D;
              Box Diamond; B BAtLeast BGiven Bsafe Bstrong EB CB DB EBAtLeast CBAtLeast R;
              Announce AnnounceDual AnnounceWhether RadicalUpgrade ConservativeUpgrade Act ActDual;
              AnnounceAny AnnounceAnyDual AnnounceCoalition AnnounceCoalitionDual;
              Run RunDual ActRun ActRunDual ActStar ActStarDual (programs); EX EF EG EU AX AF AG AU Y O H (time)
rewriting     simplify substitute nnf cnf dnf steps Step eliminate_announcements to_sympy from_sympy
models        KripkeModel SymbolicModel Model load holds Verdict Explanation observation_model reference
laws          deal exactly exactly_one at_least at_most parity from_table
sameness      contract bisimilar isomorphic distinguish distinguishing_formula
announcing    announcement announcement_whether believed_announcement private_announcement semi_private;
              truthful lie bluff announcement_search
acting        peek read_letter may_read asking answering public_change private_change shuffling compose Event EventModel
              Action
believing     radical_upgrade conservative_upgrade Evidence Likelihood Trust
exploring     explore Space
time          System load_ispl
planning      plan Plan Policy NoPlan load_epddl
proving       prove entails satisfiable successful valid_on_frame Proof Countermodel Derivation FitchProof Certificate
exercises     kinds make mark
pictures      draw draw_update draw_sequence draw_product draw_sameness draw_mind draw_board plot_counts plot_mind;
              show beside (notebooks)
games         game; knowledge all_models estimated_degree (in games of OpenSpiel)
files         load_event_model loads_event_model save_event_model dumps_event_model;
              load_intohylo loads_intohylo dumps_intohylo load_problem dumps_tptp; models have load, loads, save, dumps
errors        EpistemicError and its subclasses: ParseError FormulaError ModelError FileError DrawError DerivationError
              TooLarge Undecided OutOfTime PreconditionFailed FrameLost NoReduction UnknownAction UnknownAgent
              UnknownAtom UnknownLogic UnknownWorld UnsupportedByEngine UnsupportedOperator
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kripke.change.event import EventModel
    from kripke.models.kripke_model import KripkeModel
    from kripke.space.explore import Space

_HOME = {
    line.split()[3]: line.split()[1]
    for line in __loader__.get_data(f"{__path__[0]}/__init__.pyi").decode().splitlines()
    if line.startswith("from ") and " as " in line
}
"""The module of each public name, read from the import lines of the stub file."""


def __getattr__(name: str) -> Any:
    """Import a public name from its module on first use, and cache it in this module."""
    if name == "__version__":
        value: Any = _version()
    elif name == "__all__" and sys._getframe(1).f_globals.get("__name__") != "pydoc":  # `help` shows only the docstring
        return sorted([*_HOME, *_clauses(), "__version__"])
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
    names: list[str] = import_module("logic.clauses").__all__
    return names


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # reads the disk, so only on request

    try:
        return version("whoknows")
    except PackageNotFoundError:
        return "0+not.installed"


def _set_renderers() -> None:
    """Set the functions that draw models, spaces, plans, runs and states; lower-level packages cannot import `viz`."""
    homes = (
        ("kripke.data.lazy", "Drawn", _svg),
        ("kripke.data.lazy", "Pictured", _drawn),
        ("games.core.rules", "State", _table_svg),
    )
    for home, name, draw in homes:
        drawn = getattr(sys.modules.get(home), name, None)
        if drawn is not None and drawn.renderer is None:
            drawn.renderer = draw


def _table_svg(state: Any) -> str | None:
    from viz.boards import draw_board, has_board  # imported with the first picture

    return str(draw_board(state)) if has_board(state.rules.game) else None


def _drawn(given: Any, path: Any = None, **options: Any) -> Any:
    from viz.plan_pictures import draw_any  # imported with the first picture

    return draw_any(given, path, **options)


def _svg(model: KripkeModel | EventModel | Space[Any]) -> str:
    from viz.drawing import draw  # imported with the first picture

    return str(draw(model))
