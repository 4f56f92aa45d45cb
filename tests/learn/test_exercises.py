"""Exercises are solvable, of the stated difficulty, no two alike, and marked with reasons."""

import cProfile
import json
import re
from itertools import combinations, islice

import pytest
from effort import share

from kripke.data.wording import world_text
from kripke.models.kripke_model import KripkeModel
from kripke.prove.clock import Clock
from learn.exercises.arguments import droppable
from learn.exercises.english import sentence
from learn.exercises.exercise import AnswerError
from learn.exercises.paths import Refutation
from learn.exercises.registry import KINDS, SEEDS, bucket, made_of, make
from learn.exercises.small_models import meaning
from logic.clauses import Not
from logic.errors import EpistemicError
from logic.parser import parse
from whoknows import kinds, mark
from whoknows import make as face_make

KIND = pytest.mark.parametrize("kind", KINDS)
LEVEL = pytest.mark.parametrize("difficulty", [1, 2, 3])
WRONG = {
    "name_worlds": "p & ~p",
    "translate": "true",
    "build_model": {"worlds": {"w": []}},
    "countermodel": {"worlds": {"w": []}},
    "find_fault": {"step": 1, "world": "s"},
    "choose_announcement": "true",
    "derive": "1. p & ~p  PL",
    "frame_properties": {"choice": 0, "worlds": ["w0", "w0", "w0", "w0"]},
    "common_knowledge_path": {"choice": 0, "worlds": ["s", "s"]},
    "common_belief": "1",
    **dict.fromkeys(("proof_gap", "proof_fault", "write_proof"), "1. p & ~p  trueI"),
}
"""Kind -> a wrong answer; of the other kinds the empty one."""


def made(kind):
    """One exercise of the kind, the same for all tests."""
    return make(kind, 0, 1)


def sample(exercise):
    """The sample answer as plain data, as it stands in a file."""
    return exercise.model_dump()["answer"]


def require_good(kind, seed, difficulty):
    exercise = make(kind, seed, difficulty)
    assert (exercise.kind, exercise.difficulty, exercise.measure()) == (kind, difficulty, difficulty)
    assert exercise.mark(sample(exercise)).right
    return exercise.model_dump_json()


@KIND
@LEVEL
def test_an_exercise_is_solved_by_its_sample_answer_and_has_its_difficulty(kind, difficulty):
    require_good(kind, difficulty - 1, difficulty)


@pytest.mark.slow
@KIND
@LEVEL
def test_256_seeds_give_good_exercises_no_two_alike(kind, difficulty):
    assert len({require_good(kind, seed, difficulty) for seed in range(SEEDS)}) == SEEDS


HEAVY = [
    ("derive", 1, 32),
    ("derive", 3, 1),
    ("choose_announcement", 2, 41),
    ("name_worlds", 3, 35),
    ("find_fault", 3, 208),
]
"""Kind, difficulty, seed: exercises that once took longer than an answer of the page may, or did not exist."""
CALLS = 5_000_000
"""Calls of Python functions, about a second; an answer of the page may take 2.3 s."""


def calls_to_make(kind, difficulty, seed):
    profile = cProfile.Profile(builtins=False)
    profile.runcall(made_of.__wrapped__, KINDS[kind], seed, difficulty)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize(("kind", "difficulty", "seed"), HEAVY)
def test_an_exercise_is_made_with_little_work(kind, difficulty, seed):
    assert calls_to_make(kind, difficulty, seed) < CALLS


@pytest.mark.slow
@KIND
@LEVEL
def test_the_exercises_of_all_seeds_are_made_with_little_work(kind, difficulty):
    assert max(calls_to_make(kind, difficulty, seed) for seed in range(1, 201, 10)) < CALLS


@KIND
def test_seeds_of_different_buckets_are_not_alike(kind):
    """What `make` promises: a draft is accepted by the seed of its bucket alone."""
    from random import Random

    rng = Random(kind)
    drafts = [draft for _ in range(600) for draft in islice(KINDS[kind].drafts(rng, 1), 1)]
    assert len({bucket(likeness) for likeness, *_ in drafts}) > 0.6 * SEEDS
    assert len({likeness for likeness, *_ in drafts}) >= 200


@KIND
def test_the_same_seed_gives_the_same_exercise_even_where_time_is_over_at_once(kind, monkeypatch):
    expected = made(kind)
    monkeypatch.setattr(Clock, "spent", 1e9)
    again = made_of.__wrapped__(KINDS[kind], 0, 1)
    assert again == expected
    assert again.model_dump_json() == expected.model_dump_json()


@KIND
def test_an_exercise_survives_a_file(kind):
    exercise = made(kind)
    again = KINDS[kind].model_validate(json.loads(exercise.model_dump_json()))
    assert again.public() == exercise.public()
    assert again.mark(sample(exercise)).right


@KIND
def test_a_wrong_answer_says_why(kind):
    marks = made(kind).mark(WRONG.get(kind, []))
    assert not marks.right
    assert marks.earned >= 0 or issubclass(KINDS[kind], Refutation)
    assert marks.earned < marks.of
    assert all(row.says for row in marks.rows)


@KIND
@pytest.mark.parametrize("answer", [None, 3, "K_", {"x": 1}, ["nowhere"], "p" * 5000, {"worlds": 1}, [[[]]], True])
def test_answers_of_the_wrong_type_are_refused_or_wrong(kind, answer):
    try:
        marks = made(kind).mark(answer)
    except EpistemicError:
        return
    assert not marks.right


def test_the_kinds_are_named_made_and_marked_from_the_face():
    assert list(kinds()) == list(KINDS)
    assert all(trains.startswith("to ") for trains in kinds().values())
    exercise = face_make("read_picture")
    assert exercise == make("read_picture", 1, 2)
    assert mark(exercise, exercise.answer) == exercise.mark(sample(exercise))


@KIND
def test_there_are_hints_and_a_task(kind):
    exercise = made(kind)
    assert len(exercise.hints()) >= 2
    assert exercise.task
    assert exercise.public()["trains"] == kinds()[kind]


def test_the_answer_is_not_shown():
    for kind in KINDS:
        assert "answer" not in made(kind).public()


def test_the_hidden_frame_is_not_shown():
    exercise = made("hidden_frame")
    assert "model" not in exercise.public()
    assert "relations" not in json.dumps(exercise.public())


def test_formulas_about_the_hidden_frame_are_answered():
    frame = {"worlds": {"u": [], "v": []}, "relations": {"a": {"edges": [["u", "v"], ["v", "v"]]}}}
    hidden = KINDS["hidden_frame"](frame=frame, properties=("reflexive", "serial", "transitive"), answer=(1, 2))
    assert [hidden.ask(axiom) for axiom in ("K_a p -> p", "K_a p -> M_a p", "K_a p -> K_a K_a p")] == [
        False,
        True,
        True,
    ]
    marks = hidden.mark([0, 1])
    assert [row.right for row in marks.rows] == [False, True, False]
    with pytest.raises(EpistemicError, match="Kv"):
        hidden.ask("Kv_a x")


def two_worlds(**more):
    model = {"worlds": {"s": ["p"], "t": []}, "relations": {"a": {"partition": [["s", "t"]]}}, "actual": "s"}
    return {"model": model} | more


def test_a_formula_true_at_the_wrong_worlds_is_explained_there():
    exercise = KINDS["name_worlds"](**two_worlds(worlds=("s",), answer="p"))
    (row,) = exercise.mark("~p").rows
    assert (row.earned, row.of) == (0, 2)
    assert "s" in row.says
    assert row.why


def test_a_stronger_formula_earns_a_part_and_shows_a_counterexample():
    exercise = KINDS["translate"](
        sentence="Ann knows whether it rains.", words={"rain": "it rains"}, agents=("ann",), answer="Kw_ann rain"
    )
    assert exercise.mark("K_ann rain | K_ann ~rain").right
    (row,) = exercise.mark("K_ann rain").rows
    assert (row.earned, row.of) == (1, 3)
    assert row.model.holds("Kw_ann rain & ~K_ann rain")
    (row,) = exercise.mark("~K_ann rain").rows
    assert row.earned == 0
    with pytest.raises(EpistemicError, match="agent 'bob'"):
        exercise.mark("K_bob rain")


@pytest.mark.parametrize(("text", "word"), [("false", "never"), ("rain -> rain", "always"), ("rain & ~rain", "never")])
def test_a_formula_that_says_nothing_earns_nothing_though_it_implies_or_follows(text, word):
    exercise = KINDS["translate"](
        sentence="Ann knows whether it rains.", words={"rain": "it rains"}, agents=("ann",), answer="Kw_ann rain"
    )
    (row,) = exercise.mark(text).rows
    assert row.earned == 0
    assert f"{word} true" in row.says
    assert row.model.holds("Kw_ann rain") == (word == "never")


def test_a_model_that_is_not_one_of_the_logic_earns_the_other_points():
    exercise = KINDS["countermodel"](formula="p -> K_a p", answer=two_worlds()["model"])
    assert exercise.mark(two_worlds()["model"]).right
    serial = two_worlds()["model"] | {"relations": {"a": {"edges": [["s", "t"], ["t", "t"]]}}}
    marks = exercise.mark(serial)
    assert [row.right for row in marks.rows] == [False, True]
    assert "reflexive" in marks.rows[0].why[0]
    assert "actual" in exercise.mark(two_worlds()["model"] | {"actual": None}).rows[0].says


def test_a_witness_belongs_to_the_wrong_step():
    lines = [{"formula": "p"}, {"formula": "K_a p", "of": [1]}, {"formula": "p", "of": [2]}]
    exercise = KINDS["find_fault"](**two_worlds(lines=lines, answer={"step": 2, "world": "s"}))
    assert exercise.measure() == 1
    assert exercise.mark({"step": 2, "world": "s"}).right
    assert [row.earned for row in exercise.mark({"step": 2, "world": "t"}).rows] == [1, 0]
    assert "premise" in exercise.mark({"step": 1, "world": "s"}).rows[0].says
    assert "is right" in exercise.mark({"step": 3, "world": "s"}).rows[0].says


def test_a_step_from_three_lines_and_a_secret_between_three_agents_list_them():
    lines = [{"formula": "p"}, {"formula": "q"}, {"formula": "p -> q"}, {"formula": "K_a p", "of": [1, 2, 3]}]
    model = {"worlds": {"s": ["p", "q"], "t": []}, "relations": {"a": {"partition": [["s", "t"]]}}}
    exercise = KINDS["find_fault"](lines=lines, model=model, answer={"step": 4, "world": "s"})
    assert "lines 1, 2 and 3 are true" in exercise.mark({"step": 4, "world": "s"}).rows[0].says
    agents = {agent: {"partition": [["s", "t"]]} for agent in "abc"}
    model = {"worlds": {"s": ["p"], "t": []}, "relations": agents, "actual": "s"}
    lie = KINDS["after_lie"](model=model, said="~p", to=["a", "b", "c"], statements=["B_a ~p", "p"], answer=(0, 1))
    assert "to a, b and c alone" in lie.task


def test_what_is_announced_must_be_true():
    exercise = KINDS["choose_announcement"](**two_worlds(goals=["K_a p"], answer="p"))
    assert exercise.mark("p").right
    assert exercise.mark("~p").earned == 0
    assert exercise.mark("p | ~p").earned == 0


def test_worlds_that_should_not_be_left_cost_points():
    exercise = KINDS["predict"](**two_worlds(announce=["p"], answer=("s",)))
    assert exercise.mark(["s"]).right
    (row,) = exercise.mark(["s", "t"]).rows
    assert row.earned == 0
    assert "t does not stay" in row.says


def test_a_world_that_stays_is_explained_where_the_actual_world_does_not_stay():
    model = {"worlds": {"t": [], "s": ["p"]}, "relations": {"a": {"partition": [["s", "t"]]}}, "actual": "s"}
    exercise = KINDS["predict"](model=model, announce=["~p"], answer=("t",))
    (row,) = exercise.mark(["s"]).rows
    assert row.says.startswith("t stays")


def test_a_degree_is_read_as_people_write_it():
    exercise = made("common_belief")
    marks = [exercise.mark(text) for text in ("1/2", "½", "0.5", "0,5", ".5", "50 %")]
    assert marks.count(marks[0]) == len(marks)
    for text in ("1e-99999999", "𝟙e9999999", "half", "1/0", "-1/2", "2½", ""):
        with pytest.raises(AnswerError, match="expected a number from 0 to 1") as error:
            exercise.mark(text)
        assert str(error.value).endswith(f"got {text or 'nothing'}")


@pytest.mark.parametrize(("value", "same"), [(0.5, "1/2"), (1.0, "1"), (2 / 3, "2/3"), (0.15, "3/20"), (1, "1")])
def test_a_degree_may_be_a_number_and_is_the_simplest_fraction_of_that_value(value, same):
    exercise = made("common_belief")
    assert exercise.mark(value) == exercise.mark(same)
    for other in (float("nan"), float("inf"), -0.5, True):
        with pytest.raises(AnswerError, match=f"such as 2/3, 0.5 or 50%, got {other}"):
            exercise.mark(other)


def test_a_rounded_degree_is_told_that_the_exact_fraction_is_wanted():
    model = two_worlds()["model"] | {"weights": {"a": {"s": "1/2", "t": "1/4"}}}
    exercise = KINDS["common_belief"](model=model, words={"p": "it rains"}, statement="p", answer="2/3")
    assert exercise.mark(2 / 3).right
    for rounded in ("0.6667", 0.6667, "0.666666666666"):
        assert "the exact fraction is wanted" in exercise.mark(rounded).rows[0].says
    assert "exact" not in exercise.mark("1/3").rows[0].says


def test_a_formula_as_deep_as_is_read_is_said_in_words():
    deep = sentence(parse("~" * 1_000 + "(K_a p & ~Kw_b p)"), {"not p": "it is dry"})
    assert deep.count("it is not the case that") == 1_000
    assert deep.endswith("that both A knows that “p” is so and B does not know whether “p” is so")
    assert sentence(parse("K_a ~p"), {"not p": "it is dry"}) == "A knows that it is dry"


def test_a_lie_is_believed():
    exercise = KINDS["after_lie"](**two_worlds(said="~p", statements=["B_a ~p", "p", "B_a p"], answer=(0, 1)))
    assert exercise.mark([0, 1]).right
    marks = exercise.mark([2])
    assert marks.earned == -3
    assert isinstance(marks.rows[-1].model, KripkeModel)


CLAIM = {"words": {"p": "it rains"}, "statements": [{"formula": "p"}, {"formula": "K_a p"}], "answer": [0]}
NOBODY = {"model": {"worlds": {"s": ["p"], "t": []}}, "answer": {"choice": 0, "worlds": ["s"]}}
VALID = [{"formula": "p"}, {"formula": "p", "of": [1]}]
BAD = [
    ("name_worlds", two_worlds(worlds=("x",), answer="p"), r"worlds: .* s and t, got x"),
    ("name_worlds", two_worlds(worlds=("s",), answer="p") | {"model": {"worlds": {"s": [], "t": []}}}, "bisimilar"),
    ("predict", two_worlds(announce=["p & ~p"], answer=("s",)), "cannot be announced"),
    ("build_model", {"formulas": ["p & ~p"], "answer": two_worlds()["model"]}, "no model of S5"),
    ("countermodel", {"formula": "p | ~p", "answer": two_worlds()["model"]}, "no model of S5"),
    ("choose_announcement", two_worlds(goals=["K_a ~p"], answer="p"), "no announcement"),
    ("find_fault", two_worlds(lines=VALID, answer={"step": 2, "world": "s"}), "wrong ones"),
    ("read_picture", two_worlds(**CLAIM | {"statements": [{"formula": "p", "at": "nix"}]}), "no world nix"),
    ("runs", two_worlds(**CLAIM), "expected a relation 'next'"),
    ("ranks", two_worlds(**CLAIM | {"statements": [{"formula": "p"}, {"formula": "~K_a p"}]}), "all choices hold"),
    ("bisimilar", two_worlds(pairs=[["s", "t"], ["s", "x"]], answer=[]), "pairs.1: the model has no world x"),
    ("translate", {"sentence": "x", "words": {"p": "x"}, "agents": ("a",), "answer": "p | ~p"}, "always true"),
    ("frame_properties", NOBODY | {"properties": ["serial", "symmetric"]}, "expected an agent"),
    ("common_knowledge_path", NOBODY | {"words": {}, "statements": ["p | ~p", "~p"]}, "one actual world"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "fields", "message"), BAD)
def test_exercises_without_a_solution_are_found(kind, fields, message):
    with pytest.raises(EpistemicError, match=message):
        KINDS[kind](**fields).measure()


@pytest.mark.parametrize(
    ("kind", "answer", "says"),
    [
        ("common_belief", "\ud800", "a number from 0 to 1"),
        ("predict", ["\ud800"], "a text of whole characters"),
        ("predict", "s", '["u", "v"]'),
        ("read_picture", "a", "[0, 2]"),
        ("find_fault", [1, "w"], '{"step": 2, "world": "w"}'),
        ("frame_properties", {"choice": 0, "worlds": []}, '{"choice": 1, "worlds": ["u", "v"]}'),
        ("proof_gap", "", "1. | p  assume"),
        ("derive", "p", "1. K_a p -> p  T"),
    ],
)
def test_an_answer_in_another_form_says_how_it_is_written(kind, answer, says):
    with pytest.raises(EpistemicError) as refusal:
        mark(made(kind), answer)
    assert says in str(refusal.value)


def test_an_unknown_kind_names_the_known_ones():
    with pytest.raises(EpistemicError, match="name_worlds"):
        KINDS["name_world"]
    with pytest.raises(KeyError, match=r"expected name_worlds, .* or \w+$"):
        KINDS["name"]


def test_a_derivation_is_marked_line_by_line():
    exercise = KINDS["derive"](goal="p -> M_a p", answer="1. K_a ~p -> ~p  T\n2. p -> M_a p  PL 1")
    assert exercise.mark(exercise.answer).right
    marks = exercise.mark("1. K_a ~p -> ~p  T\n2. p -> ~K_a ~p  PL 1\n3. p -> M_a p  MP 1")
    assert [row.earned for row in marks.rows] == [1, 0]
    assert marks.rows[0].why
    with pytest.raises(EpistemicError):
        exercise.mark("because")


@pytest.mark.parametrize("goal", ["K_a q", "M_a q"])
@pytest.mark.parametrize(
    ("kind", "text", "earned"),
    [
        ("derive", "1. p -> p  PL", 0),
        ("derive", "1. K_a q  premise\n2. K_a q  PL 1", 0),
        ("derive", "1. K_a q  premise\n2. K_a p  PL 1\n3. K_a p | q  PL 2", 0),
        ("derive", "1. K_a q  premise\n2. true  PL", 0),
        ("derive", "1. p -> p  PL\n2. K_a (p -> p)  Nec 1", 0),
        ("derive", "1. K_a q  premise\n2. K_a q -> q  T\n3. q  MP 2,1", 2),
        ("write_proof", "1. | p  assume", 0),
        ("write_proof", "1. K_a q  premise\n2. q  T 1", 2),
        ("write_proof", "1. | p  assume\n2. p -> p  ->I 1-1", 2),
    ],
)
def test_lines_earn_points_when_one_leads_on_from_the_premises_or_an_assumption(kind, text, earned, goal):
    exercise = KINDS[kind](goal=goal + " | K_a p", premises=("K_a q",), answer="")
    assert [row.earned for row in exercise.mark(text).rows] == [earned, 0]


DRAWN = [
    ("translate", "answer"),
    ("say_in_english", "formula"),
    ("build_model", "formulas"),
    ("countermodel", "formula"),
    ("reach_goal", "goal"),
]


@pytest.mark.parametrize(("kind", "field"), DRAWN)
@LEVEL
def test_no_part_of_a_formula_that_is_made_can_be_dropped(kind, field, difficulty):
    for seed in range(share(6, 2)):
        exercise = make(kind, 54_000 + seed, difficulty)
        given, logic = getattr(exercise, field), getattr(exercise, "logic", "S5")
        formulas = given if isinstance(given, tuple) else (given,)
        for formula in formulas:
            assert droppable(formula, [other for other in formulas if other != formula], logic) is None


@pytest.mark.parametrize(
    ("text", "given", "shorter"),
    [
        ("~Kw_a p | M_a p", [], "false | M_a p"),
        ("p & K_a (q | p & q)", [], "p & K_a (q | false)"),
        ("p -> K_a q & M_a ~q", [], "p -> false"),
        ("C_{a,b} K_a p", [], "C_{a,b} p"),
        ("E_{a,b} K_a p", [], "E_{b} K_a p"),
        ("Kw_a q | s", ["q & ~s"], "Kw_a q | false"),
        ("Kw_a q | s", ["q"], None),
        ("K_a (p | q) & ~K_a p", [], None),
    ],
)
def test_a_part_that_can_be_dropped_is_found(text, given, shorter):
    found = droppable(parse(text), [*map(parse, given)])
    assert found == (shorter and parse(shorter))


@pytest.mark.parametrize("kind", ["ranks", "read_picture", "runs"])
@LEVEL
def test_no_statement_says_the_same_as_another_one_or_the_opposite(kind, difficulty):
    for seed in range(58_000, 58_000 + share(10, 3)):
        claims = make(kind, seed, difficulty).statements
        said = {(meaning(each.formula), each.at) for each in claims}
        assert len(said) == len(claims)
        assert not said & {(meaning(Not(each.formula)), each.at) for each in claims}


def test_formulas_mean_the_same_whatever_the_order_of_operands_and_the_place_of_negations():
    assert meaning(parse("~EX (p | ~q)")) == meaning(parse("AX (q & ~p)")) != meaning(parse("EX (p | ~q)"))
    assert meaning(parse("K_a (p -> q)")) == meaning(parse("~M_a (~q & p)")) != meaning(parse("K_a (q -> p)"))


@LEVEL
def test_no_two_statements_of_a_path_say_the_same(difficulty):
    for seed in range(90_200, 90_200 + share(10, 3)):
        statements = make("common_knowledge_path", seed, difficulty).statements
        assert len(set(map(meaning, statements))) == len(statements)


@LEVEL
def test_the_reasons_after_a_lie_name_worlds_that_agents_consider_possible(difficulty):
    for seed in range(51_200, 51_200 + share(10, 3)):
        exercise = make("after_lie", seed, difficulty)
        for line in (line for number in range(5) for line in exercise.why(number)):
            if found := re.search(r"at (\S+), (\w) considers (\S+) possible", line):
                at, agent, seen = (each.partition("·")[0] for each in found.groups())
                assert seen in map(world_text, exercise.model.possible(agent, at=at))


@pytest.mark.parametrize(("kind", "answer"), [("predict", ["nix"]), ("after_lie", [0, 12]), ("hidden_frame", [-1])])
def test_an_answer_that_names_nothing_is_refused(kind, answer):
    with pytest.raises(AnswerError, match=r"there is no (world|statement|property) "):
        made(kind).mark(answer)


def test_a_difficulty_that_does_not_exist_is_refused() -> None:
    with pytest.raises(EpistemicError, match=r"^name_worlds: difficulty 9: expected 1, 2 or 3"):
        make("name_worlds", seed=7, difficulty=9)


@pytest.mark.parametrize("value", ["x", 1.5, 1.0, True, None])
def test_a_seed_and_a_difficulty_are_whole_numbers_even_if_an_equal_one_is_in_the_cache(value: object) -> None:
    make("predict", seed=1, difficulty=1)
    for name, expected in (("seed", "a whole number"), ("difficulty", "1, 2 or 3")):
        with pytest.raises(EpistemicError, match=f"{name} {value!r}: expected {expected}"):
            make("predict", **{"seed": 1, "difficulty": 1, name: value})


@pytest.mark.parametrize("seed", [9, 23, 25, 56])
def test_event_models_to_choose_from_look_different(seed):
    shown = [KripkeModel.from_dict(picture) for picture in make("event_model", seed, 1).public()["pictures"]]
    assert all(one != other for one, other in combinations(shown, 2))


@pytest.mark.parametrize("given", [(["predict"], 1, 1), ("predict", [1], 1), ("predict", 1, {1})])
def test_values_that_cannot_be_cached_are_refused_as_others(given):
    with pytest.raises(EpistemicError, match=r"expected|did you mean 'predict'"):
        make(*given)
