"""Arbitrary announcements: the search agrees with brute force, keeps the laws, names announcements, and is bounded."""

from random import Random

import pytest
from effort import seeds, share
from randoms import random_formula, random_structure
from reasons_checked import check
from reference_graphs import plain
from typer.testing import CliRunner

from kripke.change.actions.announcements import announcement
from kripke.checking.arbitrary import announcement_search
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension, holds
from kripke.checking.kinds import MOST, Kinds
from kripke.data.errors import UnknownAgent
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.prove.errors import UnsupportedOperator
from kripke.prove.face import prove
from kripke.puzzles import russian_cards
from kripke.sameness.bisimulation import bisimulation
from kripke.semantics import kinds, truth
from kripke.why.arbitrary_reasons import witness
from kripke.why.explain import explain, explicit_view
from logic import clauses as f
from logic.errors import FormulaError, ParseError, TooLarge
from logic.parser import parse
from logic.shared import conjuncts
from whoknows.cli.main import app

ENGINES = (BitsetAlgebra, ArrayAlgebra)
PLAIN = (f.AnnounceAny, f.AnnounceAnyDual)
COALITION = (f.AnnounceCoalition, f.AnnounceCoalitionDual)
MODEL = KripkeModel.s5(
    worlds={"w": {"p", "q"}, "v": {"q"}, "u": {"p"}},
    partitions={"a": [["w", "v", "u"]], "b": [["w"], ["v", "u"]]},
    actual="w",
)


def small_model(rng: Random, most: int = 8):
    """A random structure of at most `most` kinds of worlds, some agents with weights or ranks, and its graph."""
    while True:
        structure = random_structure(rng, most, rng.choice([None, "mixed"]))
        graph = plain(structure)
        if len(kinds(graph)) <= most:
            return structure, graph


def quantified(rng: Random, agents: tuple[str, ...], clause: type, body: f.Formula) -> f.Formula:
    some = agents and (clause in COALITION or rng.random() < 0.6)
    return clause(rng.sample(agents, rng.randint(1, len(agents))) if some else None, body)


@pytest.mark.parametrize("seed", range(4))
def test_kinds_are_the_classes_of_bisimilar_worlds_and_separators_have_their_extensions(seed) -> None:
    rng = Random(seed)
    for _ in range(share(50, 12)):
        structure, graph = small_model(rng)
        blocks = bisimulation(structure, structure)[0].tolist()
        classes = {frozenset(i for i, block in enumerate(blocks) if block == each) for each in blocks}
        assert kinds(graph) == classes
        for engine in ENGINES:
            model = engine(structure)
            found = Kinds(model)
            assert {frozenset(model.world_set(kind).positions()) for kind in found.sets} == classes
            for formula, where in found.separators:
                assert extension(structure, formula).positions() == model.world_set(where).positions()


@pytest.mark.parametrize("seed", seeds(2, 50))
def test_quantifiers_are_brute_force_over_announcements(seed) -> None:
    rng = Random(seed)
    for number in range(share(20, 6)):
        structure, graph = small_model(rng, 8 if number % 5 == 0 else 5)
        body = random_formula(rng, structure.agents, rng.randint(1, 8))
        for clause in (*PLAIN, *COALITION):
            formula = quantified(rng, structure.agents, clause, body)
            if rng.random() < 0.2:
                formula = f.AnnounceDual(random_formula(rng, structure.agents, 2), f.Or(formula, f.Atom("p")))
            expected = truth(graph, formula)
            for engine in ENGINES:
                found = extension(structure, formula, engine(structure))
                assert frozenset(found.positions()) == expected, (seed, number, engine, formula)
            world = rng.randrange(structure.size)
            assert holds(structure, formula, world, BitsetAlgebra(structure)) == (world in expected)
            if formula.operator.form.mark:
                announcements_have_their_effects(structure, graph, formula, expected)


def announcements_have_their_effects(structure, graph, formula, expected) -> None:
    """Each world where one decides has an announcement that can be made there, by the group, and that does so."""
    view, diamond = explicit_view(structure, formula), formula.operator.form.diamond
    for world in range(structure.size):
        said = witness(view, view.program.root, world)
        assert (said is not None) is ((world in expected) is diamond)
        if said is not None:
            parts = [part for part in conjuncts(said.formula) if part != f.Top()]
            assert formula.group is None or all(isinstance(p, f.K) and p.agent in formula.group for p in parts)
            assert len({p.agent for p in parts if formula.group}) == len(parts) * bool(formula.group)
            assert (world in truth(graph, f.AnnounceDual(said.formula, formula.sub))) is diamond
            assert world in truth(graph, said.formula)


@pytest.mark.parametrize("seed", seeds(5, 100))
def test_quantifiers_inside_one_another_are_brute_force_and_explained_by_announcements_with_their_effects(seed) -> None:
    rng = Random(seed)
    structure, graph = small_model(rng, 3)
    formula = random_formula(rng, structure.agents, 4)
    for _ in range(2):
        formula = quantified(rng, structure.agents, rng.choice([*PLAIN, *COALITION]), formula)
        formula = formula if rng.random() < 0.5 or not structure.agents else f.M(structure.agents[0], formula)
        assert frozenset(extension(structure, formula).positions()) == truth(graph, formula), (seed, formula)
    for position in range(structure.size):
        check(structure, explain(explicit_view(structure, formula), position))


@pytest.mark.parametrize(
    "body",
    [
        "[(a | b)*] p",
        "<a ; ?p ; b> ~q",
        "[^^p] B_a q",
        "[q!{a}] K_a q",
        "R_{a,b} K_a p",
        "[(@tell)*] p",
        "CB>=1/2 p",
        "E^4 p",
    ],
)
def test_bodies_without_bounds_are_evaluated_after_one_announcement_at_a_time(body: str) -> None:
    actions = {"tell": announcement("p")}
    for quantifier in ("<*>", "[*{a}]", "<+{b}>"):
        question = parse(f"{quantifier} ({body})")
        expected = truth(MODEL.to_networkx(), question, actions)
        assert MODEL.extension(question, actions=actions) == expected


@pytest.mark.parametrize("seed", range(5))
def test_the_laws_of_the_three_logics_are_valid(seed) -> None:
    rng = Random(seed)
    for _ in range(10):
        structure = random_structure(rng, 5, "S5")
        agents = structure.agents
        body = random_formula(rng, agents, rng.randint(1, 6))
        fact = f.Implies(f.Atom("p"), f.Atom("q"))
        laws = [
            f.Implies(f.AnnounceAny(None, body), body),  # nothing can be announced
            f.Iff(f.AnnounceAnyDual(None, fact), fact),
            f.Iff(f.AnnounceCoalitionDual(None, body), f.AnnounceAnyDual(agents, body)) if agents else f.Top(),
        ]
        if agents:
            group = rng.sample(agents, rng.randint(1, len(agents)))
            laws += [
                f.Iff(f.AnnounceCoalitionDual(agents, body), f.AnnounceAnyDual(agents, body)),
                f.Implies(f.AnnounceCoalitionDual(group, body), f.AnnounceAnyDual(group, body)),
                f.Implies(f.AnnounceAnyDual(group, body), f.AnnounceAnyDual(None, body)),
                f.Implies(body, f.AnnounceAnyDual(group, body)),
            ]
        for law in laws:
            assert len(extension(structure, law)) == structure.size, (seed, law)


def test_anne_finds_a_safe_announcement_of_her_hand_among_two_to_the_34() -> None:
    model = russian_cards.model()
    question = f.AnnounceAnyDual(["anne"], russian_cards.SAFE)
    with announcement_search(tries=3_000):
        verdict = model.check(f.And(question, f.Top()))
        assert verdict.extension == frozenset(model.worlds)
        note = verdict.note
    said = parse(note.partition("by the announcement ")[2])
    assert isinstance(said, f.K)
    hands = {"".join(sorted(atom[-2] for atom in hand.atoms)) for hand in _disjuncts(said.sub)}
    assert "012" in hands
    assert hands <= set(russian_cards.HANDS)
    assert russian_cards.is_safe(model, hands)


def _disjuncts(formula: f.Formula) -> list[f.Formula]:
    return [*_disjuncts(formula.left), *_disjuncts(formula.right)] if isinstance(formula, f.Or) else [formula]


def test_no_announcement_of_anne_informs_bob_and_cath() -> None:
    knows = russian_cards.KNOWS_DEAL
    both = f.AnnounceAnyDual(["anne"], f.C(None, knows["bob"] & knows["cath"] & russian_cards.IGNORANT))
    assert not russian_cards.model().holds(both)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("<*> K_a p", "p"),
        ("<*{b}> (K_a p & K_a q)", "K_b p"),
        ("<+{b}> K_a p", "K_b p"),
        ("[*] ~K_a p", "p"),
        ("<*> (Kw_a q & ~K_a p)", "q"),
        ("[*] K_a p", "⊤"),
        ("~<*> K_a p | <*> K_a q", "q"),
    ],
)
def test_the_announcement_is_shown_as_a_short_formula(formula: str, said: str) -> None:
    notes = MODEL.check(formula).note.split("; ")
    assert notes[-1].endswith(f"by the announcement {said}")
    assert all(MODEL.check(each).note == "" for each in ("p", "<*> K_a ~p", "<+{a}> K_a p", "K_b <*> K_a p"))


def test_the_only_announcement_is_named_without_such_as() -> None:
    m = KripkeModel({"w": {"q"}}, {"a": [("w", "w")], "b": []}, actual="w")
    assert "after the only announcement that can be made there, ⊤" in str(m.explain("[*{b}] K_a q"))


def test_both_engines_of_models_search_and_explain() -> None:
    given = {"atoms": ["p", "q"], "observes": {"a": ["q"], "b": ["p"], "c": []}, "law": "p | q", "actual": {"p", "q"}}
    listed, symbolic = KripkeModel.from_observations(**given), SymbolicModel(**given)
    for text in ("<*{b}> (K_a p & ~K_c q)", "[+{a}] K_c q", "C_{a,b} <*> K_a p", "[p] [*{b}] Kw_a p", "<*> <*> K_c q"):
        assert listed.extension(text) == symbolic.extension(text) == truth(listed.to_networkx(), text)
        assert str(listed.explain(text)) == str(symbolic.explain(text))
        assert listed.check(text).note == symbolic.check(text).note


QUANTIFIED = ("[*] {}", "<*> ~{}", "[*{{a}}] {}", "[+{{b}}] {}", "<+{{a}}> ~{}", "[*] M_b {}")


@pytest.mark.parametrize(
    "body", ["C_a p", "CB_a p", "[(a)*] p", "[a ; (b ; a*)*] p", "C_{a,b} (p -> q)", "C_b (p | ~p)"]
)
def test_by_diagrams_groups_and_programs_after_announcements_are_brute_force(body: str) -> None:
    for law in ("true", "p | q"):
        given = {"atoms": ["p", "q"], "observes": {"a": ["p"], "b": []}, "law": law, "actual": {"p"}}
        listed, symbolic = KripkeModel.from_observations(**given), SymbolicModel(**given)
        for quantifier in QUANTIFIED:
            text = quantifier.format(body)
            assert symbolic.extension(text) == listed.extension(text) == truth(listed.to_networkx(), text), text
            assert symbolic.explain(text).holds == listed.holds(text)


@pytest.mark.parametrize("agents", ["ab", "abc"])
def test_nested_quantifiers_are_decided_on_16_worlds_and_keep_the_laws(agents: str) -> None:
    rng = Random(agents)
    worlds = {n: {atom for place, atom in enumerate("pqrs") if n >> place & 1} for n in range(16)}
    sees = {agent: [rng.randrange(6) for _ in worlds] for agent in agents}
    m = KripkeModel.s5(worlds, sees={agent: labels.__getitem__ for agent, labels in sees.items()})
    for body in ("K_a p & ~K_b p", "K_b q & ~K_a q", "C_{a,b} (p | q) & ~K_a p"):
        once = m.extension(f"<*> ({body})")
        assert once  # not everywhere, so the law is no triviality
        assert m.extension(f"<*> <*> ({body})") == once
        assert m.valid(f"<*> [*] ({body}) -> [*] <*> ({body})")


def test_no_announcement_separates_worlds_that_earlier_announcements_have_made_bisimilar() -> None:
    facts = {"W": {"w"}, "V": {"w"}, "A": {"r"}, "B": {"r"}, "Q": {"q"}, "N": {"n"}, "M": {"m"}}
    sees = {
        "a": [(one, other) for one in facts for other in facts],
        "b": [("W", "A"), ("V", "B")],
        "c": [("V", "Q"), ("B", "Q"), ("V", "N"), ("B", "N")],  # so B is like A, and V like W, once Q and N are gone
    }
    without_b = "(M_a (w & K_b false) & M_a (w & M_b r))"
    last = f"K_a ~q & ~{without_b} & <*> {without_b}"
    model = KripkeModel(facts, sees)
    assert model.holds(f"<*> ({last})", "W")  # N stays until the last announcement
    assert not model.extension(f"<*> (K_a ~(n | m) & M_a q & <*> ({last}))")


def test_a_search_that_tries_too_much_says_how_to_raise_the_bound() -> None:
    question = f.AnnounceAnyDual(None, russian_cards.SAFE)
    with announcement_search(tries=20), pytest.raises(TooLarge, match=r"20 tries, .* of 2\^140 .*tries="):
        russian_cards.model().count(question)
    nested = "[*] (p -> <*> K_b (p & q))"
    with (
        announcement_search(tries=2),
        pytest.raises(TooLarge, match=r"^\[\*\] \(p .* 2 tries, also .* for ⟨\*⟩ K_b .* of 2\^3 "),
    ):
        MODEL.holds(nested)
    with pytest.raises(FormulaError, match="tries 0: expected"), announcement_search(tries=0):
        pass
    MODEL.holds("<*> K_a p")  # the bound ends with its block


def test_progress_tells_tries_and_the_share_that_is_decided() -> None:
    told: list[tuple[int, float]] = []
    with announcement_search(progress=lambda tries, share: told.append((tries, share))):
        assert not MODEL.holds("<*> (K_a p & K_b ~p)")
    assert [tries for tries, _ in told] == list(range(1, len(told) + 1))
    shares = [share for _, share in told]
    assert shares == sorted(shares)


def test_more_kinds_than_can_be_listed_are_refused() -> None:
    many = KripkeModel.from_observations(atoms=[f"p{i}" for i in range(11)], observes={"a": []})
    assert len(many) > MOST
    with pytest.raises(TooLarge, match="kinds of worlds"):
        many.holds("<*> K_a p0", at=frozenset())
    symbolic = SymbolicModel(atoms=[f"p{i}" for i in range(60)], observes={"a": []}, law="true")
    with pytest.raises(TooLarge, match="kinds of worlds"):
        symbolic.count("<*> K_a p0")


def test_a_connected_model_with_too_many_kinds_has_an_answer_by_the_way_out_in_its_error() -> None:
    many = KripkeModel.from_observations([f"p{i}" for i in range(11)], {"a": []}, actual=["p0"])
    assert len(many.generated()) == len(many)
    with pytest.raises(TooLarge, match="announce something first"):
        many.holds("<*> K_a p0")
    assert many.announce("~p1 & ~p2").holds("<*> K_a p0")


def test_quantifiers_that_are_nested_too_deeply_are_refused() -> None:
    formula = parse("p")
    for _ in range(3_000):
        formula = f.AnnounceAny(None, formula)
    with pytest.raises(TooLarge, match="inside one another"):
        MODEL.extension(formula)


@pytest.mark.parametrize("text", ["<* p", "[*> p", "[* & p] q", "<*{a,b} p", "<+ p", "[*{}] p"])
def test_a_slip_in_a_quantifier_is_an_error_with_a_hint(text: str) -> None:
    with pytest.raises(ParseError) as error:
        parse(text)
    assert error.value.hint


def test_the_prover_refuses_with_the_reason() -> None:
    for text in ("<*> K_a p -> K_b p", "[*{a}] p", "<+{a}> p | q", "K_a [+{b}] p"):
        with pytest.raises(UnsupportedOperator, match="undecidable for two agents"):
            prove(text)


def test_a_diamond_of_nobody_hints_at_the_quantifier() -> None:
    with pytest.raises(UnknownAgent, match=r"some announcement: <\*> p"):
        MODEL.holds("<>p")


def test_the_command_prints_the_announcement_and_bounds_the_search() -> None:
    def shown(*arguments: str) -> str:
        said = CliRunner().invoke(app, ["check", "puzzle:hexa", *arguments])
        return f"{said.exit_code} {' '.join(said.output.split())}"

    question = "<*{anne}> (K_bill anne=red & ~K_cath anne=red)"
    assert shown(question).endswith("it holds at 2 of 6 worlds; by the announcement K_anne ¬anne=blue")
    assert '"note": "by the announcement K_anne ¬anne=blue"' in shown(question, "--json")
    assert "after [K_anne ¬anne=blue]" in shown(question, "--explain")
    assert shown(question, "--tries", "1").startswith("2 error: ")
    assert "raise the bound by --tries" in shown(question, "--tries", "1")
