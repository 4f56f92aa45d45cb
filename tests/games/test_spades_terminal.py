"""Spades at the terminal: what is typed, said, refused, recorded and asked, and what a round could have told."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games.core.cards import card, has, listed, set_of, signs
from games.core.errors import IllegalAction
from games.core.rules import EVERYTHING
from games.knowing.table import model
from games.spades.dealing import UNKNOWN, Hidden, certain, dealt_again
from games.spades.face import by_suits, could_know
from games.spades.game import GAME
from games.spades.observe import hidden, observation
from games.spades.rules import SEATS, Phase, Spades, SpadesState, Trick, changed
from games.telling.choosing import chosen
from games.telling.face import face_of
from viz.boards import draw_board
from whoknows.cli.main import app

ANY = ("--agents", *["random"] * 4, "--names", *"NESW")
GOLDEN = Path(__file__).parent / "data" / "spades_partners.txt"


def whole() -> SpadesState:
    lines = [line for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]
    return Spades(goal=200, floor=-100).deserialize(lines)  # type: ignore[return-value]


def moment(phase: Phase, number: int = 0, **options: Any) -> SpadesState:
    """A moment of a random round."""
    rng, state = Random(4), Spades(limit=1, **options).start()
    while state.position.phase is not phase or number:
        number -= state.position.phase is phase
        state = state.apply(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return state


def run(*args: object, lines: tuple[str, ...] = ()) -> Result:
    given = "".join(f"{each}\n" for each in lines)
    return CliRunner().invoke(app, list(map(str, args)), input=given, prog_name="whoknows")


@pytest.mark.parametrize(
    ("text", "action"),
    [("3", "bid 3"), ("nil", "bid 0"), ("bid nil", "bid 0"), ("Bid 13", "bid 13"), ("0", "bid 0")],
)
def test_bids_are_typed_as_numbers_or_nil(text: str, action: str) -> None:
    state = moment(Phase.BID)
    assert str(chosen(text, state.legal_actions(), face_of(GAME, state.rules))) == action


def test_cards_are_typed_in_any_order_with_or_without_play() -> None:
    state = moment(Phase.PLAY)
    first = state.legal_actions()[0]
    suit, rank = str(first.card)
    for text in (f"{suit}{rank}", f"{rank}{suit}".lower(), f"play {first.card}", first.card.sign):
        assert chosen(text, state.legal_actions(), face_of(GAME, state.rules)) == first


@pytest.mark.parametrize(("text", "action"), [("l", "look"), ("look", "look"), ("blind nil", "blind"), ("b", "blind")])
def test_blind_nil_has_words(text: str, action: str) -> None:
    state = moment(Phase.LOOK, blind="always")
    assert str(chosen(text, state.legal_actions(), face_of(GAME, state.rules))) == action


@pytest.mark.parametrize(
    ("hand", "table", "text", "why"),
    [
        ("SA HQ H3 C2", "", "sa", "spades are not broken"),
        ("SA HQ H3 C2", "", "h4", "you do not have ♥4"),
        ("SA HQ H3 C2", "HA", "sa", "follow suit: you have ♥"),
        ("SA HQ H3", "", "sa", "if you lead: spades are not broken"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused_with_the_rule(hand: str, table: str, text: str, why: str) -> None:
    state = Spades(ranks=13).deserialize(["dealer W"])
    hands = [set_of(map(card, hand.split())), *[0] * 3]
    trick = Trick(0, tuple(map(_number, table.split())))
    state = SpadesState(
        state.rules, changed(state.position, hands=tuple(hands), phase=Phase.PLAY, player=0, trick=trick)
    )
    with pytest.raises(IllegalAction, match=why):
        chosen(text, state.legal_actions(), face_of(GAME, state.rules))


def _number(text: str) -> int:
    return set_of([card(text)]).bit_length() - 1


def test_bids_that_are_not_there_and_words_of_another_time_are_refused() -> None:
    state = moment(Phase.BID)
    face = face_of(GAME, state.rules)
    for text in ("14", "sa", "pass", "look"):
        with pytest.raises(IllegalAction):
            chosen(text, state.legal_actions(), face)


def test_a_round_is_told_with_bids_tricks_points_and_what_could_have_been_known() -> None:
    shown = run("watch", "spades", "--seed", 3, "--option", "limit=1", *ANY)
    assert shown.exit_code == 0
    for words in ("deals first", "bids 13.", "takes the trick.", "could have known", "before trick", "win the game."):
        assert words in shown.stdout


def test_a_person_plays_a_round_and_sees_the_own_cards_only() -> None:
    answers = ("3", *["nonsense"], "quit")
    shown = run("play", "spades", "--seed", 1, "--option", "limit=1", lines=answers)
    assert shown.exit_code == 0
    assert "your cards:" in shown.stdout
    assert "a number or nil" in shown.stdout


def test_a_record_is_replayed_and_asked(tmp_path: Path) -> None:
    record = tmp_path / "spades.jsonl"
    played = run("watch", "spades", "--seed", 3, "--option", "limit=1", *ANY, "--record", record)
    assert played.exit_code == 0
    assert "1 game" in run("replay", record).stdout
    asked = run("ask", record, "--move", 84, "K_E ~has(N,SK)")
    assert asked.exit_code in (0, 1), asked.output
    assert "has(N,SK)" in asked.stdout


def test_what_is_certain_is_what_all_deals_share() -> None:
    rng = Random(1)
    for _ in range(12):
        state, stop = Spades(limit=1, ranks=5, variant=rng.choice(["partners", "mirror", "whiz"])).start(), rng.random()
        while not state.is_terminal and not (state.position.phase is Phase.PLAY and rng.random() < stop / 5):
            state = state.apply(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
        if state.is_terminal:
            continue
        unseen = hidden(observation(state, rng.randrange(SEATS)))
        deals = [dealt_again(unseen, rng) for _ in range(150)]
        shared = {
            suit: owner
            for suit in range(4)
            for owner in range(SEATS)
            if (cards := unseen.cards & 8191 << 13 * suit) and all(cards & ~deal[owner] == 0 for deal in deals)
        }
        assert certain(unseen).items() <= shared.items()
        assert len(shared.keys() - certain(unseen).keys()) <= 1  # 150 deals may agree by luck


def test_facts_say_in_percent_who_has_the_unseen_cards_of_a_suit_as_the_model_does() -> None:
    state = moment(Phase.PLAY, 20)
    seat, names = state.current_player, state.rules.names
    told = [each for each in face_of(GAME, state.rules).facts(state, seat) if each.startswith("each unseen ")]
    assert told
    known = model(GAME.table(state))
    unseen = hidden(observation(state, seat)).cards
    for line in told:
        sign, shares = line.removeprefix("each unseen ").split(": ")
        some = next(each for each in listed(unseen) if each.sign.startswith(sign))
        for share in shares.split(", "):
            name, percent = share.split()
            assert percent == f"{float(known.degree(names[seat], has(name, some))):.0%}"


def test_with_one_hand_left_all_is_certain() -> None:
    cards = set_of(map(card, ("SA", "H2")))
    assert certain(Hidden(cards, (0, 2, 0, 0), 0, (0, 0, 0, 0), (UNKNOWN,) * 4)) == {3: 1, 2: 1}


def test_each_card_that_could_have_been_known_is_with_its_owner_and_unplayed() -> None:
    last = whole().position
    tricks, done = last.tricks, last.rounds[-1]
    found = list(could_know(done, tricks, "partners", False))
    assert found
    for each in found:
        assert each.cards & ~done.hands[each.owner] == 0
        assert each.owner != each.seat
        gone = sum(1 << number for trick in tricks[: each.trick - 1] for number in trick.cards)
        assert not each.cards & gone


def test_the_picture_shows_the_cards_that_the_viewer_sees() -> None:
    state = moment(Phase.PLAY, 17)
    for player in (*range(SEATS), None):
        svg = draw_board(state, player=player)
        assert svg is not None
        assert svg.startswith("<svg")
        seat = 2 if player is None else player
        assert svg.count('width="38') >= state.position.hands[seat].bit_count() + len(state.position.trick.cards)
        assert ("all cards shown" in svg) == (player is None)


def test_hands_are_written_by_suits() -> None:
    cards = set_of(map(card, ("SA", "ST", "H2")))
    assert (by_suits(cards), signs(cards)) == ("♠AT ♥2", "♠A ♠T ♥2")
    view = observation(moment(Phase.PLAY), EVERYTHING)
    assert view.hand == 0


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        ({"goal": 200, "floor": -100}, ("Partners sit", "ends at 200 points or at -100"), ("500", "Blind")),
        ({"variant": "cutthroat", "limit": 1}, ("plays alone", "one round"), ("Partners", "A side")),
        ({"variant": "mirror", "bags": 0}, ("bids the number of their spades.",), ("bags cost", "spades, or nil")),
        ({"variant": "whiz", "broken": False}, ("spades, or nil.", "can be led at once"), ("not led",)),
        (
            {"variant": "suicide", "nil": 50},
            ("One of two partners bids nil", "50 points for no trick"),
            ("100 points for",),
        ),
        ({"blind": "behind", "ranks": 6}, ("cards, 100 points behind: 200 points", "6 cards"), ()),
    ],
)
def test_h_says_the_rules_that_are_played(
    options: dict[str, Any], said: tuple[str, ...], unsaid: tuple[str, ...]
) -> None:
    flags = [part for name, value in options.items() for part in ("--option", f"{name}={value}")]
    told = " ".join(run("play", "spades", "--seed", 1, *flags, lines=("h", "q")).stdout.split())
    assert all(part in told for part in said), told
    assert not any(part in told for part in unsaid)
