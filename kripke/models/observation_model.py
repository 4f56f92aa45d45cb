"""Models of all assignments that satisfy a law, on the engine that fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kripke.checking.build import vocabulary_of
from kripke.checking.constraint import Laws, Question
from kripke.data.structure import SMALL
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.symbolic.choice import Engine, for_atoms

FEW_STATES = SMALL
"""With ``auto``, the states of a law are listed up to this number: then a set of worlds is one integer."""


def observation_model(
    atoms: Iterable[str],
    observes: Mapping[str, Iterable[Question]] | None,
    law: Laws = "true",
    actual: Iterable[str] | None = None,
    engine: Engine = "auto",
    limit: int | None = None,
) -> Model:
    """The model of all assignments that satisfy the law, in which each agent sees some atoms.

    The engine is chosen here and does not change; ``model.engine`` says which one it is.

    Parameters
    ----------
    atoms : iterable of str
        The vocabulary.
    observes : mapping or None
        Agent -> the atoms, Boolean formulas and constraints whose truth values the agent sees; None: no agents.
    law : formula, constraint, or list of these
        The common knowledge at the start: Boolean formulas, and constraints such as ``exactly(2, ["p", "q"])``.
    actual : iterable of str, optional
        The true atoms of the actual world; None: no actual world.
    engine : {'auto', 'explicit', 'symbolic'}
        A `KripkeModel` with listed worlds, or a `SymbolicModel` with decision diagrams. ``auto`` lists the worlds for
        at most 16 atoms, and for a law with at most 256 states.
    limit : int, optional
        Maximal number of worlds; `TooLarge` above it.

    Examples
    --------
    >>> from whoknows import exactly, exactly_one, observation_model
    >>> cards = [f"{player}{card}" for player in "ab" for card in range(10)]
    >>> law = [exactly_one([f"a{card}", f"b{card}"]) for card in range(10)]
    >>> law.append(exactly(3, [f"a{card}" for card in range(10)]))
    >>> sees = {"a": cards[:10], "b": cards[10:]}
    >>> for engine in ("auto", "explicit", "symbolic"):
    ...     m = observation_model(cards, sees, law, engine=engine)
    ...     print(m.engine, m.count("K_b a0"))
    integer 36
    integer 36
    diagrams 36
    """
    names = vocabulary_of(atoms)
    if not for_atoms(engine, len(names)).is_symbolic:
        return KripkeModel.from_observations(names, observes, law, actual, limit)
    from kripke.models.symbolic_model import SymbolicModel  # loads the library of decision diagrams

    model = SymbolicModel.from_observations(names, observes, law, actual, limit)
    return model.to_explicit(None) if engine == "auto" and model.has_at_most(FEW_STATES) else model
