"""EPDDL files are read, grounded and bounded."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from kripke.change.event import EventModel
from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.plan.answers import Plan
from kripke.plan.epddl import formulas
from kripke.plan.epddl.loading import load_epddl
from kripke.plan.problem import Problem
from logic.clauses import Atom
from logic.errors import TooLarge
from logic.parser import parse
from tests.plan.epddl_texts import DOMAIN, LIBRARY, PROBLEM, loads_epddl

FREE = "(define (problem p) (:requirements :del :finitary-S5-theories :facts) (:agents a b) (:init (p)) (:goal (p)))"


def coin(problem: str = PROBLEM, domain: str = DOMAIN, **options: Any) -> Problem:
    return loads_epddl(domain, problem, LIBRARY, **options)


def small(events: str = "", problem: str = FREE, *libraries: str, **options: Any) -> Problem:
    """A domain with the atoms p and q, the fact r, and what is given."""
    needs = ":del :lists :list-comprehensions :facts :common-knowledge :conditional-effects"
    head = f"(define (domain d) (:requirements {needs}) (:predicates (p) (q) (has ?i - agent) (:fact r ?x - agent))"
    return loads_epddl(f"{head} {events})", problem, *libraries, **options)


def action(problem: Problem, name: str) -> Action:
    return next(each for each in problem.actions if each.name == name)


def effect(effects: str, **options: Any) -> dict[str, str]:
    """The postconditions that effects of an event give, as texts."""
    problem = small(f"(:event e :effects {effects}) (:action x :action-type (basic (e)))", **options)
    events = action(problem, "x").events
    assert events is not None
    return {atom: str(to) for atom, to in events.events["e"].post.items()}


def goal(formula: str, **options: Any) -> str:
    return str(small("", FREE.replace("(:goal (p))", f"(:goal {formula})"), **options).goal)


def test_a_domain_a_problem_and_a_library_become_a_model_actions_and_a_goal() -> None:
    problem = coin()
    assert problem.name == "coin-1"
    assert len(problem.model) == 2
    assert problem.model.holds("heads & ~Kw_ann heads & ~Kw_bob heads & C in(ann,hall)")
    assert [each.name for each in problem.actions] == [
        "look_ann", "look_bob", "go_ann_hall_attic", "go_ann_attic_hall", "go_bob_hall_attic", "go_bob_attic_hall"
    ]  # fmt: skip
    assert problem.goal == parse("K_ann heads & K_bob Kw_ann heads")


def test_the_problem_is_solved_by_meeting_before_looking() -> None:
    plan = coin().plan()
    assert isinstance(plan, Plan)
    assert len(plan.steps) == 2
    assert plan.steps[1] == "look_ann"


def test_who_sees_an_action_depends_on_the_world() -> None:
    look = action(coin(), "look_ann")
    assert isinstance(look.change, Observed)
    assert [kind for _, kind in look.change.sees["bob"]] == ["Notices", "Blind"]
    model = coin().model
    assert model.update(look).holds("K_ann heads & K_bob ~Kw_ann heads")
    both = model.update(action(coin(), "go_bob_attic_hall"))
    assert both.update(look).holds("K_ann heads & K_bob Kw_ann heads & ~Kw_bob heads")


def test_actions_that_rigid_facts_rule_out_are_left_out_and_counted() -> None:
    assert "6 of 8" not in " ".join(coin().notes)
    assert any(re.search(r"4 of 8 ground actions of go can never happen", note) for note in coin().notes)


def test_names_are_plain_texts_so_that_a_problem_can_be_pickled() -> None:
    problem = coin()
    content = pickle.dumps(problem)
    assert b"lark" not in content
    again = pickle.loads(content)
    assert again.goal == problem.goal
    assert [each.name for each in again.actions] == [each.name for each in problem.actions]


def test_the_acting_agent_is_the_first_agent_among_the_parameters() -> None:
    assert [each.by for each in coin().actions[:2]] == ["ann", "bob"]


@pytest.mark.parametrize(
    ("formula", "meaning"),
    [
        ("([a] (p))", "K_a p"),
        ("(<a> (p))", "M_a p"),
        ("([Kw. a] (p))", "Kw_a p"),
        ("(<Kw. a> (p))", "¬Kw_a p"),
        ("([All] (p))", "E p"),
        ("([(a b)] (p))", "E p"),
        ("([(:forall (?i - agent | (/= ?i a)) (?i))] (p))", "K_b p"),
        ("(<All> (p))", "¬E ¬p"),
        ("([Kw. All] (p))", "Kw_a p ∧ Kw_b p"),
        ("(<Kw. All> (p))", "¬(Kw_a p ∧ Kw_b p)"),
        ("([C. All] (p))", "C p"),
        ("([C. a] (p))", "C_{a} p"),
        ("(<C. All> (p))", "¬C ¬p"),
        ("(imply (p) (or (q) (p)))", "p → q ∨ p"),
        ("(and)", "⊤"),
        ("(or)", "⊥"),
        ("(and (p) (p) (true))", "p"),
        ("(forall (?i - agent) (has ?i))", "has(a) ∧ has(b)"),
        ("(exists (?i - agent | (/= ?i a)) (has ?i))", "has(b)"),
        ("(forall (?i ?j - agent | (= ?i ?j)) ([?i] (has ?j)))", "K_a has(a) ∧ K_b has(b)"),
        ("(exists (?i - agent) (r ?i))", "⊥"),
        ("(imply (r a) (p))", "⊤"),
        ("([a] (not (false)))", "⊤"),
    ],
)
def test_formulas_of_epddl_are_ours(formula: str, meaning: str) -> None:
    assert goal(formula) == meaning


def test_a_group_in_a_diamond_is_the_dual_of_its_box_or_as_plank_all_of_them() -> None:
    assert goal("(<(a b)> (p))") == "¬E ¬p"
    assert goal("(<(a b)> (p))", as_plank=True) == "M_a p ∧ M_b p"
    assert goal("(<Kw. All> (p))", as_plank=True) == "¬Kw_a p ∧ ¬Kw_b p"
    notes = small("", FREE.replace("(:goal (p))", "(:goal (<(a b)> (p)))")).notes
    assert any("the dual of [G]" in note for note in notes)


@pytest.mark.parametrize(
    ("effects", "post"),
    [
        ("(p)", {"p": "⊤"}),
        ("(not (p))", {"p": "⊥"}),
        ("(:and (p) (not (q)))", {"p": "⊤", "q": "⊥"}),
        ("(when (q) (p))", {"p": "q ∨ p"}),
        ("(when (q) (not (p)))", {"p": "p ∧ ¬q"}),
        ("(iff (q) (p))", {"p": "q"}),
        ("(iff (q) (not (p)))", {"p": "¬q"}),
        ("(:and (when (q) (p)) (when (has a) (not (p))))", {"p": "q ∨ p ∧ ¬has(a)"}),
        ("(:forall (?i - agent) (when (q) (:and (has ?i) (not (p)))))",
         {"has(a)": "q ∨ has(a)", "p": "p ∧ ¬q", "has(b)": "q ∨ has(b)"}),
        ("(when (r a) (p))", {}),
        ("()", {}),
    ],
)  # fmt: skip
def test_effects_become_postconditions(effects: str, post: dict[str, str]) -> None:
    assert effect(effects) == post


def test_plank_makes_false_what_only_when_makes_true() -> None:
    assert effect("(when (q) (p))", as_plank=True) == {"p": "q"}


def test_an_explicit_state_may_have_several_designated_worlds_and_any_relation() -> None:
    init = """(:init :worlds (u v w) :relations (a (:forall (?x ?y - world | (/= ?x ?y)) (?x ?y)) b (:and (u u) (v v)))
      :labels (u (p) v (:and (p) (q) (:forall (?i - agent) (has ?i)))) :designated (u v))"""
    problem = small("", FREE.replace("(:init (p))", init))
    model = problem.model
    assert model.actual == frozenset({"u", "v"})
    assert model.holds("p & M_a ~p & K_b p")
    assert not model.holds("has(a)", at="u")
    assert model.holds("has(a) & has(b)", at="v")
    assert model.holds("K_b false", at="w")
    assert not any("no relation" in note for note in problem.notes)


def test_an_agent_without_a_relation_considers_nothing_possible_and_a_note_says_so() -> None:
    init = "(:init :worlds (u) :relations (a (u u)) :labels () :designated (u))"
    problem = small("", FREE.replace("(:init (p))", init))
    assert problem.model.holds("K_b false & ~K_a false")
    assert any("no relation is given for b" in note for note in problem.notes)


def test_a_theory_is_a_law_with_observed_formulas_and_several_actual_worlds() -> None:
    theory = """(:init (:and (p) ([C. All] (or (p) (q))) ([C. All] ([a] (has a))) ([C. All] ([Kw. a] (imply (p) (q))))
      (:forall (?i - agent) ([C. All] ([Kw. ?i] (has b))))))"""
    model = small("", FREE.replace("(:init (p))", theory)).model
    assert len(model) == 6
    assert isinstance(model.actual, frozenset)
    assert len(model.actual) == 4
    assert model.holds("C (has(a) & (p | q)) & C (Kw_a (p -> q) & Kw_a has(b) & Kw_b has(b)) & ~Kw_b q")


def test_a_theory_of_many_atoms_with_few_worlds_is_listed_at_once() -> None:
    agents = " ".join(f"a{number}" for number in range(60))
    one = "(forall (?i ?j - agent | (/= ?i ?j)) (not (and (has ?i) (has ?j))))"
    theory = f"(:init (:and ([C. All] {one}) (has a7) ([C. All] (and (p) (q)))))"
    problem = small("", FREE.replace("(:agents a b)", f"(:agents {agents})").replace("(:init (p))", theory))
    assert len(problem.model) == 61
    assert problem.model.holds("has(a7) & ~has(a8)")


def test_a_theory_of_very_many_worlds_keeps_its_diagrams() -> None:
    agents = " ".join(f"a{number}" for number in range(40))
    theory = (
        "(:init (:and (p) (q) (forall (?i - agent) (has ?i)) (:forall (?i - agent) ([C. All] ([Kw. ?i] (has ?i))))))"
    )
    problem = small("", FREE.replace("(:agents a b)", f"(:agents {agents})").replace("(:init (p))", theory))
    assert problem.model.count("true") == 2**42
    assert problem.model.holds("K_a3 has(a3) & ~Kw_a3 has(a4)")


def test_ignorance_in_a_theory_must_follow_from_it_and_plank_ignores_it() -> None:
    theory = "(:init (:and (p) ([C. All] ([Kw. a] (p))) ([C. All] (<Kw. a> (p)))))"
    text = FREE.replace("(:init (p))", theory)
    with pytest.raises(ValueError, match=r"contradicts itself: ¬Kw_a p is not common knowledge"):
        small("", text)
    problem = small("", text, as_plank=True)
    assert problem.model.holds("Kw_a p")
    assert any("not used, as in plank" in note for note in problem.notes)


def test_groups_are_named_in_the_problem_and_usable_as_agents_are() -> None:
    head = FREE.replace(
        "(:agents a b)", "(:agents a b c) (:agent-groups (G (a b)) (H (:forall (?i - agent | (/= ?i a)) (?i))))"
    )
    problem = small("", head.replace("(:goal (p))", "(:goal (and ([G] (p)) ([C. H] (q)) ([(G c)] (p))))"))
    assert problem.goal == parse("E_{a,b} p & C_{b,c} q & E p")
    each = small("", head.replace("(:goal (p))", "(:goal (forall (?g - agent-group) ([C. ?g] (p))))"))
    assert each.goal == parse("C_{a,b} p & C_{b,c} p")


def test_an_empty_group_observes_nothing_and_knows_everything() -> None:
    head = FREE.replace("(:agents a b)", "(:agents a b) (:agent-groups (G ()))")
    problem = small(
        OBSERVED.format("(:and (G One) (default Two))"), head.replace("(:goal (p))", "(:goal ([G] (q)))"), TWO
    )
    assert str(problem.goal) == "⊤"
    change = action(problem, "x_a").change
    assert isinstance(change, EventModel)
    assert change.seen("a", "e") == ("e", "f")


def test_a_domain_may_have_no_atoms() -> None:
    text = "(define (problem p) (:requirements :finitary-S5-theories) (:agents a) (:init (true)) (:goal (true)))"
    assert len(loads_epddl("(define (domain d))", text).model) == 1


OBSERVED = """(:event e) (:event f) (:action x :parameters (?i - agent)
  :action-type (two (e) (f)) :observability-conditions {})"""
TWO = """(define (action-type-library two) (:requirements :del :lists) (:action-type two :events (?e ?f)
  :observability-types (One Two)
  :relations (One (:and (?e ?e) (?f ?f)) Two (:forall (?x ?y - event) (?x ?y))) :designated (?e)))"""


def observers(conditions: str, **options: Any) -> Any:
    change = action(small(OBSERVED.format(conditions), FREE, TWO, **options), "x_a").change
    if isinstance(change, Observed):
        return {agent: [(str(c), kind) for c, kind in entries] for agent, entries in change.sees.items()}
    assert isinstance(change, EventModel)
    return {agent: change.seen(agent, "e") for agent in change.agents}


def test_observers_without_conditions_are_a_plain_event_model() -> None:
    assert observers("(:and (?i One) (default Two))") == {"a": ("e",), "b": ("e", "f")}


def test_conditions_are_asked_in_turn_and_the_default_stands_for_a_missing_else() -> None:
    assert observers("(:and (b (if (p) One else-if (q) Two else One)) (default One))") == {
        "b": [("p", "One"), ("q", "Two"), ("⊤", "One")]
    }
    assert observers("(:and (b (if (p) One)) (default Two))") == {"b": [("p", "One"), ("⊤", "Two")]}
    assert observers("(:and (b (if (r b) One else Two)) (default Two))") == {"a": ("e", "f"), "b": ("e", "f")}


def test_plank_takes_the_last_kind_whose_own_condition_holds_at_all_actual_worlds() -> None:
    conditions = "(:and (b (if (p) One else Two)) (default One))"
    assert observers(conditions, as_plank=True) == {"b": [("¬p", "Two"), ("p", "One"), ("⊤", "One")]}
    change = action(small(OBSERVED.format(conditions), FREE, TWO, as_plank=True), "x_a").change
    assert isinstance(change, Observed)
    assert change.per_state


def test_an_agent_that_is_called_like_a_kind_is_read_by_kind() -> None:
    problem = small(
        OBSERVED.format("(:and (?i One) (default Two))"), FREE.replace("(:agents a b)", "(:agents a Two)"), TWO
    )
    change = action(problem, "x_a").change
    assert isinstance(change, Observed)
    assert {agent: [kind for _, kind in kinds] for agent, kinds in change.sees.items()} == {
        "a": ["One"],
        "Two": ["Two"],
    }


def test_an_event_used_twice_is_two_events() -> None:
    text = """(:event e :parameters (?i - agent) :precondition (has ?i))
      (:action x :parameters () :action-type (two (e a) (e b)) :observability-conditions (default One))"""
    problem = small(text, FREE, TWO)
    events = action(problem, "x").events
    assert events is not None
    assert {name: str(event.pre) for name, event in events.events.items()} == {"e_e": "has(a)", "e_f": "has(b)"}
    assert any("twice" in note for note in problem.notes)


def test_an_event_has_the_values_that_the_action_passes_and_in_plank_those_of_its_own_variables() -> None:
    text = """(:event e :parameters (?i - agent) :precondition (has ?i))
      (:action x :parameters (?i ?j - agent) :action-type (basic (e ?j)))"""
    for as_plank, who in ((False, "b"), (True, "a")):
        problem = small(text, as_plank=as_plank)
        events = action(problem, "x_a_b").events
        assert events is not None
        assert events.events["e"].pre == Atom(f"has({who})")
        assert any("?i of the event e" in note for note in problem.notes)


def test_agents_with_hyphens_have_names_that_formulas_can_say() -> None:
    problem = small(
        "",
        FREE.replace("(:agents a b)", "(:agents robot-1 robot_1)").replace(
            "(:goal (p))", "(:goal ([robot-1] (has robot-1)))"
        ),
    )
    assert set(problem.model.agents) == {"robot_1_", "robot_1"}
    assert problem.goal.agents == {"robot_1_"}
    assert problem.goal.atoms == {"has(robot-1)"}
    assert any("robot-1 is called robot_1_" in note for note in problem.notes)


def test_subtypes_are_members_of_their_supertypes() -> None:
    types = "(:types animal - object dog cat - animal)"
    domain = f"(define (domain d) {types} (:predicates (p ?x - animal)) (:constants rex - dog tom - cat x))"
    init = "(:init :worlds (w) :relations (a (w w)) :labels () :designated (w))"
    goal = "(:goal (forall (?x - (either dog cat)) (p ?x)))"
    problem = f"(define (problem p) (:requirements :del) (:agents a) {init} {goal})"
    read = loads_epddl(domain, problem)
    assert read.goal == Atom("p(rex)") & Atom("p(tom)")
    assert set(read.model.atoms) == {"p(rex)", "p(tom)"}


def test_a_missing_requirement_is_a_note_with_its_place() -> None:
    problem = loads_epddl(
        "(define (domain d) (:predicates (p)))", "(define (problem p) (:agents a) (:init (p)) (:goal (not (p))))"
    )
    assert [note.partition("needs ")[2].partition(",")[0] for note in problem.notes] == [
        ":finitary-S5-theories",
        ":negative-goals",
    ]


NEEDS = {
    "(:types t)": ":typing",
    "(:action-type-libraries two)": ":partial-observability",
    "(:predicates (z ?x - (either agent object)))": ":typing",
    "(:predicates (:fact z))": ":facts",
    "(:event e :effects (p))": ":ontic-actions",
    "(:event e :effects (when (p) (q)))": ":conditional-effects :ontic-actions",
    "(:event e :effects (iff (or (p) (q)) (q)))": ":conditional-effects :disjunctive-postconditions :ontic-actions",
    "(:event e :precondition (not (p)))": ":negative-preconditions",
    "(:event e :precondition (forall (?i - agent | (not (= ?i ?i))) ([Kw. ?i] (p))))":
        ":equality :knowing-whether :list-comprehensions :modal-preconditions :negative-list-formulas "
        ":universal-preconditions",
    "(:event e :precondition ([C. All] (p)))": ":common-knowledge :group-modalities :modal-preconditions",
    "(:event e :effects (:and (p) (q)))": ":lists :ontic-actions",
    "(:event e) (:action x :action-type (basic (e)))": "",
    "(:event e) (:action x :action-type (basic (e)) :observability-conditions (default Fully))":
        ":partial-observability",
}  # fmt: skip


@pytest.mark.parametrize("text", NEEDS)
def test_each_part_needs_its_requirement(text: str) -> None:
    domain = f"(define (domain d) (:predicates (p) (q)) {text})"
    notes = loads_epddl(domain, FREE, TWO).notes
    assert " ".join(sorted(re.findall(r"needs (:[\w-]+)", " ".join(notes)))) == NEEDS[text]


def test_a_domain_that_names_libraries_or_a_library_with_several_designated_events_needs_requirements() -> None:
    stripped = [re.sub(r"\(:requirements[^)]*\)", "", text) for text in (DOMAIN, PROBLEM, LIBRARY)]
    notes = " ".join(loads_epddl(*stripped).notes)
    for file, keyword in (
        ("domain", ":partial-observability"), ("library", ":multi-pointed-models"), ("library", ":events-conditions"),
        ("problem", ":finitary-S5-theories"), ("problem", ":facts"), ("domain", ":existential-obs-conditions"),
    ):  # fmt: skip
        assert re.search(rf"the {file}, line \d+, column \d+: this needs {keyword}", notes), (file, keyword)


def test_only_a_condition_of_variables_is_a_list_comprehension() -> None:
    init = "(:init :worlds (u v) :relations (a (u u) b (v v)) :labels (u (p) v (p)) :designated (u))"
    assert not any("comprehension" in note for note in loads_epddl(
        "(define (domain d) (:predicates (p)) (:event e) (:event f) (:action x :action-type (two (e) (f)) "
        ":observability-conditions (default One)))", FREE.replace("(:init (p))", init), TWO,
    ).notes)  # fmt: skip


def test_requirements_include_others() -> None:
    head = (
        "(define (problem p) (:requirements {}) (:agents a) (:init (p)) (:goal (or (not (p)) ([C. All] ([(a)] (p))))))"
    )
    for included in (
        ":finitary-S5-theories :general-goals",
        ":finitary-S5-theories :general-formulas",
        ":del :finitary-S5-theories",
    ):
        assert not loads_epddl("(define (domain d) (:predicates (p)))", head.format(included)).notes
    notes = loads_epddl("(define (domain d) (:predicates (p)))", head.format(":finitary-S5-theories :speed")).notes
    assert any("there is no requirement :speed" in note for note in notes)
    assert sum("needs" in note for note in notes) == 3


# ------------------------------------------------------------------------------------------------------------- files


def written(folder: Path, **texts: str) -> dict[str, Path]:
    paths = {name: folder / f"{name}.epddl" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text)
    return paths


def test_libraries_that_the_domain_names_are_found_beside_it_and_above(tmp_path: Path) -> None:
    inner = tmp_path / "domains" / "coin"
    inner.mkdir(parents=True)
    paths = written(inner, domain=DOMAIN, problem=PROBLEM)
    with pytest.raises(
        ValueError,
        match=r"there is no file seeing\.epddl beside the files(.|\n)*:action-type-libraries seeing(.|\n)*\^",
    ):
        load_epddl(paths["domain"], paths["problem"])
    (tmp_path / "libraries").mkdir()
    written(tmp_path / "libraries", seeing=LIBRARY)
    assert len(load_epddl(paths["domain"], paths["problem"]).actions) == 6


def test_a_library_may_be_given_and_a_json_file_may_name_all(tmp_path: Path) -> None:
    paths = written(tmp_path, domain=DOMAIN, problem=PROBLEM, l=LIBRARY)
    assert len(load_epddl(*paths.values()).actions) == 6
    spec = tmp_path / "coin.json"
    spec.write_text('{"domain": "domain.epddl", "problem": "problem.epddl", "action-type-libraries": ["l.epddl"]}')
    assert len(load_epddl(spec).actions) == 6
    spec.write_text('{"domain": "domain.epddl", "problem": 3}')
    with pytest.raises(ValueError, match=r"problem: expected a text, got 3"):
        load_epddl(spec)


def test_files_in_the_wrong_order_are_refused_with_the_order(tmp_path: Path) -> None:
    paths = written(tmp_path, domain=DOMAIN, problem=PROBLEM)
    with pytest.raises(
        ValueError, match=r"problem\.epddl: .*file of the kind problem, expected domain(.|\n)*domain first"
    ):
        load_epddl(paths["problem"], paths["domain"])


def test_a_domain_alone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"give the files of both"):
        load_epddl(written(tmp_path, domain=DOMAIN)["domain"])


def test_a_problem_of_another_domain_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the domain here is d(.|\n)*\(:domain coin\)"):
        loads_epddl("(define (domain d))", PROBLEM)


# ---------------------------------------------------------------------------------------------------------- mistakes

MISTAKES = {
    "(:predicats (z))": "unexpected ':predicats'(.|\n)*did you mean ':predicates'",
    "(:event e :precondition (implies (p) (q)))": "did you mean 'imply'",
    "(:event e :precondition (has ?x))": "there is no variable '\\?x'",
    "(:event e :precondition (has c))": "there is no entity 'c'",
    "(:event e :precondition (hat a))": "there is no predicate 'hat'(.|\n)*did you mean 'has'",
    "(:event e :precondition (has))": "has takes 1 argument, got 0",
    "(:event e :parameters (?x) :precondition (has ?x))": "argument 1 of has: \\?x has the type object, expected agent",
    "(:event e :parameters (?x - agnt))": "there is no type 'agnt'(.|\n)*did you mean 'agent'",
    "(:event e :precondition (forall (?i - agent | (has ?i)) (p)))": "has is not a rigid fact(.|\n)*:fact",
    "(:event e :precondition (forall (?i - agent | ([?i] (r ?i))) (p)))": "no modalities",
    "(:event e :effects (r a))": "r is a rigid fact, which no event changes",
    "(:event e) (:event e)": "e is declared twice as an event",
    "(:action x :action-type (basic (e)))": "there is no event 'e'",
    "(:event e) (:action x :action-type (basic (e a)))": "e takes 0 parameters, got 1",
    "(:event e) (:action x :action-type (basic (e) (e)))": "its type has 1 events, got 2",
    "(:event e) (:action x :action-type (public (e)))": "there is no action type 'public'(.|\n)*library",
    "(:event e) (:action x :action-type (basic (e)) :observability-conditions (default Fuly))":
        "there is no kind of observation 'Fuly'(.|\n)*'Fully'",
    "(:event e) (:action x :action-type (basic (e)) :observability-conditions (a Fully))":
        "x: no entry says how b observes it(.|\n)*default",
    "(:types t - u u - t)": "supertype of itself",
    "(:predicates (p))": "p is declared twice as a predicate",
    "(:types t u v - (either t u))": "t has 2 types, expected one",
    "(:types - t)": "unexpected '-'(.|\n)*expected '\\)' or a name",
    "(:goal (p))": ":goal is no section of the kind domain(.|\n)*move it to the problem",
    "(:event e :precondition (p)": "never closed",
    "(:event either)": "either is a word of the language: choose another name",
    "(:event e :effects (and (p) (q)))": "write :and: lists have :and and :forall",
    "(:event e :precondition (:and (p) (q)))": "write and: lists",
    "(:event e :precondition ([Kw a] (p)))": "write Kw. with a point",
    "(:event e :precondition {p})": "unexpected '{'",
}  # fmt: skip


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_shown_with_its_place_and_a_way_out(text: str) -> None:
    with pytest.raises(ValueError, match=MISTAKES[text]) as error:
        small(text)
    assert re.search(r"the domain: column \d+: ", str(error.value))
    assert re.search(r"\n +\^", str(error.value))


PROBLEMS = {
    "(:goal (q))": "column 110: there are 2 sections :goal(.|\n)*\\^(.|\n)*join them in one, such as \\(:goal",
    "(:init (p)) (:init (p))": "there are 3 sections :init",
    "(:facts-init (p))": "p is no rigid fact",
    "(:agent-groups (G (z)))": "there is no entity 'z'",
    "(:objects a)": "a is declared twice as an entity",
}


@pytest.mark.parametrize("text", PROBLEMS)
def test_a_mistake_in_a_problem_is_shown_with_its_place(text: str) -> None:
    with pytest.raises(ValueError, match=PROBLEMS[text]):
        small("", f"{FREE[:-1]} {text})")


STARTS = {
    "([C. All] (false))": "no world satisfies what is common knowledge",
    "(:and (p) (not (p)))": "no world satisfies what is said without",
    "(:and ([a] (p)))": "no formula of a theory(.|\n)*\\[C. All\\]",
    "([C. All] ([C. All] (p)))": "no formula of a theory",
    "([C. All] (<a> (p)))": "no formula of a theory",
    "([C. All] (and (p) ([a] (p))))": "no formula of a theory",
    ":worlds (w w) :relations () :labels () :designated (w)": "w is declared twice as a world",
    ":worlds (w) :relations (c (w w)) :labels () :designated (w)": "there is no agent 'c'",
    ":worlds (w) :relations (a (w v)) :labels () :designated (w)": "there is no entity 'v'",
    ":worlds (w) :relations () :labels (w (r a)) :designated (w)": "r is a rigid fact(.|\n)*facts-init",
    ":worlds (w) :relations () :labels () :designated (v)": "there is no world 'v'",
}


@pytest.mark.parametrize("text", STARTS)
def test_a_mistake_in_the_initial_state_is_shown(text: str) -> None:
    with pytest.raises(ValueError, match=STARTS[text]):
        small("", FREE.replace("(:init (p))", f"(:init {text})"))


def test_two_entries_for_one_agent_are_refused_unless_they_agree() -> None:
    assert observers("(:and (?i One) (a One) (default Two))")["a"] == ("e",)
    with pytest.raises(ValueError, match=r"x_a: two entries say how a observes it"):
        observers("(:and (?i One) (a Two) (default Two))")


def test_ground_actions_with_equal_names_are_refused() -> None:
    text = """(:event e) (:action x :parameters (?i ?j - agent) :action-type (basic (e)))
      (:action x_a :parameters (?i - agent) :action-type (basic (e)))"""
    with pytest.raises(ValueError, match=r"two ground actions are called x_a_a"):
        small(text)


# ------------------------------------------------------------------------------------------------------------ bounds

MANY = FREE.replace("(:agents a b)", f"(:agents {' '.join(f'a{number}' for number in range(1_001))})")
NESTED = "(forall (?i ?j - agent) " * 6 + "(p)" + ")" * 6
WIDE = " ".join(f"?v{number}" for number in range(40))
HOSTILE = {
    "(:event e) (:action x :parameters (?i ?j - agent) :action-type (basic (e)))": "over 100,000 ground actions",
    "(:event e) (:action x :parameters (?i ?j - agent | (/= ?i ?j)) :action-type (basic (e)))": "over 100,000 ground",
    f"(:event e :precondition {NESTED})": "combinations of values are expanded, the maximum is 1,000,000",
    "(:event e :effects (:forall (?i ?j - agent) (:forall (?k - agent) (p)))) (:action x :action-type (basic (e)))":
        "1,002,001 combinations of values are expanded",
    f"(:event e :parameters (?i - agent) :precondition (and (r ?i) {'(p) (not (q)) ' * 1_000}))"
    "(:action x :parameters (?i - agent) :action-type (basic (e ?i)))": "over 2,000,000 parts of formulas",
    f"(:event e :precondition (forall ({WIDE} - agent | (p)) (p)))": "40 variables, the maximum is 30",
    "(:predicates (far ?i ?j - agent))": "1,003,004 ground atoms, the maximum is 100,000",
    "(:event e :precondition " + "(not " * 150 + "(p)" + ")" * 151: "over 100 brackets around each other",
}  # fmt: skip


START = "(:init :worlds (w) :relations () :labels () :designated (w))"


@pytest.mark.parametrize("text", HOSTILE)
def test_what_would_not_end_is_refused_with_the_bound(text: str) -> None:
    with pytest.raises(TooLarge, match=HOSTILE[text]):
        small(text, MANY.replace("(:init (p))", START))


def test_values_that_a_condition_tries_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(:event e :precondition (forall (?i ?j ?k - agent | (= ?j ?k)) (p))) (:action x :action-type (basic (e)))"
    monkeypatch.setattr(formulas, "EXPANDED", 100_000)
    with pytest.raises(TooLarge, match="tries over 100,000 values"):
        small(text, MANY.replace("(:init (p))", START))


def test_a_condition_cuts_combinations_as_soon_as_its_variables_have_values() -> None:
    text = "(:event e :precondition (forall (?i ?j ?k - agent | (and (r ?k) (r ?i))) (p)))"
    small(f"{text} (:action x :action-type (basic (e)))", MANY.replace("(:init (p))", START))


def test_a_file_of_very_many_characters_is_refused() -> None:
    with pytest.raises(TooLarge, match="the maximum is 1,000,000"):
        loads_epddl("(" + " " * 1_000_001, PROBLEM)
