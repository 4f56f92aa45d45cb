"""The commands `ask` and `watch` for games of OpenSpiel: players' knowledge at a history or after each move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from games.core.errors import GameError
from games.core.seeds import draw_seed
from games.openspiel.histories import CHANCE, Recall, State, after, load_game, movers, moves_of, recall, shares, step
from games.openspiel.knowledge import estimated_degree, knowledge, name_of, policy_of
from games.playing.statistics import Estimate
from kripke.data.errors import Undecided
from kripke.models.kripke_model import KripkeModel
from kripke.why.view import Detail
from logic.clauses import BAtLeast, K, M
from logic.errors import TooLarge, listing, shorten
from logic.exact import exact, plural
from logic.formula import Formula
from logic.parser import parse
from viz.drawing import draw
from whoknows.cli.check import explained, tell
from whoknows.cli.games import OPENSPIEL
from whoknows.cli.streams import emit, formula_text, say

ASKED = 500_000  # maximum number of histories to enumerate for an answer; beyond it, games are sampled
WATCHED = 50_000  # maximum number of histories to enumerate after each move; takes less than a second


def ask(
    given: str,
    history: str,
    policies: Sequence[str],
    formula: str | None,
    samples: int,
    detail: Detail | None,
    picture: Path | None,
    as_json: bool,
) -> bool:
    """Evaluate a formula at a history, exactly if possible, otherwise from samples, with an interval.

    Without a formula, print what the players know. Return whether the formula holds; True if there is none.
    """
    game = load_game(given.removeprefix(OPENSPIEL))
    state = after(game, history.replace(",", " ").split())
    if recall(game) is Recall.NONE:
        say(f"note: {game.get_type().short_name} is {Recall.NONE.value}", err=True)
    policy = joint_policy(game, policies)
    question = None if formula is None else parse(formula_text(formula))
    try:
        model = knowledge(state, policy, limit=ASKED)
    except TooLarge as error:
        if question is None or picture is not None:
            raise
        return _estimated(state, question, policy, samples, as_json, error)
    if not as_json:
        say("; ".join([*map(told, moves_of(state)), f"{plural(len(model), 'world')} in all"]), style="faint")
    held = True
    if question is not None:
        verdict = model.check(question)
        held = verdict.holds
        if as_json:
            why = {"explanation": explained(verdict, detail).to_dict()} if detail else {}
            told_to = {"formula": str(question), "history": name_of(state), "holds": held}
            emit(told_to | {"worlds": verdict.size, "count": verdict.count} | why)
        else:
            tell(verdict, detail)
    elif as_json:
        emit({"history": name_of(state), "worlds": len(model), "knows": {a: known(model, a) for a in model.agents}})
    else:
        for agent in model.agents:
            say(knows(model, agent))
    if picture is not None:
        say(f"wrote {draw(model, picture)}", err=as_json)
    return held


def _estimated(state: State, question: Formula, policy: Any, samples: int, as_json: bool, error: TooLarge) -> bool:
    """Decide a formula about one player's knowledge or degree of belief by samples; `Undecided` if they are too few."""
    if not isinstance(question, (K, M, BAtLeast)):
        way_out = "by samples only K_a p, M_a p and B_a>=r p are answered, with p about the history"
        raise TooLarge(f"{error.said('command')}; {way_out}")
    say(f"note: {error.said('command')}, so {samples:,} games are sampled", err=True)
    estimate = estimated_degree(state, question.agent, question.sub, policy, samples=samples)
    held = _decided(question, estimate)
    if as_json:
        share = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
        emit({"formula": str(question), "history": name_of(state), "holds": held, "samples": samples} | share)
    else:
        interval = f"[{estimate.low:.3f}, {estimate.high:.3f}] (95 %, {samples:,} sampled games)"
        say(f"{question.agent}'s degree of {question.sub} is about {estimate.mean:.3f}, in {interval}", style="strong")
    if held is None:
        raise Undecided(f"{question}: the samples do not decide it; take more by --samples, or ask for B_a>=r")
    if not as_json:
        say("true" if held else "false", style="good" if held else "bad")
    return held


def _decided(question: K | M | BAtLeast, estimate: Estimate) -> bool | None:
    """Return the truth value if the samples decide it, otherwise None; samples can refute `K` and confirm `M`."""
    if isinstance(question, K):
        return False if estimate.mean < 1 else None
    if isinstance(question, M):
        return True if estimate.mean > 0 else None
    low, high, degree = estimate.low or 0.0, estimate.high or 0.0, exact(question.degree)
    return True if low >= degree else False if high < degree else None


def joint_policy(game: Any, specs: Sequence[str]) -> Any:
    """Build the players' policies from `specs`: one for all players, or one for each; None if `specs` is empty."""
    players = game.num_players()
    if len(specs) not in (0, 1, players):
        raise GameError(f"{plural(len(specs), 'agent')}: expected one for all players, or {players}")
    policies = {spec: policy_of(game, spec) for spec in specs}
    return [policies[spec] for spec in (specs if len(specs) == players else [*specs] * players)] or None


def told(move: tuple[State, Sequence[int], Sequence[int]]) -> str:
    """Return a phrase for a move (the state, the players, their actions); it numbers each action."""
    state, who, chosen = move
    return ", ".join(
        f"{'chance' if player == CHANCE else player}: {state.action_to_string(player, action)} ({action})"
        for player, action in zip(who, chosen, strict=True)
    )


def known(model: KripkeModel, agent: str) -> dict[str, Any]:
    """Return the variables known to this agent but not to all agents, and the number of the agent's possible worlds.

    The result also contains the entropy of these worlds, in bits.
    """
    names = sorted({atom.partition("=")[0] for atom in model.atoms if "=" in atom})
    knowers = {name: [each for each in model.agents if model.holds(f"Kv_{each} {name}")] for name in names}
    values = [name for name, who in knowers.items() if agent in who and len(who) < len(model.agents)]
    return {"values": values, "possible": model.count_possible(agent), "bits": round(model.entropy(agent), 4)}


def knows(model: KripkeModel, agent: str) -> str:
    """Return a phrase that says what an agent knows."""
    facts = known(model, agent)
    values = f" knows {listing(facts['values'], 'and')},"[: None if facts["values"] else 0]
    bits = f"{facts['bits']:g} bit{'s' * (facts['bits'] != 1)}"
    return f"{agent}{values} considers {plural(facts['possible'], 'world')} possible ({bits})"


def watch(given: str, specs: Sequence[str], games: int, seed: int | None, viewer: str | None, delay: float) -> None:
    """Play games with policies; print after each move what each player knows, or what the viewer sees and knows."""
    game = load_game(given.removeprefix(OPENSPIEL))
    players = list(map(str, range(game.num_players())))
    if viewer is not None and viewer not in players:
        raise GameError(f"--as {shorten(viewer)}: expected a player of the game, {listing(players)}")
    policy = joint_policy(game, specs)
    seed = draw_seed() if seed is None else seed
    for number in range(games):
        random = Random(f"{seed}:{number}")
        state, moves, last = game.new_initial_state(), 0, list[str]()
        say(f"{given}, seed {seed}, game {number + 1}: {', '.join(specs or ['uniform'])}", style="strong")
        while who := movers(state):
            chances = [shares(state, player, policy) for player in who]
            chosen = [random.choices(list(each), list(map(float, each.values())))[0] for each in chances]
            moves, before, state = moves + 1, state, step(state, chosen)
            if viewer is None:
                say(f"{moves:>4}  {told((before, who, chosen))}")
            elif (seen := state.information_state_string(int(viewer))) != before.information_state_string(int(viewer)):
                say(f"{moves:>4}  {' | '.join(seen.split(chr(10))).strip(' |')}")
            if not movers(state) or movers(state)[0] != CHANCE:
                last = _knowledge(state, policy, [viewer] if viewer is not None else players, last)
            sleep(delay)
        say(
            "; ".join(f"{player}: {paid:g}" for player, paid in zip(players, state.returns(), strict=True)),
            style="strong",
        )


def _knowledge(state: State, policy: Any, players: Sequence[str], last: list[str]) -> list[str]:
    """Print what these players know, if it differs from `last`; return the printed lines."""
    try:
        model = knowledge(state, policy, limit=WATCHED)
        lines = [knows(model, player) for player in players]
    except TooLarge:
        lines = [f"what the players know takes over {WATCHED:,} histories to look at"]
    if lines != last:
        say(f"      {'; '.join(lines)}", style="faint")
    return lines
