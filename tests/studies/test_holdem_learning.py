"""Networks of hold'em: what they see, how they decide, how they learn, and files that are damaged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from zipfile import ZIP_BZIP2, ZIP_LZMA, ZipFile

import numpy as np
import pytest
from effort import share
from holdem_moments import dealt, played

from games.core.errors import GameError
from games.holdem.agents.brain.agent import Brain, network_of, shipped
from games.holdem.agents.brain.inputs import INPUTS, PHASE, WIDTHS, inputs, no_shares
from games.holdem.agents.brain.network import MOST_WEIGHT, NAMES, Network, forward, masked_softmax
from games.holdem.agents.rule_players import RAISES, STAYS
from games.holdem.chances import FULL, chance_of
from games.holdem.observe import observation
from games.holdem.rules import Holdem
from kripke.data.errors import FileError
from studies.holdem.learning.course import measured, payoffs
from studies.holdem.learning.shares import compute_shares, preflop_shares
from studies.holdem.learning.table_play import FixedPlayer, NetworkPlayer, RandomPlayer, RulePlayer, drawn
from studies.holdem.learning.trajectories import LEAGUES, RAISER, RANDOM, TESTED
from studies.holdem.learning.weights import fresh, packed, save_network
from studies.holdem.simulator import BET, CALL, CHECK, RAISE, HoldemSimulator


def network(kind: str = "bits", seed: int = 1) -> Network:
    return Network(kind, fresh(np.random.default_rng(seed), WIDTHS[kind], 4, last=1.0), "test", 7)


def looked(moves: str, kind: str) -> np.ndarray:
    state = played(dealt(), moves)
    row = np.array([HoldemSimulator(Holdem()).row(state)])
    return inputs(row, np.array([0]), no_shares(1), kind)[0]


def test_the_sources_72_bits_are_own_cards_and_board_together_and_raises_one_hot() -> None:
    bits = looked("raise call call", "bits")
    assert len(bits) == 72
    assert bits[:52].sum() == 2 + 3
    assert bits[52:].reshape(4, 5).tolist() == [[0, 1, 0, 0, 0]] + [[1, 0, 0, 0, 0]] * 3


def test_the_second_input_tells_own_cards_from_the_board() -> None:
    seen = looked("raise call call", "cards")
    assert (seen[:52].sum(), seen[52:104].sum()) == (2, 3)
    assert seen[124:127].tolist() == [1, 0, 0]
    assert seen[127:131].tolist() == [0, 1, 0, 0]


def test_what_a_player_does_not_see_changes_no_input() -> None:
    one, other = dealt("SA CK H2 HA DK D7"), dealt("SA C3 H4 HA D5 D6")
    simulator = HoldemSimulator(Holdem())
    for moves in ("fold", "raise"):
        rows = np.array([simulator.row(played(each, moves)) for each in (one, other)])
        for kind in ("bits", "cards"):
            seen = inputs(rows, np.array([0, 1]), no_shares(2), kind)
            assert (seen[0] == seen[1]).all()


def test_shares_at_many_tables_are_the_exact_ones_or_near_to_them() -> None:
    simulator = HoldemSimulator(Holdem())
    simulator.reset(range(40))
    simulator.draw()
    for _ in range(12):
        legal = simulator.legal()
        moves = np.where(legal[:, CHECK], CHECK, np.where(legal[:, CALL], CALL, -1))
        simulator.step(moves)
        simulator.draw()
        tables, shares = simulator.tables, no_shares(40)
        compute_shares(tables, shares, preflop_shares(), np.arange(40, dtype=np.uint64))
        for game in np.flatnonzero(tables[:, PHASE] == BET)[:3]:
            street, hand, board = (int(tables[game, each]) for each in (1, 3, 6))
            for others in (1, 2):
                exact = float(chance_of(hand, board, FULL, others).share)
                room = 1e-6 if street in (0, 3) else 0.3
                assert abs(shares[game, 0, street, others - 1] - exact) < room


def test_probabilities_are_a_softmax_over_legal_actions() -> None:
    values, legal = np.array([[1.0, 2.0, 3.0, 900.0]]), np.array([[True, True, False, False]])
    assert masked_softmax(values, legal)[0] == pytest.approx([0.2689414, 0.7310586, 0, 0])


def test_actions_are_drawn_by_their_probabilities_and_never_without_one() -> None:
    shares = np.tile([0.2, 0.0, 0.8, 0.0], (20_000, 1))
    chances = np.random.default_rng(3).random(20_000)
    counts = np.bincount(drawn(shares, chances), minlength=4) / 20_000
    assert counts == pytest.approx([0.2, 0, 0.8, 0], abs=0.02)
    assert drawn(shares[:2], np.array([0.0, 1 - 1e-17])).tolist() == [0, 2]


def test_deals_are_played_with_each_player_in_each_seat_so_that_luck_cancels() -> None:
    same = payoffs([RandomPlayer()] * 3, 50, 3)
    assert same.sum() == pytest.approx(0)
    assert same.mean(axis=1) == pytest.approx(0)
    raiser = measured(FixedPlayer((RAISE, CALL, CHECK)), [FixedPlayer((CALL, CHECK))] * 2, 200, 1)
    assert abs(raiser.mean) < raiser.margin + 0.5


def test_the_rule_player_wins_against_those_who_always_do_the_same() -> None:
    for others in (FixedPlayer((RAISE, CALL, CHECK)), FixedPlayer((CALL, CHECK)), RandomPlayer()):
        found = measured(RulePlayer(1.0, 1.65), [others] * 2, share(2_000, 200), 5)
        assert found.mean > found.margin


def test_the_win_ratio_misleads() -> None:
    """Who raises everything wins more games than rule players, who fold, and loses money."""
    found = measured(FixedPlayer((RAISE, CALL, CHECK)), [RulePlayer(1.0, 1.65)] * 2, share(2_000, 200), 5)
    assert found.ratio > 1
    assert found.mean < -found.margin


# Files ----------------------------------------------------------------------------------------------------------------


def test_weights_are_written_and_read_without_loss(tmp_path: Path) -> None:
    made = network()
    save_network(made, tmp_path / "w.npz")
    again = Network.load(tmp_path / "w.npz")
    assert (again.hash, again.inputs, again.made_by, again.games) == (made.hash, "bits", "test", 7)
    save_network(made, tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "w.npz").read_bytes()


def header(text: bytes) -> bytes:
    """An array's file with this header and no data."""
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


def test_weights_that_are_damaged_foreign_or_large_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save_network(network(), path)
    whole = path.read_bytes()
    rng = Random(5)
    for _ in range(share(200)):
        broken = bytearray(whole[: rng.randrange(1, len(whole))] if rng.random() < 0.3 else whole)
        broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
        path.write_bytes(bytes(broken))
        with suppress(GameError):
            assert Network.load(path).hash == network().hash
    np.savez(path, w1=np.array([{"code": 1}], dtype=object))
    with pytest.raises(GameError, match=r"expected.*\.npz.*: .*damaged, .*numbers$"):
        Network.load(path)
    np.savez(path, w1=np.zeros(3))
    with pytest.raises(GameError, match=r"expected weights.*whoknows train holdem: .*'about'"):
        Network.load(path)
    for name, member in (
        ("w1", b"abc"),
        ("w1.npy", header(b"{'descr':(),'fortran_order':False,'shape':(1,)}")),
        ("w1.npy", header(b"{'descr': (")),
        ("w1.npy", header(b"{'descr':'<f4','fortran_order':False,'shape':(10000000000,)}")),
    ):
        with ZipFile(path, "w") as archive:
            archive.writestr(name, member)
        with pytest.raises(GameError, match=r"\.npz .*arrays.*: .* numbers$"):
            Network.load(path)
    for about, why in (
        ({"channel": []}, r"channel: expected a text, got \[\]"),
        ({"games": "x"}, 'games: expected a whole number, got "x"'),
        ({"games": None}, "games: expected a whole number, got null"),
        ({"inputs": "bats"}, 'input "bats": expected'),
    ):
        told = json.dumps({"inputs": "bits", "made_by": "", "games": 1, "hash": ""} | about).encode()
        arrays = dict(zip(NAMES, network().layers, strict=True)) | {"about": np.frombuffer(told, np.uint8)}
        path.write_bytes(packed(arrays))
        with pytest.raises(GameError, match=rf"w\.npz: .*{why}"):
            Network.load(path)
    np.savez_compressed(path, w1=np.zeros(10_000_000))
    with pytest.raises(GameError, match="more than"):
        Network.load(path)
    with pytest.raises(FileError, match="no such file"):
        Network.load(tmp_path / "none.npz")


@pytest.mark.parametrize(
    ("weight", "told"),
    [
        (3e38, r"w1 has .* 3e\+38 .*expected.* 1,000,000"),
        (np.inf, r"w1 has .*not finite"),
        (np.nan, r"w1 has .*not finite"),
    ],
)
def test_weights_without_a_value_at_the_table_are_refused(weight: float, told: str, tmp_path: Path) -> None:
    layers = network().layers
    layers[0][3, 5] = weight
    save_network(Network("bits", layers), tmp_path / "w.npz")
    with pytest.raises(GameError, match=told):
        Network.load(tmp_path / "w.npz")


def test_the_largest_weights_have_values() -> None:
    layers = tuple(np.full_like(each, MOST_WEIGHT) for each in fresh(np.random.default_rng(1), WIDTHS["shares"], 4))
    assert np.isfinite(forward(layers, np.ones((1, WIDTHS["shares"]), np.float32))).all()


def test_a_header_that_numpy_repairs_with_a_warning_is_refused(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "w.npz", "w") as archive:
        archive.writestr("w1.npy", header(b"{'descr':'<f4','fortran_order':False,'shape':(1L,)}") + bytes(4))
    with pytest.raises(GameError, match="file of arrays"):
        Network.load(tmp_path / "w.npz")


@pytest.mark.parametrize("packing", [ZIP_BZIP2, ZIP_LZMA])
def test_packings_that_unpack_without_a_bound_are_refused(packing: int, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "w.npz", "w", packing) as archive:
        archive.writestr("w1.npy", bytes(1_000))
    with pytest.raises(GameError, match="packed in an unusual way"):
        Network.load(tmp_path / "w.npz")


def test_weights_of_a_wrong_shape_are_refused(tmp_path: Path) -> None:
    layers = list(network().layers)
    layers[4] = layers[4][:, :3]
    save_network(Network("bits", tuple(layers)), tmp_path / "w.npz")
    with pytest.raises(GameError, match=r"w3 .*\(64, 3\): expected float32 \(64, 4\)"):
        Network.load(tmp_path / "w.npz")
    save_network(Network("cards", network().layers), tmp_path / "w.npz")
    with pytest.raises(GameError, match="expected float32"):
        Network.load(tmp_path / "w.npz")


def test_shipped_weights_are_whole_and_say_how_they_were_made() -> None:
    for name in shipped():
        agent, _, seed = name.rpartition("-")
        assert network_of(name).made_by == f"whoknows train holdem --agent {agent} --seed {seed}"
    with pytest.raises(GameError, match=r"'nothing': expected.* name.*\.npz"):
        network_of("nothing")


def test_a_brain_plays_as_its_network_at_many_tables() -> None:
    """The same probabilities; in play shares are exact also on the flop and the turn."""
    state = played(dealt(), "call call check")
    for name in ("ac-bits-1", "ac-cards-1"):
        view, brain = observation(state, 0), Brain(name)
        row = np.array([HoldemSimulator(Holdem()).row(state)])
        seen = inputs(row, np.array([0]), no_shares(1), network_of(name).inputs)
        (expected,) = network_of(name).probabilities(seen, np.array([[False, True, False, True]]))
        found = brain.policy(view, state.legal_actions())
        assert [found.get(each, 0) for each in state.legal_actions()] == pytest.approx(expected[[1, 3]], abs=0.002)
    assert sum(Brain().policy(observation(state, 0), state.legal_actions()).values()) == pytest.approx(1)


@pytest.mark.parametrize("kind", INPUTS)
def test_shipped_networks_beat_random_players(kind: str) -> None:
    name = {"bits": "league-bits-1", "cards": "league-cards-1", "shares": "league-1"}[kind]
    found = measured(NetworkPlayer(network_of(name)), [RandomPlayer()] * 2, 2_000, 11)
    assert found.mean - found.margin > 0.9


# Training -------------------------------------------------------------------------------------------------------------

TRAIN = """
import sys
from pathlib import Path
from studies.holdem.learning.weights import save_network
from studies.holdem.training import course
made = course("ac", 3, Path(sys.argv[1]), "whoknows train holdem --agent ac --seed 3")
for _ in range(int(sys.argv[2])):
    made.step()
    made.save()
    print(made.number, flush=True)
save_network(made.network, Path(sys.argv[1]))
"""


def train(out: Path, rounds: int) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "JAX_PLATFORMS": "cpu"}
    return subprocess.Popen(
        [sys.executable, "-c", TRAIN, str(out), str(rounds)], env=environment, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_a_training_that_is_killed_goes_on_to_the_same_result(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole.npz", 4)
    whole.communicate(timeout=300)
    killed = train(tmp_path / "killed.npz", 4)
    assert killed.stdout is not None
    while (line := killed.stdout.readline()) and line.strip() != "2":
        time.sleep(0)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    rest = train(tmp_path / "killed.npz", 2)
    assert rest.communicate(timeout=300)[0].split() == ["3", "4"]
    assert Network.load(tmp_path / "killed.npz").hash == Network.load(tmp_path / "whole.npz").hash


@pytest.mark.slow
def test_a_few_rounds_of_self_play_beat_random_players(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    from studies.holdem.training import course

    made = course("ac", 3, tmp_path / "w.npz", "test")
    for _ in range(3):
        made.step()
    made.save()
    found = measured(NetworkPlayer(made.network), [RandomPlayer()] * 2, 400, 11)
    assert found.mean > found.margin
    again = course("ac", 3, tmp_path / "w.npz", "test")
    assert again.network.hash == made.network.hash
    with pytest.raises(GameError, match="a checkpoint of another training"):
        course("ac", 4, tmp_path / "w.npz", "test")
    path = tmp_path / "w.npz.checkpoint.npz"
    arrays = dict(np.load(path))
    told = json.loads(arrays["about"].tobytes())
    for key, value in (("number", None), ("number", -5), ("number", 10**30), ("figures", 3), ("figures", {"a": "x"})):
        wrong = json.dumps(told | {"about": told["about"] | {key: value}}).encode()
        path.write_bytes(packed(arrays | {"about": np.frombuffer(wrong, np.uint8)}))
        with pytest.raises(GameError, match=f"checkpoint.*train holdem: {key}: expected"):
            course("ac", 3, tmp_path / "w.npz", "test")
    for history in ([[1, 0.5, {"a": None}]], [[10**900, 0.5, {}]], [[1, 7, {}]]):
        wrong = json.dumps(told | {"history": history}).encode()
        path.write_bytes(packed(arrays | {"about": np.frombuffer(wrong, np.uint8)}))
        with pytest.raises(GameError, match=r"expected.* checkpoint.* whoknows train holdem"):
            course("ac", 3, tmp_path / "w.npz", "test")


@pytest.mark.slow
def test_fictitious_self_play_learns_and_remembers(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    from studies.holdem.training import course

    made = course("nfsp", 3, tmp_path / "w.npz", "test")
    before = made.network.hash
    for _ in range(2):
        made.step()
    assert int(made.state.memory.count) > int(made.state.reservoir.count) > 0
    assert made.network.hash != before
    made.save()
    assert course("nfsp", 3, tmp_path / "w.npz", "test").network.hash == made.network.hash


@pytest.mark.slow
def test_an_exploiter_begins_as_what_it_plays_against_and_learns_from_its_own_seat(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    from studies.holdem.learning.trajectories import Against, self_play
    from studies.holdem.training import course

    frozen = network_of("ac-1")
    made = course("exploiter", 3, tmp_path / "w.npz", "test")
    assert made.network.hash == frozen.hash
    seeds = np.arange(300, dtype=np.uint64)
    critic = tuple(np.asarray(each) for each in made.state.critic)
    alone, paid = self_play(frozen, critic, seeds, 0.9, Against((NetworkPlayer(frozen),)))
    everybody, same = self_play(frozen, critic, seeds, 0.9, Against((NetworkPlayer(frozen),), share=0.0))
    assert (paid == same).all()
    assert 0.25 < len(alone.action) / len(everybody.action) < 0.42
    made.step()
    assert made.network.hash != frozen.hash


def test_in_a_league_each_sparring_partner_has_as_many_games_and_the_rest_are_self_play() -> None:
    from studies.holdem.learning.trajectories import Against

    seats = Against((RandomPlayer(),) * 4, share=0.6).seats(200)
    others = seats.max(axis=1)
    assert np.bincount(others).tolist() == [80, 30, 30, 30, 30]
    assert ((seats == 0).sum(axis=1) == np.where(others > 0, 1, 3)).all(), "one seat learns, or all"
    learns = (seats[others > 0] == 0).sum(axis=0)
    assert learns.tolist() == [40, 40, 40], "in each seat as often"


def test_the_tested_rule_player_is_no_sparring_partner_of_the_league() -> None:
    def thresholds(league: str) -> set[tuple[float, float]]:
        return {(each.stays, each.raises) for each in LEAGUES[league].players if isinstance(each, RulePlayer)}

    tested = (STAYS, RAISES)
    assert tested not in thresholds("league")
    assert thresholds("league-tested") == thresholds("league") | {tested}


def test_a_network_of_the_league_beats_rule_players_and_those_who_always_raise() -> None:
    player = NetworkPlayer(network_of("league-1"))
    for other, least in ((TESTED, 0.1), (RAISER, 1.0), (RANDOM, 0.9)):
        assert measured(player, [other] * 2, 2_000, 11).mean > least


@pytest.mark.slow
def test_a_league_learns_and_goes_on_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax")
    from studies.holdem.learning import actor_critic
    from studies.holdem.training import course

    monkeypatch.setattr(actor_critic, "GAMES", 200)
    made = course("league", 3, tmp_path / "w.npz", "test")
    made.step()
    made.save()
    again = course("league", 3, tmp_path / "w.npz", "test")
    for each in (made, again):
        each.step()
    assert again.network.hash == made.network.hash
    assert made.network.layers[2].shape == (128, 128)


def test_gradients_use_the_network_that_plays() -> None:
    pytest.importorskip("jax")
    from studies.holdem.learning.actor_critic import layered

    layers, seen = network().layers, np.random.default_rng(1).random((5, 72), np.float32)
    assert np.asarray(layered(layers, seen)) == pytest.approx(forward(layers, seen), abs=1e-4)


def test_trainings_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    from studies.holdem.training import course

    with pytest.raises(GameError, match="no such learner; there are"):
        course("dqn", 1, tmp_path / "w.npz", "test")
