"""An agent that cheats: it uses all that it is handed, and all that is reachable from there, to find hidden cards.

It rewrites its seed as that of chance, derives seeds from parts and hashes of its seed, and looks for states and
sources of chance in its own attributes. It runs the deal again from each, and claims the first deal that agrees with
what it saw. A claim that comes from wrong chance is right as often as any deal of its information set.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product
from random import Random
from re import fullmatch
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from games.core import seeds
from games.core.agent import Agent, Uniform
from games.core.rules import CHANCE, Event, Rules, State
from games.game import Game
from games.playing.match import Match, Setup

HASHES = (hashlib.blake2b, hashlib.blake2s, hashlib.sha256, hashlib.sha512, hashlib.md5)
WORDS = ("", "chance", "agent", "/chance/0/0", "chance/0/0", "deal")


def reached(start: Sequence[Any]) -> Iterator[Any]:
    """All objects that can be reached from these: not by way of modules and types, which are everybody's."""
    seen, left = set[int](), list(start)
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, (type, ModuleType, BuiltinFunctionType)):
            continue
        seen.add(id(each))
        yield each
        left += (each.__closure__ or ()) if isinstance(each, FunctionType) else gc.get_referents(each)


def contents(start: Sequence[Any]) -> list[Any]:
    """What can be read there, in an order that depends on nothing else: types, and values that have no parts."""
    found, seen, left = list[Any](), set[int](), list(start)
    while left:
        each = left.pop()
        if isinstance(each, (str, bytes, int, float, Fraction, Enum, type)) or each is None:
            found.append(each)
        elif id(each) not in seen and not isinstance(each, (ModuleType, BuiltinFunctionType)):
            if not isinstance(each, tuple | frozenset):  # equal ones may be one object or several
                seen.add(id(each))
            found.append(type(each))
            left += (each.__closure__ or ()) if isinstance(each, FunctionType) else gc.get_referents(each)
    return found


class PeekingAgent(Agent):
    """Takes any action, and stores all that it is handed."""

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        super().begin(seat, rules, seed)
        self.handed: list[Any] = [rules, seed]
        self.events: list[Event] = []

    def observe(self, event: Event) -> None:
        self.events.append(event)

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        self.handed += [observation, legal]
        return Uniform(legal)

    def claim(self, game: Game) -> State | None:
        """The deal that the agent is sure of: what was found, or what chance gives from some seed, and agrees."""
        found = [*reached([vars(self), self.act])]
        for state in (each for each in found if isinstance(each, State) and not each.is_chance):
            if game.events(state, self.seat) == self.events[: len(state.history())]:
                return state
        sources = [copied(each) for each in found if isinstance(each, Random) and each is not self.rng]
        start = self.rules.start()
        deals = (self.dealt(game, start, source) for source in (*sources, *map(Random, self.guesses(found))))
        return next((each for each in deals if each is not None), None)

    def dealt(self, game: Game, state: State, chance: Random) -> State | None:
        """The first state in which a player decides, with this chance; None if the agent sees that it is another."""
        for event in self.events:
            if not state.is_chance:
                break
            action = state.sample(chance)
            if event != Event(CHANCE, game.seen(state, action, self.seat)):
                return None
            state = state.after(action)
        return state

    def guesses(self, found: Sequence[Any]) -> Iterator[Any]:
        """Seeds that chance may have, the most promising ones first."""
        seed = str(self.handed[1])
        yield from rewritten(seed, self.rules.players)
        for root in (seed, *range(3)):
            yield from (seeds.derive_seed(root, "chance", match, number) for match, number in product(range(3), (0, 1)))
        for word, hashed in product(WORDS, HASHES):
            digest = hashed(f"{seed}{word}".encode())
            yield from (digest.hexdigest(), digest.digest(), int.from_bytes(digest.digest()), digest.hexdigest()[:16])
        yield from (seed[:length] for length in range(1, len(seed) + 1))
        for text in {each for each in found if isinstance(each, str)}:
            yield from (text, *rewritten(text, self.rules.players))


def rewritten(seed: str, players: int) -> Iterator[str]:
    """The seed with another role: ``7/agent/1/5/0``, of agent 1 in game 0 of match 5, as ``7/chance/2/0``."""
    found = fullmatch(r"(.*)/agent/\d+/(\d+)/(\d+)", seed)
    if found:
        root, match, number = found.groups()
        yield f"{root}/chance/{int(match) // players}/{number}"


def copied(source: Random) -> Random:
    other = Random()
    other.setstate(source.getstate())
    return other


class GuessableSetup(Setup):
    """Seeds as they once were: texts, from which an agent reads the first seed and makes that of chance."""

    def chance_seed(self, match: int, number: int) -> str:
        return f"{self.seed}/chance/{match // self.lineup.players}/{number}"

    def agent_seed(self, position: int, match: int, number: int) -> str:
        return f"{self.seed}/agent/{position}/{match}/{number}"


def claims(setup: Setup, matches: int, draws: int = 10) -> tuple[int, float]:
    """The number of right claims of peeking agents about the deal, and the number that blind luck gives them.

    Parameters
    ----------
    setup : Setup
        What is played; its agents are replaced.
    matches : int
        How many deals.
    draws : int
        How many deals of each information set are drawn, to say how often one of them is right.
    """
    right, luck, rng = 0, 0.0, Random(9)
    for number in range(matches):
        agents = [PeekingAgent() for _ in setup.lineup.agents]
        match = Match(setup, number, list(agents))
        for turn in match.turns(0):
            if turn.player >= 0:
                break
        for agent in agents:
            drawn = [setup.played.resample(turn.before, agent.seat, rng) for _ in range(draws)]
            share = sum(each == turn.before for each in drawn) / draws
            if share < 1:  # something is hidden
                right, luck = right + (agent.claim(setup.played) == turn.before), luck + share
    return right, luck
