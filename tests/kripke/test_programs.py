"""Programs over agents: every engine agrees with the clauses of dynamic logic, and reasons show the run."""

from itertools import product
from random import Random

import numpy as np
import pytest
from effort import share
from randoms import random_cube, random_run, random_structure
from reasons_checked import check
from reference_graphs import plain

from kripke.change.actions.announcements import announcement
from kripke.change.event import Event, EventModel
from kripke.checking import program as programs
from kripke.checking.engine import reaching
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension
from kripke.data.errors import UnknownAction, UnknownAgent, UnknownAtom
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.models.functions import explore
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from kripke.space import repetition
from kripke.why.explain import explain, explicit_view
from logic.clauses import Atom
from logic.errors import ParseError, TooLarge
from logic.parser import parse
from logic.shared import substitute

THREE = KripkeModel.s5(
    worlds={"w": {"p"}, "v": {"q"}, "u": set()},
    partitions={"a": [["w", "v"], ["u"]], "b": [["w"], ["v", "u"]]},
    actual="w",
)


@pytest.mark.parametrize("rounds", [programs.ROUNDS, 0], ids=["rounds", "search"])
@pytest.mark.parametrize("compiled", [False, True])
def test_random_programs_are_as_the_slow_semantics_says(rounds: int, compiled: bool, monkeypatch) -> None:
    monkeypatch.setattr(programs, "ROUNDS", rounds)
    monkeypatch.setattr(reaching, "_asked", [reaching.LOADED if compiled else 0])
    for seed in range(share(1_500)):
        rng = Random(seed)
        structure = random_structure(rng, 10)
        formula = random_run(rng, structure.agents, structure.agents, 8)
        expected = truth(plain(structure), formula)
        for engine in (BitsetAlgebra, ArrayAlgebra):
            found = extension(structure, formula, engine(structure))
            assert frozenset(np.flatnonzero(found.column).tolist()) == expected, formula


@pytest.mark.parametrize(
    "text", ["<(b ; a*)*> end", "[(b ; (a | a)*)*] ~end", "<(a* ; b)* ; a> end", "<(b ; ?~end ; a*)*> end"]
)
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("rounds", [programs.ROUNDS, 0], ids=["rounds", "search"])
def test_one_agent_repeated_within_a_program_is_as_the_slow_semantics_says(text, compiled, rounds, monkeypatch) -> None:
    monkeypatch.setattr(programs, "ROUNDS", rounds)
    monkeypatch.setattr(reaching, "_asked", [reaching.LOADED if compiled else 0])
    steps = {"a": [(i, i + 1) for i in range(99) if i % 4], "b": [(i, i + 1) for i in range(0, 99, 4)]}
    structure = KripkeModel({i: {"end"} if i == 99 else set() for i in range(100)}, steps).structure
    column = extension(structure, parse(text), ArrayAlgebra(structure)).column
    assert frozenset(np.flatnonzero(column).tolist()) == truth(plain(structure), parse(text))


@pytest.mark.parametrize("compiled", [False, True])
def test_common_knowledge_where_worlds_see_at_most_one_is_as_the_slow_semantics_says(compiled, monkeypatch) -> None:
    monkeypatch.setattr(reaching, "_asked", [reaching.LOADED if compiled else 0])
    for seed in range(share(600)):
        rng = Random(seed)
        size = rng.randint(1, 12)
        seen = {world: rng.randrange(size) for world in range(size) if rng.random() < 0.8}
        pairs = {agent: [pair for pair in seen.items() if rng.random() < 0.7] for agent in "ab"}
        worlds = {world: {atom for atom in "pq" if rng.random() < 0.7} for world in range(size)}
        structure = KripkeModel(worlds, pairs, atoms=["p", "q"]).structure
        algebra = ArrayAlgebra(structure)  # which keeps what the first question finds
        for text in ("C p", "C_{a,b} q", "C_a p", "[p] C q", "C (p & ~q)"):
            found = extension(structure, parse(text), algebra)
            assert frozenset(np.flatnonzero(found.column).tolist()) == truth(plain(structure), parse(text)), (
                seed,
                text,
            )


def test_random_programs_are_the_same_on_cubes_and_diagrams() -> None:
    for seed in range(share(600)):
        rng = Random(seed)
        model = KripkeModel.of(random_cube(rng))
        formula = random_run(rng, model.agents, model.agents, 8)
        expected = model.rename(worlds="short").count(formula)
        assert model.count(formula) == expected == SymbolicModel.from_explicit(model).count(formula), formula


def test_one_step_and_then_any_number_is_common_knowledge() -> None:
    for seed in range(share(600)):
        rng = Random(seed)
        structure = random_structure(rng, 10)
        if {"a", "b"} <= {*structure.agents}:
            model = KripkeModel.of(structure)
            assert model.valid("[(a | b) ; (a | b)*] p <-> C_{a,b} p")
            assert model.valid("<(a | b) ; (a | b)*> p <-> ~C_{a,b} ~p")
            assert model.valid("[(a | b)*] p <-> p & C_{a,b} p")
            assert model.valid("[((a | b)* ; ?q)*] p <-> p & C_{a,b} (q -> p)")
            assert model.valid("[(?q ; (a | b)*)*] p <-> p & (q -> C_{a,b} p)")
            assert model.valid("[a ; b] p <-> K_a K_b p")
            assert model.valid("[?q ; a] p <-> (q -> K_a p)")


def test_a_name_that_is_agent_and_atom_is_the_agent_in_a_program() -> None:
    model = KripkeModel.s5({"w": {"a"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    assert model.holds("<a ; a> ~a")


def test_explanations_of_random_programs_are_checked() -> None:
    for seed in range(share(600)):
        rng = Random(seed)
        structure = random_structure(rng, 8)
        formula = random_run(rng, structure.agents, structure.agents)
        check(structure, explain(explicit_view(structure, formula), rng.randrange(structure.size)))


def test_an_explanation_shows_the_run_world_by_world_with_its_tests() -> None:
    assert str(THREE.check("[(a ; ?q ; b)*] (p | q)").explain()).splitlines()[0] == (
        "[(a ; ?q ; b)*] (p ∨ q) fails at w: a run that fails is w –a→ v ?q –b→ u, and p ∨ q fails at u"
    )
    assert "the only world where runs end" in str(THREE.check("[a ; ?p] p").explain())
    assert "no run from w comes to its end" in str(THREE.check("[?q ; a] p").explain())
    given = {"atoms": ["p", "q"], "observes": {"a": ["p"], "b": ["q"]}, "actual": {"p", "q"}}
    text = str(SymbolicModel(**given).check("[a ; b] p").explain())
    assert "a run that fails is {p, q} –a→ {p, q} –b→ {q}, and p is false at {q}" in text


def test_a_long_run_is_shortened_and_one_too_long_is_only_said_to_exist() -> None:
    for size, words in ((100, "more steps"), (1_000, "more than 200 steps")):
        chain = [Relation.from_labels(((np.arange(size) + i) // 2).astype(np.int32)) for i in range(2)]
        where = WorldSet.of(size, range(size - 1))
        model = KripkeModel.of(Structure(Named(range(size)), {"p": where}, dict(zip("ab", chain, strict=True)), (0,)))
        assert words in str(model.check("[(a ; b)*] p").explain())


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        (
            "[p ; q] a",
            UnknownAgent,
            "no agent 'p'; it is an atom, and one announcement after another is written [p] [q] r",
        ),
        ("[a ; c] p", UnknownAgent, "no agent 'c'; there are 'a' and 'b'"),
        ("[a] p", UnknownAtom, "'a' is an agent: K_a p says"),
        ("[a | b] p", UnknownAtom, "E_{a,b} p that all of them know it"),
    ],
)
def test_an_agent_that_is_an_atom_and_an_atom_that_is_an_agent_are_errors_with_a_way_out(text, error, words) -> None:
    for model in (THREE, SymbolicModel.from_explicit(THREE)):
        with pytest.raises(error) as caught:
            model.holds(text)
        assert words in caught.value.message


# ---- programs of actions

BLIND = [(one, other) for one in ("yes", "no") for other in ("yes", "no")]
BLIND_TOSS = [(one, other) for one in "ht" for other in "ht"]
PEEK = EventModel({"yes": Event("p"), "no": Event("~p")}, {"a": [("yes", "yes"), ("no", "no")]}, others=BLIND)
SWAP = EventModel({"e": Event("true", {"p": "q", "q": "p"})}, {}, "e", others=[("e", "e")])
TOSS = EventModel(
    {"h": Event("true", {"p": "true"}), "t": Event("true", {"p": "false"})}, {}, ["h", "t"], others=BLIND_TOSS
)
ACTIONS = {
    "peek": PEEK,
    "swap": SWAP,
    "toss": TOSS,
    "tell": EventModel({"e": Event("p")}, {}, "e", others=[("e", "e")]),
}


def test_random_programs_of_actions_are_as_the_slow_semantics_says() -> None:
    steps = tuple(f"@{name}" for name in ACTIONS)
    checked = 0
    for seed in range(share(400, 20)):
        rng = Random(seed)
        structure = random_structure(rng, 4)
        formula = random_run(rng, steps, structure.agents, rng.randint(2, 5))
        if len(structure.agents) < 2 or {*structure.weights, *structure.ranks}:
            continue
        model = KripkeModel.of(structure)
        try:
            expected = truth(model.to_networkx(), formula, ACTIONS)
            found = model.extension(formula, actions=ACTIONS)
        except TooLarge:
            continue
        assert found == expected, (seed, formula)
        symbolic = SymbolicModel.from_explicit(model)
        assert symbolic.count(formula, actions=ACTIONS) == len(expected), formula
        checked += 1
    assert checked > share(400, 20) // 10


def test_explanations_of_programs_of_actions_are_checked() -> None:
    for seed in range(share(300)):
        rng = Random(seed)
        formula = random_run(rng, ("@peek", "@swap", "@tell"), (), 4)
        formula = substitute(formula, dict.fromkeys(formula.atoms - {"p", "q"}, Atom("p")))
        try:
            explanation = THREE.check(formula, actions=ACTIONS, at=rng.choice("wvu")).explain()
        except TooLarge:
            continue
        check(THREE.structure, explanation, ACTIONS)


MUDDY = KripkeModel.from_observations([*"abc"], {"a": [*"bc"], "b": [*"ac"], "c": [*"ab"]}, actual={"a", "b"})
ROUNDS = {"father": "a | b | c", "nobody": "~(Kw_a a | Kw_b b | Kw_c c)"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[@father ; @nobody] Kw_a a", True),
        ("[@father] ~Kw_a a", True),
        ("[(@father | @nobody)*] ~Kw_a a", False),
        ("<(@father | @nobody)*> (Kw_a a & Kw_b b)", True),
        ("<(@father | @nobody)*> Kw_c c", False),
        ("<@nobody*> Kw_a a", False),
        ("[@father ; @nobody*] C (a | b | c)", True),
        ("<(?~Kw_a a ; (@father | @nobody))*> Kw_a a", True),
        ("[@nobody] [@nobody*] ~Kw_a a", True),
        ("<(@father ; <@nobody> Kw_a a?)*> true", None),
    ],
)
def test_muddy_children_ask_and_answer_again_and_again(text: str, value: bool | None) -> None:
    for model in (MUDDY, SymbolicModel.from_explicit(MUDDY)):
        if value is None:
            with pytest.raises(ParseError):
                model.holds(text, actions=ROUNDS)
        else:
            assert model.holds(text, actions=ROUNDS) is value


def test_repeated_actions_are_evaluated_after_an_announcement_without_the_actual_world() -> None:
    for model in (MUDDY, SymbolicModel.from_explicit(MUDDY)):  # c is clean
        assert model.holds("[c] [@father*] false", actions=ROUNDS)
        assert model.count("<c> <@father*> Kw_a c", actions=ROUNDS) == 4


def test_repeated_actions_keep_apart_models_that_later_actions_tell_apart() -> None:
    """The worlds w and u are bisimilar, but the p-worlds are two thirds, and no two worlds are seen by a and b."""
    model = KripkeModel.s5(
        {"w": {"p"}, "v": set(), "u": {"p"}, "t": set()},
        {"a": [["w", "v"], ["u", "t"]], "b": [["w", "t"], ["u", "v"]], "c": [["w", "v", "u"], ["t"]]},
        actual="w",
    )
    for condition in ("D_{a,b} p", "B_c>=2/3 p"):
        actions = {"wait": "true", "say": condition}
        for text in ("<@say> p", "<@wait*> <@say> p", "<@wait* ; @say> p", "<(?<@say> p ; @wait)*> <@say> p"):
            assert model.holds(text, actions=actions), (condition, text)
            assert SymbolicModel.from_explicit(model).holds(text, actions=actions), (condition, text)
            assert "w" in truth(model.to_networkx(), text, actions), (condition, text)
    copied = EventModel({"e": Event("~B_a>=2/3 p"), "f": Event("~B_a>=2/3 p & p")}, {}, others=product("ef", "ef"))
    pair = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    assert pair.holds("<@copy*> B_a>=2/3 p", actions={"copy": copied})
    assert truth(pair.to_networkx(), "<@copy*> B_a>=2/3 p", {"copy": copied}) == {"w", "v"}


def test_repeated_actions_are_told_with_the_models_on_the_way() -> None:
    text = str(MUDDY.check("<(@father | @nobody)*> Kw_a a", actions=ROUNDS).explain())
    assert "after father, then nobody, Kw_a a holds; the models on the way have 7, then 4 worlds" in text
    text = str(MUDDY.check("<(@father | @nobody)*> Kw_c c", actions=ROUNDS).explain())
    assert "fails in all models that the actions lead to" in text


@pytest.mark.slow
def test_what_is_not_decided_within_the_bound_is_an_error_that_says_how_to_raise_it(monkeypatch) -> None:
    hops = {"hop": EventModel({"e": Event("true", {"x": "~x"})}, {}, "e", others=[("e", "e")])}
    counter = {f"n{i}": f"n{i} ^ ({' & '.join(f'n{j}' for j in range(i)) or 'true'})" for i in range(6)}
    count = {"next": EventModel({"e": Event("true", counter)}, {}, "e", others=[("e", "e")])}
    start = KripkeModel.s5({"w": set()}, {"a": [["w"]]}, actual="w", atoms=[*counter])
    assert start.holds("<@next*> (n5 & n4)", actions=count)
    assert start.holds("[(@next ; @next)*] ~n0", actions=count)
    monkeypatch.setattr(repetition, "STATES", 40)
    assert start.holds("<@next*> (n5 & ~n4)", actions=count)
    with pytest.raises(TooLarge, match=r"not decided within 40 models.*explore\(model, actions, states=...\)"):
        start.holds("[(@next ; @next)*] ~n0", actions=count)
    with pytest.raises(TooLarge, match="not decided"):
        start.holds("<@next*> (n5 & n4)", actions=count)
    assert explore(start, count, states=100).where("[(@next ; @next)*] ~n0")[:1] == [0]
    assert start.holds("[(@hop ; @hop)*] ~x", actions=hops)


def test_models_that_grow_are_bounded_by_their_worlds(monkeypatch) -> None:
    events = {
        "x": Event("q", {"p": "true", "q": "p ^ q"}),
        "y": Event("true", {"q": "~p"}),
        "z": Event("q", {"q": "true"}),
    }
    same = [(event, event) for event in events]
    relations = {"a": [*same, ("x", "y"), ("y", "x")], "b": [*same, ("x", "z"), ("z", "x")]}
    grow = {"g": EventModel(events, relations, [*events])}
    start = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w"], ["v"]], "b": [["w", "v"]]}, actual="w", atoms=["q"])
    monkeypatch.setattr(repetition, "WORLDS", 2_000)
    assert start.holds("<@g*> p", actions=grow)
    with pytest.raises(TooLarge, match=r"not decided within 2,000 worlds of models.*explore\(model, actions"):
        start.holds("[@g*] (p | ~p)", actions=grow)


def test_unknown_actions_and_missing_ones_are_errors() -> None:
    with pytest.raises(UnknownAction, match="did you mean 'father'"):
        MUDDY.holds("[(@fathr ; @nobody)*] a", actions=ROUNDS)
    with pytest.raises(UnknownAction, match="give it by actions"):
        MUDDY.holds("[@peek ; @tell] a")


def test_more_worlds_than_the_bound_are_not_decided_either(monkeypatch) -> None:
    monkeypatch.setattr(repetition, "STATES", 2)
    with pytest.raises(TooLarge, match="not decided within 2 models"):
        MUDDY.holds("[@father*] a", actions=ROUNDS)


def test_repeated_actions_are_searched_from_the_worlds_that_are_asked(monkeypatch) -> None:
    m = KripkeModel.s5({"w": {"p"}, "far": {"p", "q"}}, {"a": [["w"], ["far"]]}, actual="w")
    tell = {"tell": announcement("p")}
    monkeypatch.setattr(repetition, "STATES", 1)
    assert m.holds("[(@tell)*] K_a p", actions=tell)
    assert not m.holds("<(@tell)*> q", actions=tell)
    with pytest.raises(TooLarge, match="not decided"):
        m.valid("[(@tell)*] K_a p", actions=tell)


def test_repeated_actions_count_worlds_by_classes_not_world_by_world():
    m = KripkeModel.s5({"1": {"p"}, "2": set(), "3": {"p"}}, {"a": [["1", "2", "3"]]}, actual="1")
    pairs = [(e, d) for e in "ef" for d in "ef"]
    copy = EventModel({"e": Event(), "f": Event("p")}, {"a": pairs}, actual="e")  # doubles the worlds with p
    assert m.holds("<@copy*> B_a>=999/1000 p", actions={"copy": copy})
