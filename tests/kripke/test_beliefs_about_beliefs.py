"""Beliefs about beliefs: to any depth on one model, and with one model in the head of each observer."""

from __future__ import annotations

from random import Random

import pytest
from believers import names, positions
from effort import seeds
from reference_graphs import plain

from kripke.change.actions.evidence import Evidence
from kripke.change.belief import weights
from kripke.checking import build
from kripke.checking.explicit import extension
from kripke.semantics import truth
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse

PLAYERS = ("john", "mary", "bob", "ann", "carl")
DEALS = [frozenset((one, two)) for i, one in enumerate(PLAYERS) for two in PLAYERS[i + 1 :]]


def deal_name(deal):
    return "+".join(sorted(deal))


def table(observer, saboteurs, threshold=0.3):
    """The model in the observer's head: two of five players are saboteurs; each knows his own role."""
    worlds = {deal_name(deal): {f"saboteur({x})" for x in deal} for deal in DEALS}
    own = {x: [[deal_name(d) for d in DEALS if x in d], [deal_name(d) for d in DEALS if x not in d]] for x in PLAYERS}
    members = {x: [(cell, cell) for cell in cells] for x, cells in own.items() if x != observer}
    mine = own[observer][0] if observer in saboteurs else own[observer][1]
    members[observer] = [(worlds, mine)]
    weights_given = {x: dict.fromkeys([w for _, c in cells for w in c], 0.5) for x, cells in members.items()}
    return build.kd45(worlds, members, deal_name(saboteurs), weights=weights_given, threshold=threshold)


def holds(structure, text):
    return structure.actual in extension(structure, parse(text))


def everyone_sees(structure, formula, actor, step=0.1):
    """All but the actor take an act as evidence, by their own lights, in one model."""
    for watcher in PLAYERS:
        if watcher != actor:
            structure = Evidence(watcher, formula, gain=step, loss=1.5 * step).apply(structure)
    return structure


def test_each_observer_has_a_model_of_what_the_others_believe():
    saboteurs = frozenset(("bob", "carl"))
    heads = {x: table(x, saboteurs) for x in PLAYERS}
    assert holds(heads["john"], "B_john ~saboteur(john)")
    assert not holds(heads["john"], "B_john B_mary ~saboteur(john)")
    assert holds(heads["john"], "B_john (saboteur(mary) -> B_mary saboteur(mary))")
    for _ in range(2):  # bob closes the mine, twice, for all to see
        heads = {x: everyone_sees(m, "saboteur(bob)", "bob") for x, m in heads.items()}
    miners = "~saboteur(john) & ~saboteur(mary) & ~saboteur(ann)"
    assert holds(heads["john"], "B_john saboteur(bob) & B_john B_mary saboteur(bob)")
    assert holds(heads["john"], "B_john B_mary B_john B_ann B_mary saboteur(bob)")
    assert holds(heads["bob"], "B_bob saboteur(bob) & B_bob B_john saboteur(bob) & ~B_bob B_bob B_carl false")
    assert holds(heads["bob"], miners)
    for one in PLAYERS[:2]:
        for two in ("mary", "ann"):
            assert holds(heads[one], f"B_{one} B_{two} (saboteur(bob) & B_{two} saboteur(bob))")


def test_what_one_model_learns_does_not_reach_the_others():
    saboteurs = frozenset(("bob", "carl"))
    heads = {x: table(x, saboteurs) for x in PLAYERS}
    for _ in range(3):  # john alone has looked at a goal and caught carl lying
        heads["john"] = Evidence("john", "saboteur(carl)", gain=0.1, loss=0.1).apply(heads["john"])
    assert holds(heads["john"], "B_john saboteur(carl) & ~B_john B_mary saboteur(carl)")
    assert not holds(heads["mary"], "B_mary saboteur(carl)")
    assert not holds(heads["mary"], "B_mary B_john saboteur(carl)")


def test_evidence_may_speak_of_what_others_believe():
    m = table("john", frozenset(("bob", "carl")))
    for _ in range(2):  # bob mends mary's tools, twice: whoever knows her role learns his
        m = everyone_sees(m, "saboteur(bob) <-> saboteur(mary)", "bob")
    suspect = parse("B_mary saboteur(bob)")
    suspected = names(m, extension(m, suspect))
    assert suspected == {deal_name(deal) for deal in DEALS if "mary" in deal}
    before, after = weights(m, "john"), weights(Evidence("john", suspect, 0.1, 0.2).apply(m), "john")
    assert {w for w in before if after[w] > before[w]} == suspected & before.keys()
    assert {w for w in before if after[w] < before[w]} == before.keys() - suspected


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_beliefs_about_beliefs_are_those_of_the_slow_semantics_in_every_head(seed):
    rng = Random(seed)
    saboteurs = rng.choice(DEALS)
    heads = {x: table(x, saboteurs) for x in rng.sample(PLAYERS, 2)}
    for _ in range(12):
        actor = rng.choice(PLAYERS)
        act = rng.choice([f"saboteur({actor})", f"~saboteur({actor})", f"saboteur({actor}) <-> saboteur(ann)"])
        heads = {x: everyone_sees(m, act, actor, rng.choice([0.02, 0.1])) for x, m in heads.items()}
        for observer, m in heads.items():
            formula: Formula = parse(f"saboteur({rng.choice(PLAYERS)})")
            for depth in range(6):
                agent = observer if depth == 5 else rng.choice(PLAYERS)
                formula = rng.choice([f.B(agent, formula), ~f.B(agent, formula), f.BAtLeast(agent, "1/2", formula)])
            assert positions(extension(m, formula)) == truth(plain(m), formula)
