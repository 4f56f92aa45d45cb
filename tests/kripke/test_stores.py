"""Stores that change behind immutable objects: each is listed, with the reason why threads may share it.

Python runs single operations of dicts, lists and `lru_cache` one after the other. So a store is safe if a lost or
doubled computation does no harm: everything in it can be computed again, and a reader sees an entry completely or not
at all.
"""

import importlib
import itertools
import pkgutil
import types
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from importlib.util import find_spec
from typing import Any

import games
import games.knowing
import kripke
import learn
import logic
import studies
import viz
import whoknows
from games.knowing.table import Table, situation
from kripke.change.actions.evidence import Evidence
from kripke.change.event import Event, EventModel
from kripke.checking.check import Evaluation
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.program import compile_formula
from kripke.formats import smcdel_reader
from kripke.models.functions import bisimilar, contract
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic import parser
from logic.parser import parse

ONCE = "computed once: two threads may both compute the value, which is the same"
ENTRIES = "values that can be computed again: entries are looked up, added and cleared in single steps"
LOCKED = "changed by the thread that has the manager's lock alone, see `kripke.symbolic.structures.memory.with_nodes`"
COMPUTED_AGAIN = "replaced by a value that serves larger numbers, too; each call returns the one that it has"

STORES = {
    "games.knowing.ground.Classes": {ENTRIES: "_counts"},
    "games.knowing.ground.Ground": {ENTRIES: "_answers _classes _relations _valuations _where"},
    "games.knowing.situation.Situation": {ENTRIES: "_answers _classes _counts _truths"},
    "games.knowing.table.Table": {ONCE: "_hash"},
    "kripke.change.product.Action": {ONCE: "event_model possible"},
    "kripke.checking.engine.arrays.ArrayAlgebra": {ENTRIES: "_memo"},
    "kripke.checking.engine.bitset.BitsetAlgebra": {ENTRIES: "_memo"},
    "kripke.checking.program.Program": {ENTRIES: "_stored"},
    "kripke.data.relation.Relation": {ONCE: "_made blocks classes csr is_s5 labels members seen_by_some top"},
    "kripke.data.relation.WorldSet": {ONCE: "_column _mask"},
    "kripke.data.structure.Structure": {ENTRIES: "truths"},
    "kripke.data.structure.Weights": {ONCE: "_hash above", COMPUTED_AGAIN: "_column"},
    "kripke.formats.smcdel_reader._Table": {ENTRIES: "_rows"},
    "kripke.models.kripke_model.KripkeModel": {ONCE: "_engine"},
    "kripke.models.symbolic_model.SymbolicModel": {LOCKED: "knowledge"},
    "kripke.symbolic.diagrams.bdd.BddManager": {LOCKED: "_cubes _levels _literals _widest bits is_deep"},
    "kripke.symbolic.structures.knowledge_structure.Definitions": {LOCKED: "_parts _variables mask meaning"},
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure": {LOCKED: "answers dealt extensions is_large"},
    "kripke.symbolic.diagrams.bdd.Results": {LOCKED: "_stored"},
    "kripke.symbolic.diagrams.state_set.StateSet": {ONCE: "_function _opposite"},
    "logic.node_table.Node": {ONCE: "_hash"},
    "kripke.formats": {ENTRIES: "smcdel_reader._Row"},
    "logic": {ENTRIES: "parser.Words printer.Templates"},
}
"""Class -> why threads may share its attributes that change after an object is made.

Package -> the same for its classes that are dictionaries themselves.
"""

FUNCTIONS = {
    "games.bluff_poker.agents.believability.viewpoint._likely",
    "games.bluff_poker.agents.believability.viewpoint._named",
    "games.bluff_poker.agents.believability.viewpoint._possibilities",
    "games.bluff_poker.agents.believability.viewpoint._values_known",
    "games.bluff_poker.outlook.ranks",
    "games.bluff_poker.agents.fixed_strategy._bids",
    "games.bluff_poker.agents.opponent_model.habits.mixed",
    "games.bluff_poker.agents.opponent_model.habits.throws",
    "games.bluff_poker.agents.opponent_model.habits.tables",
    "games.bluff_poker.agents.opponent_model.opponents.bands",
    "games.bluff_poker.agents.opponent_model.opponents.said",
    "games.bluff_poker.agents.opponent_model.opponents.undecided",
    "games.bluff_poker.outlook.places_of",
    "studies.bluff_poker.duel._class_of",
    "studies.bluff_poker.raises_duel.classes",
    "studies.bluff_poker.raises_duel.pooled",
    "games.bluff_poker.agents.opponent_model.throws_duel.arrays",
    "games.bluff_poker.agents.opponent_model.throws_duel.solve",
    "games.bluff_poker.knowledge.knowers_after",
    "games.bluff_poker.knowledge.outcomes_between",
    "games.bluff_poker.knowledge.who_knows_what",
    "games.bluff_poker.outcomes._ladder",
    "games.bluff_poker.rules._legal",
    "games.bluff_poker.rules._rolls",
    "games.cheat.agents.tree_search._shipped",
    "games.core.cards.deck",
    "games.core.rules._choices",
    "games.holdem.agents.brain.agent.network_of",
    "games.holdem.chances.chance_of",
    "games.holdem.chances.preflop",
    "games.holdem.knowledge.hand_ranks",
    "studies.holdem.learning.shares.preflop_shares",
    "games.knowing.ground.first_place",
    "games.knowing.ground._subjects",
    "games.openspiel.histories.fraction",
    "games.knowing.situation._fraction",
    "games.knowing.table._diagrams",
    "games.knowing.table._ground",
    "games.knowing.table.situation",
    "games.registry.named_game",
    "games.registry.parameters_of",
    "games.registry.read_spec",
    "games.saboteur.agents.bayes_lookahead.act_likelihood.fitted_data",
    "games.saboteur.agents.bayes_lookahead.rollouts.card_arrays",
    "games.saboteur.agents.bayes_lookahead.deduction._descriptions",
    "games.saboteur.agents.bayes_lookahead.deduction._of_roles",
    "games.saboteur.agents.bayes_lookahead.win_chance._shapes",
    "games.saboteur.agents.threshold_belief.beliefs.start_model",
    "games.saboteur.agents.threshold_belief.agent.role_worlds",
    "games.saboteur.agents.threshold_belief.chart.load",
    "games.saboteur.agents.threshold_belief.beliefs.saboteur_matrix",
    "games.saboteur.agents.threshold_belief.chart.evidence",
    "games.saboteur.agents.threshold_belief.chart._shared",
    "games.saboteur.tunnels.cards.deck",
    "games.saboteur.tunnels.routes.on_routes",
    "games.saboteur.tunnels.routes.routes",
    "games.spades.bid_reading._choices",
    "games.spades.bid_reading._counts",
    "games.spades.bidding.additive._table",
    "games.spades.bidding.compiled_bis._holdings",
    "games.spades.bidding.hand_value.shipped",
    "games.spades.bidding.hand_value.length_chance",
    "games.spades.bidding.hand_value._failure",
    "games.spades.bidding.hand_value._pairs",
    "games.spades.bidding.hand_value._rest",
    "games.spades.bidding.compiled_bis.tables",
    "games.spades.bidding.winning._stored",
    "games.spades.bidding.winning.winning",
    "games.spades.dealing.sampler",
    "games.spades.double_dummy._goals",
    "kripke.change.actions.evidence._moved_alike",
    "kripke.checking.engine.compiled._note_compilation",
    "kripke.checking.engine.compiled._tell_of_compilation",
    "kripke.checking.engine.preimages._compiled",
    "kripke.checking.engine.reaching._loops",
    "kripke.checking.program._short_program",
    "kripke.data.cube.pattern",
    "kripke.formats.event_text._language",
    "kripke.formats.jsonfile.fitter",
    "kripke.formats.smcdel_reader._language",
    "kripke.prove.hilbert.forms._patterns",
    "kripke.puzzles.gossip._all_know",
    "kripke.puzzles.gossip._call",
    "kripke.puzzles.gossip._knows_secret",
    "kripke.puzzles.gossip._secret",
    "kripke.space.states.sensitive",
    "kripke.sameness.signatures.loops",
    "kripke.symbolic.diagrams.threads._calls",
    "kripke.symbolic.diagrams.capacity._memory",
    "kripke.symbolic.diagrams.state_set.odd",
    "kripke.time.terms._language",
    "learn.exercises.registry.made_of",
    "learn.exercises.small_models.built",
    "learn.exercises.small_models.digest",
    "learn.exercises.small_models.varied",
    "logic.exact._of_float",
    "logic.operators.reserved",
    "logic.parser._language",
    "logic.parser._read",
    "logic.programs.automaton",
    "logic.normal.minimal",
    "logic.tokens._compiled",
    "viz.layout.geometry.even",
    "viz.layout.geometry.shortened",
    "viz.output.render._scratch",
    "viz.output.dot._quoted",
    "viz.output.svg._rows",
    "viz.pictures.labels.text_width",
    "viz.sheets._svg",
    "viz.output.render._graphviz",
    "whoknows.cli.streams._whole",
}
"""Functions with a cache of `functools`: its code in C is safe, and each result is immutable or a class of STORES.

Those of agents, pictures and commands are used by one thread.
"""

PROPERTIES = {
    "kripke.checking.arbitrary.Announcements.extension",
    "kripke.checking.kinds.Kinds.literals",
    "games.saboteur.agents.threshold_belief.beliefs.RoleCounts.guilty",
    "games.saboteur.agents.threshold_belief.beliefs.RoleCounts.verdicts",
    "games.saboteur.agents.threshold_belief.beliefs.RoleCounts.worlds",
    "studies.bluff_poker.raises_duel.Duel.form",
    "games.bluff_poker.outcomes.Ladder.place",
    "games.bluff_poker.rules.BluffPoker.bearable",
    "games.bluff_poker.rules.BluffPoker.ladder",
    "games.core.rules.Rules.seats",
    "games.knowing.ground.Ground.named",
    "games.knowing.ground.Ground.places",
    "games.knowing.ground.Ground.shown",
    "games.knowing.knower.Knower.model",
    "games.knowing.excerpt.Onlooker.model",
    "games.knowing.situation.Situation.model",
    "games.knowing.table.Table.true",
    "games.playing.match.Setup._rules",
    "games.playing.match.Setup.seat_order",
    "studies.holdem.collusion.evidence.Suspicion.places",
    "studies.holdem.collusion.evidence.Suspicion.prior",
    "studies.holdem.collusion.evidence.Suspicion.worlds",
    "games.saboteur.agents.threshold_belief.evaluations.View.before",
    "games.saboteur.agents.threshold_belief.evaluations.View.lengths",
    "games.saboteur.agents.threshold_belief.public_acts.Act.gains",
    "games.saboteur.agents.threshold_belief.chart.Settings._hash",
    "games.saboteur.tunnels.board.Board.joining",
    "games.saboteur.tunnels.board.Board.openings",
    "games.saboteur.tunnels.board.Board.reach",
    "games.saboteur.tunnels.board.Plan.changes",
    "games.saboteur.tunnels.board.Plan.empty",
    "games.saboteur.tunnels.board.Plan.ends",
    "games.saboteur.tunnels.board.Plan.height",
    "games.saboteur.tunnels.board.Plan.home",
    "games.saboteur.tunnels.board.Plan.steps",
    "games.saboteur.tunnels.board.Plan.width",
    "games.saboteur.rules.Saboteur.cards",
    "games.saboteur.rules.Saboteur.discards",
    "games.saboteur.rules.Saboteur.draws",
    "games.saboteur.rules.Saboteur.kinds",
    "games.saboteur.rules.Saboteur.plan",
    "games.saboteur.rules.Saboteur.role_cards",
    "games.saboteur.rules.Saboteur.tools",
    "games.saboteur.rules.Saboteur.uses",
    "games.spades.bid_reading.Posterior.effective",
    "kripke.change.observers.Observed._plain",
    "kripke.change.product.Action.event_model",
    "kripke.change.product.Action.possible",
    "kripke.change.product.Pairs.positions",
    "kripke.data.relation.Relation._made",
    "kripke.data.relation.Relation.blocks",
    "kripke.data.relation.Relation.classes",
    "kripke.data.relation.Relation.csr",
    "kripke.data.relation.Relation.is_s5",
    "kripke.data.relation.Relation.labels",
    "kripke.data.relation.Relation.members",
    "kripke.data.relation.Relation.seen_by_some",
    "kripke.data.relation.Relation.top",
    "kripke.data.structure.Weights._hash",
    "kripke.data.structure.Weights.above",
    "kripke.change.successors._Asked.blocks",
    "kripke.plan.answers.Answer._reasons",
    "kripke.plan.answers.Plan.formula",
    "kripke.plan.answers.Plan.models",
    "kripke.plan.answers.Policy.places",
    "kripke.plan.question.Question.kept",
    "kripke.plan.question.Question.start",
    "kripke.checking.engine.reaching.Closure._after",
    "kripke.checking.engine.reaching.Closure._hub",
    "kripke.checking.engine.reaching.Closure._paths",
    "kripke.checking.engine.reaching.Closure._reversed",
    "kripke.checking.program.Program._shared",
    "kripke.checking.program.Program._stored",
    "kripke.checking.program.Program.boolean",
    "kripke.checking.program.Program.moves",
    "kripke.checking.program.Program.decisive",
    "kripke.checking.program.Program.modal",
    "kripke.checking.program.Program.outer",
    "kripke.checking.program.Program.straight",
    "kripke.data.cube.Cube.codes",
    "kripke.data.cube.Cube.origins",
    "kripke.data.cube.Cube.size",
    "kripke.formats.graphs._Chosen.known",
    "kripke.formats.provers.ProverFormat.language",
    "kripke.formats.smcdel.SmcdelFile._few",
    "kripke.formats.smcdel.SmcdelFile._together",
    "kripke.formats.smcdel.SmcdelFile.expanded",
    "kripke.formats.smcdel.SmcdelFile.structure",
    "kripke.formats.source.Syntax.language",
    "kripke.models.model.Verdict.count",
    "kripke.models.model.Verdict.counterexample",
    "kripke.models.model.Verdict.extension",
    "kripke.models.model.Verdict.note",
    "kripke.models.model.Verdict.size",
    "kripke.prove.answers.Proof.script",
    "kripke.prove.proofs.forms.telling.Telling.reading",
    "kripke.prove.proofs.forms.telling.Telling.simplified",
    "kripke.prove.question.problem.Problem.reachable",
    "kripke.symbolic.laws.conditions.Condition.atoms",
    "kripke.symbolic.laws.conditions.Condition.rows",
    "kripke.symbolic.deals.dealing.Dealt.bounds",
    "kripke.symbolic.deals.dealing.Dealt.everywhere",
    "kripke.symbolic.deals.dealing.Dealt.variables",
    "kripke.symbolic.deals.hands.Hands._ends",
    "kripke.symbolic.deals.hands.Hands._kinds",
    "kripke.symbolic.deals.hands.Hands._steps",
    "kripke.symbolic.deals.hands.Hands.is_possible",
    "kripke.symbolic.deals.hands.Hands.ways",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure._other_names",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure.answers",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure.dealt",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure.extensions",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure.is_large",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure.bit_names",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure.named",
    "kripke.symbolic.structures.knowledge_structure.KnowledgeStructure.public_variables",
    "kripke.symbolic.structures.states.States.conditions",
    "kripke.symbolic.structures.states.States.size",
    "kripke.symbolic.structures.states.States.state_set",
    "kripke.symbolic.structures.transformer.Transformer._number",
    "kripke.symbolic.structures.transformer.Transformer._true",
    "kripke.symbolic.questions.why.SymbolicView.domain",
    "kripke.space.explore.Space._runs",
    "kripke.space.recall_reasons.Remembered._lookers",
    "kripke.time.description.Description._known",
    "kripke.time.description.Description.atoms",
    "kripke.time.description.Description.choices",
    "kripke.time.description.Description.alternatives",
    "kripke.time.description.Description.knowing",
    "kripke.time.system.System._listed",
    "kripke.why.explicit_view.ExplicitView.domain",
    "kripke.why.view.View._atoms",
    "learn.exercises.announcements.AfterLie.after",
    "learn.exercises.announcements.Announcements._values",
    "learn.exercises.announcements.Announcements.facts",
    "learn.exercises.announcements.Announcements.knowledge",
    "learn.exercises.announcements.Announcements.literals",
    "learn.exercises.choices.Runs.seen",
    "learn.exercises.common_belief.CommonBelief.largest",
    "learn.exercises.frames.Correspondence.refutations",
    "learn.exercises.proofs.ProofFault.given",
    "learn.exercises.proofs.ProofFault.wrong",
    "learn.exercises.proofs.ProofGap.given",
    "learn.exercises.stories.ReachGoal.ends",
    "learn.exercises.stories.TellStory.differences",
    "learn.exercises.stories.TellStory.event_models",
    "learn.lesson.Lesson.exercises",
    "learn.lesson.Lesson.given",
    "viz.boards.saboteur._Table.column",
    "viz.boards.saboteur._Table.corner",
    "viz.boards.saboteur._Table.window",
    "viz.layout.routing._Routes.near",
    "viz.minds._Mind.colours",
    "viz.minds._Mind.here",
    "viz.minds._Mind.labels",
    "viz.minds._Mind.others",
    "viz.web.given.AboutModel.read",
    "whoknows.cli.experiment.Report.comparison",
    "whoknows.cli.experiment.Report.figures",
    "whoknows.cli.experiment.Report.judged",
    "whoknows.cli.experiment.Report.series",
}
"""Properties with a cache: two threads may both compute one, with the same result."""

PACKAGES = (logic, kripke, games.knowing)
"""Packages whose objects are asked, to see what changes in them."""
EVERYWHERE = (logic, kripke, games, learn, studies, viz, whoknows)
PLAIN = (type(None), bool, int, float, complex, str, bytes, type)


@cache
def modules(packages: tuple[Any, ...] = PACKAGES) -> list[Any]:
    return [*imported(packages)]


def imported(packages: tuple[Any, ...]) -> Iterator[Any]:
    for package in packages:
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            missing = found.name == "games.openspiel.python_game" and find_spec("pyspiel") is None  # no wheel for it
            if not missing and not found.name.endswith((".__main__", ".preload")):  # they act when they are imported
                yield importlib.import_module(found.name)


def cached_functions() -> set[str]:
    """All functions of the modules and their classes with a cache of `functools`."""
    found = set()
    for module in modules(EVERYWHERE):
        holders = [module, *[each for each in vars(module).values() if isinstance(each, type)]]
        for value in [each for holder in holders for each in vars(holder).values()]:
            wrapped = getattr(value, "__func__", value)
            if hasattr(wrapped, "cache_info") and wrapped.__module__ == module.__name__:
                found.add(f"{module.__name__}.{wrapped.__qualname__}")
    return found


def cached_properties() -> set[str]:
    return {
        f"{each.__module__}.{each.__qualname__}.{name}"
        for module in modules(EVERYWHERE)
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__
        for name, value in vars(each).items()
        if isinstance(value, cached_property)
    }


def attributes(found: Any) -> dict[str, Any]:
    """Attribute, with the class of its slot or of the object's dictionary -> value."""
    own = {f"{qualified(type(found))}.{name}": value for name, value in getattr(found, "__dict__", {}).items()}
    for each in type(found).__mro__:
        slots = vars(each).get("__slots__", ())
        for name in {slots} if isinstance(slots, str) else set(slots) - {"__weakref__", "__dict__"}:
            if hasattr(found, name):
                own[f"{qualified(each)}.{name}"] = getattr(found, name)
    return own


def qualified(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def is_ours(found: Any) -> bool:
    return type(found).__module__.split(".")[0] in ("logic", "kripke", "games", "studies")


def contents(found: Any) -> list[Any]:
    """What a container has, or what an object of ours refers to."""
    if isinstance(found, dict):
        inside = [*dict.keys(found), *dict.values(found)]
    elif isinstance(found, (list, tuple, set, frozenset)):
        inside = list(found)
    else:
        inside = []
    return inside + (list(attributes(found).values()) if is_ours(found) else [])


State = dict[int, tuple[Any, dict[str, Any]]]
"""Number of an object -> the object, so that its number stays its own, and the marks of its attributes."""


def snapshot(roots: Iterable[Any]) -> State:
    """The state of all objects that the roots reach."""
    state: State = {}
    waiting = list(roots)
    while waiting:
        found = waiting.pop()
        if id(found) in state or isinstance(found, PLAIN):
            continue
        marks = {name: mark(value) for name, value in attributes(found).items()} if is_ours(found) else {}
        if is_ours(found) and isinstance(found, (dict, list, set)):
            marks[qualified(type(found))] = len(found)
        state[id(found)] = found, marks
        waiting += contents(found)
    return state


def mark(value: Any) -> Any:
    """What tells whether an attribute has changed: the value itself, and how much it contains."""
    if isinstance(value, list):
        return value, len(value) - value.count(None)
    return value, len(value) if isinstance(value, (dict, set)) else 0


def changes(before: State, after: State) -> set[str]:
    """The attributes that changed, or were set, between two snapshots."""
    found = set()
    for number, (_, marks) in after.items():
        old = before.get(number, (None, marks))[1]
        found |= {name for name, now in marks.items() if name in old and not same(old[name], now)}
        found |= {name for name in marks if name not in old and name not in PROPERTIES}
    return found


def same(one: Any, other: Any) -> bool:
    return one == other if isinstance(one, int) else one[0] is other[0] and one[1] == other[1]


def immutable() -> dict[str, Any]:
    """One object of each kind that is meant to be immutable."""
    observes = {"a": ["p", "q"], "b": ["r"]}
    worlds = {i: {"p", "r"} if i % 2 else {"q"} for i in range(300)}
    some = {i: worlds[i] for i in range(3)}
    chain = {"a": [(i, (i + 1) % 300) for i in range(300)], "b": [(0, 1)]}
    halves = {"a": [range(100), range(100, 300)], "b": [range(300)]}
    events, seen = {"e": Event("p"), "f": Event("~p")}, {"a": [("e", "e"), ("f", "f")], "b": [("e", "f"), ("f", "e")]}
    return {
        "cube": KripkeModel.from_observations(["p", "q", "r"], observes, law="p | q", actual={"p", "r"}),
        "arrays": KripkeModel(worlds, chain, actual=1),
        "classes": KripkeModel.s5(worlds, halves, actual=1),
        "weights": KripkeModel.s5(
            some, {"a": [some], "b": [some]}, 1, weights={"a": {0: 1, 1: "1/2", 2: 0}}, threshold="1/2"
        ),
        "ranks": KripkeModel.s5(some, {"a": [some], "b": [some]}, 1, ranks={"a": {0: 0, 1: 1, 2: 2}}),
        "diagrams": SymbolicModel(["p", "q", "r", *[f"x{i}" for i in range(70)]], "p | q", observes, {"p", "r"}),
        "few states": SymbolicModel(["p", "q", "r"], "p | q", observes, {"p", "r"}),
        "event model": EventModel(events, seen),
        "evidence": Evidence("a", "p", gain="1/10", loss="1/10"),
        "table": Table((("die", (1, 2, 3)), ("p", ()), ("q", ()), ("r", ())), (("a", ("die", "p")), ("b", ("q",)))),
        "reader": parser._language(),
        "smcdel": smcdel_reader._language(),
        "program": compile_formula(parse("K_a p & [q] (K_b p | r)")),
    }


def ask(objects: dict[str, Any], turn: str) -> list[Any]:
    """Ask everything of every object, with formulas that are new in each turn."""
    texts = [
        f"K_a (p & {turn}q)",
        f"{turn}p -> r",
        f"[p ^ {turn}q?{{a}}] K_b q",
        f"B_a {turn}p",
        f"C_{{a,b}} ({turn}p | q)",
    ]
    texts += [f"Kw_a {turn}p & D_{{a,b}} {turn}r", f"[{turn}p] E_{{a,b}} p"]
    answers: list[Any] = []
    for name, found in objects.items():
        if isinstance(found, (KripkeModel, SymbolicModel)):
            answers += [found.holds(text) for text in texts] * 3
            answers += [found.count(text) for text in texts]
            answers += [str(found.check(text).explain()) for text in texts]
            answers += [
                found.announce("p"),
                found.announce("p", to=["a"]),
                found.frame_properties("a"),
                found == found.at(found.actual),
            ]
            answers += [found.degree("a", "p", alike=True)]
            if name not in ("few states", "diagrams"):
                answers.append(found.update(objects["event model"]))
                answers += [bisimilar(found, found), contract(found)]
    Evaluation(objects["program"], BitsetAlgebra(objects["cube"].structure)).value()
    seats = situation(objects["table"])
    answers += [seats.holds(text, 0) for text in texts] + [seats.degree("a", text, 0) for text in texts]
    answers += [seats.holding(tuple(texts), 1), seats.counts("b", tuple(texts)), seats.possible("a", 1, texts[1])]
    answers += [seats.place({"die": 2}), objects["weights"].update(objects["evidence"])]
    return [*answers, seats]


def globals_of_modules() -> list[Any]:
    return [value for module in modules() for value in vars(module).values() if not isinstance(value, types.ModuleType)]


def test_what_changes_behind_immutable_objects_is_listed_with_the_reason_why_threads_may_share_it() -> None:
    objects = immutable()
    roots = [*globals_of_modules(), *objects.values(), situation(objects["table"])]
    states = [snapshot(roots)]
    for turn in ("", "~", "~~"):
        roots += ask(objects, turn)
        states.append(snapshot(roots))
    found = set().union(*[changes(*pair) for pair in itertools.pairwise(states)])
    listed = {f"{where}.{name}" for where, why in STORES.items() for names in why.values() for name in names.split()}
    assert found - listed == set(), "list new stores with the reason why threads may share them"


def test_functions_and_properties_that_are_computed_once_are_listed() -> None:
    assert cached_functions() - FUNCTIONS == set()
    assert cached_properties() - PROPERTIES == set()


def test_a_new_store_is_found() -> None:
    class Model(KripkeModel):
        """One with a hidden store."""

        __module__ = KripkeModel.__module__
        __slots__ = ("asked",)

        def holds(self, formula, *args):
            self.asked.append(formula)
            return super().holds(formula, *args)

    model = Model({"w": {"p"}}, {"a": [("w", "w")]}, actual="w")
    object.__setattr__(model, "asked", [])
    before = snapshot([model])
    model.holds("p")
    assert [name.rpartition(".")[2] for name in changes(before, snapshot([model])) if "asked" in name] == ["asked"]
