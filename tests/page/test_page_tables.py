"""Games on the page: what a person must not know never leaves the server."""

import asyncio
import json
import multiprocessing
import os
import time
from pathlib import Path
from random import Random

import httpx
import pytest
from served import start

from games import registry
from games.core.rules import EVERYTHING
from games.knowing.knower import AT_THE_TABLE
from games.playing.match import Lineup, Setup
from games.playing.records import Journal
from games.telling.description import first_decision
from games.telling.face import face_of
from games.telling.sitting import Sitting
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge
from viz.web.tables import tables as module
from viz.web.tables.holder import KEPT, Moment, apart, beliefs, board, knows, mind, question
from viz.web.tables.tables import Tables

OPEN = {
    "do": "open", "game": "bluff_poker", "agents": [None, "source", "random"], "names": ["ann", "bob", "john"],
    "seed": "7",
}  # fmt: skip

LOADED = ["viz.web.preload", "viz.web.tables.holder", "games.bluff_poker.game"]  # the first, as the server does
multiprocessing.get_context("forkserver").set_forkserver_preload(LOADED)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where games are kept."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "games"


STOP = "the server ends, and another one is started"


def conversation(*requests):
    """The answers to requests one after the other; ``table`` is the id of the table that was opened last."""

    async def talk():
        held, answers, table = Tables(Path("games")), [], None
        try:
            for request in requests:
                if request == STOP:
                    held.close()
                    held = Tables(Path("games"))
                    continue
                named = request if table is None or request["do"] in ("open", "replay", "games") else {"table": table}
                status, body = await held.answer(json.dumps({**named, **request}).encode())
                answers.append((status, json.loads(body)))
                table = answers[-1][1].get("table", table)
        finally:
            held.close()
        return answers

    return asyncio.run(talk())


def test_the_games_of_the_registry_are_offered():
    [(status, found)] = conversation({"do": "games"})
    assert status == 200
    assert [game["name"] for game in found["games"]] == list(registry.names())
    assert all(set(game["lineup"]) <= {agent["name"] for agent in game["agents"]} for game in found["games"])


def test_a_person_plays_a_game():
    opened, told, shown = conversation(
        OPEN, {"do": "play", "viewer": "ann"}, {"do": "board", "viewer": "ann", "moment": 0}
    )
    assert opened[1]["person"] == "ann"
    assert opened[1]["examples"]
    assert told[1]["mine"]
    assert shown[1]["svg"].startswith("<svg")


def test_examples_name_players_who_are_there():
    setup = {"do": "open", "game": "holdem", "agents": ["rule"] * 3, "names": ["ann", "bob", "eve"], "seed": "5"}
    [(status, opened)] = conversation(setup)
    assert status == 200
    assert "M_ann (has(bob,SA) & has(bob,HA))" in opened["examples"]
    assert not any("cal" in text for text in opened["examples"])
    [(_, others)] = conversation(setup | {"names": ["x", "y", "z"]})
    assert others["examples"]
    assert not any("ann" in text or "bob" in text for text in others["examples"])


def test_an_action_and_what_follows_is_told():
    _, before, acted, after = conversation(
        OPEN, {"do": "play", "viewer": "ann"}, {"do": "act", "viewer": "ann", "text": "call"},
        {"do": "play", "viewer": "ann", "since": 0},
    )  # fmt: skip
    assert acted[0] == 200
    assert acted[1]["log"][-1]["text"].startswith("ann call")
    assert after[1]["moments"] > before[1]["moments"]


def test_what_others_see_is_refused_while_a_person_plays():
    about = [
        {"do": "play"}, {"do": "board", "moment": 0}, {"do": "knows", "moment": 0}, {"do": "mind", "moment": 0},
        {"do": "question", "moment": 0, "formula": "bluff"}, {"do": "act", "text": "call"},
        {"do": "asked", "moment": 0}, {"do": "asked", "moment": 1, "number": 0},
        {"do": "mind", "moment": 1, "number": 0},
    ]  # fmt: skip
    hidden = [each | {"viewer": viewer} for each in about for viewer in (None, "bob", "john")]
    _, _, *answers = conversation(OPEN, {"do": "play", "viewer": "ann"}, *hidden)
    assert {status for status, _ in answers} == {422}
    assert all("hidden from you" in found["message"] for _, found in answers)


def test_a_person_sees_no_query_of_another_player_until_the_game_is_over():
    played = [OPEN, {"do": "play", "viewer": "ann"}]
    shown = [
        {"viewer": "ann", "do": do, "moment": moment, **number}
        for moment in range(8)
        for do, number in (("asked", {}), ("asked", {"number": 0}), ("mind", {"number": 0}))
    ]
    _, told, *answers = conversation(*played, *shown)
    assert not any(entry["asked"] for entry in told[1]["log"])
    lists, others = answers[::3], [*answers[1::3], *answers[2::3]]
    assert all(found.get("queries", []) == [] for _, found in lists)
    assert {status for status, _ in others} == {422}


def test_what_an_agent_asked_is_told_with_reasons_and_the_model():
    watched = OPEN | {"agents": ["source", "source", "random"]}
    told = conversation(watched, {"do": "play", "moves": 60})[1]
    moment = next(entry["moment"] for entry in told[1]["log"] if entry["asked"])
    at = {"moment": moment}
    asked = conversation(watched, {"do": "play", "moves": 60}, {"do": "asked", **at})[-1][1]["queries"]
    first = next(query for query in asked if query["has_model"] and query["answer"] in ("true", "false"))
    number = {"number": first["first"]}
    *_, why, drawn, wrong = conversation(
        watched, {"do": "play", "moves": 60}, {"do": "asked"} | at | number, {"do": "mind"} | at | number,
        {"do": "mind", "number": 9_999} | at,
    )  # fmt: skip
    verb = "holds" if first["answer"] == "true" else "fails"
    assert verb in why[1]["why"].splitlines()[0]
    model = KripkeModel.from_dict(drawn[1]["model"])
    assert model.holds(drawn[1]["formula"]) == (first["answer"] == "true")
    assert (wrong[0], "query 9999" in wrong[1]["message"]) == (422, True)


def test_the_record_is_there_when_the_game_is_over_and_not_before():
    answers = conversation(OPEN, {"do": "record"}, OPEN | {"agents": ["source", "source", "random"]}, {"do": "record"})
    assert answers[1][0] == 422
    assert answers[3][0] == 200


def test_a_record_is_watched_again():
    watched = OPEN | {"agents": ["source", "source", "random"]}
    text = conversation(watched, {"do": "play", "moves": 100}, {"do": "record"})[-1][1]["text"]
    opened, told = conversation({"do": "replay", "record": text}, {"do": "play", "moves": 100})
    assert opened[1]["person"] is None
    assert told[1]["moments"] > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "./mine.py:GAME"}, "no game"),
        ({"agents": [None, "source(k=0.3)", "random"]}, "no agent"),
        ({"agents": [None, None, "random"]}, "at most one"),
        ({"agents": ["source"], "names": ["ann"]}, "expected 2 to 8"),
        ({"options": {"ending": "never"}}, "never"),
        ({"names": ["ann"]}, "1 name for 3 agents"),
        ({"seed": "x"}, "seed"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_way_out(change, message):
    [(status, found)] = conversation(OPEN | change)
    assert status == 422
    assert message in found["message"]


@pytest.mark.parametrize("record", ["", "{}", "[1]", '{"record": 1, "game": "os:system"}', "\x00", "[" * 100_000])
def test_a_wrong_record_is_refused(record):
    [(status, found)] = conversation({"do": "replay", "record": record})
    assert status == 422
    assert found["message"]


def test_a_record_makes_the_server_read_no_file():
    setup = {"do": "open", "game": "cheat", "agents": ["honest", "honest"], "names": ["ann", "bob"], "seed": "5"}
    record = json.loads(conversation(setup, {"do": "play", "moves": 500}, {"do": "record"})[-1][1]["text"])
    told = []
    for file in ("missing", "/etc/passwd"):
        record["agents"][0] = f"pmga(predictor={file})"
        [(status, found)] = conversation({"do": "replay", "record": json.dumps(record)})
        assert status == 422
        told.append(found["message"].replace(file, ""))
    assert told[0] == told[1]
    assert "names no files here" in told[0]


def test_a_claim_of_many_is_chosen_in_steps():
    opened = {"do": "open", "game": "cheat", "agents": [None, "honest"], "names": ["ann", "bob"], "seed": "3"}
    play = {"do": "play", "viewer": "ann"}
    step = found = conversation(opened, play, {"do": "board", "viewer": "ann", "moment": 19})[-1][1]["steps"]
    path = []
    while "choices" in step:
        label, step = step["choices"][-1]
        path.append(label)
    claim = " ".join([step["text"], *step["items"][: step["size"]]])
    assert (path[0], len(step["items"]) >= step["size"]) == ("claim", True), found
    [*_, (status, told)] = conversation(opened, play, {"do": "act", "viewer": "ann", "text": claim})
    assert (status, told["moments"]) == (200, 20)


def test_a_table_that_does_not_exist_is_gone():
    [(status, found)] = conversation({"do": "play", "table": "A" * 22})
    assert (status, found["error"]) == (410, "Gone")


PLAY = {"do": "play", "viewer": "ann"}
CALL = {"do": "act", "viewer": "ann", "text": "call"}


def test_a_game_goes_on_after_a_stop_as_if_there_had_been_none():
    talk = [OPEN, PLAY, CALL, PLAY, {"do": "board", "viewer": "ann", "moment": 2}]
    whole, stopped = conversation(*talk), conversation(*talk[:3], STOP, talk[3], STOP, talk[4])
    assert whole[1:] == stopped[1:]
    assert whole[3][1]["moments"] > whole[2][1]["moments"]


@pytest.mark.slow
def test_a_game_goes_on_after_the_server_was_killed(folder):
    opened, before = conversation(OPEN, PLAY, CALL, PLAY)[::3]
    told = []
    for request in (OPEN, PLAY, CALL, PLAY):  # each by a server of its own
        server, address = start(0, "--games", str(folder))
        body = request if request is OPEN else request | {"table": told[0]["table"]}
        told.append(httpx.post(f"{address}/api/table", json=body, timeout=60).json())
        server.kill()
        server.wait()
        server.stdout.close()
    assert told[0] == opened[1] | {"table": told[0]["table"]}
    assert told[3] == before[1]


def test_a_move_that_is_sent_once_more_after_a_stop_is_made_once():
    before = conversation(OPEN, PLAY)[1][1]["moments"]
    act = CALL | {"since": before}
    *_, first, again = conversation(OPEN, PLAY, act, STOP, act)
    assert first == again
    assert first[1]["moments"] == before + 1


def test_a_watched_record_goes_on_after_a_stop():
    watched = OPEN | {"agents": ["source", "source", "random"]}
    text = conversation(watched, {"do": "play", "moves": 100}, {"do": "record"})[-1][1]["text"]
    replay = [{"do": "replay", "record": text}, {"do": "play", "moves": 3}, {"do": "play", "moves": 2}]
    assert conversation(*replay)[-1] == conversation(*replay[:2], STOP, replay[2])[-1]


def test_what_agents_did_stays_even_if_they_would_decide_otherwise(folder):
    conversation(OPEN, PLAY)
    [path] = folder.glob("*.jsonl")
    with Journal(path) as journal:
        lines = list(journal.entries())
        number = next(i for i, line in enumerate(lines) if line.get("move", "").startswith("bid"))
        other = "bid 661" if lines[number]["move"] != "bid 661" else "bid 662"
        journal.keep(number)
        journal.append({"move": other})
    [(status, told)] = conversation(PLAY | {"table": path.stem})
    assert status == 200
    assert told["moments"] >= number
    with Journal(path) as journal:
        assert list(journal.entries())[number] == {"move": other}


def test_only_the_person_whose_computer_it_is_reads_what_is_kept(folder):
    conversation(OPEN)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_game_that_cannot_be_opened_leaves_no_file(folder):
    conversation(OPEN | {"agents": ["source"], "names": ["ann"]})
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"do": "open"}', '{"do": "games"}'])
def test_a_damaged_file_is_told(folder, text):
    folder.mkdir()
    (folder / f"{'A' * 22}.jsonl").write_text(text + "\n")
    [(status, found)] = conversation({"do": "play", "table": "A" * 22})
    assert (status, found["error"]) == (410, "Gone")
    assert "A" * 22 in found["message"]


def test_the_games_that_were_played_last_are_kept(folder, monkeypatch):
    folder.mkdir()
    for number in range(KEPT + 5):
        old = folder / f"{number}.jsonl"
        old.touch()
        os.utime(old, (number, number))
    conversation(OPEN)
    left = sorted(int(each.stem) for each in folder.iterdir() if each.stat().st_mtime < KEPT + 5)
    assert left == list(range(6, KEPT + 5))


def test_a_table_that_is_idle_ends_and_its_game_goes_on(monkeypatch):
    monkeypatch.setattr(module, "IDLE", -1.0)
    answers = conversation(OPEN, PLAY, PLAY, PLAY)[1:]  # on a busy machine the agents need more than one call
    assert any(told["mine"] for _, told in answers)


def test_a_new_table_closes_the_one_that_was_idle_longest_or_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST", 1)
    assert conversation(OPEN, OPEN)[1][0] == 422
    monkeypatch.setattr(module, "SPARED", -1.0)
    assert conversation(OPEN, OPEN)[1][0] == 200


def test_no_more_tables_are_opened_than_there_may_be_when_all_are_asked_for_at_once(monkeypatch):
    monkeypatch.setattr(module, "MOST", 2)

    async def talk():
        held = Tables(Path("games"))
        try:
            return await asyncio.gather(*[held.answer(json.dumps(OPEN).encode()) for _ in range(4)])
        finally:
            held.close()

    assert sorted(answer.status for answer in asyncio.run(talk())) == [200, 200, 422, 422]


def test_a_question_that_takes_too_long_ends_alone(monkeypatch):
    monkeypatch.setattr("viz.web.tables.holder.SECONDS", 0.2)
    status, body = apart(lambda: time.sleep(60))
    assert status == 422
    assert b"was not there after" in body


def test_a_question_that_hangs_ends_even_if_its_table_was_killed(monkeypatch):
    monkeypatch.setattr("viz.web.tables.holder.SECONDS", 0.5)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    table = context.Process(target=lambda: apart(lambda: (there.send(1), time.sleep(60))))
    table.start()
    there.close()
    assert here.recv() == 1
    table.kill()
    assert here.poll(10)  # nobody has the other end any longer
    with pytest.raises(EOFError):
        here.recv()


@pytest.mark.parametrize("name", registry.names())
def test_what_a_player_is_shown_is_the_same_in_games_that_the_player_cannot_tell_apart(name):
    game = registry.game(name)
    rng = Random(5)
    state = first_decision(game.rules().start())
    for _ in range(4):
        while not state.is_terminal and (state.is_chance or rng.random() < 0.7):
            legal = state.legal_actions()
            state = state.after(state.sample(rng) if state.is_chance else legal[rng.randrange(len(legal))])
        if state.is_terminal:
            return
        seat = state.current_player
        shown = [
            [look(Moment(game, face_of(game, each.rules), each, 1, seat)) for look in (board, knows)]
            for each in (state, game.resample(state, seat, rng))
        ]
        assert shown[0] == shown[1]
        state = state.after(state.legal_actions()[0])


def test_a_question_is_answered_by_what_the_viewer_can_know():
    game = registry.game("bluff_poker")
    state = game.rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 6 4 2", "bid 651"])
    face = face_of(game, state.rules)
    ann, bob, everyone = (Moment(game, face, state, 3, viewer) for viewer in (0, 1, EVERYTHING))
    assert question(ann, "die1=6")["holds"] is True
    assert question(bob, "die1=6")["holds"] is None
    assert "cannot know" in question(bob, "die1=6")["says"]
    assert question(everyone, "K_ann bluff & ~K_bob bluff")["holds"] is True
    assert question(everyone, "K_ann bluff")["why"]


def test_what_a_player_believes_is_told_as_a_belief_by_their_own_model_at_that_moment():
    held = Sitting.of(Setup("saboteur", Lineup(("source",) * 4, ("ann", "bob", "john", "mary")), {}, 2))
    bob, asked = held.match.seats.index(1), {"B_bob": "", "B_bob>=0.35": "to the degree 7/20 or more "}
    believed = []
    while len(believed) < 60:
        held.play(1, 0.0)
        own = held.match.agents[bob].mind()
        seen = own and next(iter(own.possible("bob", at=own.worlds[0])))
        believed.append(own and {each: own.holds(f"{each} saboteur(mary)", at=seen) for each in asked})
    for number in range(12, 60, 4):
        at = Moment(held.match.setup.played, held.face, held.at(number), number, 1)
        for each, degree in asked.items():
            found = question(at, f"~{each} saboteur(mary)", lambda number=number: held.minds([1], number))
            verb = "believes" if (holds := believed[number - 1][each]) else "does not believe"
            assert found["says"] == f"by bob's own model, bob {verb} {degree}that saboteur(mary)"
            assert found["holds"] is not holds
    assert {each["B_bob>=0.35"] for each in believed[11:60:4]} == {True, False}


def test_where_nobody_keeps_a_model_a_belief_is_told_to_be_knowledge():
    held = Sitting.of(Setup("saboteur", Lineup(("greedy",) * 4, ("ann", "bob", "john", "mary")), {}, 1))
    held.play(20, 60.0)
    for viewer, says in ((1, "bob does not believe that saboteur(mary)"), (EVERYTHING, "false at the table")):
        at = Moment(held.match.setup.played, held.face, held.state, 20, viewer)
        found = question(at, "B_bob saboteur(mary)", lambda: held.minds([1], 20))
        assert found["says"] == f"{says}; {AT_THE_TABLE}"


def test_degrees_of_belief_are_those_of_each_players_own_model_and_a_persons_by_an_agent_in_the_place():
    watched, played = (
        Sitting.of(Setup("saboteur", Lineup(agents, ("ann", "bob", "mary", "john", "eve")), {}, 3))
        for agents in (("source",) * 4 + ("greedy",), (None, "source", "source", "source", "source"))
    )
    watched.play(40, 30.0)
    at = Moment(watched.match.setup.played, watched.face, watched.state, 40, EVERYTHING)
    told = {each["name"]: each for each in beliefs(at, watched.minds(range(5), 40))}
    assert sorted(told) == ["ann", "bob", "john", "mary"], "the greedy agent believes nothing"
    for seat, name in enumerate(("ann", "bob", "mary", "john")):
        model, _ = watched.minds([seat], 40)[seat]
        here = model.at(next(iter(model.possible(name, at=model.worlds[0]))))
        for degree in told[name]["degrees"]:
            share = here.degree(name, degree["atom"])
            assert degree["percent"] == round(100 * share)
            assert degree["believed"] == here.holds(f"B_{name} {degree['atom']}")
    played.play(40, 30.0)
    own = played.minds([0], len(played.turns))
    assert [stands_in for _, stands_in in own.values()] == [True]


def test_all_bids_are_buttons_in_one_group():
    game = registry.game("bluff_poker")
    state = game.rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 6 4 2"])
    shown = board(Moment(game, face_of(game, state.rules), state, 2, 0))
    assert [group["kind"] for group in shown["actions"]] == ["bid"]
    assert [text for text, _ in shown["actions"][0]["texts"]] == [str(each) for each in state.legal_actions()]


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("K_bob bluff", "bob does not know that bluff"),
        ("~~M_bob bluff", "bob considers it possible that bluff"),
        ("~Kw_bob bluff", "bob does not know whether bluff"),
        ("Kv_bob die1", "bob does not know the value of die1"),
    ],
)
def test_what_a_player_knows_is_not_told_as_if_the_fact_were_known(formula, says):
    game = registry.game("bluff_poker")
    state = game.rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 6 4 2", "bid 651"])
    assert question(Moment(game, face_of(game, state.rules), state, 3, 1), formula)["says"] == says


def test_the_model_of_what_is_possible_can_be_opened():
    game = registry.game("bluff_poker")
    state = game.rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 6 4 2", "bid 651"])
    shown = mind(Moment(game, face_of(game, state.rules), state, 3, 1), [])
    assert shown["model"]["worlds"] == {"bluff": ["bluff", "possible for bob"], "~bluff": ["possible for bob"]}
    assert shown["formula"] == '"possible for bob"'
    for viewer, count in ((0, 1), (1, 2), (EVERYTHING, 1)):
        shown = mind(Moment(game, face_of(game, state.rules), state, 3, viewer), [])
        model = KripkeModel.from_dict(shown["model"])
        assert len(model.extension(shown["formula"])) == count
        assert model.extension("bluff") == {"bluff"}
    assert shown["formula"] == "bluff"


@pytest.mark.parametrize("name", registry.names())
def test_a_model_of_what_is_possible_has_its_facts_as_atoms_and_a_formula_that_can_be_evaluated(name):
    game, rng, drawn = registry.game(name), Random(3), 0
    state = game.rules().start()
    for move in range(60):
        if state.is_terminal:
            break
        if not state.is_chance and move % 6 == 0:
            for viewer in (EVERYTHING, state.current_player):
                try:
                    shown = mind(Moment(game, face_of(game, state.rules), state, move, viewer), [])
                except TooLarge:
                    continue
                model = KripkeModel.from_dict(shown["model"])
                assert model.count(shown["formula"]) >= (viewer != EVERYTHING)
                assert set(model.atoms) >= {atom for atoms in shown["model"]["worlds"].values() for atom in atoms}
                drawn += len(model.atoms) > (viewer != EVERYTHING)
        legal = state.legal_actions() if not state.is_chance else ()
        state = state.after(rng.choice(list(legal)[:50]) if legal else state.sample(rng))
    assert drawn or name in ("cheat", "holdem", "spades")


def test_who_knows_that_something_is_not_so_is_told_without_values_of_python():
    game = registry.game("saboteur")
    state, rng = game.rules().start(), Random(1)
    while not all(face_of(game, state.rules).knowledge(state).values()) or state.is_chance:
        state = state.after(state.sample(rng))
    told = set(face_of(game, state.rules).knowledge(state).values())
    assert any(each.startswith("knows ¬saboteur(") for each in told)
    assert not any("False" in each for each in told)
