"""Models written in SMCDEL's text format."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kripke.checking import build, observations
from kripke.data.errors import ModelError, NotKept
from kripke.data.structure import Structure
from kripke.formats import smcdel
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge


@st.composite
def observed(draw: st.DrawFn) -> Structure:
    """All or some states of up to five atoms; each agent observes one or more of them."""
    atoms = [f"p{number}" for number in sorted(draw(st.sets(st.integers(0, 9), min_size=1, max_size=5)))]
    agents = draw(st.lists(st.sampled_from(["a", "bob", "C3"]), min_size=1, unique=True))
    observes = {agent: draw(st.lists(st.sampled_from(atoms), min_size=1, unique=True)) for agent in agents}
    whole = observations.from_observations(atoms, observes)
    kept = draw(st.sets(st.sampled_from(range(whole.size)), min_size=1))
    states = [" & ".join(a if a in whole.true_atoms(i) else f"~{a}" for a in atoms) for i in sorted(kept)]
    return observations.from_observations(atoms, observes, " | ".join(f"({state})" for state in states))


@given(observed())
def test_what_is_written_is_read_as_the_same_model(structure: Structure) -> None:
    assert KripkeModel.of(smcdel.read(smcdel.dumps(structure)).structure) == KripkeModel.of(structure)


def test_atoms_with_other_names_are_numbered_in_order_and_a_comment_says_how() -> None:
    structure = observations.from_observations(["rain", "die=4"], {"a": ["rain"]}, "rain | die=4", actual={"rain"})
    assert smcdel.dumps(structure) == (
        "-- 1: rain\n-- 2: die=4\n-- the actual state: {1}\nVARS 1,2\nLAW ~AND(~1,~2)\nOBS a: 1\n"
    )


def test_atoms_with_a_number_that_is_too_long_to_read_are_numbered_in_order() -> None:
    long = "p" + "7" * 5_000
    written = smcdel.dumps(build.s5({"w": [long], "v": ["p3"]}, {"a": [["w"], ["v"]]}, atoms=[long, "p3"]))
    assert "VARS 1,2" in written
    assert smcdel.loads(written, "again").size == 2


def test_a_law_lists_the_states_or_those_that_it_leaves_out_whichever_is_shorter() -> None:
    observes = {"a": ["p1"]}
    laws = {
        "true": "LAW Top",
        "p1 & p2": "LAW AND(1,2)",
        "p1 | p2": "LAW ~AND(~1,~2)",
        "p1 <-> p2": "LAW OR(AND(~1,~2), AND(1,2))",
    }
    for law, line in laws.items():
        assert line in smcdel.dumps(observations.from_observations(["p1", "p2"], observes, law)).splitlines()


SEVERAL = KripkeModel.s5({"v": {"p1"}, "w": set()}, {"a": [["v"], ["w"]]}, actual=["v", "w"])


def test_the_python_interface_warns_of_what_is_not_kept(tmp_path: Path) -> None:
    for write in (lambda: SEVERAL.dumps("smcdel"), lambda: SEVERAL.save(tmp_path / "m.smcdel.txt")):
        with pytest.warns(NotKept) as warned:
            write()
        assert "worlds have no names; no state is actual" in str(warned[0].message)
        assert warned[0].filename == __file__
        assert len(warned) == 1
    with pytest.warns(NotKept, match=r"numbers: 1 for rain, .* comments list$"):
        KripkeModel.from_observations(["rain"], {"a": ["rain"]}).dumps("smcdel")


def test_a_model_that_the_text_keeps_is_written_without_a_warning() -> None:
    model = KripkeModel.from_observations(["p1", "p2"], {"a": ["p1"]}, "p1 | p2")
    with warnings.catch_warnings(action="error"):
        assert KripkeModel.loads(model.dumps("smcdel")) == model


LONG = ["v" * 50 + digit + "w" * 50 for digit in "12"]  # names that differ in the middle


@pytest.mark.parametrize(
    ("structure", "message"),
    [
        (build.s5({"v": {"p"}, "w": {"p"}}, {"a": [["v"], ["w"]]}), "worlds 'v' and 'w' have the same atoms"),
        (build.s5({name: {"p"} for name in LONG}, {"a": [LONG]}), f"worlds '{LONG[0]}' and '{LONG[1]}' have the same"),
        (build.s5({"v": {"p"}, "w": set()}, {"a": [["v", "w"]]}), "agent a observes no atom"),
        (build.s5({"v": {"p"}}, {"a_1": [["v"]]}), "agent 'a_1': in SMCDEL's format an agent is a letter"),
        (build.s5({"v": {"p"}}, {"K": [["v"]]}), "agent 'K': in SMCDEL's format an agent is a letter"),
        (build.s5({"v": {"p"}}, {}), "needs an agent"),
        (build.s5({"v": set()}, {"a": [["v"]]}), "needs an atom"),
        (build.from_relations({"v": {"p"}, "w": set()}, {"a": [("v", "w"), ("w", "w")]}), "not an equivalence"),
        (build.s5({"v": {"p"}}, {"a": [["v"]]}, weights={"a": {"v": 1}}), "no weights"),
        (
            build.s5({"v": {"p", "q"}, "w": {"p"}, "x": {"q"}, "y": set()}, {"a": [["v", "w"], ["x"], ["y"]]}),
            "agent a",
        ),
    ],
)
def test_what_the_format_cannot_say_is_refused(structure: Structure, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        smcdel.dumps(structure)


def test_a_law_of_too_many_states_is_refused() -> None:
    atoms = [f"p{i}" for i in range(16)]
    even = observations.from_observations(atoms, {"a": ["p0"]}, " ^ ".join(atoms))
    with pytest.raises(TooLarge, match="32,768 states"):
        smcdel.dumps(replace(even, actuals=()))
