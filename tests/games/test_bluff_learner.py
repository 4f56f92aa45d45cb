"""The learner of Bluff Poker: what she thinks is what the engine says, and what she has learnt pays."""

import json
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from effort import thorough

from games import registry
from games.bluff_poker.actions import CALL, Bid
from games.bluff_poker.agents.opponent_model.agent import Learner
from games.bluff_poker.agents.opponent_model.habits import BIDDING, CALLING, ROLLING, tables
from games.bluff_poker.agents.opponent_model.habits import throws as habit_throws
from games.bluff_poker.agents.opponent_model.lookahead import Person, Planner, throws, worth_of_bids
from games.bluff_poker.agents.opponent_model.mind_model import DiceWeights
from games.bluff_poker.agents.opponent_model.opponents import ME, Opponent, undecided
from games.bluff_poker.observe import observation
from games.bluff_poker.outcomes import ROLLS, ladder, outcome
from games.bluff_poker.rules import BluffPoker
from games.core.errors import GameError
from games.playing.match import Lineup, Match, Setup
from kripke.change.actions.evidence import Likelihood
from kripke.models.kripke_model import KripkeModel

PLAIN = ladder()
OPTIONS = [
    ({}, 3),
    ({"ending": "lives", "limit": 2}, 4 if thorough() else 3),  # the habits of players are made by their number
    ({"golden_triangle": True, "equal_pokers": True, "limit": 2}, 2),
]


def all_habits():
    """Made once, by the first test that needs them: they take seconds, which a worker without these tests saves."""
    return tables(PLAIN, 3)


def match(*specs, block=1, number=0, seed=7, options=None):
    return Match(Setup("bluff_poker", Lineup(specs), options or {}, seed, block), number)


def losses(found, games, of):
    return sum(found.by_position(found.play(number).returns)[of] < 0 for number in range(games))


@pytest.mark.parametrize(
    ("options", "players"), [OPTIONS[0], *(pytest.param(*each, marks=pytest.mark.slow) for each in OPTIONS[1:])]
)
def test_its_policy_is_of_legal_actions_and_sums_to_one_and_it_says_why(options, players):
    asked = []

    class Watched(Learner):
        def policy(self, observation, legal):
            asked.append((super().policy(observation, legal), legal))
            return asked[-1][0]

    found = match("learner", *["source", "random-truthful-random", "random"][: players - 1], options=options)
    found.agents[0] = Watched(0.5)
    for number in range(1):
        assert all(str(turn.reason) for turn in found.turns(number) if turn.player == found.seats[0])
    assert len(asked) > 5
    for policy, legal in asked:
        assert set(policy) <= set(legal)
        assert sum(policy.values()) == pytest.approx(1)
        assert min(policy.values()) > 0


@pytest.mark.parametrize(("options", "players"), OPTIONS)
def test_its_mind_is_kd45_after_every_event_and_knows_the_dice_that_it_sees(options, players):
    found = match("learner", *["source"] * (players - 1), options=options)
    seen_some = False
    for count, turn in enumerate(found.turns(0)):
        if turn.after.is_terminal or count > (20 if thorough() else 12):
            break
        me, mind = found.rules.names[found.seats[0]], found.agents[0].mind()
        assert mind.frame_properties(me) >= {"serial", "transitive", "euclidean"}
        assert mind.agents == (me,)
        for die, value in enumerate(observation(turn.after, found.seats[0]).dice, 1):
            if value and not turn.after.is_chance:
                seen_some = True
                assert mind.holds(f"K_{me} die{die}={value}", at=mind.worlds[0])
    assert seen_some


def test_a_bid_moves_its_weights_as_the_engine_s_likelihood_moves_them():
    """The worlds are outcomes and habits; the bid is a likelihood of each pair."""
    bid, standing = PLAIN.outcomes.index(643), PLAIN.outcomes.index(611) + 1
    chances = all_habits().bids[:, standing, all_habits().outcome, bid]
    habits = np.array([0.3, 0.1, 0.2, 0.15, 0.25])
    cup = DiceWeights()
    cup.see((6, 0, 0))
    cup.bid(1, chances, habits)
    shown = [(roll, habit) for roll, habit in product(ROLLS, BIDDING) if roll[0] == 6]
    worlds = {world: {f"outcome={outcome(world[0])}", f"bids={world[1]}"} for world in shown}
    weights = {world: Fraction(str(habits[BIDDING.index(world[1])])) for world in shown}
    model = KripkeModel.kd45(worlds, {ME: [(shown, shown)]}, weights={ME: weights})
    likelihood = {
        f"outcome={each} & bids={habit}": float(all_habits().bids[number, standing, place, bid])
        for place, each in enumerate(PLAIN.outcomes)
        for number, habit in enumerate(BIDDING)
        if f"outcome={each}" in model.atoms
    }
    moved = model.update(Likelihood(ME, likelihood))
    joint = cup.joint(habits)
    for world, weight in moved.weights(ME).items():
        assert joint[BIDDING.index(world[1]), ROLLS.index(world[0])] == pytest.approx(float(weight), abs=1e-9)
    for roll, weight in zip(ROLLS, cup.weight, strict=True):
        everyone = [moved.weights(ME)[roll, habit] for habit in BIDDING if (roll, habit) in worlds]
        assert weight == pytest.approx(float(sum(everyone)), abs=1e-9)


def test_what_the_dice_show_of_a_bid_tells_its_bidder_s_habit():
    liar, honest = Opponent(all_habits(), 0.5), Opponent(all_habits(), 0.5)
    bid = PLAIN.outcomes.index(665)
    for person, dice in ((liar, (2, 1, 1)), (honest, (6, 6, 5))):
        for _ in range(10):
            cup = DiceWeights()
            cup.bid(1, all_habits().bids[:, 0, all_habits().outcome, bid], person.weights["bids"])
            cup.see(dice)
            person.learn("bids", cup.claim.evidence())
    truthful = BIDDING.index("truthful")
    assert liar.weights["bids"][truthful] < 0.001
    assert honest.weights["bids"][truthful] + honest.strength("bids") > 0.9


def test_thrown_dice_are_unknown_again_and_the_others_stay_known():
    cup = DiceWeights()
    cup.see((6, 4, 2))
    cup.throw((2,))
    assert cup.weight.sum() == pytest.approx(1)
    possible = {ROLLS[each] for each in np.flatnonzero(cup.weight)}
    assert possible == {(6, value, 2) for value in range(1, 7)}


def test_weights_follow_bayes_and_never_reach_nothing():
    person = Opponent(all_habits(), 0.95)
    chances = np.array([0.9, 0.2, 0.5, 0.1, 0.3])
    before = person.weights["bids"].copy()
    person.learn("bids", chances)
    assert person.weights["bids"] == pytest.approx(before * chances / (before @ chances), abs=1e-5)
    assert person.model("bids").weights(ME)["truthful"] == pytest.approx(person.weights["bids"][0], abs=1e-5)
    for _ in range(200):
        person.learn("bids", chances)
        person.settle()
    assert person.model("bids").degree(ME, "bids=truthful", at="strong") > Fraction(99, 100)
    assert person.weights["bids"].min() > 0


@pytest.mark.parametrize("observations", [1, 4, 12])
def test_a_game_that_teaches_almost_surely_is_kept_after_it(observations):
    person = Opponent(all_habits(), 0.5)
    for _ in range(observations):
        person.learn("bids", np.array([1.0, 0.02, 0.01, 0.02, 0.01]))
    learnt = person.weights["bids"].copy()
    person.settle()
    assert person.weights["bids"] == pytest.approx(learnt, abs=1e-5)


def test_before_anything_is_seen_the_strong_have_their_share_and_the_others_are_equal():
    weights = undecided("answers", 0.95).weights(ME)
    assert weights["strong"] == Fraction(95, 100)
    assert {weight for habit, weight in weights.items() if habit != "strong"} == {Fraction(1, 100)}


def test_one_who_is_strong_almost_surely_may_still_have_any_other_habit():
    person = Opponent(all_habits(), 0.9999999)
    assert person.weak("bids") == pytest.approx([1 / 4] * 4 + [0])


@pytest.mark.parametrize("strong", [1.0, -0.1, "much", True])
def test_a_share_of_the_strong_that_is_none_is_refused(strong):
    with pytest.raises(GameError, match="strong"):
        Learner(strong)


def test_habits_are_probabilities():
    open_ = all_habits().arrays.above.any(axis=1)
    assert all_habits().bids.sum(axis=3)[:, open_] == pytest.approx(1)
    assert all_habits().keeps.sum(axis=3) == pytest.approx(1)
    assert all_habits().calls.min() > 0
    assert all_habits().calls.max() < 1


def test_the_habits_of_simple_agents_are_what_these_do():
    rules = BluffPoker()
    rng = Random(3)
    for roll, bid in product(("greedy", "random", "reckless"), ("truthful", "overbid", "random")):
        agent = registry.agent(registry.game("bluff_poker"), f"{roll}-{bid}-believe")
        agent.begin(1, rules, "x")
        dice, found = tuple(rng.randint(1, 6) for _ in range(3)), rng.choice(PLAIN.outcomes[:40])
        thrown = " ".join(map(str, dice))
        state = rules.deserialize(["starts 1", "rolls 2 1 1", f"bid {found}", "believe", "look"])
        throws_ = agent.policy(observation(state, 1), state.legal_actions())
        for action, share in throws_.items():
            some = sum(1 << die - 1 for die in action.dice)
            row = habit_throws(PLAIN, PLAIN.outcomes.index(found), 0, some)[ROLLING.index(roll)]
            assert row[ROLLS.index((2, 1, 1))] == pytest.approx(share, abs=0.02)
        state = state.apply(rules.parse("throw 1 2 3 closed")).apply(rules.parse(f"rolls {thrown}"))
        bids = agent.policy(observation(state, 1), state.legal_actions())
        row = all_habits().bids[
            BIDDING.index(bid), PLAIN.outcomes.index(found) + 1, PLAIN.outcomes.index(outcome(dice))
        ]
        expected = [bids.get(Bid(each), 0.0) for each in PLAIN.outcomes]
        assert row == pytest.approx(expected, abs=0.011)


def test_throwing_is_worth_its_expectation():
    """Against all ways to throw, each die at most once, worked out by the definition."""
    rng = np.random.default_rng(4)
    values = rng.random(56)
    worth = throws(values, all_habits().outcome)

    def best(dice, left):
        found = [values[PLAIN.outcomes.index(outcome(dice))]]
        for some in product((False, True), repeat=3):
            chosen = [die for die in range(3) if some[die]]
            if chosen and set(chosen) <= set(left):
                rest = tuple(die for die in left if die not in chosen)
                ways = product(range(1, 7), repeat=len(chosen))
                found.append(np.mean([best(_with(dice, chosen, way), rest) for way in ways]))
        return max(found)

    for dice in ((6, 4, 1), (2, 2, 2)):
        assert worth[0b001, ROLLS.index(dice)] == pytest.approx(best(dice, (1, 2)))
        assert worth[0b101, ROLLS.index(dice)] == pytest.approx(best(dice, (1,)))


def _with(dice, chosen, values):
    made = list(dice)
    for die, value in zip(chosen, values, strict=True):
        made[die] = value
    return tuple(made)


def habits_of(roll, bid, call):
    found = all_habits()
    return Person(found.bids[BIDDING.index(bid)], found.keeps[ROLLING.index(roll)], found.calls[CALLING.index(call)])


def planned(*people):
    persons = [habits_of(*each) for each in people]
    found = Planner(all_habits().arrays, all_habits().outcome, len(persons)).plan(persons)
    return found, [worth_of_bids(found, calls, all_habits().arrays.reaches) for calls in persons[0].calls]


def test_to_one_who_always_believes_the_highest_bid_is_the_best_whatever_the_dice():
    _, offered = planned(("random", "truthful", "believe"))
    above = PLAIN.outcomes.index(665) + 1
    assert set(offered[above][above:].argmax(axis=0).tolist()) == {55 - above}
    assert offered[0][55].min() > 0.9


def test_to_one_who_always_calls_the_truth_is_the_best():
    _, offered = planned(("random", "truthful", "call"))
    for dice in range(56):
        assert offered[0][:, dice].argmax() <= dice


def test_to_hand_the_cup_to_one_who_bids_anything_is_worth_more_than_to_one_who_bids_the_truth():
    """Her bids are lies nearly always, and are called."""
    wild, _ = planned(("random", "random", "believe"))
    tame, _ = planned(("random", "truthful", "believe"))
    bids = slice(0, PLAIN.outcomes.index(611))
    assert wild[1, bids].mean() > tame[1, bids].mean()


def test_a_plan_is_kept_until_somebody_changes():
    planner, person = Planner(all_habits().arrays, all_habits().outcome, 1), habits_of("greedy", "truthful", "random")
    first = planner.plan([person])
    assert planner.plan([person]) is first
    changed = planner.plan([person._replace(calls=all_habits().calls[CALLING.index("believe")])])
    fresh, _ = planned(("greedy", "truthful", "believe"))
    assert changed is not first
    assert changed == pytest.approx(fresh)


@pytest.mark.slow
def test_after_100_games_it_knows_one_who_always_believes_and_what_it_does_pays():
    found = match("learner", "greedy-truthful-believe", block=100)
    lost = losses(found, 100, 0)
    learner, other = found.agents[0], found.seats[1]
    weights = dict(zip(CALLING, learner.opponents[other].weights["answers"], strict=True))
    assert weights["believe"] > 0.75
    assert weights["strong"] < 0.001
    assert lost <= 10
    me = found.rules.names[found.seats[0]]
    name = found.rules.names[other]
    mind = learner.mind()
    assert mind.degree(me, f"answers({name})=believe", at=mind.worlds[0]) > Fraction(3, 4)


def test_the_agent_learns_how_others_throw_and_bid():
    found = match("learner", "random-truthful-random", "greedy-overbid-believe", block=12, seed=2)
    losses(found, 12, 0)
    for position, roll, bid, call in ((1, "random", "truthful", "random"), (2, "greedy", "overbid", "believe")):
        weights = found.agents[0].opponents[found.seats[position]].weights
        if position == 2:  # the other is bid pokers, for which he throws in the open, and so never shows how he throws
            assert weights["throws"][ROLLING.index(roll)] > 0.95
        assert weights["bids"][BIDDING.index(bid)] > 0.8
        assert weights["answers"][CALLING.index(call)] + weights["answers"][CALLING.index("own")] > 0.95


def test_thousands_of_observations_in_one_game_leave_every_habit_a_weight():
    person = Opponent(all_habits(), 0.95)
    for favoured in (4, 0, 4):
        for _ in range(1_000):
            person.learn("bids", np.where(np.arange(5) == favoured, 1.0, 0.1))
        assert np.all(person.weights["bids"] > 0)
        assert person.weak("bids").sum() == pytest.approx(1)
    person.settle()
    assert np.all(person.weights["bids"] > 0)


def test_its_memory_is_written_and_read_without_loss():
    found = match("learner", "greedy-truthful-random", "source", block=4)
    losses(found, 3, 0)
    learner = found.agents[0]
    memory = json.loads(json.dumps(learner.save()))
    other = Learner()
    other.load(memory)
    assert json.loads(json.dumps(other.save())) == memory
    other.begin(found.seats[0], found.rules, "x")
    assert other.save() == learner.save()
    for seat, person in learner.opponents.items():
        assert other.opponents[seat].mixture().calls == pytest.approx(person.mixture().calls, abs=0.02)


def test_in_a_game_by_other_rules_it_reckons_by_these_and_keeps_what_it_learnt():
    found = match("learner", "greedy-truthful-random", block=2)
    losses(found, 2, 0)
    learner, memory = found.agents[0], found.agents[0].save()
    golden = BluffPoker(names=("1", "2"), golden_triangle=True)
    learner.begin(found.seats[0], golden, "x")
    assert all(person.tables.ladder is golden.ladder for person in learner.opponents.values())
    assert learner.planners == {}
    assert learner.save() == memory


def test_the_agent_calls_what_it_knows_to_be_a_lie_and_believes_what_it_knows_to_be_true():
    rules = BluffPoker(names=("1", "2"))
    for bid, sure in ((644, 1.0), (643, 0.0)):
        state = rules.deserialize(
            ["starts 1", "rolls 6 4 3", "bid 642", "believe", "look", "throw 1 closed", "rolls 6", f"bid {bid}"]
        )
        agent = Learner()
        agent.begin(0, rules, "x")
        for event in registry.game("bluff_poker").events(state, 0):
            agent.observe(event)
        agent.cup.see((6, 4, 3))
        policy = agent.policy(observation(state, 0), state.legal_actions())
        assert policy.get(CALL, 0.0) == sure


def heard(*moves):
    """What a learner in the second seat thinks after these moves."""
    game, rules, hers = registry.game("bluff_poker"), BluffPoker(), Learner()
    hers.begin(1, rules, "seed")
    for event in game.events(rules.deserialize(["starts 1", *moves]), 1):
        hers.observe(event)
    return hers


def faces(mind, die):
    return [mind.degree("2", f"die{die}={value}", at=next(iter(mind.worlds))) for value in range(1, 7)]


UP_TO_A_POKER = ("rolls 1 1 1", "bid 222", "believe", "throw 1 2 3 open", "rolls 6 4 4", "throw 1 open")
THE_DICE_ARE_IN_THE_AIR_AGAIN = {
    "after a call": ("rolls 6 4 2", "bid 651", "call"),
    "after the last throw for a poker": (*UP_TO_A_POKER, "rolls 2", "throw 2 open", "rolls 3"),
    "after a stop": (*UP_TO_A_POKER, "rolls 4", "stop"),
    "when the highest is believed": ("rolls 6 6 1", "bid 666", "believe"),
}


@pytest.mark.parametrize("moment", THE_DICE_ARE_IN_THE_AIR_AGAIN)
def test_the_agent_knows_nothing_of_dice_that_are_in_the_air_again(moment):
    mind = heard(*THE_DICE_ARE_IN_THE_AIR_AGAIN[moment]).mind()
    assert faces(mind, 1) == faces(mind, 3) == [Fraction(1, 6)] * 6


def test_between_throws_for_a_poker_it_knows_the_dice_that_lie():
    mind = heard(*UP_TO_A_POKER).mind()
    assert faces(mind, 1) == [Fraction(1, 6)] * 6
    assert faces(mind, 3) == [0, 0, 0, 1, 0, 0]


def test_what_is_thrown_for_the_highest_says_nothing_of_how_it_was_bid():
    before = heard("rolls 6 6 1", "bid 666", "believe").opponents[0].weights["bids"]
    thrown = "rolls 6 6 6", "throw 1 open"
    assert heard("rolls 6 6 1", "bid 666", "believe", *thrown).opponents[0].weights["bids"] == pytest.approx(before)


def test_the_worlds_of_its_mind_have_names_that_can_be_read():
    seen = heard("rolls 6 4 2", "bid 642", "believe", "look").mind()
    assert {name.split()[0] for name in seen.worlds} == {"642"}
    told = heard("rolls 6 4 2", "bid 642").mind()
    assert {name.split()[1] for name in told.worlds} == set(BIDDING)
    assert all(name.split()[-1] in CALLING for name in (*seen.worlds, *told.worlds))
