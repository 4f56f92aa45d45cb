"""Saboteur on the command line: rounds told to the end, minds asked at any move, many players and worlds."""

import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from games import registry
from games.core.errors import GameError, IllegalAction
from games.playing.records import read_records
from games.playing.replay import Replayer
from games.saboteur.agents.threshold_belief.agent import Source, role_worlds
from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from games.saboteur.agents.threshold_belief.panel import NAMED, suspect
from games.telling.choosing import chosen
from games.telling.face import face_of
from studies.experiment import run as experiment
from studies.saboteur.experiment import EXPERIMENT
from whoknows.cli.main import app

GAME = registry.game("saboteur")
NAMES = ("john", "mary", "bob", "ann", "tom")
QUICK = "stronger(samples=0)"
TEN = ("ann", "bob", "john", "mary", "eve", "fay", "gus", "hugo", "ida", "kim")


def run(*args, columns="400"):
    return CliRunner().invoke(app, list(map(str, args)), env={"COLUMNS": columns}, prog_name="whoknows")


def watched(folder, agents, *args, variant="source", columns="400", seed=3):
    """A round told, and its record."""
    path = folder / "round.jsonl"
    given = ["--agents", *agents, "--seed", seed, "--option", "rounds=1", "--option", f"variant={variant}"]
    told = run("watch", "saboteur", *given, "--record", path, *args, columns=columns)
    assert told.exit_code == 0, told.output
    ((_, record),) = read_records(path.read_text(encoding="utf-8").splitlines(), "round")
    return told.stdout, record, path


@pytest.fixture(scope="module")
def ten(tmp_path_factory):
    """The card game with ten players, in a terminal of 80 columns."""
    return watched(tmp_path_factory.mktemp("ten"), ["source(depth=1)"] * 10, variant="official", columns="80")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Agents with degrees of belief, as miner and saboteur or in one role alone, and one who believes worlds."""
    agents = (QUICK, "stronger(saboteur=false, samples=0)", "source", "stronger(miner=false, samples=0)", QUICK)
    return watched(tmp_path_factory.mktemp("mixed"), agents, "--names", *NAMES)


# A round to its end


@pytest.mark.slow
def test_the_table_that_a_round_leaves_has_all_gold_and_all_roles_and_nobody_to_play(ten, mixed):
    for told, record, _ in (ten, mixed):
        table = told[told.rindex("Round 1, ") :]
        last = record.state()
        for seat, name in enumerate(record.rules.names):
            row = re.search(rf"^ .* ?{name} +(miner|saboteur) .*?(\d+) *$", table, re.MULTILINE)
            assert row, (name, table)
            assert (row[1] == "saboteur") == last.position.roles[seat]
            assert int(row[2]) == last.position.gold[seat]
        assert "▶" not in table
        assert "why: " not in table


def test_a_player_who_watches_sees_the_roles_once_they_are_shown(tmp_path):
    told, record, _ = watched(tmp_path, ["greedy"] * 5, "--as", "ann")
    table = told[told.index("Round 1, ") :]
    shown = [re.search(rf"{name} +(\S+)", table)[1] for name in record.rules.names]
    assert shown == ["saboteur" if bad else "miner" for bad in record.state().position.roles]


def test_in_a_narrow_terminal_the_players_stand_below_the_mine_and_no_word_is_torn(ten):
    told, _, _ = ten
    table = told[told.rindex("Round 1, ") :].splitlines()
    heading = next(line for line in table if "role" in line)
    assert heading.split() == ["role", "cards", "tools", "saw", "says", "gold"]
    assert len(table) > table.index(heading) + len(TEN)
    assert all(any(line.split()[:1] == [name] for line in table) for name in TEN)


# Minds


def test_a_mind_can_be_asked_before_the_first_move(mixed, ten):
    for (_, record, path), move in ((mixed, 0), (mixed, 1), (ten, 0)):
        for name in record.rules.names[:4]:
            asked = run("ask", path, "--move", move, "--as", name)
            assert asked.exit_code == 0, asked.output
            assert f"move {move} of {len(record.moves)}" in asked.stdout


def test_an_agent_without_a_seat_has_no_model():
    assert Source().mind() is None


def test_of_many_believed_worlds_the_heaviest_are_named_and_the_others_counted():
    rules = GAME.rules(names=TEN, variant="official")
    believer = Source()
    believer.begin(0, rules, "any")
    believer.beliefs = Beliefs("ann", TEN, role_worlds(rules), False, believer.settings)
    believer.beliefs.learn("ann", "lengthens", "kim")
    line = next(line for line in believer.beliefs_text(whole=True) if "worlds believed" in line)
    held = len(believer.beliefs.believed())
    assert line.startswith(f"{held} of 210 worlds believed: ")
    assert line.endswith(f"; and {held - NAMED} more, none heavier")
    assert line.count("kim") == line.count("saboteur") == NAMED


def test_believed_worlds_are_named_in_the_order_of_their_weights():
    believer = Source()
    believer.begin(0, GAME.rules(names=NAMES), "any")
    pairs = [frozenset(pair) for pair in combinations(NAMES, 2)]
    believer.beliefs = Beliefs("john", NAMES, pairs, False, believer.settings)
    believer.beliefs.learn("john", "keeps", "tom")
    line = next(line for line in believer.beliefs_text(whole=True) if "worlds believed" in line)
    assert line.endswith(
        "mary and tom saboteurs; bob and tom saboteurs; ann and tom saboteurs; "
        "bob and mary saboteurs; ann and mary saboteurs; ann and bob saboteurs"
    )


def test_roles_that_are_shown_when_a_round_is_over_are_told_beside_what_was_believed(mixed):
    _, record, path = mixed
    guilty = [name for name, bad in zip(NAMES, record.state().position.roles, strict=True) if bad]
    for name in ("john", "tom"):
        told = run("ask", path, "--as", "bob", f"saboteur({name})").stdout
        assert "by their own model" in told
        so = "it is so" if name in guilty else "it is not so"
        assert told.endswith(f"bob sees on the table that {so}\n")
    assert "sees on the table" not in run("ask", path, "--as", "bob", "--move", 60, "saboteur(tom)").stdout


# Agents with degrees of belief


def test_watch_tells_whom_an_agent_with_degrees_suspects_most(mixed):
    told, record, _ = mixed
    said = re.findall(r"^ +(\w+) now suspects (\w+) most, to the degree (\d\.\d\d)$", told, re.MULTILINE)
    whom = {who: other for who, other, _ in said}
    *_, (_, match) = Replayer("round").walk(record, 1)
    reckoning = [agent for agent in match.agents if getattr(agent, "deduction", None) is not None]
    assert {agent.me for agent in reckoning} >= set(whom)
    assert len(said) > 3
    for agent in reckoning:
        found = {name: agent.deduction.degree(name) for name in NAMES if name != agent.me}
        if suspect(found) is not None:
            assert whom[agent.me] == suspect(found)


def test_an_agent_that_decides_as_source_tells_its_beliefs_too(mixed):
    told, record, _ = mixed
    *_, (_, match) = Replayer("round").walk(record, 1)
    sources = {
        agent.me for agent in match.agents if getattr(agent, "deduction", 0) is None or isinstance(agent, Source)
    }
    assert sources >= {"bob"}
    assert set(re.findall(r"^ +(\w+) (?:stopped believing|began to believe) w\d", told, re.MULTILINE)) == sources


def test_watching_does_not_change_what_agents_do(mixed):
    _, _, path = mixed
    assert run("replay", path).exit_code == 0


def test_all_beliefs_of_an_agent_with_degrees_are_its_degrees(mixed):
    _, _, path = mixed
    shown = run("ask", path, "--move", 60, "--as", "john").stdout
    assert len(re.findall(r"^  (mary|bob|ann|tom) +[█░]{10} \d\.\d\d$", shown, re.MULTILINE)) == 4


# Questions that cannot be answered, and pictures that cannot be drawn


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--draw", "mind.bmp"], "the ending gives the format"),
        (["--draw", "nowhere/mind.svg"], "there is no such directory"),
        (["--as", "john", "--plot", "course.dot"], "the ending gives the format"),
        (["--as", "john", "--plot", "same.svg", "--draw", "same.svg"], "name this file"),
    ],
)
def test_a_picture_that_cannot_be_written_is_refused_before_anything_is_told(
    mixed, tmp_path, monkeypatch, options, said
):
    _, _, path = mixed
    monkeypatch.chdir(tmp_path)
    refused = run("ask", path, *options)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert not refused.stdout
    assert not list(tmp_path.iterdir())


def test_where_the_gold_is_can_be_plotted_for_all_also_where_their_own_models_are_of_roles_alone(mixed, tmp_path):
    _, _, path = mixed
    assert run("ask", path, "gold=2", "--plot", tmp_path / "gold.svg").stderr == ""
    assert "degree of belief in" in (tmp_path / "gold.svg").read_text()


def test_a_folder_that_cannot_be_made_is_refused_before_the_game(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    refused = run("watch", "saboteur", "--agents", "greedy", "greedy", "greedy", "--svg", tmp_path / "boards")
    assert refused.exit_code == 2
    assert re.search("boards: .*permission denied; choose another", refused.stderr)
    assert not refused.stdout


def test_a_question_with_an_action_is_refused_with_a_way_out_that_the_command_has(mixed):
    _, _, path = mixed
    for options in ([], ["--as", "john"]):
        refused = run("ask", path, "[@look] saboteur(mary)", *options)
        assert refused.exit_code == 2
        assert re.search(r"\[@look\]: .*ask about announcements", refused.stderr)
        assert "whoknows check MODEL FORMULA --action FILE" in refused.stderr


def test_what_a_mind_says_nothing_of_is_asked_at_the_table(mixed):
    _, _, path = mixed
    refused = run("ask", path, "gold=1", "--as", "bob")
    assert refused.exit_code == 2
    assert re.search(r"no atom 'gold=1'.* bob ", refused.stderr)
    assert "ask without --as, such as K_bob gold=1" in refused.stderr
    assert run("ask", path, "K_bob gold=1").exit_code in (0, 1)


def test_a_person_asks_of_gold_too_of_which_the_believer_keeps_no_model():
    lines = "? gold=1\n? saboteur(mary)\nquit\n"
    given = ["play", "saboteur", "--seed", "4", "--seat", "1", "--names", *NAMES]
    told = CliRunner().invoke(app, given, input=lines, env={"COLUMNS": "400"}).stdout
    first, second = told.split("> ? " if "> ? " in told else "> ")[1:3]
    assert "worlds that you consider possible" in first
    assert "no atom" not in told
    assert "By the beliefs of an agent in your place, you cannot know: saboteur(mary)" in second


def test_a_mind_of_many_worlds_is_drawn_as_a_table_of_degrees(ten, tmp_path):
    _, record, path = ten
    picture = tmp_path / "mind.svg"
    assert run("ask", path, "--move", 70, "--as", "ann", "--draw", picture).exit_code == 0
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text(encoding="utf-8"))
    (_, match) = Replayer("round").follow(record, 1, 70)
    beliefs = next(agent for agent in match.agents if agent.me == "ann").beliefs
    at = drawn.index("ann believes")
    shown = [float(text) for text in drawn[at + 1 : at + 11]]
    wanted = [float(beliefs.model.degree("ann", f"saboteur({name})", at=beliefs.view("ann"))) for name in TEN]
    assert shown == pytest.approx(wanted, abs=0.005)
    possible = len(beliefs.model.possible("ann", beliefs.view("ann")))
    assert drawn[at + 11] == f"{len(beliefs.believed())} of {possible} worlds"
    refused = run("ask", path, "--move", 70, "--as", "ann", "--draw", tmp_path / "mind.dot")
    assert re.search(r"330 worlds.* 64 .*: as \.svg, \.png or \.pdf", refused.stderr)


# What is wrong is said where it can be mended


def test_a_chart_that_cannot_be_read_is_refused_before_anybody_plays(tmp_path):
    (tmp_path / "torn.toml").write_text("[shortens\n", encoding="utf-8")
    for chart, said in ((tmp_path / "none.toml", "there is no such file"), (tmp_path / "torn.toml", "as TOML")):
        refused = run("watch", "saboteur", "--agents", f"source(chart={chart})", "source", "source")
        assert refused.exit_code == 2
        assert said in refused.stderr
        assert not refused.stdout


@pytest.mark.parametrize("wrong", [{"chart": 5}, {"depth": True}, {"depth": 3}])
def test_invalid_parameters_of_an_agent_are_refused(wrong):
    with pytest.raises(GameError, match=r"expected (its path|1 or 2)"):
        Source(**wrong)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--names", "Zoë", "ann", "bob"], "player 'Zoë': expected a name of letters, digits and _, of ASCII alone"),
        (["--names", "a b", "ann", "bob"], "player 'a b': expected a name of letters, digits and _\n"),
        (["--agents", "source(step=)", "source", "source"], "step '': expected a finite number"),
    ],
)
def test_a_name_or_a_number_that_cannot_be_is_shown_with_what_is_wrong(options, said):
    agents = ["--agents", "source", "source", "source"] if "--agents" not in options else []
    refused = run("watch", "saboteur", *agents, *options)
    assert refused.exit_code == 2
    assert said in refused.stderr


def test_chance_is_asked_only_where_it_moves():
    rng, state = Random(1), GAME.rules(rounds=1).start()
    while not state.is_terminal:
        if state.is_chance:
            state = state.after(state.sample(rng))
            continue
        with pytest.raises(GameError, match=r"chance .*not move.* \w+'s turn"):
            state.sample(rng)
        state = state.after(rng.choice(state.legal_actions()))
    with pytest.raises(GameError, match=r"chance .*not move.* over$"):
        state.sample(rng)


@pytest.mark.parametrize("variant", ["source", "official"])
def test_the_forms_that_are_named_for_what_is_no_action_are_actions_of_the_game_that_is_played(variant):
    rules = GAME.rules(names=NAMES, variant=variant)
    for text in ("dig", "", "lay 3", "break", "repair ann"):
        with pytest.raises(IllegalAction) as refused:
            rules.parse(text)
        assert str(refused.value).count("such as") == 1
        forms = re.findall(r"'([^']+ [^']+)'", str(refused.value).partition("such as")[2])
        assert len(forms) == 7
        assert [str(rules.parse(form)) for form in forms] == forms


def test_whose_move_it_is_is_said_as_people_say_it():
    rng, state = Random(2), GAME.rules(names=NAMES, rounds=1).start()
    heads = set()
    while not state.is_terminal:
        heads.add(str(GAME.observation(state, 0)).splitlines()[0])
        state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    heads.add(str(GAME.observation(state, 0)).splitlines()[0])
    moments = {head.removeprefix("round 1: ").partition("; ")[0] for head in heads}
    assert {"it is drawn who begins", "cards are dealt", "a card is drawn", "the game is over"} <= moments
    assert {f"it is {name}'s turn to play" for name in NAMES} <= moments
    assert {head.partition("; ")[2] for head in heads} >= {"0 cards in the deck", "1 card in the deck"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("map 1", "map 1: you cannot do this now: you have no map"),
        ("break tool john", "break tool john: you cannot do this now: it is broken already, or your own"),
        ("repair tool ann tool", "repair tool ann tool: you cannot do this now: it is not broken"),
        ("rockfall 6,3", "rockfall 6,3: you cannot do this now: there is no card that rocks can fall on"),
        ("say 1 gold", "say 1 gold: you cannot do this now: there is nothing to be said"),
        ("discard foo", "'discard foo' is not one of your actions now; you can 'discard TRL', 'discard TB'"),
        ("lay", "'lay' may be 'lay RBL 6,1', 'lay TB 6,1'"),
    ],
)
def test_an_impossible_input_is_answered_with_the_reason_and_the_choices(text, said):
    rules = GAME.rules(names=NAMES, rounds=1)
    rest = [card.name for card in rules.cards for _ in range(card.copies)]
    hand = ["TRL", "TB", "rockfall", "broken-tool", "repair-tool", "xTB"]
    for card in hand:
        rest.remove(card)
    hands = [hand, *(rest[6 * seat : 6 * seat + 6] for seat in range(4))]
    deal = ["first john", *["role miner"] * 3, *["role saboteur"] * 2, "goals RB gold BL"]
    state = rules.deserialize([*deal, *(f"draw {card}" for cards in zip(*hands, strict=True) for card in cards)])
    with pytest.raises(IllegalAction) as refused:
        chosen(text, state.legal_actions(), face_of(GAME, rules))
    assert said in str(refused.value)


# The experiment


def test_an_agent_that_is_named_twice_plays_once():
    given = ("--players", 3, "--rounds", 2, "--jobs", 1, "--seed", 0)
    told = run("experiment", "saboteur", "--agents", "greedy", "greedy", *given)
    once = run("experiment", "saboteur", "--agents", "greedy", *given)
    assert told.exit_code == once.exit_code == 0
    assert told.stdout == once.stdout


def test_set_ups_of_one_name_are_refused():
    (trial,) = [each.trial(0) for each in EXPERIMENT.of_agents(["greedy"], players=(3,))]
    with pytest.raises(GameError, match=r"greedy.*: expected.* different names"):
        experiment([trial, trial], 1, EXPERIMENT.measure, jobs=1)


def test_a_parameter_is_varied_once(tmp_path):
    refused = run("experiment", "saboteur", "--vary", "factor=1.5", "--vary", "factor=5", "--out", tmp_path / "out")
    assert refused.exit_code == 2
    assert "factor is varied already" in refused.stderr
    assert not (tmp_path / "out").exists()


def test_records_of_which_there_is_no_plot_are_refused_with_the_command_that_plots_beliefs(mixed, tmp_path):
    _, _, path = mixed
    refused = run("plot", path, "-o", tmp_path / "plot.svg")
    assert refused.exit_code == 2
    assert "by whoknows ask RECORD --as NAME --plot FILE" in refused.stderr
