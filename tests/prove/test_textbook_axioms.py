"""The 15 systems of the modal cube: which axiom is valid where, and what follows from which.

FHMV: Fagin, Halpern, Moses and Vardi, *Reasoning About Knowledge* (MIT Press 1995), section 3.1.
BRV: Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), chapter 4, doi:10.1017/CBO9781107050884.
Chellas: *Modal Logic: An Introduction* (Cambridge 1980), chapters 3 to 5, doi:10.1017/CBO9780511621192.
"""

from __future__ import annotations

import pytest
from oracles import by_elimination

from kripke.data.frames import SYSTEMS, required
from kripke.prove.face import prove, satisfiable

AXIOMS = {
    "K_a (p -> q) -> K_a p -> K_a q": set(),  # FHMV A2, the same as K
    "K_a p & K_a (p -> q) -> K_a q": set(),
    "K_a p -> ~K_a ~p": {"serial"},  # D
    "~K_a false": {"serial"},  # FHMV A6
    "K_a p -> p": {"reflexive"},  # T, FHMV A3
    "p -> M_a p": {"reflexive"},
    "p -> K_a M_a p": {"symmetric"},  # B, FHMV A7
    "M_a K_a p -> p": {"symmetric"},
    "K_a p -> K_a K_a p": {"transitive"},  # 4, FHMV A4
    "M_a M_a p -> M_a p": {"transitive"},
    "~K_a p -> K_a ~K_a p": {"euclidean"},  # 5, FHMV A5
    "M_a K_a p -> K_a p": {"euclidean"},
}
"""Axiom, or its dual -> the property of frames that it corresponds to (FHMV 3.1, BRV table 4.1)."""


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_axiom_is_valid_in_exactly_the_systems_whose_frames_have_its_property(axiom: str, system: str) -> None:
    answer = prove(axiom, system)
    assert answer.valid == (AXIOMS[axiom] <= required(system))
    if answer.valid:
        answer.check()
    else:
        assert not answer.model.holds(axiom)


SHOWN = {
    "K_a (K_a p -> p)": {"K5", "KD5", "K45", "KD45", "T", "B", "S4", "S5", "KB4"},  # BRV: shift reflexive frames
    "K_a p & K_a q <-> K_a (p & q)": {*SYSTEMS},
    "M_a (p | q) <-> M_a p | M_a q": {*SYSTEMS},
    "K_a K_a p -> K_a p": {"T", "B", "S4", "S5", "K5", "KD5", "K45", "KD45", "KB4"},  # dense frames
    "M_a K_a p -> K_a M_a p": {"KB", "KDB", "B", "K5", "KD5", "K45", "KD45", "KB4", "S5"},  # G, Chellas 3.3: converging
    "K_a M_a p -> M_a p": {"T", "B", "S4", "S5", "KD4", "KD45"},
    "M_a K_a p <-> K_a p": {"S5", "KD45"},  # Chellas 4.4: KD45 and S5 have few modalities
    "K_a M_a p <-> M_a p": {"S5", "KD45"},
    "K_a (K_a p | q) <-> K_a p | K_a q": {"S5", "KD45", "K45", "KB4"},
    "~K_a (p & ~K_a p)": {"T", "S4", "B", "S5", "KD4", "KD45"},  # Moore's sentence cannot be known (Hintikka 1962)
}
"""Formula -> the systems in which it is valid."""


@pytest.mark.parametrize("formula", SHOWN)
def test_what_follows_from_the_axioms_is_valid_in_these_systems_and_no_others(formula: str) -> None:
    assert {system for system in SYSTEMS if prove(formula, system)} == SHOWN[formula]
    assert {system for system in SYSTEMS if by_elimination(formula, system)} == SHOWN[formula]


@pytest.mark.parametrize(
    ("axioms", "theorem"),
    [
        ("KT5", "p -> K_a M_a p"),
        ("KT5", "K_a p -> K_a K_a p"),
        ("KB4", "M_a p -> K_a M_a p"),
        ("KB5", "K_a p -> K_a K_a p"),
        ("KT", "K_a p -> M_a p"),
    ],
)
def test_axioms_that_follow_from_others(axioms: str, theorem: str) -> None:
    """FHMV lemma 3.1.4: reflexive and Euclidean relations are equivalences, and so on."""
    assert prove(theorem, axioms)


@pytest.mark.parametrize("formula", ["M_a M_a p", "M_a p & M_a ~p", "M_a p & K_a ~p"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_package_mlsolver_gets_wrong(formula: str, system: str) -> None:
    """The first two are satisfiable in every system, the third in none."""
    found = satisfiable(formula, system)
    assert (found is not None) == (formula != "M_a p & K_a ~p")
