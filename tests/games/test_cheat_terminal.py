"""Cheat at the terminal: what is typed, said, refused, recorded and asked, and the agents' reasons."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from games.cheat.agents.doubter import Doubter, at_least
from games.cheat.agents.honest import Honest
from games.cheat.game import GAME
from games.cheat.rules import Cheat, CheatState
from games.core.errors import GameError, IllegalAction
from games.core.rules import EVERYTHING, Event
from games.knowing.queries import recorded
from games.telling.choosing import chosen
from games.telling.face import face_of
from logic.constructors import atoms
from whoknows.cli.main import app

DATA = Path(__file__).parent / "data"
DEALT = [line for line in (DATA / "cheat_lies.txt").read_text().splitlines() if not line.startswith("#")][:18]
"""Ann has three queens, the jack of clubs is open."""
LIE = [*DEALT, "claim Q SQ HQ", "claim K SK HK", "claim Q C2 C3"]


def at(*moves: str, **options: object) -> CheatState:
    return Cheat(**options).deserialize(moves)  # type: ignore[arg-type, return-value]


def run(*args: str, lines: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(app, list(args), input="".join(f"{each}\n" for each in lines), prog_name="whoknows")


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
        ("k sq", "the next claim is one rank up or down, queens or tens"),
        ("q sk", "you do not have ♠K"),
        ("q sq c2", "a false claim has no queens"),
        ("q s1", "expected a card such as"),
        ("c", "the last move is no claim"),
        ("claim", "say more, one of 'Q' or 'T'"),
        ("steal", "is not one of your actions now; you can 'take' or 'claim'"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(text: str, why: str) -> None:
    state = at(*DEALT)
    with pytest.raises(IllegalAction, match=why):
        chosen(text, state.legal_actions(), face_of(GAME, state.rules))


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
        "bob": "believes the claim to the degree 0.009",
    }


def test_the_table_hides_what_a_player_does_not_see() -> None:
    state = at(*LIE)
    face = face_of(GAME, state.rules)
    ann, bob = ("".join(map(str, face.table(GAME.observation(state, seat)))) for seat in (0, 1))
    assert "♣2 ♣3" in ann
    assert "♣2" not in bob
    assert "3  ann 2 queens" in bob


def test_the_honest_agent_calls_what_its_cards_refute_and_tells_the_truth() -> None:
    dealt = ["starts ann", "deal C2", "deal SQ", "deal C3", "deal HQ", "deal C4", "deal DQ", "deal CJ"]
    refuted = at(*dealt, "claim Q C2 C3", hand=3)
    assert acts(Honest(), refuted) == ("call", "3 of the cards that the claim needs are elsewhere")
    assert acts(Honest(), at(*DEALT)) == ("claim Q SQ HQ DQ", "the truth: 3 queens")


def test_the_doubter_asks_the_engine_and_tells_the_degree() -> None:
    state = at(*LIE)
    with recorded() as queries:
        action, why = acts(Doubter(doubt=0.9), state)
    assert action == "call"
    assert why == "ann can have 2 queens to the degree 0.062, doubt begins below 0.9"
    assert [(each.agent, float(each.answer)) for each in queries] == [("bob", pytest.approx(0.062, abs=0.001))]
    assert acts(Doubter(doubt=0), state)[0] != "call"


def test_the_doubter_lies_only_where_that_is_unlikely_to_be_seen_through() -> None:
    dealt = ["starts ann", "deal C2", "deal SQ", "deal C3", "deal HQ", "deal C4", "deal DQ", "deal CJ"]
    state = at(*dealt, hand=3)
    assert acts(Doubter(daring=0), state)[0] == "claim Q C2"  # bob has three cards: not all four queens
    bold, why = acts(Doubter(daring=0.05), state)
    assert bold == "claim Q C2 C3 C4"
    assert "can know that 3 queens are a lie to the degree" in why


def acts(agent: Honest | Doubter, state: CheatState) -> tuple[str, str]:
    seat = state.current_player
    agent.begin(seat, state.rules, "1")
    decision = agent.act(GAME.observation(state, seat), state.legal_actions())
    return str(decision.action), str(decision.reason)


def test_at_least_counts_formulas() -> None:
    p, q, r = atoms("p q r")
    assert at_least([p, q, r], 3) == (p & q & r)
    assert str(at_least([p, q, r], 4)) == "⊥"
    assert at_least([p, q], 1) == (p | q)


@pytest.mark.parametrize("options", [{"doubt": 2}, {"daring": -1}, {"doubt": True}])
def test_wrong_parameters_of_the_doubter_are_refused(options: dict) -> None:
    with pytest.raises(GameError, match="expected a number from 0 to 1"):
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
        (("watch", "cheat", "--option", "ranks=2"), "expected a number from 3 to 13"),
        (("watch", "cheat", "--agents", "doubter(doubt=7)", "honest"), "expected a number from 0 to 1"),
        (("watch", "cheat", "--agents", "honest"), "expected 2"),
        (("watch", "cheat", "--option", "rank_after_call=any"), "expected 'continues' or 'free'"),
    ):
        result = run(*args)
        assert result.exit_code == 2, result.output
        assert words in result.output
        assert "Traceback" not in result.output
