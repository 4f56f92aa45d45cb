"""What `whoknows train cheat` does: samples from records or from the simulated population, a report, a forest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from games.cheat import call_training
from games.cheat.agents.habits.agent import Habitual
from games.cheat.game import GAME
from games.cheat.prediction.features import Past
from games.cheat.prediction.samples import Sample, samples
from games.cheat.prediction.training import CLASSIFIERS, forest_of, train
from games.cheat.prediction.validation import Figure, Quality, lead, validate
from games.cheat.rules import Cheat
from games.core.errors import GameError
from games.playing.match import turns
from games.playing.records import Record
from games.playing.training import Curves, Trained
from logic.exact import plural

TRAINS = "a predictor of lies"
USED = "an agent takes it, such as pmga(predictor={out})"
OTHERS = {"calls": call_training}
"""What else can be trained."""
PLAYERS, MATCHES = 60, 2
"""As many people as in the source's data; two matches of each give about as many claims."""


def simulated(seed: int) -> list[Sample]:
    """Claims of a simulated population that plays in pairs.

    Parameters
    ----------
    seed : int
        Of habits and chance.
    """
    return list(_simulated(Random(seed)))


def recorded(records: Iterable[Record]) -> list[Sample]:
    """Claims in records of Cheat, of persons alone where there are any; who has the same name is the same player."""
    found: list[Sample] = []
    pasts: dict[tuple[str, ...], Past] = {}
    for number, record in enumerate(records):
        if record.played is not GAME:
            raise GameError(f"record {number + 1} is of {record.played.title}: expected records of Cheat")
        names = record.rules.names
        past = pasts[names] = pasts.get(names, Past()) if record.number else Past()
        persons = {names[seat] for agent, seat in zip(record.agents, record.seats, strict=True) if agent is None}
        for each in samples(record.state(), names, number, past, record.seconds):
            if each.claimer in persons or not persons:
                found.append(each)
    return found


def trained(given: list[Sample], compare: bool, seed: int, made_by: str) -> Trained:
    """A forest trained on samples, with its validation, and that of other classifiers if they are compared.

    Parameters
    ----------
    given : list of Sample
    compare : bool
        Whether all of `CLASSIFIERS` are validated.
    seed : int
        Of training.
    made_by : str
        The command, for the file.
    """
    players = len({sample.claimer for sample in given})
    head = f"{plural(len(given), 'claim')} of {plural(players, 'player')}, {_share(given):.1%} false"
    text = forest_of(train(given, seed=seed), made_by).dumps()
    found = {name: validate(given, name, seed) for name in (CLASSIFIERS if compare else CLASSIFIERS[:1])}
    rows = tuple(_row(name, each, found[CLASSIFIERS[0]]) for name, each in found.items())
    lines = {f"{name}, {each.auc.value:.3f}": each.curve for name, each in found.items() if each is not None}
    return Trained(head, COLUMNS, rows, text, Curves(*PLOTTED, lines))


COLUMNS = ("classifier", "AUC", "less forest's", "true claims told %", "false claims told %", "G-mean %")
PLOTTED = ("ROC curves, with the areas under them", "true claims told as lies", "lies told as lies")


def _row(name: str, found: Quality | None, first: Quality | None) -> tuple[str, ...]:
    if found is None or first is None:
        return (name, "too few players or matches to say", *[""] * (len(COLUMNS) - 2))
    ahead = "" if found is first else _told(lead(found, first), "+.3f")
    rates = (Figure(*(100 * each for each in rate)) for rate in (found.true_rate, found.false_rate, found.g_mean))
    return (name, _told(found.auc, ".3f"), ahead, *(_told(rate, ".1f") for rate in rates))


def _told(figure: Figure, form: str) -> str:
    return f"{figure.value:{form}} ({figure.low:{form}} to {figure.high:{form}})"


def _share(given: list[Sample]) -> float:
    return sum(sample.lie for sample in given) / max(1, len(given))


def _simulated(rng: Random) -> Iterator[Sample]:
    rules = Cheat()
    for pair in range(PLAYERS // 2):
        names = (f"player {2 * pair + 1}", f"player {2 * pair + 2}")
        agents, past = [Habitual(), Habitual()], Past()
        for number in range(MATCHES * pair, MATCHES * (pair + 1)):
            for seat, agent in enumerate(agents):
                agent.begin(seat, rules, str(rng.getrandbits(64)))
            played = list(turns(GAME, rules, agents, lambda state: state.sample(rng)))
            yield from samples(played[-1].after, names, number, past, [turn.seconds for turn in played])
