"""Cheat at the terminal: what is typed, said, refused, recorded and asked, and the agents' reasons."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from games.cheat.agents.habits import Doubter, Habitual, Honest
from games.cheat.game import GAME
from games.cheat.rules import Cheat, CheatState, Claim
from games.core.cards import PLAIN_SIGNS as PLAIN
from games.core.cards import card
from games.core.errors import GameError, IllegalAction
from games.core.rules import EVERYTHING, Event
from games.knowing.queries import recorded
from games.knowing.table import model
from games.playing.match import Lineup, Match, Setup
from games.playing.records import add_records, read_records, record_of
from games.telling.choosing import chosen
from games.telling.face import face_of
from whoknows.cli.main import app

DATA = Path(__file__).parent / "data"


def moves(name: str) -> list[str]:
    """The moves in a file."""
    return [line for line in (DATA / f"{name}.txt").read_text().splitlines() if not line.startswith("#")]


DEALT = moves("cheat_lies")[:18]
"""Ann has three queens, the jack of clubs is open."""
LIE = [*DEALT, "claim Q SQ HQ", "claim K SK HK", "claim Q C2 C3"]


def at(*moves: str, **options: object) -> CheatState:
    return Cheat(**options).deserialize(moves)  # type: ignore[arg-type, return-value]


def run(*args: str, lines: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(app, list(args), input="".join(f"{each}\n" for each in lines), prog_name="whoknows")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "After 100 rounds fewer cards win; with equal numbers the game is a draw."),
        (
            {"limit": 3, "limit_in": "turns", "tie": "second"},
            "After 3 turns fewer cards win; with equal numbers",
        ),
        ({"mixed": True}, "A claim with a card of another rank is a lie."),
        ({"emptied": "at_once"}, "The first to have no cards left wins, at once."),
        ({"passing": True}, "Where the deck is empty, to take a card is to pass."),
        ({"after_call": "winner"}, "After a call it is the turn of the player who was right."),
        ({"rank_after_call": "free"}, "After a call any rank may be claimed."),
        ({"ranks": 4, "suits": 1, "hand": 1}, "To claim, lay a card face down"),
    ],
)
def test_the_rules_are_told_as_the_options_have_them(options: dict[str, object], says: str) -> None:
    told = face_of(GAME, Cheat(**options)).how_to_play  # type: ignore[arg-type]
    assert any(line.startswith(says) for line in told), told


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("q sq hq", "claim Q SQ HQ"),
        ("queens HQ, SQ", "claim Q SQ HQ"),
        ("claim queen ♠Q", "claim Q SQ"),
        ("10 c2 c3", "claim T C2 C3"),
        ("lay tens: c2", "claim T C2"),
        ("t", "take"),
        ("take", "take"),
    ],
)
def test_a_person_types_a_rank_and_cards(text: str, action: str) -> None:
    state = at(*DEALT)
    assert str(chosen(text, state.legal_actions(), face_of(GAME, state.rules))) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("k sq", r"claim K SQ: .*next claim.* queens or tens"),
        ("q sk", "you do not have ♠K"),
        ("q sq c2", r"false claim.* queens"),
        ("q s1", "expected a card such as"),
        ("c", r"call: .*last move.* no claim"),
        ("claim", "say more, one of 'Q' or 'T'"),
        ("steal", r"'steal' is not one.*'take' or 'claim'"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(text: str, why: str) -> None:
    state = at(*DEALT)
    with pytest.raises(IllegalAction, match=why):
        chosen(text, state.legal_actions(), face_of(GAME, state.rules))


def test_a_claim_of_no_rank_of_the_deck_is_refused_with_all_ranks_where_the_rank_is_free() -> None:
    dealt = ("starts ann", "deal SA", "deal S2", "deal HA", "deal H2", "deal S3", "claim 4 SA", "call")
    state = at(*dealt, ranks=4, hand=2, rank_after_call="free")
    with pytest.raises(IllegalAction, match="the next claim is aces, twos, threes or fours"):
        chosen("q sa", state.legal_actions(), face_of(GAME, state.rules))


@pytest.mark.parametrize("options", [{}, {"mixed": True}, {"suits": 1, "hand": 5}])
def test_the_claim_that_is_given_as_an_example_can_be_made(options: dict[str, object]) -> None:
    for seed in range(20):
        state, rng = at(**options), Random(seed)
        while state.is_chance:
            state = state.apply(state.sample(rng))
        face, legal = face_of(GAME, state.rules), state.legal_actions()
        example = face.choices(GAME.observation(state, state.current_player), legal)[-1].partition("such as: ")[2]
        assert isinstance(chosen(example, legal, face), Claim)


def test_a_call_is_told_with_the_pile_and_who_pays() -> None:
    state = at(*LIE)
    face = face_of(GAME, state.rules)
    action = state.rules.parse("call")
    views = [GAME.observation(each, EVERYTHING) for each in (state, state.apply(action))]
    assert face.sentence(Event(1, GAME.seen(state, action, EVERYTHING)), *views) == (
        "bob calls. The pile is shown: ♣J; ann's 2 queens: ♠Q ♥Q; bob's 2 kings: ♠K ♥K; ann's 2 queens: ♣2 ♣3. "
        "That was a lie: ann takes 7 cards."
    )
    assert face.knowledge(state) == {
        "ann": "knows that the claim is a lie",
        "bob": "believes the claim to the degree ≈ 0.0089",
    }


def test_the_table_hides_what_a_player_does_not_see() -> None:
    state = at(*LIE)
    face = face_of(GAME, state.rules)
    ann, bob = ("".join(map(str, face.table(GAME.observation(state, seat)))) for seat in (0, 1))
    assert "♣2 ♣3" in ann
    assert "♣2" not in bob
    assert "3  ann 2 queens" in bob


@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        ({"limit": 1, "limit_in": "turns"}, "1 1"),
        ({"limit": 3, "limit_in": "turns"}, "1 1 2 2"),
        ({"limit": 1}, "1 1 1"),
    ],
)
def test_the_table_counts_rounds_up_to_the_limit_of_turns(options: dict[str, object], rounds: str) -> None:
    """At each turn and after the last one."""
    turns = rounds.split()
    for number, count in enumerate(turns):
        state = at(*DEALT, *["take", "draw S2", "take", "draw H2", "take", "draw S4"][: 2 * number], **options)
        shown = str(face_of(GAME, state.rules).table(GAME.observation(state, 0))[0])
        assert shown.startswith(f"Round {count} of {turns[-1]} ")


def test_before_the_deal_no_claim_is_told() -> None:
    state = Cheat().start()
    shown = str(face_of(GAME, state.rules).table(GAME.observation(state, 0))[0])
    assert "the pile is empty" in shown
    assert "claim" not in shown


def test_the_honest_agent_calls_what_its_cards_refute_and_tells_the_truth() -> None:
    dealt = ["starts ann", "deal C2", "deal SQ", "deal C3", "deal HQ", "deal C4", "deal DQ", "deal CJ"]
    refuted = at(*dealt, "claim Q C2 C3", hand=3)
    assert acts(Honest(), refuted) == (
        "call",
        "fixed strategy: calls what cannot be true; 3 of the cards that the claim needs are elsewhere",
    )
    assert acts(Honest(), at(*DEALT)) == ("claim Q SQ HQ DQ", "fixed strategy: the truth, 3 queens")


def test_the_doubter_asks_the_engine_and_tells_the_degree() -> None:
    state = at(*LIE)
    with recorded() as queries:
        action, why = acts(Doubter(doubt=0.9), state)
    assert action == "call"
    assert why == "I believe to the degree 0.062 that ann can have 2 queens, and call below 0.9"
    assert [(each.agent, float(each.answer)) for each in queries] == [("bob", pytest.approx(0.062, abs=0.001))]
    either_two = "¬has(deck,SQ) ∧ ¬has(deck,HQ) ∨ ¬has(deck,SQ) ∧ ¬has(deck,DQ) ∨ "
    assert queries[0].formula.startswith(either_two)  # records of games have this text, and are replayed
    assert acts(Doubter(doubt=0), state)[0] != "call"


def test_the_doubter_lies_only_where_that_is_unlikely_to_be_seen_through() -> None:
    dealt = ["starts ann", "deal C2", "deal SQ", "deal C3", "deal HQ", "deal C4", "deal DQ", "deal CJ"]
    state = at(*dealt, hand=3)
    assert acts(Doubter(daring=0), state)[0] == "claim Q C2"  # bob has three cards: not all four queens
    bold, why = acts(Doubter(daring=0.05), state)
    assert bold == "claim Q C2 C3 C4"
    assert "can know that 3 queens are one, and I dare 0.05" in why


def acts(agent: Honest | Doubter, state: CheatState) -> tuple[str, str]:
    seat = state.current_player
    agent.begin(seat, state.rules, "1")
    decision = agent.act(GAME.observation(state, seat), state.legal_actions())
    return str(decision.action), str(decision.reason)


@pytest.mark.parametrize("options", [{"doubt": 2}, {"daring": -1}, {"doubt": True}])
def test_wrong_parameters_of_the_doubter_are_refused(options: dict) -> None:
    with pytest.raises(GameError, match=r"expected.* 0 to 1$"):
        Doubter(**options)


@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_person_plays_at_either_seat(seat: str) -> None:
    lines = ("q xx", "? honest", "t", "t", "quit")
    result = run("play", "cheat", "--seed", "5", "--seat", seat, "--agents", "honest", lines=lines)
    assert result.exit_code == 0, result.output
    assert "expected a card such as" in result.output
    assert "You take a card." in result.output
    assert "has(" not in result.output


def test_a_game_is_watched_recorded_replayed_and_asked(tmp_path: Path) -> None:
    record = str(tmp_path / "game.jsonl")
    watched = run("watch", "cheat", "--seed", "3", "--option", "hand=2", "--option", "limit=4", "--record", record)
    assert watched.exit_code == 0, watched.output
    assert "opens the pile" in watched.output
    assert "why:" in watched.output
    assert run("replay", record).exit_code == 0
    asked = run("ask", record, "--move", "6", "Kw_ann honest | ~Kw_ann honest")
    assert asked.exit_code == 0, asked.output
    unknown = run("ask", record, "K_ann has(bob,ZZ)")
    assert unknown.exit_code == 2
    assert "no atom 'has(bob,ZZ)'" in unknown.output


def test_wrong_options_and_agents_are_one_line() -> None:
    for args, words in (
        (("watch", "cheat", "--option", "ranks=2"), "expected a whole number from 3 to 13"),
        (("watch", "cheat", "--agents", "doubter(doubt=7)", "honest"), "doubt 7: expected a number from 0 to 1"),
        (("watch", "cheat", "--agents", "honest"), "expected 2"),
        (("watch", "cheat", "--option", "rank_after_call=any"), "expected 'continues' or 'free'"),
    ):
        result = run(*args)
        assert result.exit_code == 2, result.output
        assert words in result.output
        assert "Traceback" not in result.output


def recorded_game(path: Path, agents: tuple[str, str], seed: int, *options: str) -> str:
    """A file with the record of one game."""
    chosen_options = [part for option in options for part in ("--option", option)]
    arguments = ("watch", "cheat", "--agents", *agents, "--seed", str(seed), "--record", str(path))
    assert run(*arguments, *chosen_options).exit_code == 0
    return str(path)


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("cheat") / "long.jsonl"
    last = Cheat().deserialize(moves("cheat_long"))
    played = Match(Setup("cheat", Lineup((None, None), ("ann", "bob")), seed=3), 0, [Habitual(), Habitual()])
    add_records(path, replace(record_of(played, 0, last), seed=None))
    return str(path)


@pytest.fixture(scope="module")
def small_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    options = ("ranks=4", "suits=2", "hand=2", "limit=6")
    return recorded_game(tmp_path_factory.mktemp("cheat") / "small.jsonl", ("random", "random"), 2, *options)


def test_a_question_is_answered_where_its_worlds_are_too_many_to_be_counted(long_game: str) -> None:
    asked = run("ask", long_game, "--move", "103", "K_ann has(pile,DA)")
    assert asked.exit_code == 1
    assert asked.output.startswith("false: K_ann has(pile,DA) fails")
    assert "too many to be counted" in asked.output
    told = json.loads(run("ask", long_game, "--move", "103", "K_ann has(pile,DA)", "--json").output)
    assert (told["holds"], told["count"], told["worlds"]) == (False, None, None)


def test_worlds_are_counted_where_that_is_quick(long_game: str) -> None:
    assert "it holds at 0 of 28 worlds" in run("ask", long_game, "--move", "106", "K_ann has(pile,DA)").output


def test_a_degree_of_belief_is_asked_at_the_actual_state(long_game: str) -> None:
    asked = run("ask", long_game, "--move", "20", "B_ann>=1/2 honest & ~K_ann has(bob,SA)")
    assert asked.exit_code in (0, 1)
    assert "not counted" in asked.output


def test_what_players_know_is_told_shortly(long_game: str) -> None:
    _, ann, bob = run("ask", long_game, "--move", "110").output.splitlines()
    assert ann.startswith("ann: own cards: ♣A ♠5 ♥7 ♦8; bob has in hand or laid again: ♦A ♠2")
    assert ann.endswith("the last claim, 3 jacks: believes the claim to the degree ≈ 0.00099")
    assert "in the pile: ♠J ♦J ♣J ♠Q ♦Q; ann has in hand: ♠5 ♥7; the last claim, 3 jacks: knows that" in bob
    data = json.loads(run("ask", long_game, "--move", "110", "--json").output)
    assert f"ann: {'; '.join(data['facts']['ann'])}" == ann
    alone = json.loads(run("ask", long_game, "--move", "110", "--as", "bob", "--json").output)
    assert alone["facts"] == {"bob": data["facts"]["bob"]}


def test_what_a_player_knows_is_what_the_engine_says(long_game: str) -> None:
    (_, record), *_ = read_records(Path(long_game).read_text().splitlines(), "long")
    for move in (30, 60, 110):
        state = record.state(move)
        made = model(GAME.table(state))
        for seat, name in enumerate(state.rules.names):
            for fact in face_of(GAME, state.rules).facts(state, seat):
                said, _, signs = fact.partition(": ")
                other = state.rules.names[1 - seat]
                place = {"own cards": name, "in the pile": "pile", f"{other} has in hand": other}.get(said)
                cards = [card(each.translate(PLAIN)) for each in signs.split()] if place and signs != "none" else []
                assert all(made.holds(f"K_{name} has({place},{each})") for each in cards)


def test_a_small_table_is_drawn_and_a_large_one_refused(small_game: str, long_game: str, tmp_path: Path) -> None:
    path = str(tmp_path / "small.svg")
    drawn = run("ask", small_game, "--move", "10", "--draw", path, "--about", "honest")
    assert (drawn.exit_code, Path(path).exists()) == (0, True)
    asked = run("ask", small_game, "--move", "10", "honest", "--draw", path)
    assert f"wrote {path}" in asked.output
    refused = run("ask", long_game, "--move", "103", "--draw", path, "--about", "honest")
    assert refused.exit_code == 2
    assert "too many worlds for a picture" in refused.output


@pytest.mark.parametrize(("cards", "said"), [("SQ", "1 queen is a lie"), ("SQ HQ", "2 queens are a lie")])
def test_one_card_is_a_lie_and_two_cards_are(cards: str, said: str) -> None:
    state = at(*DEALT, f"claim Q {cards}")
    view = GAME.observation(state, state.current_player)
    assert said in " ".join(face_of(GAME, state.rules).choices(view, state.legal_actions()))


def test_reasons_name_cards_as_the_table_does() -> None:
    claim = at(*LIE).history()[-1].action
    face = face_of(GAME, Cheat())
    assert face.deed(claim, None) == "claim 2 queens: ♣2 ♣3, a lie"
    assert face.deed("call", None) == "call"


@pytest.mark.parametrize("factor", [float("nan"), -3, 1e9, True, "2"])
def test_a_factor_of_habits_is_a_number_in_a_range(factor: object) -> None:
    with pytest.raises(GameError, match=r"expected.* 0 to 1,000"):
        Habitual("lie", factor)  # type: ignore[arg-type]


def test_in_play_a_player_reads_what_they_know_and_how_to_draw_it() -> None:
    played = run("play", "cheat", "--agents", "honest", "--seed", "1", lines=("?", "draw", "quit"))
    assert "own cards: " in played.output
    assert "nothing about the values" not in played.output
    assert "draw model.svg honest" in played.output
