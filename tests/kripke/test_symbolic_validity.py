"""Validity part by part: the same answers as the whole extension, and conjunctions that cost what their parts cost."""

from itertools import combinations
from random import Random

import pytest
from effort import share
from lawful import SMALL, random_fact, random_pair
from randoms import random_formula

from kripke.checking.explicit import extension
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.laws.constraints import exactly_one, parity
from kripke.symbolic.questions import evaluation
from logic import clauses as f
from logic.clauses import conj
from logic.formula import Formula
from logic.parser import parse


def random_claim(rng: Random, agents: tuple[str, ...], depth: int) -> Formula:
    """A formula that can be taken apart: implications that often hold, under boxes, announcements and negations."""
    if depth == 0:
        part = random_formula(rng, agents, 4)
        return rng.choice([f.Implies(part, part | random_fact(rng, SMALL[:3], 2)), f.Or(part, f.Not(part)), part])
    group = rng.sample(agents, rng.randint(1, len(agents)))
    sub = random_claim(rng, agents, depth - 1)
    said = random_formula(rng, agents, 3)
    return rng.choice(
        [
            sub & random_claim(rng, agents, depth - 1),
            f.Not(f.Not(sub) | f.Not(random_claim(rng, agents, depth - 1))),
            f.Not(f.Implies(sub, f.Not(random_claim(rng, agents, depth - 1)))),
            f.Implies(random_fact(rng, SMALL[:3], 2), sub),
            f.K(group[0], sub),
            f.B(group[0], sub),
            f.Not(f.M(group[0], f.Not(sub))),
            f.E(group, sub),
            f.C(group, sub),
            f.D(group, sub),
            f.Announce(said, sub),
            f.Announce(said, sub, group),
            f.Not(f.AnnounceDual(said, f.Not(sub))),
            f.Not(f.Announce(f.Or(said, f.Not(said)), f.Not(sub))),
            f.AnnounceDual(f.Or(said, f.Not(said)), sub),
            f.AnnounceWhether(said, sub),
            f.AnnounceWhether(said, sub, group),
        ]
    )


@pytest.mark.parametrize("most", [0, evaluation.MODEST])
def test_what_is_taken_apart_is_valid_just_where_it_holds_everywhere(monkeypatch, most):
    monkeypatch.setattr(evaluation, "MODEST", most)
    rng = Random(91 + most)
    valid = compared = 0
    pairs = share(600, 60)
    while compared < pairs:
        structure, symbolic = random_pair(rng, SMALL[: rng.randint(6, 7)])
        if not structure.agents:
            continue
        for _ in range(10):
            claim = random_claim(rng, structure.agents, rng.randint(1, 4))
            holds = len(extension(structure, claim)) == structure.size
            assert symbolic.valid(claim) == holds, claim
            assert symbolic.valid(claim) == holds, claim  # what was remembered says the same
            valid += holds
            compared += 1
    assert pairs / 6 < valid < pairs * 5 / 6


def test_beliefs_are_not_taken_apart_by_looking_back():
    m = SymbolicModel(["p", "q"], believes={"a": "p", "b": {"q": "p", "~q": "~p"}})
    for text in ("B_a p", "B_a (p & p)", "q -> B_b (p & p)", "p -> B_a p", "C_{a,b} (p & q)", "E_{a,b} (p & (p | q))"):
        assert m.valid(text) == (m.count(text) == m.count())


def test_after_the_announcement_of_a_contradiction_everything_is_valid():
    m = SymbolicModel(["p", "q"], law="p", observes={"a": ["q"]})
    assert m.valid("[~p] (q & K_a ~q)")
    assert m.valid("[q] [~q] (K_a p & K_a ~p & false)")
    assert not m.valid("<~p> true")
    assert not m.valid("[q] <~q> true")


def test_without_agents_everyone_knows_everything_and_distributed_knowledge_is_of_all_states():
    m = SymbolicModel(["p"])
    assert m.valid("E p & C p & E (p & ~p)")
    assert m.valid("D (p | ~p)")
    assert not m.valid("D p")


def test_a_shared_conjunction_of_exponentially_many_paths_is_taken_apart_once():
    claim = parse("K_a (p | ~p)")
    for _ in range(100):
        claim = f.And(claim, f.K("a", claim))
    assert SymbolicModel(["p"], observes={"a": []}).valid(claim)


def cryptographers(n: int, **options: int) -> tuple[SymbolicModel, list[Formula], list[Formula]]:
    """The model, what each says, and that none of those who say it learns of another that they have paid."""
    coins = {pair: f"c{pair[0]}_{pair[1]}" for pair in combinations(range(1, n + 1), 2)}
    sees = {i: [f"p{i}", *(coin for pair, coin in coins.items() if i in pair)] for i in range(1, n + 1)}
    paid = [f"p{i}" for i in range(n + 1)]
    observes = {f"a{i}": seen for i, seen in sees.items()}
    model = SymbolicModel([*paid, *coins.values()], exactly_one(paid), observes, **options)
    says = []
    for seen in sees.values():
        said: Formula = f.Atom(seen[0])
        for atom in seen[1:]:
            said = f.Xor(said, f.Atom(atom))
        says.append(said)
    pairs = [(i, j) for i in sees for j in sees if i != j]
    return model, says, [f.Implies(f.Atom(f"p{i}"), f.Not(f.K(f"a{j}", f.Atom(f"p{i}")))) for i, j in pairs]


def test_ninety_conjuncts_after_ten_announcements_are_never_one_diagram():
    """One diagram of them all has some four million nodes: the manager would grow."""
    model, says, hidden = cryptographers(10, nodes=200_000)
    for said in says:
        model = model.announce_whether(said)
    assert model.valid(conj(hidden))
    assert model.valid(f.K("a1", conj(hidden)))
    assert model.valid(f.C(None, conj(hidden)))
    assert not model.valid(conj([*hidden, f.Kw("a1", f.Atom("p2"))]))
    assert model.knowledge.manager.nodes == 200_000


def test_the_protocol_in_one_question_is_taken_apart_after_the_announcements():
    model, says, hidden = cryptographers(9)
    question = conj([*hidden, *[f.Kw(agent, f.Atom("p0")) for agent in model.agents]])
    for said in reversed(says):
        question = f.AnnounceWhether(said, question)
    assert model.valid(question)
    assert not model.valid(f.And(question, f.Atom("p0")))


def test_sets_of_agents_that_add_no_state_do_not_make_common_knowledge_large():
    """Ten dining cryptographers: each agent's set says other things of unlawful assignments; the union is huge."""
    diners, coins = [f"p{i}" for i in range(10)], {(i, j): f"c{i}_{j}" for i, j in combinations(range(10), 2)}
    sees = {f"a{i}": [diners[i], *[coin for pair, coin in coins.items() if i in pair]] for i in range(10)}
    model = SymbolicModel(["nsa", *diners, *coins.values()], exactly_one(["nsa", *diners]), sees)
    for seen in sees.values():
        model = model.announce_whether(parity(seen))
    assert model.valid("nsa -> C nsa & E_{a0,a9} nsa")
    assert not model.valid("p0 -> C p0")
    assert model.count("C nsa") == model.count("nsa") == 2**45
