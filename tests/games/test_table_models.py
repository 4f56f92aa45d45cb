"""Tables as models: two engines that agree, models kept by who-knows-what, and shares of many formulas at once."""

import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import TIMELESS, formulas

from games import registry
from games.core.errors import GameError
from games.knowing.ground import LISTED, Ground
from games.knowing.knower import Knower, common, known
from games.knowing.table import Table, model, situation
from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.deals.dealing import deal
from kripke.symbolic.laws.constraints import exactly
from logic.clauses import And, Atom, Iff, Implies, Not, Or, Top, Xor
from logic.errors import TooLarge
from tests.perspectives import perspectives

VARIABLES = (("x", (1, 2, 3)), ("y", ("red", "blue")), ("p", ()), ("q", ()))
ATOMS = ("x=1", "x=2", "x=3", "y=red", "y=blue", "p", "q")
BOOLEAN = formulas(ATOMS, (), (Top, Not, And, Or, Xor, Implies, Iff), max_leaves=4)
ITEMS = st.lists(st.one_of(st.sampled_from(("x", "y", *ATOMS)), BOOLEAN), max_size=4)
UNKNOWN = {"actions", "safe belief", "strong belief", "upgrades", "arbitrary announcements"}
"""What tables have no names for, what only one engine answers, and what takes long."""
EVERY = (Not, And, Or, Implies, *[clause for clause in TIMELESS if clause.operator.feature not in UNKNOWN])
QUESTIONS = formulas((*ATOMS, "high", "odd"), ("a", "b", "c"), EVERY, variables=("x", "y"))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of four variables under a law that something satisfies, with an actual world."""
    bare = Ground(VARIABLES)
    position = draw(st.integers(0, bare.size - 1))
    actual = {
        name: (values[digits[position]] if values else bool(digits[position]))
        for (name, values), digits in zip(VARIABLES, bare.digits, strict=True)
    }
    law = draw(BOOLEAN)
    if position not in bare.where(law, bare.atoms):
        law = ~law
    observes = tuple((agent, tuple(draw(ITEMS))) for agent in ("a", "b", "c"))
    defined = (("high", draw(BOOLEAN)), ("odd", Xor(Atom("high"), draw(BOOLEAN))))
    return Table(VARIABLES, observes, law, defined, actual)


DICE = Table(
    variables=tuple((f"die{die}", (1, 2, 3, 4, 5, 6)) for die in (1, 2, 3)),
    observes=(("1", ("die1", "die2", "die3")), ("2", ("die1",)), ("3", ())),
    defined=(("low", "die1=1 | die1=2 | die1=3"),),
    actual={"die1": 6, "die2": 4, "die3": 2},
)


@given(tables(), st.lists(QUESTIONS, min_size=1, max_size=4))
@examples(120)
def test_both_engines_answer_every_formula_alike(table: Table, questions: list[object]) -> None:
    listed, diagrams = model(table, "explicit"), model(table, "symbolic")
    assert isinstance(listed, KripkeModel)
    assert isinstance(diagrams, SymbolicModel)
    assert len(listed) == diagrams.count()
    for question in questions:
        assert listed.holds(question) == diagrams.holds(question)
        assert listed.count(question) == diagrams.count(question)


@given(tables())
@examples(60)
def test_knowledge_at_a_table_is_s5_and_the_actual_world_is_there(table: Table) -> None:
    made = model(table)
    assert made.actual is not None
    for agent in "abc":
        assert made.frame_properties(agent) == {"reflexive", "serial", "symmetric", "transitive", "euclidean"}
        assert made.actual in made.possible(agent)


@given(tables())
@examples(60)
def test_players_cannot_tell_apart_what_agrees_on_all_that_they_observe(table: Table) -> None:
    made = model(table)
    seen = dict(table.observes)
    for agent in "abc":
        items = [atom for item in seen[agent] for atom in (_values(item) if item in ("x", "y") else [item])]
        sights = {world: tuple(made.holds(item, at=world) for item in items) for world in made.worlds}
        for world in made.worlds:
            assert made.possible(agent, world) == {other for other in made.worlds if sights[other] == sights[world]}


def _values(variable: str) -> list[str]:
    return [atom for atom in ATOMS if atom.startswith(variable + "=")]


@given(tables(), st.lists(QUESTIONS, min_size=1, max_size=4, unique=True))
@examples(60)
def test_shares_are_degrees_at_every_world(table: Table, questions: list[object]) -> None:
    asked, made = situation(table), model(table)
    for agent in "abc":
        for position, world in enumerate(made.worlds):
            classes = asked.classes(agent)
            number = classes.number[position]
            counts = asked.counts(agent, tuple(questions))[number].tolist()
            assert [Fraction(count, int(classes.size[number])) for count in counts] == [
                made.degree(agent, question, world) for question in questions
            ]
            assert {made.worlds[i] for i in asked.possible(agent, position)} == made.possible(agent, world)


def test_the_worlds_are_named_by_their_values() -> None:
    made = model(DICE)
    assert made.actual == "6·4·2"
    assert made.possible("2") == {f"6·{two}·{three}" for two in range(1, 7) for three in range(1, 7)}
    assert made.at("1·1·1").holds("low & die3=1 & K_2 low")
    assert [made.worlds.find(world) for world in made.worlds] == list(range(216))
    assert "6·4" not in made
    assert "6·4·7" not in made


@given(tables())
@examples(30)
def test_where_some_variables_are_atoms_the_worlds_are_named_by_what_is_true(table: Table) -> None:
    made = model(table)
    own = [*(f"x={value}" for value in (1, 2, 3)), "y=red", "y=blue", "p", "q"]
    for position, world in enumerate(made.worlds):
        assert world.split("·") == [atom for atom in own if made.holds(atom, at=world)]
        assert made.worlds.find(world) == position
    assert "x=1" not in made
    assert 5 not in made.worlds


def test_a_world_where_no_atom_is_true_is_named_by_the_atoms_that_are_false() -> None:
    made = model(Table((("p", ()), ("q", ())), (("a", ("p",)),)))
    assert sorted(made.worlds) == ["p", "p·q", "q", "~p·~q"]
    assert not made.holds("p | q", at="~p·~q")


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_every_operator_can_be_asked_of_a_table(engine: str) -> None:
    made = model(DICE, engine)
    assert made.holds("K_1 die2=4 & ~K_2 die2=4 & Kv_1 die3 & ~Kv_2 die2 & Kv_2 die1")
    assert made.holds("C (Kv_1 die2) & C ~Kv_3 die1 & ~C die1=6 & D die2=4 & E_{1,2} ~low")
    assert made.holds("[low?] K_3 ~low & <die2=4 | die2=5> (B_2>=1/2 die2=4 & ~K_3 die1=6)")
    assert made.degree("3", "low") == Fraction(1, 2)


def test_a_model_of_a_table_is_saved_and_pickled(tmp_path: Path) -> None:
    made = model(DICE)
    assert made.holds("K_1 low | K_1 ~low")
    made.save(tmp_path / "model.json")
    assert KripkeModel.load(tmp_path / "model.json") == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert len(pickle.dumps(made)) < 20_000


def test_tables_that_differ_in_the_actual_values_alone_share_what_is_known() -> None:
    other = replace(DICE, actual={"die1": 1, "die2": 1, "die3": 1})
    assert situation(DICE) is situation(other)
    assert model(other).actual == "1·1·1"
    assert model(replace(DICE, actual={"die1": 1, "die2": 1})).actual is None


def test_one_more_defined_atom_computes_nothing_anew_but_itself() -> None:
    more = replace(DICE, defined=(*DICE.defined, ("pair", "die1=1 & die2=1")))
    before, after = situation(DICE), situation(more)
    assert after.ground is before.ground
    assert all(after.structure.valuation[atom] is where for atom, where in before.structure.valuation.items())
    assert all(after.structure.relations[agent] is seen for agent, seen in before.structure.relations.items())
    assert before.classes("2") is after.classes("2")
    for question in ("K_2 low", "E_{1,2} die2=4", "C low", "[low?] K_3 low"):
        assert before._where(question) is after._where(question)


def test_a_player_asks_at_any_world_that_agrees_with_what_she_sees() -> None:
    asked = situation(DICE)
    place = asked.place({"die1": 6})
    assert asked.ground.worlds[place].startswith("6·")
    assert sorted(asked.possible("2", place)) == asked.column("die1=6").nonzero()[0].tolist()
    assert [asked.degree("2", each, place) for each in ("low", "die2=4")] == [0, Fraction(1, 6)]
    with pytest.raises(GameError, match="no world"):
        situation(replace(DICE, law="die1=1")).place({"die1": 6})
    with pytest.raises(GameError, match="did you mean 'die1'"):
        asked.place({"dei1": 6})


def test_an_atom_defined_anew_is_not_answered_from_memory() -> None:
    high = replace(DICE, defined=(("low", "die1=6"),))
    for _ in range(2):
        assert model(DICE).count("low") == 108
        assert model(high).count("low") == 36
        assert situation(DICE).degree("3", "low", 0) == Fraction(1, 2)
        assert situation(high).degree("3", "low", 0) == Fraction(1, 6)
    above = (("above", "~low"),)
    assert model(replace(DICE, defined=DICE.defined + above)).count("above") == 108
    assert model(replace(high, defined=high.defined + above)).count("above") == 180


def test_who_observes_a_defined_atom_sees_what_it_means_now() -> None:
    observing = replace(DICE, observes=(("3", ("low",)),))
    redefined = replace(observing, defined=(("low", "die1=6"),))
    assert len(model(observing).possible("3")) == 108
    assert len(model(redefined).possible("3")) == 36


def test_a_deal_of_52_cards_is_a_model_of_diagrams() -> None:
    cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    players = ("N", "E", "S", "W")
    law = deal(cards, dict.fromkeys(players, 13), name="{card}={player}")
    table = Table(
        variables=tuple((card, players) for card in cards),
        observes=tuple((player, tuple(f"{card}={player}" for card in cards)) for player in players),
        law=law,
        actual={card: players[i % 4] for i, card in enumerate(cards)},
    )
    made = model(table)
    assert isinstance(made, SymbolicModel)
    assert made.count() == 53_644_737_765_488_792_839_237_440_000
    assert made.holds("K_N SA=N & ~Kv_E SA & M_E SA=W")
    assert made.degree("E", "SA=N") == Fraction(1, 3)


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_law_may_be_a_constraint_that_is_no_formula(engine: str) -> None:
    roles = tuple(f"saboteur({name})" for name in "abcde")
    table = Table(
        variables=tuple((role, ()) for role in roles),
        observes=tuple((name, (f"saboteur({name})",)) for name in "abcde"),
        law=exactly(2, roles),
        actual={role: role in roles[:2] for role in roles},
    )
    made = model(table, engine)
    assert made.count("true") == 10
    assert made.degree("a", "saboteur(b)") == Fraction(1, 4)
    assert made.holds("K_a ~K_a saboteur(b)")


def test_a_strict_law_over_many_values_is_listed_when_asked() -> None:
    table = Table(
        variables=tuple((f"card{i}", ("ann", "bob", "deck")) for i in range(12)),
        observes=(("ann", ()),),
        law=tuple(f"card{i}=deck" for i in range(11)),
    )
    assert LISTED < 3**12
    assert isinstance(model(table), SymbolicModel)
    assert set(model(table, "explicit").worlds) == {"deck·" * 11 + who for who in ("ann", "bob", "deck")}
    with pytest.raises(TooLarge):
        model(replace(table, law="true"), "explicit")


def test_what_is_held_possible_of_what_others_hold_possible_is_told_to_any_depth() -> None:
    made = model(DICE)
    assert perspectives(made, ["2"]) == made.possible("2")
    assert perspectives(made, ["2", "1"]) == {frozenset({world}) for world in made.possible("2")}
    assert perspectives(made, ["1", "2"]) == {made.possible("2")}
    assert perspectives(made, ["3", "2"]) == {made.possible("2", f"{die}·1·1") for die in range(1, 7)}
    deep = perspectives(made, ["2", "3", "1"])
    assert {world for cells in deep for cell in cells for world in cell} == {
        world for world in made.worlds if made.holds(f"M_2 M_3 M_1 ({_named(world)})")
    }


def _named(world: str) -> str:
    return " & ".join(f"die{die}={value}" for die, value in enumerate(world.split("·"), 1))


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_what_is_known_is_listed_as_formulas(engine: str) -> None:
    made, names = model(DICE, engine), ("die1", "die2", "die3")
    assert [each.to_ascii() for each in known(made, "2", names)] == [
        "K_2 die1=6", "K_2 K_1 die1=6", "K_2 ~K_3 die1=6"
    ]  # fmt: skip
    assert known(made, "3", names) == ()
    assert [each.to_ascii() for each in common(made, names)][:2] == ["C Kv_1 die1", "C Kv_2 die1"]
    assert made.holds("C ~Kv_3 die1")
    with pytest.raises(GameError, match="no actual world"):
        known(model(replace(DICE, actual={}), engine), "1", names)


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_what_is_known_of_atoms_is_listed_too(engine: str) -> None:
    roles = (("spy(a)", ()), ("spy(b)", ()))
    observes = (("a", ("spy(a)",)), ("b", ("spy(a)", "spy(b)")))
    made = model(Table(roles, observes, actual={"spy(a)": True, "spy(b)": False}), engine)
    names = [name for name, _ in roles]
    assert [each.to_ascii() for each in known(made, "b", names)] == [
        "K_b spy(a)", "K_b K_a spy(a)", "K_b ~spy(b)", "K_b ~K_a ~spy(b)"
    ]  # fmt: skip
    assert [each.to_ascii() for each in common(made, names)] == [
        "C spy(a)", "C Kw_a spy(a)", "C Kw_b spy(a)", "C Kw_b spy(b)"
    ]  # fmt: skip
    assert [each for each in ("spy(a)", "spy(b)") for player in "ab" if made.holds(f"C ~Kw_{player} {each}")] == [
        "spy(b)"
    ]


def test_a_memory_that_is_full_is_begun_anew_and_answers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.knowing.ground.REMEMBERED", 2)
    ground = Ground(DICE.variables)
    asked = situation.__wrapped__(DICE)
    for face in (1, 2, 3, 4, 5, 6, 1, 2):
        assert asked.column(f"K_2 die1={face}").sum() == 36
        assert len(ground.where(f"die1={face}", ground.atoms)) == 36
        assert [asked.degree("3", said, 7) for said in (f"die1={face}", "low")] == [Fraction(1, 6), Fraction(1, 2)]


def test_contradictions_of_a_table_are_named() -> None:
    x = (("x", (1, 2)),)
    with pytest.raises(GameError, match="no combination"):
        model(Table(x, (), "x=1 & x=2"))
    with pytest.raises(GameError, match="do not satisfy the law"):
        model(Table(x, (), "x=1", actual={"x": 2}))
    with pytest.raises(GameError, match="expected 1 or 2"):
        model(Table(x, (), actual={"x": 3}))
    with pytest.raises(GameError, match="twice"):
        model(Table((*x, ("x=1", ())), ()))
    with pytest.raises(GameError, match="already"):
        model(Table(x, (), defined=(("x=1", "true"),)))
    with pytest.raises(GameError, match="engine 'fast'"):
        model(Table(x, ()), "fast")
    with pytest.raises(UnknownAtom, match="did you mean"):
        model(Table(x, (("a", ("x=l",)),)))
    with pytest.raises(ModelError, match="not boolean"):
        model(Table(x, (("a", ("K_a x=1",)),)))
    with pytest.raises(UnknownAgent):
        situation(Table(x, ())).degree("a", "x=1", 0)


@given(tables(), st.lists(QUESTIONS, min_size=1, max_size=4, unique=True))
@examples(60)
def test_queries_of_a_situation_are_those_of_the_model(table: Table, questions: list[object]) -> None:
    """Each is asked twice, so that the second answer is a kept one."""
    asked, made = situation(table), model(table)
    for position, world in [*enumerate(made.worlds)] * 2:
        held = [made.holds(question, world) for question in questions]
        assert [asked.holds(question, position) for question in questions] == held
        assert asked.holding(tuple(questions), position).tolist() == held
        for agent in "abc":
            for question in questions:
                assert asked.degree(agent, question, position) == made.degree(agent, question, world)


def test_a_kept_answer_is_not_given_for_other_knowers() -> None:
    told = replace(DICE, observes=(("1", ("die1", "die2", "die3")), ("2", ("die1", "die2")), ("3", ())))
    for _ in range(2):
        for table in (DICE, told):
            for question in ("K_2 die2=4", "Kv_2 die2", "E_{1,2} low", "C (Kv_2 die2)", "[low] K_2 die1=4"):
                assert situation(table).column(question).sum() == model(table).count(question)


def test_a_kept_answer_about_a_value_is_not_given_for_other_values() -> None:
    """``Kv_3 size`` speaks of the atoms ``size=...``, which a table defines, though the formula does not name them."""
    one, other = (
        replace(DICE, observes=(("3", ("die1",)),), defined=(("size=1", f"die{die}=1"), ("size=2", f"~die{die}=1")))
        for die in (1, 2)
    )
    for _ in range(2):
        assert situation(one).column("Kv_3 size").sum() == 216
        assert situation(other).column("Kv_3 size").sum() == 0


def test_a_player_may_consider_more_worlds_possible_than_a_list_shows() -> None:
    dice = tuple((f"die{number}", tuple(range(7))) for number in range(5))
    table = Table(dice, (("ann", ("die0",)), ("bob", ())), actual=dict.fromkeys([name for name, _ in dice], 3))
    assert Knower(table, "bob").possibilities() == 7**5
    assert Knower(table, "ann").possibilities() == 7**4
    assert len(perspectives(model(table), ["bob"])) == 7**5


def test_a_player_is_not_told_who_does_not_know_a_value() -> None:
    state = (
        registry.game("bluff_poker").rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 6 4 2", "bid 651"])
    )
    knower = Knower(registry.game("bluff_poker").table(state), "bob")
    assert [str(each) for each in knower.common()] == ["C Kv_ann die1", "C Kv_ann die2", "C Kv_ann die3"]
