"""Saboteur in the terminal: a round told with what each believes and why, a person's seat, questions to any mind."""

import json
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from games import registry
from games.core.errors import IllegalAction
from games.core.rules import EVERYTHING, Event
from games.playing.records import read_records
from games.playing.replay import Replayer
from games.saboteur.actions import Role
from games.saboteur.agents.greedy import Greedy
from games.saboteur.agents.threshold_belief.agent import Source
from games.saboteur.face import PLAIN
from games.saboteur.rules import Phase, Result, SaboteurState
from games.saboteur.tunnels.board import drawing
from games.telling.choosing import chosen
from games.telling.face import Span, face_of
from whoknows.cli.main import app

GAME = registry.game("saboteur")
NAMES = ("john", "mary", "bob", "ann", "tom")
NEWS = re.compile(r" +(\w+) (stopped believing|began to believe) (w\d+) \((\w+) and (\w+) saboteurs\): .+")
WIDE = {"COLUMNS": "400"}


def run(*args, lines=()):
    given = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, list(map(str, args)), input=given, env=WIDE, prog_name="whoknows")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("saboteur") / "round.jsonl"


@pytest.fixture(scope="module")
def told(path):
    """A round that was watched, and recorded."""
    result = run("watch", "saboteur", "--seed", 3, "--option", "rounds=1", "--names", *NAMES, "--record", path)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def record(told, path):
    ((_, found),) = read_records(path.read_text(encoding="utf-8").splitlines(), "round")
    return found


def random_states(seed, count):
    rng = Random(seed)
    for number in range(count):
        variant = ("source", "official")[number % 2]
        state = GAME.rules(names=NAMES[: 3 + number % 3] if number % 2 else NAMES, variant=variant).start()
        for _ in range(rng.randrange(40, 160)):
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
            if state.is_terminal:
                break
        yield state


# A round that is watched


def test_a_round_is_told_from_the_deal_to_the_roles(told):
    assert re.search(r"Round 1: \w+ and \w+ are saboteurs, and the gold is at goal [123]\.", told)
    assert re.search(r"(The miners found the gold|The saboteurs won: the gold was not found)\. The saboteurs: ", told)
    assert re.search(r"gold: john \d, mary \d, bob \d, ann \d, tom \d", told)
    assert " draws " not in told
    assert len(told.splitlines()) < 250


def test_what_is_told_of_beliefs_is_what_changed_in_the_minds(told, record):
    said = news_by_move(told)
    walk = Replayer("round").walk(record, 1)
    next(walk)  # nobody sits there yet
    minds = [dict.fromkeys(NAMES), *({agent.me: believed(agent) for agent in match.agents} for _, match in walk)]
    changed = {}
    for move, (before, after) in enumerate(pairwise(minds), 1):
        for name in NAMES:
            if before[name] and before[name] != after[name]:
                changed[move, name] = (before[name] - after[name], after[name] - before[name])
    assert said == changed
    assert len(said) > 10


def believed(agent):
    return agent.mind() and agent.mind().believed(agent.me, agent.beliefs.view(agent.me))


def news_by_move(told):
    """(Move, name) -> the worlds that the player stopped believing, and those that they began to believe."""
    found, move = {}, 0
    for line in told.splitlines():
        if line[:4].strip().isdecimal():
            move = int(line[:4])
        if match := NEWS.fullmatch(line):
            lost, won = found.get((move, match[1]), (frozenset(), frozenset()))
            world = frozenset([match[3]])
            found[move, match[1]] = (lost | world, won) if match[2].startswith("stopped") else (lost, won | world)
    return found


def test_watching_as_a_player_tells_only_that_players_beliefs():
    text = run("watch", "saboteur", "--seed", 3, "--option", "rounds=1", "--names", *NAMES, "--as", "ann").stdout
    assert "ann is a" in text
    assert {match[1] for match in map(NEWS.fullmatch, text.splitlines()) if match} == {"ann"}


def test_sentences_tell_a_viewer_nothing_hidden():
    rng, different = Random(5), 0
    for state in random_states(6, 4):
        for seat in range(0, state.rules.players, 2):
            other = GAME.resample(state, seat, rng)
            different += sentences(state, EVERYTHING) != sentences(other, EVERYTHING)
            assert sentences(state, seat) == sentences(other, seat)
    assert different > 5


def sentences(state, viewer):
    face, found = face_of(GAME, state.rules), []
    for before, move in state.steps():
        event = Event(move.player, GAME.seen(before, move.action, viewer))
        views = [GAME.observation(each, viewer) for each in (before, before.after(move.action))]
        found.append(face.sentence(event, *views))
    return found


@pytest.mark.parametrize(("roles", "said"), [("miner", "Nobody won"), ("saboteur", "The saboteurs won")])
def test_saboteurs_who_are_not_there_win_nothing(roles, said):
    state = GAME.rules(variant="official", names=NAMES[:3]).deserialize(["first john", "role miner", "role miner"])
    state = state.apply(Role(roles))
    now = state.position._replace(phase=Phase.REVEAL, results=(Result(found=False, finisher=0, saboteurs=None),))
    state = SaboteurState(state.rules, now)
    action = state.sample(Random(0))
    views = [GAME.observation(each, EVERYTHING) for each in (state, state.apply(action))]
    sentence = face_of(GAME, state.rules).sentence(Event(-1, GAME.seen(state, action, EVERYTHING)), *views)
    assert sentence.startswith(f"{said}: the gold was not found.")


def test_the_mine_can_be_shown_in_plain_signs():
    for state in random_states(7, 6):
        assert drawing(state.position.board).translate(PLAIN).isascii()


# A person at the table


def turn(*hand, lays=(), variant="source"):
    """John's first turn with this hand, after others laid these cards in thought: all is legal."""
    rules = GAME.rules(variant=variant, rounds=1)
    rest = [card.name for card in rules.cards for _ in range(card.copies)]
    for card in hand:
        rest.remove(card)
    hands = [list(hand), *(rest[6 * seat : 6 * seat + 6] for seat in range(4))]
    deal = ["first john", *["role miner"] * 3, *["role saboteur"] * 2, "goals RB gold BL"]
    return rules.deserialize([*deal, *(f"draw {card}" for cards in zip(*hands, strict=True) for card in cards)])


HAND = ("TRL", "TB", "map", "rockfall", "broken-tool", "repair-tool")
"""In the order of the cards: 1 TRL, 2 TB, 3 map, 4 rockfall, 5 broken-tool, 6 repair-tool."""


def choice(text, state):
    return str(chosen(text, state.legal_actions(), face_of(GAME, state.rules)))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("lay TRL 6,3", "lay TRL 6,3"),
        ("LAY trl 6 3", "lay TRL 6,3"),
        ("lay 1 6,3", "lay TRL 6,3"),
        ("1 6,3", "lay TRL 6,3"),
        ("put 1 at 6,3", "lay TRL 6,3"),
        ("play 2 6,3", "lay TB 6,3"),
        ("lay 1 5,2", "lay TRL 5,2"),
        ("lay 1 turned 5,2", "lay RBL 5,2"),
        ("lay 1 t 6,1", "lay RBL 6,1"),
        ("lay RBL 6,1", "lay RBL 6,1"),
        ("map 2", "map 2"),
        ("look 3", "map 3"),
        ("look under goal 3", "map 3"),
        ("3 1", "map 1"),
        ("break tool ann", "break tool ann"),
        ("break ann", "break tool ann"),
        ("block ann", "break tool ann"),
        ("5 ann", "break tool ann"),
        ("ann", "break tool ann"),
        ("discard 1", "discard TRL"),
        ("drop map", "discard map"),
        ("discard rock", "discard rockfall"),
    ],
)
def test_a_few_words_are_enough(text, action):
    assert choice(text, turn(*HAND)) == action


@pytest.mark.parametrize("number", [1, 2])
def test_a_card_is_named_by_its_number_beside_one_whose_name_begins_with_its_name(number):
    state = turn("TRBL", "TRB", "map", "rockfall", "broken-tool", "repair-tool")
    card = ("TRBL", "TRB")[number - 1]
    assert choice(f"discard {number}", state) == f"discard {card}"
    assert choice(f"lay {number} 6,3", state) == f"lay {card} 6,3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lay 7 6,3", "card 7: expected a number from 1 to 6"),
        ("lay 1 9,9", "TRL cannot be laid at 9,9; it can be laid as"),
        ("lay 1 turned 6,3", "TRL cannot be laid turned at 6,3; it can be laid as"),
        ("lay 1", "TRL is laid at a cell, such as lay TRL 5,2"),
        ("lay 1 here", "TRL is laid at a cell, such as lay TRL 5,2"),
        ("lay 1 6,3 7,3", "TRL is laid at a cell"),
        ("rockfall 6,3", "rockfall 6,3: you cannot do this now"),
        ("break john", "is not one of your actions now"),
        ("repair john", "is not one of your actions now"),
        ("break", "say more"),
        ("map 4", "map 4: you cannot do this now"),
        ("say 2 gold", "say 2 gold: you cannot do this now"),
        ("dig", "is not one of your actions now"),
        ("a an the", "'a an the' is not one of your actions now"),
        ("+1", "is not one of your actions now"),
        ("4", "card 4 is rockfall: say what to do with it, such as discard rockfall"),
        ("rockfall", "is not one of your actions now"),
        ("TRL", "say more"),
        ("9" * 400, "expected a number from 1 to 6"),
        ("discard 000000001234567", "expected a number from 1 to 6"),
        ("discard 1 2", "is not one of your actions now"),
    ],
)
def test_what_is_not_understood_is_explained(text, said):
    with pytest.raises(IllegalAction, match=re.escape(said)):
        choice(text, turn(*HAND))


@pytest.mark.parametrize(
    ("action", "said"), [("lay TB 6,3", "1 card nearer to goal"), ("lay RL 6,1", "0 cards nearer to goal")]
)
def test_the_greedy_agent_counts_cards_in_its_reason(action, said):
    state = turn("TB", "RL", "map", "rockfall", "broken-tool", "repair-tool")
    assert said in str(Greedy().reason(GAME.observation(state, 0), state.rules.parse(action)))


def test_a_cell_is_not_taken_for_the_one_with_its_numbers_exchanged():
    state = turn("TB", "TB", "TB", "map", "map", "map").apply(GAME.rules().parse("lay TB 6,3"))
    while state.is_chance:
        state = state.after(state.sample(Random(1)))
    texts = [str(action) for action in state.legal_actions()]
    lay = next(text for text in texts if text.startswith("lay") and " 6,4" in text)
    exchanged = lay.replace("6,4", "4,6")
    assert exchanged not in texts
    with pytest.raises(IllegalAction):
        choice(exchanged, state)


def test_every_legal_action_is_understood_by_its_own_text():
    seen = 0
    for state in random_states(8, 8):
        for action in state.legal_actions():
            assert choice(str(action), state) == str(action)
            seen += 1
    assert seen > 50


def test_a_move_to_be_read_shows_a_path_as_it_lies():
    game = registry.game("saboteur")
    face = face_of(game, game.rules())
    texts = ("lay TBL 3,1", "lay xTB 3,1", "discard TRB", "discard map", "say 2 gold")
    said = [face.deed(game.rules().parse(each), None) for each in texts]
    assert said == ["lay ┤ 3,1", "lay ║ 3,1", "discard ├", "discard map", "say 2 gold"]


def test_the_choices_tell_each_card_with_what_it_can_be_used_for():
    state = turn(*HAND)
    lines = face_of(GAME, state.rules).choices(GAME.observation(state, 0), state.legal_actions())
    said = "\n".join(lines)
    assert re.search(r"1 ┴ TRL +lay at 5,2 7,2 6,3; turned \(┬\) at 6,1 5,2 7,2", said)
    assert re.search(r"3   map +look under goal 1 2 3", said)
    assert re.search(r"4   rockfall +of no use now", said)
    assert re.search(r"5   broken-tool +break the tool of mary bob ann tom", said)


def play(*lines, args=()):
    return run("play", "saboteur", "--seed", 4, "--option", "rounds=1", *args, lines=lines)


def test_a_person_plays_a_round_to_its_end_and_the_record_can_be_played_again(tmp_path):
    path = tmp_path / "mine.jsonl"
    result = play(*["discard 1"] * 40, args=("--record", path))
    assert result.exit_code == 0, result.output
    assert "gold: you " in result.stdout
    assert "Traceback" not in result.output
    assert CliRunner().invoke(app, ["replay", str(path)]).exit_code == 0


def test_beside_the_board_are_the_beliefs_of_a_believer_in_that_seat(tmp_path):
    path = tmp_path / "mine.jsonl"
    result = play("map 2", "stone", "discard 1", f"save {path}", "quit", args=("--seat", 2, "--names", *NAMES))
    ((_, record),) = read_records(path.read_text(encoding="utf-8").splitlines(), "mine")
    believer, state = Source(), record.state()
    believer.begin(1, record.rules, "any")
    for event in GAME.events(state, 1):
        believer.observe(event)
    first, second = believer.beliefs_text()
    assert first.startswith("suspicion: john 0.")
    last = [line.strip() for line in result.stdout.splitlines() if "suspicion: " in line][-1]
    assert last == first
    assert second in result.stdout


def test_a_question_mark_tells_all_and_a_question_is_answered_by_the_believer_too():
    text = play("?", "? saboteur(ann)", "? K_you ~saboteur(you)", "? spy(ann)", "quit").stdout
    assert "What an agent that plays by beliefs would believe in your place:" in text
    assert re.search(r"ann +█████░░░░░ 0\.50 +a saboteur in 3, a miner in 3 of the believed worlds", text)
    assert "6 of 6 worlds believed: " in text
    assert "trusted most: nobody enough" in text
    assert "By the beliefs of an agent in your place, you cannot know: saboteur(ann)" in text
    assert "You know that ¬saboteur(you)." in text
    assert "spy(ann)" in text
    assert "Goodbye" in text


def test_a_question_mark_says_first_who_one_is_and_explains_the_cards():
    text = play("?", "quit").stdout
    said = text[text.index("What you know:") :].splitlines()[1:]
    assert said[0].strip() in ("You are a miner", "You are a saboteur")
    assert said[1].strip().startswith("among 5 players there are 2 saboteurs")
    assert said[2].strip().startswith("the gold is at goal ")
    assert any(re.fullmatch(r" *\S x?[TRBL]+: a (path|dead end), open at .+", line) for line in said)
    assert "C ¬" not in text


@pytest.mark.parametrize(
    ("variant", "players", "said"),
    [("source", 3, "is 1 saboteur"), ("official", 3, "are 0 or 1 saboteurs"), ("official", 5, "are 1 or 2 saboteurs")],
)
def test_the_verb_agrees_with_the_possible_numbers_of_saboteurs(variant, players, said):
    state = GAME.rules(variant=variant, names=("john", "mary", "bob", "ann", "tom")[:players]).start()
    while state.is_chance:
        state = state.apply(state.sample(Random(1)))
    assert f"there {said};" in face_of(GAME, state.rules).facts(state, 0)[1]


def test_what_a_player_knows_is_true_and_names_a_lie_only_where_the_goal_was_seen():
    for state in random_states(7, 12):
        if state.is_terminal or not state.position.faces:
            continue
        for seat, name in enumerate(state.rules.names):
            view, said = GAME.observation(state, seat), face_of(GAME, state.rules).facts(state, seat)
            assert said[0].endswith("saboteur") == state.position.roles[seat]
            gold = re.search(r"the gold is at goal (.+)", said[2])
            assert str(state.position.faces.index("gold") + 1) in re.findall(r"\d", gold[1].partition(";")[0])
            lies = [line for line in said if " about goal " in line]
            assert all(view.faces[int(line[-1]) - 1] is not None for line in lies), name


def test_the_panel_beside_the_board_and_the_recorded_game_say_the_same_belief(tmp_path):
    path = tmp_path / "mine.jsonl"
    text = play("discard 1", f"save {path}", "quit", args=("--names", *NAMES)).stdout
    shown = [line for line in text.splitlines() if "suspicion: " in line][-1]
    degrees = dict(re.findall(r"(\w+) (0\.\d\d) ", shown))
    assert set(degrees) == {*NAMES[1:]}
    for name, degree in degrees.items():
        data = json.loads(run("ask", path, "--as", NAMES[0], f"saboteur({name})", "--json").stdout)
        assert f"{float(Fraction(data['degree'])):.2f}" == degree
    said = run("ask", path, "--as", NAMES[0], "saboteur(mary)").stdout
    assert "by the beliefs of an agent in their place" in said
    assert "by what they know of the table" in run("ask", path, "--as", NAMES[0], "gold=1").stdout
    plot = tmp_path / "beliefs.svg"
    run("ask", path, "--as", NAMES[0], "saboteur(mary)", "--plot", plot)
    assert plot.exists()


def test_a_negative_number_is_no_card_and_no_goal():
    assert "'-1' is not one of your actions now" in play("-1", "quit").stdout


def test_what_a_person_is_told_depends_on_nothing_hidden():
    state, rng = turn(*HAND), Random(2)
    for _ in range(5):
        other = GAME.resample(state, 0, rng)
        shown = [face_of(GAME, each.rules)._players(GAME.observation(each, 0)) for each in (state, other)]
        assert shown[0] == shown[1]
        assert (Span("?"),) in [row.cells[1] for row in shown[0].rows]


# Questions to a recorded round


def ask(path, *args):
    return run("ask", path, "--move", 70, *args)


@pytest.mark.parametrize("formula", ["B_john saboteur(mary)", "B_john B_mary saboteur(john)", "saboteur(bob)"])
def test_a_mind_is_asked_and_its_answer_explained_with_what_the_worlds_are(told, record, path, formula):
    result = ask(path, formula, "--as", "john", "--explain")
    (match,) = [match for count, (_, match) in enumerate(Replayer("round").walk(record, 1, 70)) if count == 70]
    john = match.agents[0]
    holds = john.mind().holds(
        formula if formula.startswith("B_") else f"B_john {formula}", at=john.beliefs.view("john")
    )
    assert result.exit_code == (0 if holds else 1)
    assert "john's threshold 3/10" in result.stdout
    assert re.search(r"the worlds, by who is a saboteur there: w\d+: \w+, \w+", result.stdout)
    assert "K_john" not in result.stdout.split("\n", 2)[2]


def test_the_mind_is_drawn_with_worlds_that_people_can_read(told, path, tmp_path):
    picture = tmp_path / "john.svg"
    result = ask(path, "--as", "john", "--draw", picture)
    assert f"wrote {picture}" in result.stdout
    assert "of the believed worlds" in result.stdout
    text = picture.read_text(encoding="utf-8")
    assert {"mary, bob", "john believes that mary believes"} <= set(re.findall(r">([^<>]+)</text>", text))


def test_beliefs_are_plotted_of_one_mind_and_of_one_formula(told, path, tmp_path):
    mind, formula = tmp_path / "mind.svg", tmp_path / "formula.svg"
    assert f"wrote {mind}" in ask(path, "--as", "bob", "--plot", mind).stdout
    said = re.findall(r"<!-- (.*?) -->", mind.read_text(encoding="utf-8"))
    assert {"the start", "threshold", "Saboteur: how the beliefs of bob went (thick, ●: true)"} <= {
        *map(str.strip, said)
    }
    assert f"wrote {formula}" in ask(path, "saboteur(mary)", "--plot", formula).stdout
    said = re.findall(r"<!-- (.*?) -->", formula.read_text(encoding="utf-8"))
    assert set(NAMES) <= {text.strip() for text in said}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--plot", "p.svg"), "--plot needs a FORMULA or --as NAME"),
        (("--as", "bob", "--plot", "p.gif"), "p.gif: the ending gives the format, .svg, .png or .pdf"),
        (("--as", "bob", "--move", "5", "--plot", "p.svg"), "there is no decision before this move"),
        (("spy(mary)", "--plot", "p.svg"), "spy(mary)"),
        (("--as", "eve", "--plot", "p.svg"), "there is no player of this name"),
    ],
)
def test_a_wrong_plot_is_told_what_is_wrong_and_writes_nothing(told, path, tmp_path, monkeypatch, args, said):
    monkeypatch.chdir(tmp_path)
    result = run("ask", path, *args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not list(Path().iterdir())
