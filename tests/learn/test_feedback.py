"""What the marks of an answer say of the sentence, the formula and the model is true by the reference semantics."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise, product
from random import Random

import pytest
from effort import seeds
from fitch_meanings import meanings
from reference_graphs import plain, revalued
from three_worlds import HAS

from kripke import semantics
from kripke.change.actions.lies import believed_announcement
from kripke.data.frames import SYSTEMS
from kripke.data.wording import world_text
from kripke.models.kripke_model import KripkeModel
from kripke.prove.errors import OutOfTime
from kripke.prove.face import entails
from kripke.prove.fitch.proof import FitchProof, core
from kripke.prove.hilbert.derivation import Derivation
from learn.exercises import arguments, frames, translate
from learn.exercises.announcements import ChooseAnnouncement
from learn.exercises.build_model import BuildModel, blank
from learn.exercises.choices import Choices
from learn.exercises.english import sentence
from learn.exercises.frames import PROPERTIES
from learn.exercises.proofs import Derive
from learn.exercises.registry import KINDS, make
from learn.exercises.small_models import random_formula, random_model
from learn.lesson import Lesson, check
from logic.clauses import And, Atom, Bottom, C, E, Iff, Implies, K, Kw, Not, Or, Top, conj
from logic.errors import EpistemicError
from logic.parser import parse

PROOFS = ("proof_gap", "proof_fault", "write_proof")
KIND = pytest.mark.parametrize("kind", KINDS)
CHOICES = ("predict", *(name for name, kind in KINDS.items() if issubclass(kind, Choices)))
HEAD = re.compile(r"(?P<formula>.+?) (?P<verb>holds|fails|is true|is false) at (?P<world>\S+?)(?: itself)?")


def true_at(model, formula, world=None):
    """Whether the formula holds at the world, or at the actual one, by the reference semantics."""
    at = model.actual if world is None else next(w for w in model.worlds if world_text(w) == world)
    return model.worlds.index(at) in semantics.truth(plain(model.structure), formula)


def everywhere(graph, formula):
    return len(semantics.truth(graph, formula)) == len(graph)


@cache
def models(atoms, agents):
    """Models of S5, as graphs, in which what is said of all models is tried."""
    rng = Random(1)
    return [plain(random_model(rng, rng.randint(1, 6), atoms, agents).model().structure) for _ in range(60)]


@cache
def true_in_all(atoms, agents, formula):
    """Whether the formula is true at every world of these models."""
    return all(everywhere(model, formula) for model in models(atoms, agents))


def require_reasons(model, lines):
    """Each line of an explanation that names a formula and a world of the model is true; those after a change are not
    about this model."""
    depth = None
    for line in lines:
        indent, text = len(line) - len(line.lstrip()), line.strip()
        if depth is not None and indent >= depth:
            continue
        depth = indent if text.startswith("after ") else None
        head, _, rest = text.partition(": ")
        for piece in [head, *re.split(r"[,;] (?:and |but )?|: ", rest)]:
            found = HEAD.fullmatch(piece)
            if depth is None and found and "…" not in piece:
                try:
                    formula = parse(found["formula"])
                except EpistemicError:
                    continue
                wanted = found["verb"] in ("holds", "is true")
                assert true_at(model, formula, found["world"]) == wanted, line


# ------------------------------------------------------------------------------------------------------ the answers


def formula_answer(rng, exercise, atoms, agents):
    """Right, wrong, too strong and too weak formulas."""
    right, other = exercise.answer, random_formula(rng, rng.randint(0, 2), atoms, agents)
    strange = rng.choice([other, Not(other), Top(), Bottom(), conj([right, Not(right)])])
    same = rng.choice([right, Not(Not(right)), And(right, right)])
    return str(rng.choice([same, And(right, other), Or(right, other), Not(right), strange, other]))


def some(rng, items):
    share = rng.choice((0.2, 0.5, 0.8))
    return rng.choice([[], list(items), [each for each in items if rng.random() < share]])


def built_answer(rng, exercise):
    """The sample answer, a random model with some pairs too many, the sample answer changed, the start."""
    start = blank(exercise.formulas if hasattr(exercise, "formulas") else [exercise.formula])
    agents, atoms = start.agents, start.atoms
    kind = rng.randrange(5)
    if kind == 0:
        return exercise.answer.to_dict()
    if kind == 1:
        return start.to_dict()
    if kind == 2 and len(exercise.answer) > 1:
        gone = rng.choice([world for world in exercise.answer.worlds if world != exercise.answer.actual])
        return exercise.answer.without(gone).to_dict()
    small = random_model(rng, rng.randint(1, 5), atoms, agents)
    data = small.model(rng.choice([None, 0])).to_dict()
    if kind == 3:
        names = list(data["worlds"])
        edges = [[one, other] for one in names for other in names if rng.random() < 0.6]
        data["relations"] = {agent: {"edges": edges} for agent in (agents if rng.random() < 0.8 else agents[:1])}
        data["agents"] = sorted(data["relations"])
    return data


def derived_answer(rng, exercise):
    """The sample answer whole, cut, with a line or a rule exchanged, or other lines."""
    sample = Derivation.parse(exercise.answer).lines
    lines = [f"{line.number}. {line.formula}  {line.why}" for line in sample]
    kind = rng.randrange(6)
    if kind == 0:
        return exercise.answer
    if kind == 1:
        return "\n".join(lines[: rng.randint(0, len(lines))])
    if kind == 2:
        return exercise.shown()["start"]
    if kind == 3:
        place = rng.randrange(len(lines))
        other = random_formula(rng, rng.randint(0, 1), ("p", "q"), ("a", "b"))
        formula, why = rng.choice([sample[place].formula, other]), rng.choice([sample[place].why, "PL", "T", "premise"])
        lines[place] = f"{sample[place].number}. {formula}  {why}"
        return "\n".join(lines)
    if kind == 4:
        return "1. K_a p -> p  T\n2. p -> p  PL"
    return f"1. {exercise.goal}  {rng.choice(['premise', 'PL', 'T'])}"


def proof_answer(rng, exercise):
    """The sample answer, or its lines with formulas, reasons or bars exchanged, or what was given."""
    lines = [*FitchProof.parse(exercise.answer).lines]
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        place, other = rng.randrange(len(lines)), rng.choice(lines)
        news = rng.choice([{"formula": other.formula}, {"rule": other.rule, "of": other.of}, {"bars": other.bars}])
        lines[place] = replace(lines[place], **news)
    if rng.random() < 0.2:
        lines = [*exercise.given]
    return str(FitchProof(tuple(lines[: len(lines) if rng.random() < 0.8 else rng.randint(1, len(lines))])))


def random_answer(rng, kind, exercise):
    match kind:
        case "name_worlds" | "choose_announcement":
            return formula_answer(rng, exercise, exercise.model.atoms, exercise.model.agents)
        case "translate":
            return formula_answer(rng, exercise, tuple(exercise.words), exercise.agents)
        case "predict":
            return some(rng, exercise.model.worlds)
        case "build_model" | "countermodel":
            return built_answer(rng, exercise)
        case "find_fault":
            return {
                "step": rng.randint(1, len(exercise.lines) + 1),
                "world": rng.choice([*exercise.model.worlds, "nix"]),
            }
        case "derive":
            return derived_answer(rng, exercise)
        case "common_belief":
            return str(rng.choice([exercise.answer, Fraction(rng.randint(0, 6), 6), Fraction(rng.randint(0, 7), 7)]))
        case "frame_properties" | "common_knowledge_path":
            worlds = [rng.choice(exercise.model.worlds) for _ in range(rng.randint(1, 4))]
            answer = exercise.model_dump()["answer"]
            return rng.choice(
                [
                    answer,
                    answer | {"worlds": worlds},
                    {"choice": rng.randrange(len(exercise.options())), "worlds": worlds},
                ]
            )
        case "proof_gap" | "proof_fault" | "write_proof":
            return proof_answer(rng, exercise)
    assert isinstance(exercise, Choices)
    options = range(len(exercise.options()))
    return some(rng, options) if exercise.several else rng.choice([[], [rng.choice(options)]])


# ------------------------------------------------------------------------------- what is said is true, kind by kind


def said_of_name_worlds(exercise, answer, marks):
    (row,) = marks.rows
    holds = {w for w in exercise.model.worlds if true_at(exercise.model, parse(answer), w)}
    wanted = set(exercise.worlds)
    assert row.right == (holds == wanted)
    if row.right:
        assert names(row.says, "It is true exactly at (.*).") == wanted
        return
    value, listed, first = re.fullmatch(r"It should be (true|false) at (.*)\. Look at (\w+):", row.says).groups()
    assert set(re.split(", | and ", listed)) == (wanted - holds if value == "true" else holds - wanted)
    assert first in re.split(", | and ", listed)
    require_reasons(exercise.model, row.why)


def names(text, pattern):
    listed = re.fullmatch(pattern, text)[1]
    return set(re.split(", | and ", listed)) if listed != "no world" else set()


def said_of_translate(exercise, answer, marks):
    (row,) = marks.rows
    formula, sentence = parse(answer), exercise.answer
    points = {"same": 3, "more": 1, "less": 1, "something": 0, "never": 0, "always": 0}
    kind = re.search(r"It says (?:the )?(\w+)|is (never|always) true", row.says)
    kind = kind[1] or kind[2]
    assert row.earned == points[kind]
    valid = {"same": Iff(formula, sentence), "more": Implies(formula, sentence), "less": Implies(sentence, formula),
             "never": Not(formula), "always": formula, "something": Top()}[kind]  # fmt: skip
    assert true_in_all(tuple(exercise.words), exercise.agents, valid)
    if kind == "same":
        return
    values = {who: re.search(rf"{who} is (true|not)", row.says)[1] for who in ("your formula", "the sentence")}
    assert (values["your formula"] == "true") == true_at(row.model, formula)
    assert (values["the sentence"] == "true") == true_at(row.model, sentence)
    assert len({*values.values()}) == 2
    require_reasons(row.model, row.why)
    require_frames(row.model, exercise.agents, exercise.logic)


def require_frames(model, agents, logic):
    graph = plain(model.structure)
    assert all(HAS[each](semantics.relation(graph, agent), graph) for agent in agents for each in SYSTEMS[logic])


def said_of_predict(exercise, answer, marks):
    (row,) = marks.rows
    alive = plain(exercise.model.structure)
    for formula in exercise.announce:
        alive = semantics.restricted(alive, semantics.truth(alive, formula))
    there = {world for i, world in enumerate(exercise.model.worlds) if i in alive}
    assert row.right == (set(answer) == there)
    if not answer:
        return None
    if row.right:
        assert names(row.says, "Left: (.*).") == there
        return None
    stays = re.fullmatch(r"(\w+) stays: what is announced is true there\.", row.says)
    if stays:
        assert stays[1] in there - set(answer)
        return None
    world, formula = re.fullmatch(r"(\w+) does not stay: (.*) is false there\.", row.says).groups()
    assert world in set(answer) - there
    model = exercise.model
    for said in exercise.announce:
        if str(said) == formula and not true_at(model, said, world):
            return require_reasons(model, row.why)
        model = model.announce(said)
    raise AssertionError(row.says)


def said_of_built(exercise, answer, marks):
    formulas = exercise.formulas if hasattr(exercise, "formulas") else [exercise.formula]
    wanted, start = hasattr(exercise, "formulas"), blank(formulas)
    model = KripkeModel.from_dict({"whoknows": 1, **answer})
    assert marks.earned >= 0
    if marks.rows[0].says.startswith("Nothing is built"):
        assert model == start
        assert not any(row.why for row in marks.rows)
        return
    if marks.rows[0].says.startswith("Make a world"):
        assert model.actual is None
        return
    frames, *rows = marks.rows
    if frames.right:
        require_frames(model, start.agents, exercise.logic)
    elif not frames.why:
        assert re.fullmatch(r"The model has no agent (\w+)\.", frames.says)[1] not in model.agents
    else:
        agent = re.fullmatch(rf"The relation of (\w+) is not one of {exercise.logic}:", frames.says)[1]
        for line in frames.why:
            name = re.match(r"not (\w+): ", line)[1]
            assert name in SYSTEMS[exercise.logic]
            assert not HAS[name](semantics.relation(plain(model.structure), agent), range(len(model)))
    for formula, row in zip(formulas, rows, strict=True):
        if "the model lacks" in row.says:
            assert not set(formula.agents) <= set(model.agents) or not set(map(str, formula.atoms)) <= set(model.atoms)
        else:
            value = re.fullmatch(r"(.*) is (true|false) at the actual world[.:]", row.says)
            assert value[1] == str(formula)
            assert (value[2] == "true") == true_at(model, formula)
            assert row.right == ((value[2] == "true") == wanted)
            require_reasons(model, row.why)


def said_of_find_fault(exercise, answer, marks):
    first, *rest = marks.rows
    number, lines = answer["step"], exercise.lines
    if number > len(lines):
        assert first.says == f"There is no line {number}."
        return
    line = lines[number - 1]
    step = Implies(conj(lines[i - 1].formula for i in line.of), line.formula)
    if not line.of:
        assert "is a premise" in first.says
    elif "is right" in first.says:
        assert true_in_all(("p", "q", "r"), ("a", "b"), step)
        assert first.says.endswith(f"{line.formula}.")
    else:
        assert "does not follow" in first.says
        own = plain(exercise.model.structure)
        assert not (true_in_all(("p", "q", "r"), ("a", "b"), step) and everywhere(own, step))
    for row in rest:
        world = answer["world"]
        if world == "nix":
            assert row.says == "The model has no world nix."
            continue
        assert row.right != true_at(exercise.model, step, world)
        false = re.fullmatch(rf"{world} is no witness: line (\d+) is (true|false) there\.", row.says)
        if false:
            assert true_at(exercise.model, lines[int(false[1]) - 1].formula, world) == (false[2] == "true")
        else:
            assert row.right
        require_reasons(exercise.model, row.why)


def said_of_choose_announcement(exercise, answer, marks):
    first, *rest = marks.rows
    formula, model = parse(answer), exercise.model
    assert marks.earned >= 0
    if "is false at the actual world" in first.says:
        assert not true_at(model, formula)
        require_reasons(model, first.why)
        return
    assert true_at(model, formula)
    start = plain(model.structure)
    then = semantics.restricted(start, semantics.truth(start, formula))
    assert first.says == f"It is true; {len(then)} of {len(model)} worlds are left."
    actual = model.worlds.index(model.actual)
    for goal, row in zip(exercise.goals, rest, strict=True):
        holds = actual in semantics.truth(then, goal)
        assert row.says == f"Afterwards {goal} {'holds' if holds else 'does not hold'}."
        assert row.right == holds
        require_reasons(first.model, row.why)


def said_of_after_lie(exercise, answer, marks):
    if not answer:
        return
    then, at, told = lied(exercise)
    for i, (statement, row) in enumerate(zip(exercise.statements, marks.rows[: len(exercise.statements)], strict=True)):
        holds = at in semantics.truth(then, statement)
        assert row.says == f"{statement} {'holds' if holds else 'does not hold'}."
        assert row.right == (holds == (i in answer))
        require_reasons(told, row.why)
    for row in marks.rows[len(exercise.statements) :]:
        assert row.says == "The model after the lie:"
        assert [true_at(row.model, each) for each in exercise.statements] == [
            at in semantics.truth(then, each) for each in exercise.statements
        ]


@cache
def lied(exercise):
    """The model after the lie and its actual world, by the reference semantics; and what the exercise makes of it."""
    event = believed_announcement(exercise.said, exercise.by, exercise.to)
    then = semantics.product(plain(exercise.model.structure), event)
    here = exercise.model.worlds.index(exercise.model.actual)
    (at,) = [(world, name) for world, name in then if world == here and name in event.actual]
    return then, at, exercise.after


def said_of_hidden_frame(exercise, answer, marks):
    if not answer:
        return
    for i, (name, row) in enumerate(zip(exercise.properties, marks.rows, strict=True)):
        holds = is_valid(exercise.frame, PROPERTIES[name][1])
        axiom = parse(PROPERTIES[name][1])
        assert row.says == (
            f"{PROPERTIES[name][0]}: {'yes' if holds else 'no'}, since {axiom} "
            f"{'is' if holds else 'is not'} valid on the frame."
        )
        assert row.right == (holds == (i in answer))


@cache
def is_valid(frame, axiom):
    """Whether the axiom holds at every world under each valuation of p."""
    bare = plain(frame.structure)
    valuations = ({w for w, value in enumerate(values) if value} for values in product((0, 1), repeat=len(frame)))
    return all(len(semantics.truth(revalued(bare, {"p": where}), axiom)) == len(bare) for where in valuations)


def said_of_derive(exercise, answer, marks):
    if len(marks.rows) == 1:
        assert marks.rows[0].says.startswith("Nothing is derived")
        assert {line.rule for line in Derivation.parse(answer).lines} == {"premise"}
        return
    lines, goal = marks.rows
    formulas = [line.formula for line in Derivation.parse(answer).lines]
    if lines.says == "Each line follows.":
        atoms, given = ("p", "q", "r", "s", "t", "u"), conj(exercise.premises)
        assert all(true_in_all(atoms, ("a", "b"), Implies(given, formula)) for formula in formulas)
    elif lines.says.startswith("No line that follows leads on"):
        assert (lines.earned, goal.earned) == (0, 0)
    else:
        right, of = map(int, re.fullmatch(r"(\d+) of (\d+) lines follow\.", lines.says).groups())
        assert right < of == len(formulas)
        assert lines.why
    if goal.right:
        assert goal.says == f"They prove {exercise.goal}."
        assert formulas[-1] == exercise.goal


def said_of_proofs(exercise, answer, marks):
    """Lines that are marked right say what is true in all models; a right proof ends with the goal."""
    proof = FitchProof.parse(answer)
    atoms, given = ("p", "q", "r", "s", "t", "u"), conj(exercise.premises)
    marking = exercise.check(proof.lines)
    for mark, said in zip(marking.marks, meanings(proof), strict=True):
        if mark.right and not mark.rests_on:
            assert true_in_all(atoms, ("a", "b"), Implies(given, core(said))), (answer, mark)
    if marks.right:
        assert (proof.lines[-1].formula, proof.lines[-1].bars) == (exercise.goal, ())
        assert true_in_all(atoms, ("a", "b"), Implies(given, exercise.goal))
    for row in marks.rows:
        if found := re.fullmatch(r"Line (\d+) (follows|does not follow)\.", row.says):
            assert (int(found[1]) in marking.wrong) == (found[2] != "follows") == (not row.right)
    if exercise.kind == "proof_fault" and marks.rows[0].says.endswith("did not follow."):
        assert exercise.check(exercise.given).wrong == exercise.check(exercise.given).wrong[:1]
        assert bool(marking) == marks.right


def said_of_choices(values):
    """The check of a kind with choices, from the reference's values of its choices; reasons are those of a model."""

    def said(exercise, answer, marks):
        if answer:
            for i, (right, row) in enumerate(zip(values(exercise), marks.rows, strict=True)):
                assert row.right == (right == (i in answer))
                assert row.says == exercise.verdict(i, right)
                assert not row.why or row.why == exercise.why(i)

    return said


def claimed(exercise):
    """Whether each claim is true, by the reference semantics; the relation `next` is the time of runs."""
    model = exercise.model
    graph = plain(model.structure)
    graph.graph["next"] = {(w, v) for w, v, agent in graph.edges(data="agent") if agent == "next"}
    for w, v, key in [edge[:3] for edge in graph.edges(keys=True, data="agent") if edge[3] == "next"]:
        graph.remove_edge(w, v, key)
    graph.graph["agents"] = tuple(agent for agent in graph.graph["agents"] if agent != "next")
    at = [model.actual if each.at is None else each.at for each in exercise.statements]
    return [
        model.worlds.index(world) in semantics.truth(graph, each.formula)
        for world, each in zip(at, exercise.statements, strict=True)
    ]


def bisimilar_nodes(one, other, first, second):
    """Whether these nodes of two graphs are bisimilar, by the greatest bisimulation itself."""
    agents = {agent for graph in (one, other) for _, _, agent in graph.edges(data="agent")}
    pairs = {(v, w) for v in one for w in other if one.nodes[v]["atoms"] == other.nodes[w]["atoms"]}

    def matched(v, w):
        for agent in agents:
            left, right = semantics.see(one, agent, v), semantics.see(other, agent, w)
            if not all(any((x, y) in pairs for y in right) for x in left):
                return False
            if not all(any((x, y) in pairs for x in left) for y in right):
                return False
        return True

    while lost := {pair for pair in pairs if not matched(*pair)}:
        pairs -= lost
    return (first, second) in pairs


def happened(graph, deed, at):
    """The graph and the node after a deed at a node; no graph if it cannot happen there."""
    events = deed.events
    then = semantics.product(graph, events)
    ends = [node for node in then if node[0] == at and (events.actual is None or node[1] in events.actual)]
    return (then, ends[0]) if ends else (None, None)


def told(exercise):
    """Whether all is as after the story, at each world of a model where nobody knows anything."""
    names = sorted({str(atom) for deed in (exercise.story, *exercise.deeds) for atom in deed.formula.atoms})
    start = plain(
        KripkeModel.from_observations(names, dict.fromkeys(exercise.agents, ()), "true").to_explicit().structure
    )

    def alike(deed):
        for world in start:
            (one, here), (other, there) = happened(start, exercise.story, world), happened(start, deed, world)
            if (one is None) != (other is None) or (one and not bisimilar_nodes(one, other, here, there)):
                return False
        return True

    return list(map(alike, exercise.deeds))


def planned(exercise):
    """Whether each plan can be carried out, and the goal holds at its end."""
    values = []
    for plan in exercise.plans:
        graph, at = plain(exercise.model.structure), exercise.model.worlds.index(exercise.model.actual)
        for deed in plan:
            if graph is not None:
                graph, at = happened(graph, deed, at)
        values.append(graph is not None and at in semantics.truth(graph, exercise.goal))
    return values


def paired(exercise):
    """Whether the worlds of each pair are bisimilar."""
    graph, place = plain(exercise.model.structure), exercise.model.worlds.index
    return [bisimilar_nodes(graph, graph, place(one), place(other)) for one, other in exercise.pairs]


def corresponding(exercise):
    """Whether each formula is valid on the first frame alone."""
    return [is_valid(exercise.model, f) and not is_valid(exercise.other, f) for f in map(str, exercise.formulas)]


def meaning(exercise):
    """Whether each sentence is equivalent to the formula: random models and the prover's own show a difference."""
    agents = tuple(sorted(set().union(*(each.agents for each in (exercise.formula, *exercise.sentences)))))
    atoms = tuple(word for word in exercise.words if not word.startswith("not "))
    values = []
    for other in exercise.sentences:
        same = Iff(exercise.formula, other)
        apart = None if other == exercise.formula else exercise._apart(other)
        assert apart is None or not true_at(apart.model, same)
        values.append(apart is None and true_in_all(atoms, agents, same))
    return values


def said_of_refutations(exercise, answer, marks):
    first, *rest = marks.rows
    model, worlds, number = exercise.model, answer["worlds"], answer["choice"]
    graph, places = plain(model.structure), [model.worlds.index(world) for world in worlds]
    if exercise.kind == "frame_properties":
        name = exercise.properties[number]
        relation = semantics.relation(graph, "a")
        false = not HAS[name](relation, graph)
        shown = not HAS[name]({(v, w) for v, w in relation if {v, w} <= {*places}}, places) or name == "serial"
        shown = shown and (name != "serial" or not semantics.see(graph, "a", places[0]))
    else:
        formula, actual = exercise.statements[number], model.worlds.index(model.actual)
        false = actual not in semantics.truth(graph, C(None, formula))
        assert actual in semantics.truth(graph, E(None, formula))
        steps = {(v, w) for v, w, _ in graph.edges(data="agent")}
        shown = places[0] == actual and {*pairwise(places)} <= steps
        shown = shown and places[-1] not in semantics.truth(graph, formula)
    assert (first.earned == 1) == false
    if rest and rest[0].right:
        assert shown


def said_of_degrees(exercise, answer, marks):
    (row,) = marks.rows
    graph, at = plain(exercise.model.structure), exercise.model.worlds.index(exercise.model.actual)
    degrees = [Fraction(answer), Fraction(answer) + Fraction(1, 10**5)]
    holds = [each <= 1 and at in semantics.truth(graph, exercise._at_least(each)) for each in degrees]
    assert row.right == (holds == [True, False])
    assert row.right or row.says.startswith("It is more" if holds[0] else "It is less")


SAID = {
    "bisimilar": said_of_choices(paired),
    "correspondence": said_of_choices(corresponding),
    "say_in_english": said_of_choices(meaning),
    "event_model": said_of_choices(told),
    "reach_goal": said_of_choices(planned),
    "frame_properties": said_of_refutations,
    "common_knowledge_path": said_of_refutations,
    "common_belief": said_of_degrees,
    **{kind: said_of_choices(claimed) for kind in ("read_picture", "ranks", "runs")},
    "name_worlds": said_of_name_worlds,
    "translate": said_of_translate,
    "predict": said_of_predict,
    "build_model": said_of_built,
    "countermodel": said_of_built,
    "find_fault": said_of_find_fault,
    "choose_announcement": said_of_choose_announcement,
    "after_lie": said_of_after_lie,
    "hidden_frame": said_of_hidden_frame,
    "derive": said_of_derive,
    **dict.fromkeys(PROOFS, said_of_proofs),
}


@pytest.mark.parametrize("answers", [12, pytest.param(10_000, marks=pytest.mark.slow)])
@KIND
def test_what_is_said_of_an_answer_is_true(kind, answers):
    rng = Random(f"{kind} {answers}")
    exercises = [make(kind, seed, 1 + seed % 3) for seed in range(3 if answers == 12 else 120)]
    decided = 0
    for _ in range(answers):
        exercise = rng.choice(exercises)
        answer = random_answer(rng, kind, exercise)
        try:
            marks = exercise.mark(answer)
        except EpistemicError:
            assert kind == "derive" or kind in PROOFS  # a text without lines
            continue
        if not marks.undecided:
            decided += 1
            SAID[kind](exercise, answer, marks)
            assert marks.right == (marks.earned == marks.of and all(row.right for row in marks.rows))
    assert decided > 0.8 * answers


@pytest.mark.parametrize("count", [3, pytest.param(10_000, marks=pytest.mark.slow)])
@KIND
def test_exercises_are_made_marked_and_checked_by_the_reference_semantics(kind, count):
    for seed in range(count):
        exercise = make(kind, seed, 1 + seed % 3)
        answer = exercise.model_dump(mode="json")["answer"]
        marks = exercise.mark(answer)
        assert marks.right
        SAID[kind](exercise, answer, marks)


# ---------------------------------------------------------------------------------------------- empty and guessed


def require_no_consequence(formulas, goal=None):
    """Of each formula there is a model of S5 that shows that the others do not imply it, or the goal without it."""
    for formula in formulas:
        others = [each for each in formulas if each is not formula]
        model = entails(others, formula if goal is None else goal, "S5").model
        assert all(model.frame_properties(agent) >= SYSTEMS["S5"] for agent in model.agents)
        assert all(true_at(model, each) for each in others)
        assert not true_at(model, formula if goal is None else goal)


def require_each_goal_can_be_missed(exercise):
    """For each goal there is a true announcement that reaches the others alone."""
    graph, at = plain(exercise.model.structure), exercise.model.worlds.index(exercise.model.actual)
    announced = [semantics.restricted(graph, kept) for kept in semantics.unions(semantics.kinds(graph)) if at in kept]
    reached = {tuple(at in semantics.truth(after, goal) for goal in exercise.goals) for after in announced}
    for place in range(len(exercise.goals)):
        assert tuple(other != place for other in range(len(exercise.goals))) in reached


@pytest.mark.parametrize("count", [3, pytest.param(768, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["build_model", "choose_announcement", "derive", *PROOFS])
def test_no_formula_goal_or_premise_follows_from_the_others(kind, count):
    for seed in range(count):
        match exercise := make(kind, seed, 1 + seed % 3):
            case BuildModel():
                require_no_consequence(exercise.formulas)
            case ChooseAnnouncement():
                require_each_goal_can_be_missed(exercise)
            case _:
                require_no_consequence(exercise.premises, exercise.goal)
                nodes = [node for formula in (*exercise.premises, exercise.goal) for node in formula.subformulas()]
                pairs = [node.children for node in nodes if len(node.children) == 2]
                assert all(not one.atoms & other.atoms for one, other in pairs), "not p & p, nor q | ~q"


@pytest.mark.parametrize("seed", seeds(3, 12))
@pytest.mark.parametrize("kind", CHOICES)
def test_an_empty_answer_earns_nothing_and_reveals_nothing(kind, seed):
    exercise = make(kind, seed, 1 + seed % 3)
    (row,) = exercise.mark([]).rows
    assert (row.earned, row.right, row.why, row.model) == (0, False, (), None)
    assert row.says.startswith("Nothing is chosen yet. Choose ")
    assert row.of == len(exercise.model.worlds if kind == "predict" else exercise.public()["choices"])


@pytest.mark.parametrize("empty", ["", " ", {}, None, []])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in CHOICES])
def test_an_empty_formula_model_step_or_text_is_refused(kind, empty):
    with pytest.raises(EpistemicError):
        make(kind, 0, 1).mark(empty)


@pytest.mark.parametrize("seed", seeds(3, 12))
@pytest.mark.parametrize("kind", CHOICES)
def test_guessing_earns_nothing_in_the_mean(kind, seed):
    """All answers of each size have the mean 0, and so has every way to choose a size."""
    exercise = make(kind, seed, 1 + seed % 3)
    every = exercise.model.worlds if kind == "predict" else range(len(exercise.public()["choices"]))
    for size in range(len(every) + 1 if KINDS[kind].form == "worlds" or KINDS[kind].several else 2):
        assert sum(exercise.mark(list(chosen)).earned for chosen in combinations(every, size)) == 0


@pytest.mark.parametrize("seed", seeds(3, 12))
def test_to_guess_a_step_and_a_world_earns_nothing_in_the_mean(seed):
    exercise = make("find_fault", seed, 1 + seed % 3)
    steps = [number for number, line in enumerate(exercise.lines, 1) if line.of]
    answers = [{"step": step, "world": world} for step in steps for world in exercise.model.worlds]
    assert sum(exercise.mark(answer).earned for answer in answers) == 0


@pytest.mark.parametrize("seed", seeds(3, 6))
@pytest.mark.parametrize("kind", ["build_model", "countermodel", "choose_announcement", "derive"])
def test_what_was_there_at_the_start_earns_nothing(kind, seed):
    exercise = make(kind, seed, 1 + seed % 3)
    public = exercise.public()
    marks = exercise.mark({"choose_announcement": "true", "derive": public.get("start")}.get(kind, public.get("model")))
    assert marks.earned == 0
    assert not marks.right


def test_a_goal_that_is_lost_costs_a_point():
    worlds = {"s": ["p"], "t": []}
    model = {"worlds": worlds, "relations": {each: {"partition": [["s", "t"]]} for each in "ab"}, "actual": "s"}
    exercise = KINDS["choose_announcement"](model=model, goals=["K_a p", "~K_b p"], answer="p")
    marks = exercise.mark("p")
    assert [(row.earned, row.of, row.right) for row in marks.rows] == [(0, 0, True), (1, 1, True), (-1, 0, False)]
    assert (marks.earned, marks.of, marks.right) == (0, 1, False)


def test_points_are_numbers_with_two_decimals_as_data():
    exercise = make("after_lie", 1, 1)
    wrong = next(i for i in range(5) if i not in exercise.answer)
    data = exercise.mark([wrong]).to_dict()
    assert data["earned"] == round(-5 / (5 - len(exercise.answer)), 2)
    assert isinstance(exercise.mark([wrong]).earned, Fraction)
    assert exercise.mark(list(exercise.answer)).to_dict()["earned"] == data["of"] == 5


ONE_WORLD = {"worlds": {"u": ["p"]}, "actual": "u", "relations": {"a": {"edges": []}}}
ONE_SIDED = [
    ("hidden_frame", {"frame": ONE_WORLD, "properties": ["serial"], "answer": []}),
    ("after_lie", {"model": ONE_WORLD, "said": "p", "statements": ["p"], "answer": [0]}),
]


@pytest.mark.parametrize(("kind", "fields"), ONE_SIDED)
def test_choices_that_are_all_right_or_all_wrong_are_found(kind, fields):
    with pytest.raises(EpistemicError, match=r"expected.* hold .* not"):
        KINDS[kind](**fields).measure()


GAPPED = KINDS["proof_gap"](
    goal="K_a q",
    premises=["K_a p", "K_a (p -> q)"],
    gaps=[3, 5],
    answer="""
1. K_a p         premise
2. K_a (p -> q)  premise
3. |a p          K 1
4. |a p -> q     K 2
5. |a q          ->E 4,3
6. K_a q         KI 3-5""",
)


@pytest.mark.parametrize(
    ("left", "earned", "missing"),
    [((), 4, ()), ((3,), 1, (3,)), ((5,), 1, (5,)), ((3, 5), 0, (3, 5)), ((4,), 0, None), ((3, 4), 0, None)],
)
def test_a_gap_that_is_left_out_is_named_and_costs_its_own_point_and_those_of_the_proof(left, earned, missing):
    lines = [line for line in GAPPED.answer.split("\n")[1:] if int(line[0]) not in left]
    marks = GAPPED.mark("\n".join(lines))
    says = " ".join(row.says for row in marks.rows)
    assert (marks.earned, marks.of) == (earned, 4)
    assert ("given lines are not there" in says) == (missing is None)
    assert tuple(map(int, re.findall(r"Line (\d) is missing", says))) == (missing or ())


# -------------------------------------------------------------------------------------------------- out of time


def late(*_, **__):
    raise OutOfTime("undecided after 0.6 s; give more time by time=")


LATE = [
    ("translate", translate, "prove", "true"),
    ("find_fault", arguments, "prove", None),
    ("hidden_frame", frames, "valid_on_frame", [0]),
    ("derive", Derivation, "check", None),
]


@pytest.mark.parametrize(("kind", "where", "name", "answer"), LATE, ids=[each[0] for each in LATE])
def test_what_the_prover_does_not_decide_in_time_wins_and_loses_no_points(monkeypatch, kind, where, name, answer):
    exercise = make(kind, 3, 2)
    answer = exercise.model_dump()["answer"] if answer is None else answer
    monkeypatch.setattr(where, name, late)
    marks = exercise.mark(answer)
    assert (marks.earned, marks.of, marks.right, marks.undecided) == (0, 0, False, True)
    assert "Could not decide whether this is right (undecided after 0.6 s)" in marks.rows[0].says
    assert marks.to_dict()["undecided"]


def test_a_lesson_whose_answer_is_not_decided_is_not_called_wrong(monkeypatch):
    lesson = Lesson("title: t\nparts:\n  - exercise: {kind: translate, seed: 3}\n")
    assert lesson.exercises
    monkeypatch.setattr(translate.Translate, "measure", lambda _: 1)
    monkeypatch.setattr(translate, "prove", late)
    (found,) = check(lesson)
    assert "Could not decide" in found.mistakes[0]
    assert "wrong" not in found.mistakes[0]


def test_a_lesson_is_checked_to_its_end_where_a_warning_is_not_decided(monkeypatch):
    monkeypatch.setattr(KINDS["countermodel"], "warnings", late)
    first, second = check(Lesson("title: t\nparts:\n" + "  - exercise: {kind: countermodel, seed: 3}\n" * 2))
    assert not first.mistakes + second.mistakes
    assert "could not decide whether it is trivial" in first.warnings[0]


CAR_PARK = KINDS["translate"](
    sentence="Bob knows that Ann considers it possible that the car park is not full.",
    words={"open": "the shop is open", "full": "the car park is full"},
    agents=["ann", "bob"],
    answer="K_bob M_ann ~full",
)


@pytest.mark.parametrize("belief", ["B_ann open", "B_ann>=1/2 open", "B_ann[full] open"])
def test_a_sentence_about_knowledge_is_not_said_with_belief(belief):
    with pytest.raises(EpistemicError) as error:
        CAR_PARK.mark(f"K_bob {belief}")
    assert str(error.value).startswith(f"{belief}: ")
    assert str(error.value).endswith(": expected K, M or Kw in place of B")


def test_a_sentence_about_belief_is_said_with_belief():
    fields = {"sentence": "Ann believes that it rains.", "words": {"rain": "it rains"}, "agents": ["ann"]}
    exercise = KINDS["translate"](**fields, logic="KD45", answer="B_ann rain")
    assert exercise.mark("B_ann rain & B_ann B_ann rain").right


def test_a_step_from_a_later_line_is_a_mistake_of_the_file():
    lines = "lines: [{formula: p}, {formula: p, of: [7]}]"
    exercise = f"{{kind: find_fault, {lines}, model: {{worlds: {{u: []}}}}, answer: {{step: 2, world: u}}}}"
    with pytest.raises(EpistemicError, match=r"line 3: .*lines\.1\.of: expected.*got \[7\]"):
        _ = Lesson(f"title: t\nparts:\n  - exercise: {exercise}\n").exercises


def test_a_formula_that_is_too_strong_is_told_so():
    (row,) = CAR_PARK.mark("K_bob K_ann ~full").rows
    assert row.says == "It says more than the sentence. Here the sentence is true, and your formula is not:"
    assert row.earned == 1


def test_a_derivation_is_marked_as_it_was_typed_and_says_how_it_is_read():
    marks = Derive(goal="K_a p -> p", answer="1. K_a p -> p  T", difficulty=1).marked("1. Kap -> p  T")
    assert [row.earned for row in marks.rows] == [2, 2]
    assert marks.rows[0].why[0].startswith("'Kap' is read as K_a p")


WORDS = {"p": "it rains", "not p": "it does not rain", "q": "it is cold", "not q": "it is not cold"}


def test_different_formulas_are_different_sentences():
    said = [Atom("p"), Atom("q")]
    for _ in range(2):
        unary = [operator(each) for operator in (Not, partial(K, "a"), partial(Kw, "a")) for each in said]
        said += [*unary, *(join(*pair) for join in (And, Or, Implies, Iff) for pair in product(said, repeat=2))]
    assert len({sentence(each, WORDS) for each in said}) == len(set(said)) > 2000


def test_no_sentence_that_is_made_repeats_a_word():
    names = {"x": "p", "y": "~q", "p": "p", "q": "q", "a": "ann", "b": "bob"}
    levels = [level for kind in KINDS.values() for level in getattr(kind, "forms", ())]
    patterns = [form for level in levels for form in ([level] if isinstance(level, str) else level)]
    made = [form.format(**names) for form in patterns]
    rng, drafts = Random(1), KINDS["translate"].drafts
    made += [likeness for _ in range(100) for level in (1, 2, 3) for likeness, *_ in drafts(rng, level)]
    said = [
        *(sentence(parse(each), WORDS) for each in made),
        *(json.dumps(make(kind, 0, 1).public()) for kind in KINDS),
    ]
    for text in said:
        assert not re.search(r"\b([a-z]{2,}) \1\b|is no common knowledge", text, re.IGNORECASE), text
