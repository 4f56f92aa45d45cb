"""New names for worlds, atoms and agents: formulas with the new names say what they said with the old ones."""

from random import Random

import pytest
from effort import examples, seeds
from hypothesis import given
from hypothesis import strategies as st
from randoms import random_cube, random_formula, random_structure
from structures import structures

from kripke.change.renaming import rename
from kripke.checking import build, observations
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom, UnknownWorld
from kripke.data.naming import short_names
from kripke.data.structure import equal_structures
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic.errors import EpistemicError

COIN = build.s5({"heads": {"h"}, "tails": ()}, {"ann": [["heads", "tails"]]}, actual="heads", atoms=["h", "q"])


@examples(60)
@given(structures(), st.randoms())
def test_a_renaming_and_its_inverse_give_the_same_structure(structure, rng):
    worlds = _shuffled(rng, list(structure.worlds))
    atoms = _shuffled(rng, [*structure.atoms])
    agents = _shuffled(rng, [*structure.agents])
    renamed = rename(structure, worlds, atoms, agents)
    back = ({new: old for old, new in names.items()} for names in (worlds, atoms, agents))
    assert rename(renamed, *back) == structure


def _shuffled(rng, names):
    new = [f"{name}1" for name in names]
    return dict(zip(names, rng.sample(new, len(new)), strict=True))


@pytest.mark.parametrize("seed", seeds(3, 50))
def test_a_formula_with_the_new_names_of_agents_holds_at_the_same_worlds(seed):
    structure = random_structure(Random(seed))
    new = {agent: f"{agent}x" for agent in structure.agents}
    renamed = rename(structure, agents=lambda agent: f"{agent}x")
    for more in range(20):
        one = random_formula(Random(more), structure.agents)
        other = random_formula(Random(more), tuple(new.values()))  # the same choices among the new names
        assert (extension(renamed, other).column == extension(structure, one).column).all()


def test_a_mapping_may_rename_some_names_and_keeps_the_order():
    renamed = rename(COIN, worlds={"heads": 1}, atoms={"q": "h2"}, agents={"ann": "bob"})
    assert list(renamed.worlds) == [1, "tails"]
    assert renamed.atoms == ("h", "h2")
    assert renamed.agents == ("bob",)
    assert renamed.actual == 0


def test_weights_and_ranks_follow_their_agents():
    both = {"w": ["p"], "v": []}
    beliefs = build.s5(both, {"a": [["w", "v"]], "b": [["w", "v"]]}, weights={"a": {"w": 1, "v": 0.5}}, threshold=0.3,
                       ranks={"b": {"w": 0, "v": 1}})  # fmt: skip
    renamed = rename(beliefs, agents={"a": "b", "b": "a"})
    assert renamed.weights["b"] == beliefs.weights["a"]
    assert renamed.ranks["a"] == beliefs.ranks["b"]


def test_worlds_named_by_their_true_atoms_follow_the_atoms_and_stay_a_cube():
    cube = observations.from_observations(["p", "q"], {"a": ["p"]}, "p | q", {"p"})
    renamed = rename(cube, atoms={"p": "q", "q": "p"}, agents={"a": "b"})
    assert renamed.cube is not None
    assert set(renamed.worlds) == {frozenset("p"), frozenset("q"), frozenset("pq")}
    assert renamed.worlds[renamed.actual] == {"q"}
    swapped = observations.from_observations(["p", "q"], {"b": ["q"]}, "p | q", {"q"})
    assert equal_structures(renamed, swapped)


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_a_cube_is_renamed_as_the_same_structure_without_a_cube(seed):
    cube = random_cube(Random(seed))
    atoms = {"p": "s", "r": "p", "x=1": "y=1"}
    plain = build.of_relations({w: set(w) for w in cube.worlds}, dict(cube.relations))
    renamed = rename(plain, atoms={old: new for old, new in atoms.items() if old in plain.atoms})
    assert [*renamed.worlds] == [*rename(cube, atoms=atoms).worlds]


@pytest.mark.parametrize(
    ("names", "error", "words"),
    [
        ({"worlds": {"edge": 1}}, UnknownWorld, "worlds: no world 'edge'"),
        ({"atoms": {"hh": "p"}}, UnknownAtom, "no atom 'hh' in the model's vocabulary; did you mean 'h'?"),
        ({"agents": {"anne": "b"}}, UnknownAgent, "no agent 'anne'; did you mean 'ann'?"),
        ({"worlds": {"heads": "tails"}}, ModelError, "worlds 'heads' and 'tails' would both be named 'tails'"),
        ({"atoms": lambda atom: "p"}, ModelError, "atoms 'h' and 'q' would both be named 'p': give them different"),
        (
            {"worlds": lambda world: None},
            ModelError,
            "world 'heads': expected a hashable name .*, got None",
        ),
        (
            {"worlds": lambda world: []},
            ModelError,
            r"world 'heads': expected a hashable name .*, got \[\]",
        ),
        ({"worlds": "shorter"}, ModelError, "worlds 'shorter': expected a mapping, a function, or 'short'"),
        ({"atoms": {"h": ""}}, EpistemicError, "one or more printable characters"),
        ({"agents": {"ann": "a b"}}, ModelError, "agent 'a b': expected a name of letters, digits and underscores"),
        ({"agents": ["bob"]}, ModelError, r"agents \['bob'\]: expected a mapping from old to new names, or a function"),
    ],
)
def test_a_wrong_renaming_is_refused_with_the_name(names, error, words):
    with pytest.raises(error, match=words):
        rename(COIN, **names)


def test_no_new_names_are_no_change_for_both_engines():
    explicit = KripkeModel.of(COIN)
    for model in (explicit, SymbolicModel.from_explicit(explicit)):
        assert model.rename(worlds={}).dumps() == model.dumps()


# ------------------------------------------------------------------------------------------------- short names


def test_names_stay_while_they_are_short():
    assert short_names(["heads·yes", frozenset({"p"}), 3]) == ["heads·yes", frozenset({"p"}), 3]


def test_after_many_updates_worlds_get_the_names_from_before_with_numbers():
    long = "·yes" * 10
    assert short_names([f"heads{long}", f"tails{long}"]) == ["heads", "tails"]
    assert short_names([f"heads{long}", f"heads{long}·no", "tails"]) == ["heads#1", "heads#2", "tails"]


def test_names_that_are_long_from_the_start_become_numbers():
    assert short_names(["a" * 30, "b"]) == ["w1", "w2"]


@given(st.lists(st.text("ab#·12", max_size=40), min_size=1, unique=True))
def test_short_names_are_short_and_distinct(names):
    short = short_names(names)
    assert len(set(short)) == len(names)
    assert max(map(len, short)) <= 30
