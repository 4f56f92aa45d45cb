"""Training for `whoknows train cheat`: samples from records or a simulated population, a report, and a forest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.playing.records import Record
from logic.exact import plural
from studies.cheat import call_training
from studies.cheat.lie_training import CLASSIFIERS, Figure, Quality, Sample, forest_of, lead, samples, train, validate
from studies.cheat.training_games import TrainingGame, recorded_games, simulated_games
from studies.training import Curves, Trained

TRAINS = "a predictor of lies"
USED = "an agent takes it, such as pmga(predictor={out})"
OTHERS = {"calls": call_training}  # Other predictors that can be trained
PLAYERS, MATCHES = 60, 2  # The data of Bitan and Kraus (2018) have as many people, and about as many claims


def simulated(seed: int) -> list[Sample]:
    """The claims in games of a simulated population whose players play in pairs."""
    return list(_claims(simulated_games(PLAYERS, MATCHES, seed)))


def recorded(records: Iterable[Record]) -> list[Sample]:
    """The claims in records of Cheat; see `recorded_games`."""
    return list(_claims(recorded_games(records)))


def _claims(games: Iterable[TrainingGame]) -> Iterator[Sample]:
    for number, names, last, past, seconds, taught in games:
        yield from (each for each in samples(last, names, number, past, seconds) if each.claimer in taught)


def trained(given: list[Sample], compare: bool, seed: int, made_by: str) -> Trained:
    """A forest trained on samples, with its validation and, if `compare`, the validation of other classifiers."""
    players, false = len({sample.claimer for sample in given}), sum(sample.lie for sample in given) / max(1, len(given))
    head = f"{plural(len(given), 'claim')} of {plural(players, 'player')}, {false:.1%} false"
    text = forest_of(train(given, seed=seed), made_by).dumps()
    qualities = {name: validate(given, name, seed) for name in (CLASSIFIERS if compare else CLASSIFIERS[:1])}
    rows = tuple(_row(name, each, qualities[CLASSIFIERS[0]]) for name, each in qualities.items())
    lines = {f"{name}, {each.auc.value:.3f}": each.curve for name, each in qualities.items() if each is not None}
    return Trained(head, COLUMNS, rows, text, Curves(*PLOTTED, lines))


COLUMNS = ("classifier", "AUC", "less forest's", "true claims told %", "false claims told %", "G-mean %")
PLOTTED = ("ROC curves, with the areas under them", "true claims told as lies", "lies told as lies")


def _row(name: str, quality: Quality | None, first: Quality | None) -> tuple[str, ...]:
    if quality is None or first is None:
        return (name, "too few players or matches to say", *[""] * (len(COLUMNS) - 2))
    ahead = "" if quality is first else _told(lead(quality, first), "+.3f")
    rates = (Figure(*(100 * each for each in rate)) for rate in (quality.true_rate, quality.false_rate, quality.g_mean))
    return (name, _told(quality.auc, ".3f"), ahead, *(_told(rate, ".1f") for rate in rates))


def _told(figure: Figure, form: str) -> str:
    return f"{figure.value:{form}} ({figure.low:{form}} to {figure.high:{form}})"
