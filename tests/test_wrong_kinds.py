"""An object of the wrong kind is an error of ours, which says what was expected."""

import numpy as np
import pytest

import whoknows
from games.registry import read_spec
from logic.errors import EpistemicError
from whoknows import (
    Event,
    EventModel,
    KripkeModel,
    SymbolicModel,
    UnknownAtom,
    UnknownWorld,
    draw,
    draw_board,
    draw_product,
    draw_sameness,
    draw_sequence,
    draw_update,
    dumps_event_model,
    exactly,
    game,
    loads_event_model,
    observation_model,
    parse,
    plot_counts,
    plot_mind,
    private_change,
    public_change,
    save_event_model,
)

M = KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, actual="w")
S = SymbolicModel(["p"])
K = parse("K_a p")
EVENTS = EventModel({"e": Event("p")}, {"a": [("e", "e")]})


def proof():
    return whoknows.prove("K_a p -> p")


WRONG = {
    "a board of a number": (lambda: draw_board(3), "draw_board 3: expected a state of a game"),
    "a board of a model": (lambda: draw_board(M), "expected a state of a game"),
    "a number as an event model": (lambda: save_event_model(3, "e.json"), "event model 3: expected an EventModel"),
    "a model as an event model": (lambda: dumps_event_model(M), "expected an EventModel, got KripkeModel"),
    "a table of a number": (lambda: game("bluff_poker").model(3), "model of 3: expected a state of Bluff Poker"),
    "a table of another game": (
        lambda: game("bluff_poker").model(game("saboteur").rules().start()),
        "expected a state of Bluff Poker",
    ),
    "a game that is a number": (lambda: game(3), r"game 3: expected.* name of a game"),
    "a path that is a number": (lambda: KripkeModel.load(3), "file 3: expected its path"),
    "a path for diagrams": (lambda: SymbolicModel.load(3), "file 3: expected its path"),
    "a path to write to": (lambda: M.save(3), "file 3: expected its path"),
    "atoms": (lambda: observation_model(3, {}), "atoms 3: expected a list"),
    "observations": (lambda: observation_model(["p"], 3), "observes 3: expected a mapping"),
    "an engine": (lambda: observation_model(["p"], {}, engine=3), "engine 3: no such engine"),
    "a structure": (lambda: KripkeModel.of(3), "structure 3: expected a Structure"),
    "a knowledge structure": (lambda: SymbolicModel.of(M), "expected a KnowledgeStructure"),
    "a private change by a formula": (lambda: private_change(post=K, to=["a"]), "expected what changes"),
    "a public change by a formula": (lambda: public_change(post=K), "expected what changes"),
    "too few parts of a formula": (lambda: whoknows.K("p"), r"K\('p'\): expected the parts agent, sub; .* is None"),
    "no parts of a formula": (lambda: whoknows.Atom(), r"Atom\(\): expected the parts name$"),
    "too many parts": (lambda: whoknows.And("p", "q", "r"), "expected the parts left, right; conj joins any number"),
    "an unknown part": (lambda: whoknows.Announce("p", to="a"), r"Announce\('p', to='a'\): .* statement, sub, group$"),
    "a limit of paths": (lambda: M.unravel(3, limit=None), r"limit None: expected.* number of paths"),
    "a limit of worlds": (lambda: KripkeModel.from_observations(["p"], {}, limit="h"), "limit 'h': expected"),
    "an atom that is a list": (lambda: KripkeModel({"w": [["p"]]}, {}), "world 'w': expected names of atoms"),
    "an atom of a partition model": (lambda: KripkeModel.s5({"w": [["p"]]}, {"a": [["w"]]}), "expected names of atoms"),
    "a game that is a list": (lambda: game(["a"]), r"expected.* name of a game"),
    "a picture's path that is a number": (lambda: draw(M, 3), r"path 3: expected.* path of a file"),
    "a picture's path that is bytes": (lambda: draw(M, b"x.svg"), r"path b'x.svg': expected.* path of a file"),
    "a plot's path": (lambda: plot_counts({"all": [2, 1]}, 3), r"path 3: expected.* path of a file"),
    "an event file's path": (lambda: save_event_model(EVENTS, None), "file None: expected its path"),
    "an event file's name": (lambda: loads_event_model("h", source={"a"}), "source {'a'}: expected the name"),
    "captions of an update": (lambda: draw_update(M, M, captions=None), "captions=None: expected two texts"),
    "captions that are numbers": (lambda: draw_update(M, M, captions=(1, 2)), "expected two texts"),
    "captions of a comparison": (lambda: draw_sameness(M, M, captions=3), "captions=3: expected two texts"),
    "captions of a product": (lambda: draw_product(M, EVENTS, captions=3), "captions=3: expected three texts"),
    "an event of a product": (lambda: draw_product(M, EVENTS, event=["e"]), r"event \['e'\]: there is no such event"),
    "a step of counts": (lambda: plot_counts({"all": [2, 1]}, steps=[0, 1]), r"steps \[0, 1\]: expected 2 names"),
    "a step that is no list": (lambda: draw_sequence(M, steps="K_a p"), "steps 'K_a p': expected a list of changes"),
    "a graph with steps": (lambda: draw_sequence(M.to_networkx(), steps=["p"]), "expected a model, got <networkx"),
    "minds": (lambda: plot_mind(3, "a", steps=["start"]), r"minds 3: expected a list.* models"),
    "steps": (lambda: plot_mind([M], "a", steps=3), r"steps 3: expected a list.*texts"),
    "a step that is a number": (lambda: plot_mind([M], "a", steps=[3]), "steps: expected texts, got 3"),
    "an event of a constraint": (lambda: M.update(exactly(1, ["p"]), event="e"), "event 'e': only an event model has"),
    "a limit of edges": (lambda: M.to_networkx(limit="h"), "limit 'h': expected.* number of edges"),
    "a number of states": (lambda: S.has_at_most(1.5), "states 1.5: expected.* number of states"),
    "no nodes for a count": (lambda: S.count_within("p", 0), "nodes 0: expected the capacity"),
    "axioms that are a number": (lambda: proof().derivation(axioms=3), "axioms 3: expected a list of axioms, such as"),
    "axioms that are a text": (lambda: proof().derivation(axioms="KT"), "axioms 'KT': expected a list of axioms"),
    "a depth of a tree of proofs": (lambda: proof().to_dot(depth="x"), "depth 'x': expected a whole number from 0"),
    "a depth of a tree of reasons": (lambda: M.explain(K).to_dot(depth=-1), "depth -1: expected a whole number from 0"),
    "lines of a derivation": (lambda: proof().derivation().first("x"), "count 'x': expected a whole number from 0"),
    "a flag of the prover": (lambda: whoknows.prove("p", smallest="no"), "smallest 'no': expected True or False"),
    "a flag of a translation": (lambda: whoknows.dumps_tptp("p", modal="no"), "modal 'no': expected True or False"),
    "a flag without observers": (lambda: whoknows.Action("x", "p", per_state="no"), "per_state 'no': expected True or"),
    "letters": (lambda: whoknows.simplify("p", letters="x"), "letters 'x': expected a whole number from 0"),
    "letters of a normal form": (lambda: whoknows.cnf("p", letters="x"), "letters 'x': expected a whole number"),
    "a limit of clauses": (lambda: whoknows.dnf("p", limit="x"), "limit 'x': expected a whole number"),
    "a limit of steps": (lambda: whoknows.steps("p", "nnf", limit=None), "limit None: expected a whole number"),
    "a limit of a reduction": (lambda: whoknows.eliminate_announcements("p", limit="x"), "limit 'x': expected a whole"),
    "tests of a program": (lambda: whoknows.Run("?p ; a", 3, "p"), "tests 3: expected a list of formulas"),
    "a test of a program": (lambda: whoknows.Run("?p ; a", parse("p"), "p"), r"tests parse\('p'\): expected a list"),
    "a resolution of a picture": (
        lambda: whoknows.draw_mind(M, "a", dpi="x"),
        "dpi='x': expected a whole number of dots",
    ),
    "overlays": (lambda: draw_sequence([M], overlays="no"), "overlays 'no': expected True or False"),
    "titles": (lambda: whoknows.beside(M, titles=3), "titles 3: expected a list of texts"),
    "a title of a plot": (lambda: plot_counts({"all": [2, 1]}, title=3), "title 3: expected a text"),
    "notes of a plot": (lambda: plot_counts({"all": [2, 1]}, notes=True), "notes True: expected steps from 0 to 1"),
    "a file of planning that is a number": (lambda: whoknows.load_epddl("x", 3), "file 3: expected its path"),
    "atoms of a comparison": (lambda: draw_sameness(M, M, compare=True), "atoms True: expected a list such as"),
    "a class as new names": (
        lambda: M.rename(worlds=object),
        "worlds <class 'object'>: TypeError.* expected a function",
    ),
    "an agent that is a list": (
        lambda: whoknows.eliminate_announcements("p", agents=[[]]),
        r"agent \[\]: expected a name",
    ),
    "variables that are a formula": (lambda: SymbolicModel(["p"], variables=K), "expected names with their values"),
    "hearers that are a formula": (lambda: whoknows.lie("p", revising=K), "revising .*: expected agents such as"),
    "steps that are a formula": (lambda: draw_sequence(M, steps=K), "steps .*: expected a list of changes"),
    "a capacity for a count": (lambda: S.count_within("p", "h"), "nodes 'h': expected the capacity"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_object_of_the_wrong_kind_is_named_with_what_was_expected(name):
    work, words = WRONG[name]
    with pytest.raises(EpistemicError, match=words) as raised:
        work()
    assert isinstance(raised.value, ValueError)


PAIR = np.array(["a", "b"])
WITH_PAIR = {
    "K": lambda: whoknows.K(PAIR, "p"),
    "BAtLeast": lambda: whoknows.BAtLeast(PAIR, 0.5, "p"),
    "BGiven": lambda: whoknows.BGiven(PAIR, "q", "p"),
    "lie": lambda: whoknows.lie("p", by=PAIR),
    "answering": lambda: whoknows.answering("p", by=PAIR),
    "encoding": lambda: SymbolicModel(["p"], encoding=PAIR),
    "variables": lambda: SymbolicModel(["p"], variables=PAIR),
    "detail": lambda: M.check("p").explain(detail=PAIR),
    "format": lambda: M.dumps(format=PAIR),
    "form": lambda: dumps_event_model(EVENTS, form=PAIR),
    "to": lambda: whoknows.steps("p", to=PAIR),
    "boxes": lambda: parse("p", boxes=PAIR),
    "engine": lambda: observation_model(["p"], {}, engine=PAIR),
    "steps": lambda: draw_sequence([M], steps=PAIR),
}


@pytest.mark.parametrize("name", WITH_PAIR)
def test_an_array_where_a_single_name_is_expected_is_an_error_of_ours(name):
    with pytest.raises(EpistemicError):
        WITH_PAIR[name]()


def test_an_array_is_read_as_the_list_of_its_entries():
    array, atoms = np.array(["p", "q"]), ["p", "q"]
    for build in (KripkeModel.from_observations, SymbolicModel):
        assert build(atoms, observes={}, actual=array) == build(atoms, observes={}, actual=atoms)
    assert KripkeModel({0: {"p"}, 1: set()}, {}, actual=np.array([0, 1])).actual == {0, 1}
    with pytest.raises(UnknownWorld, match="no world 0; there is 'w'"):
        KripkeModel({"w": {"p"}}, {}, actual=np.array([0, 1]))
    for say in (whoknows.lie, whoknows.bluff, whoknows.truthful, whoknows.believed_announcement):
        assert say("p", by="c", revising=PAIR) == say("p", by="c", revising=["a", "b"])
    assert draw_sequence(M, steps=np.array(["p", "K_a p"])) == draw_sequence(M, steps=["p", "K_a p"])


def test_a_limit_that_no_float_can_express_is_as_no_limit():
    huge = 10**400
    assert whoknows.prove("K_a p -> p", time=huge)
    assert whoknows.successful("p", time=huge)
    assert whoknows.plan(M, [whoknows.Action("tell", "p")], "K_a p", timeout=huge)
    assert len(SymbolicModel(["p"], observes={"a": []}, actual={"p"}).some_possible("a", 2**70)) == 2


@pytest.mark.parametrize("world", [K, np.arange(2)])
def test_a_formula_or_an_array_is_no_world(world):
    for ask in (lambda: M.at(world), lambda: M.holds("p", at=world), lambda: M.without(world)):
        with pytest.raises(UnknownWorld, match="there is 'w'"):
            ask()


def test_a_number_is_no_atom_that_has_another_name():
    for model in (M, SymbolicModel(["p"])):
        with pytest.raises(UnknownAtom, match=r"atom 1: expected the name .* 'p'"):
            model.rename(atoms={1: "q"})


def weighed(number):
    return KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, weights={"a": {"w": number, "v": 1}})


NUMBERS = {
    "a weight": lambda n: weighed(n(1)).weights("a"),
    "digits of weights": lambda n: weighed(0.123).rounded(n(1)).weights("a"),
    "a rank": lambda n: KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, ranks={"a": {"w": n(1)}}).dumps(),
    "a world": lambda n: KripkeModel({1: {"p"}}, {}).holds("p", at=n(1)),
    "a number of times": lambda n: repr(whoknows.EIterated(["a"], n(1), "p")),
    "a depth": lambda n: (len(M.unravel(n(1), limit=n(100))), len(M.generated(depth=n(1)))),
    "a depth of reasons": lambda n: str(M.explain("K_a p", depth=n(1), size=n(1))),
    "a count": lambda n: SymbolicModel(["p", "q"], law=exactly(n(1), ["p", "q"])).count("true"),
    "nodes": lambda n: (S.count_within("p", n(1)), S.has_at_most(n(1))),
    "a hand": lambda n: whoknows.deal(["x", "y"], {"a": n(1), "b": 1}),
    "a cost": lambda n: repr(whoknows.Action("x", "p", cost=n(1)).cost),
    "limits": lambda n: len(whoknows.explore(M, {"x": EVENTS}, states=n(9), memory=n(10**9), seconds=n(9))),
    "a time": lambda n: bool(whoknows.prove("p -> p", time=n(1))),
    "a seed": lambda n: whoknows.make("predict", seed=n(1), difficulty=n(1)),
    "a flag": lambda n: whoknows.peek("p", by="a", noticed=n is int or np.True_).frame,
    "values of a variable": lambda n: whoknows.System({"a": ["n"]}, {"n": [n(0), n(1)]}).description,
    "options of a picture": lambda n: draw(M, max_worlds=n(1), dpi=n(96), width=n(4), timeout=n(20)),
    "options of a game": lambda n: repr(
        game("cheat").rules(hand=n(5), ranks=n(13), passing=n is int or np.True_).options()
    ),
}


@pytest.mark.parametrize("kind", [np.int64, np.int32])
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_numpy_are_taken_where_those_of_python_are(name, kind):
    assert NUMBERS[name](kind) == NUMBERS[name](int)


def test_an_agents_parameter_without_a_value_is_shown_with_one():
    with pytest.raises(EpistemicError, match="expected name=value, such as k=1"):
        read_spec("source(k)")


def test_a_value_without_a_name_is_not_shown_as_the_name_of_a_parameter():
    with pytest.raises(EpistemicError, match="expected name=value, such as name=1"):
        read_spec("source(0.3)")


def test_a_wrong_weight_is_one_error_and_not_two() -> None:
    with pytest.raises(EpistemicError, match=r"a.*'w': weight 2: expected.*0 to 1") as caught:
        KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, weights={"a": {"w": 2}})
    assert caught.value.__context__ is None
