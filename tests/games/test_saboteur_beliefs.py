"""What agents of Saboteur believe of each other's roles, and how acts move it."""

from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest

from games.core.errors import GameError
from games.playing.match import turns
from games.saboteur.agents.threshold_belief import panel as reasons
from games.saboteur.agents.threshold_belief.agent import Source
from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from games.saboteur.agents.threshold_belief.chart import Settings, load
from games.saboteur.agents.threshold_belief.panel import degrees
from games.saboteur.game import GAME
from games.saboteur.rules import Saboteur
from kripke.data.errors import ModelError

NAMES = ("ann", "bob", "john", "mary", "tom")
TEN = [frozenset(pair) for pair in combinations(NAMES, 2)]
START, STEP = Fraction(1, 2), Fraction(2, 100)

CHART = {
    "shortens": {"M": 2},
    "keeps": {"S": 1},
    "lengthens": {"S": 2},
    "clears": {"M": 1},
    "destroys": {"S": 2},
    "wastes": {"S": 1},
    "confirms_seen": {"M": 1},
    "denies_seen": {"S": 2},
    "confirms_said": {"=": 1},
    "denies_said": {"!=": 1},
    "blocks_suspect": {"!=": 1, "M": 1},
    "blocks_trusted": {"!=": 1, "S": 1},
    "blocks": {"!=": 1},
    "frees_trusted": {"=": 1, "M": 1},
    "frees_suspect": {"=": 1, "S": 1},
    "frees": {"=": 1},
    "frees_self": {},
    "discards": {"S": 1},
    "discards_blocked": {},
}
"""The chart of the rules, written out again: row -> what bob's act (towards mary) raises, in steps."""


def beliefs(owner="john", saboteur=False, **settings):
    return Beliefs(owner, NAMES, TEN, saboteur, Settings(**settings))


def weights(model, agent):
    return {frozenset(model.roles[world]): weight for world, weight in model.model.weights(agent).items()}


def raised(kind, roles):
    return {
        "M": "bob" not in roles,
        "S": "bob" in roles,
        "=": ("bob" in roles) == ("mary" in roles),
        "!=": ("bob" in roles) != ("mary" in roles),
    }[kind]


def test_the_chart_has_the_rows_of_the_rules_and_no_others():
    assert set(load()) == set(CHART)


@pytest.mark.parametrize("row", CHART)
def test_each_row_of_the_chart_moves_the_weights_as_the_rules_say(row):
    john = beliefs(factor="1.5")
    john.learn("john", row, "bob", "mary")
    for roles, weight in weights(john, "john").items():
        expected = START
        for kind, steps in CHART[row].items():
            expected += STEP * steps * (1 if raised(kind, roles) else Fraction(-3, 2))
        assert weight == expected, roles


def test_after_the_deal_a_miner_believes_the_six_worlds_where_he_is_one():
    assert set(beliefs().believed()) == {roles for roles in TEN if "john" not in roles}


def test_a_saboteurs_model_has_the_six_and_three_worlds_of_the_source():
    tom = beliefs("tom", saboteur=True)
    assert len(tom.believed()) == 4
    for name in tom.others:
        assert len(tom.believed(name)) == 6
        assert tom.count("tom", name) == (3, 3)
        assert all(name not in roles for roles in tom.believed(name))


def test_every_model_says_that_players_know_their_own_role():
    for saboteur in (False, True):
        model = beliefs(saboteur=saboteur).model
        for name in NAMES:
            assert model.valid(f"K_{name} saboteur({name}) | K_{name} ~saboteur({name})")
    assert beliefs().model.valid("K_john ~saboteur(john) & K_john (K_mary saboteur(mary) | K_mary ~saboteur(mary))")


def test_belief_stays_kd45_after_every_update_of_random_play():
    rng = Random(3)
    for saboteur in (False, True):
        john = beliefs(saboteur=saboteur, factor=rng.choice(["1.5", 5]))
        for move in range(60):
            i, j = rng.sample(NAMES, 2)
            for believer in NAMES:
                john.learn(believer, rng.choice(list(CHART)), i, j, move)
            john.drift(move)
            for name in NAMES:
                assert john.believed(name)
                assert john.model.valid(f"B_{name} saboteur(bob) -> B_{name} B_{name} saboteur(bob)")
                assert john.model.valid(f"~B_{name} saboteur(bob) -> B_{name} ~B_{name} saboteur(bob)")
                assert john.model.valid(f"~B_{name} false")
                assert {"serial", "transitive", "euclidean"} <= john.model.frame_properties(name)


def test_a_world_that_is_given_up_comes_back_when_acts_speak_for_it_again():
    john = beliefs()
    guilty = {roles for roles in TEN if "bob" in roles and "john" not in roles}
    for move in range(4):
        john.learn("john", "shortens", "bob", move=move)
    assert set(john.believed()).isdisjoint(guilty)
    for move in range(4, 8):
        john.learn("john", "lengthens", "bob", move=move)
    assert set(john.believed()) >= guilty


def test_a_change_says_which_acts_brought_it_about():
    john = beliefs(step="0.04")
    for move in range(2):
        john.learn("john", "shortens", "bob", move=move)
        john.learn("john", "keeps", "tom", move=move)
    told = [reasons.change_text(john, change) for change in john.changes]
    given_up = "john stopped believing w6 (bob and mary saboteurs)"
    assert f"{given_up}: bob shortened the route twice and tom left the route as it was" in told


@pytest.mark.parametrize("factor", ["1", "1.5", "5"])
@pytest.mark.parametrize("variant", ["source", "official"])
def test_each_reason_of_a_change_moved_the_world_that_way(variant, factor):
    """Followed friends, acts with two hints, and acts that find a weight at its end are reasons only where they are."""
    rules, rng = Saboteur(variant=variant, rounds=1), Random(7)
    agents = [Source(factor=factor) for _ in rules.names]
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, str(seat))
    for _ in turns(GAME, rules, agents, lambda state: state.sample(rng)):
        pass
    for john in (agent.beliefs for agent in agents):
        for change in john.changes:
            models = [john.dealt, *[heard.after for heard in john.moves]][change.since : change.until + 1]
            weights = [model.weights(john.owner)[change.world] for model in models]
            right = sum((new > old) if change.believed else (new < old) for old, new in pairwise(weights))
            assert len(reasons.causes(john, change)) == max(right, 1)
            believed = models[-1].believed(john.owner, at=john.view(john.owner))
            assert (change.world in believed) == change.believed


def test_an_agent_at_depth_two_believes_what_others_believe_of_him():
    tom = beliefs("tom", saboteur=True)
    assert tom.suspecting() == []
    for _ in range(6):
        tom.learn("ann", "destroys", "tom")
        tom.learn("bob", "destroys", "tom")
    assert tom.suspecting() == ["ann", "bob"]
    at = next(iter(tom.model.worlds))
    assert tom.model.holds("B_tom B_ann saboteur(tom) & ~B_tom B_mary saboteur(tom)", at=at)


def test_a_miner_follows_the_most_trusted_player():
    john = beliefs()
    assert john.drift() is None
    for _ in range(4):
        john.learn("john", "shortens", "mary")
    assert john.trusted() == "mary"
    john.learn("mary", "lengthens", "bob")
    before = weights(john, "john")
    assert john.drift() == "mary"
    theirs = weights(john, "mary")
    for roles, weight in weights(john, "john").items():
        assert weight == pytest.approx(before[roles] + (theirs[roles] - before[roles]) / 20, abs=1e-6)


def test_a_saboteur_follows_nobody_and_nobody_does_at_depth_one():
    for settings in ({"saboteur": True}, {"depth": 1}):
        john = beliefs(**settings)
        for _ in range(4):
            john.learn("john", "shortens", "mary")
        assert john.drift() is None


def test_how_often_a_class_would_have_emptied_is_counted():
    john = beliefs(factor=5, step="0.05")
    for i in NAMES:
        for _ in range(3):
            john.learn("john", "keeps", i)
    assert john.believed()
    assert 0 < john.emptied <= john.updates == 15


def test_ten_players_have_330_worlds_and_the_same_queries():
    names = tuple("abcdefghij")
    placed = [frozenset(each) & frozenset(names) for each in combinations((*names, "table"), 4)]
    model = Beliefs("a", names, placed, False, Settings())
    assert len(placed) == 330
    assert len(model.believed()) == 210
    model.learn("a", "destroys", "b")
    assert model.model.degree("a", "saboteur(b)", at="w330") > model.model.degree("a", "saboteur(c)", at="w330")


def test_without_weights_suspicion_counts_believed_worlds():
    names = ("john", "mary", "tom")
    alone = Beliefs("john", names, [frozenset([name]) for name in names], True, Settings(factor=5))
    assert degrees(alone.model, "john", names) == {"mary": 0, "tom": 0}
    for _ in range(10):
        alone.learn("john", "lengthens", "mary")
    assert set(alone.model.weights("john").values()) == {0}
    with pytest.raises(ModelError, match="have weight 0"):
        alone.model.degree("john", "saboteur(mary)", at="w1")
    assert degrees(alone.model, "john", names) == {"mary": 0, "tom": 0}


def test_what_is_counted_is_what_is_believed():
    rng = Random(5)
    for saboteur in (False, True):
        john = beliefs(saboteur=saboteur, factor=5)
        for move in range(40):
            i, j = rng.sample(NAMES, 2)
            john.learn(rng.choice(NAMES), rng.choice(list(CHART)), i, j, move)
            name, player = rng.choice(NAMES), rng.choice(NAMES)
            held = john.model.believed(name, at=john.view(name))
            assert john.believed(name) == [roles for world, roles in john.roles.items() if world in held]
            guilty = sum(player in roles for roles in john.believed(name))
            assert john.count(player, name) == (len(held) - guilty, guilty)
            expected = "unclear" if 2 * guilty == len(held) else "saboteur" if 2 * guilty > len(held) else "miner"
            assert john.verdicts(name)[player] == expected


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"depth": 3}, "depth 3: expected 1 or 2"),
        ({"step": 0.6}, "at most 1/2"),
        ({"factor": 0}, r"factor 0: expected.* above 0"),
        ({"threshold": 2}, "threshold"),
        ({"relations": "all"}, "relations 'all': expected 'roles' or 'complete'"),
        ({"others": "both"}, "others 'both': expected 'miner' or 'believed'"),
        ({"plus": []}, r"plus \[\]: expected 'both' or 'raises'"),
    ],
)
def test_settings_out_of_range_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Settings(**settings)


@pytest.mark.parametrize(
    ("row", "says", "evidence", "wrong"),
    [
        ("keeps", "{x} kept", [], "row keeps: says '{x} kept': expected {i} alone in braces"),
        ("keeps", "{i} kept {j}", [], "row keeps: says .*expected {i} alone in braces"),
        ("blocks", "{i} blocked {i.x}", [], "row blocks: says .*expected {i} and {j} alone in braces"),
        ("keeps", "{i:>99999999}", [], "row keeps: says .*expected {i} alone in braces"),
        ("keeps", "{i!r}", [], "row keeps: says .*expected {i} alone in braces"),
        ("keeps", "{i", [], "row keeps: says '{i': expected '}'"),
        ("keeps", "{i} kept", ["R(i=j)+"], r"row keeps: .*no j in this act"),
        ("keeps", "{i} kept", ["M(j)+"], r"row keeps: .*no j in this act"),
    ],
)
def test_a_chart_with_an_unknown_player_is_refused(tmp_path, row, says, evidence, wrong):
    rows = {name: f"[{name}]\nevidence = []\n" for name in CHART}
    rows[row] = f"[{row}]\nsays = {says!r}\nevidence = {evidence}\n"
    path = tmp_path / "chart.toml"
    path.write_text("".join(rows.values()))
    with pytest.raises(GameError, match=wrong.replace("{", r"\{").replace("}", r"\}")):
        load(str(path))


@pytest.mark.usefixtures("no_collections")
def test_another_chart_is_read_and_a_wrong_one_names_the_row(tmp_path):
    rows = "".join(f"[{name}]\nevidence = []\n" for name in CHART)
    path = tmp_path / "chart.toml"
    path.write_text(rows)
    john = beliefs(chart=str(path))
    john.learn("john", "shortens", "bob")
    assert set(weights(john, "john").values()) == {START}
    path.write_text(rows.replace("[keeps]\nevidence = []", '[keeps]\nevidence = ["M(k)+"]'))
    load.cache_clear()
    with pytest.raises(GameError, match="row keeps: expected M"):
        load(str(path))
    path.write_text(rows.replace("[keeps]", "[kepes]"))
    load.cache_clear()
    with pytest.raises(GameError, match="did you mean 'keeps'"):
        load(str(path))
    with pytest.raises(GameError, match="there is no such file"):
        load(str(tmp_path / "none.toml"))
    for damaged in (f"x = {'[' * 900}", f"x = {'9' * 900}", "x = 1979-13-45"):
        path.write_text(damaged)
        load.cache_clear()
        with pytest.raises(GameError, match=r"read as TOML|row x: expected"):
            load(str(path))
    with pytest.raises(GameError, match="cannot be read"):
        load("no\0name")


@pytest.mark.parametrize(
    ("entry", "plus", "on", "off"),
    [
        ("M(i)-", "both", -Fraction(3, 2), 0),
        ("M(i)--", "both", -3, 0),
        ("S(i)-", "raises", -Fraction(3, 2), 0),
        ("R(i=j)--", "both", -3, 0),
        ("R(i!=j)-", "both", -Fraction(3, 2), 0),
        ("M(i)+", "raises", 1, 0),
        ("S(i)++", "raises", 2, 0),
        ("S(i)++", "both", 2, -3),
    ],
)
def test_a_minus_lowers_its_worlds_alone_and_a_plus_the_others_only_where_it_is_said(tmp_path, entry, plus, on, off):
    john = beliefs(factor="1.5", chart=str(written(tmp_path, blocks=[entry])), plus=plus)
    john.learn("john", "blocks", "bob", "mary")
    kind = entry[3:-2].strip("j)") if entry[0] == "R" else entry[0]
    kind = {"=": "=", "!=": "!="}.get(kind, kind)
    for roles, weight in weights(john, "john").items():
        assert weight == START + STEP * (on if raised(kind, roles) else off), roles


def written(folder, **changed):
    """A chart file with these entries in these rows and none in the others."""
    says = {name: "{i}, {j}" if "{j}" in row.says else "{i}" for name, row in load().items()}
    rows = [f'[{name}]\nsays = "{says[name]}"\nevidence = {changed.get(name, [])!r}\n' for name in CHART]
    path = folder / "chart.toml"
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def test_a_plus_that_only_raises_with_a_minus_is_the_plus_of_both(tmp_path):
    """`M(i)+` with plus=both is `M(i)+` and `S(i)-` with plus=raises."""
    chart = written(tmp_path, shortens=["M(i)++", "S(i)--"])
    john, mary = beliefs(), beliefs(chart=str(chart), plus="raises")
    for each in (john, mary):
        for _ in range(3):
            each.learn("john", "shortens", "bob")
    assert weights(john, "john") == weights(mary, "john")
    assert john.believed() == mary.believed()


def test_complete_relations_start_with_an_arrow_from_every_world_to_every_world():
    john = beliefs(relations="complete")
    assert len(john.believed()) == 6
    for name in john.others:
        assert len(john.believed(name)) == 10
        assert john.model.valid(f"~K_{name} saboteur({name}) & ~K_{name} ~saboteur({name})")
    tom = beliefs("tom", saboteur=True, relations="complete")
    assert {name: len(tom.believed(name)) for name in tom.others} == dict.fromkeys(tom.others, 6)


@pytest.mark.parametrize("others", ["miner", "believed"])
@pytest.mark.parametrize("relations", ["roles", "complete"])
@pytest.mark.parametrize("saboteur", [False, True])
def test_what_others_believe_is_what_the_formula_says(others, relations, saboteur):
    """others=believed is `B_john B_i f`, others=miner is `B_john (~saboteur(i) -> B_i f)`."""
    rng, asked = Random(11), 0
    john = beliefs(saboteur=saboteur, relations=relations, others=others, factor=5)
    for move in range(20):
        i, j = rng.sample(NAMES, 2)
        john.learn(rng.choice(NAMES), rng.choice(list(CHART)), i, j, move)
        for name in john.others:
            if others == "miner" and john.count(name)[0] == 0:
                continue  # john believes no world where they are a miner: the formula says nothing
            of = f"B_{name} saboteur(bob)"
            question = f"~saboteur({name}) -> {of}" if others == "miner" else of
            miner_in, _ = john.count("bob", name)
            assert john.model.holds(f"B_john ({question})", at=john.view("john")) == (miner_in == 0), (move, name)
            asked += 1
    assert asked > 40


@pytest.mark.usefixtures("no_collections")
@pytest.mark.parametrize("text", ["a." * 30_000 + "b = 1", "x = " + "[" * 20_000, "x = " + "[\n" * 20_000])
def test_a_chart_with_endless_keys_or_lists_is_refused(tmp_path, text):
    (tmp_path / "chart.toml").write_text(text)
    with pytest.raises(GameError, match="chart"):
        load(str(tmp_path / "chart.toml"))
