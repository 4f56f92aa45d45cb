"""What is claimed about pairs and detectors, judged by intervals; areas and convictions by games watched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

import numpy as np

from games.holdem.collusion.detection import areas, convictions, detectors, source_score
from games.holdem.line_ups import CONTROL, HONEST, OTHER_SEED, SEEDS, pair
from games.holdem.measures import BLOCK, PAIR, SUSPICIONS, evidence_of, figures, matches_of, paid
from games.playing.experiment import Claim, Hypothesis, Measured, gap
from games.playing.set_up import Found
from games.playing.set_ups import Column, Series
from games.playing.statistics import Estimate, estimate

WATCHED = (10, 20, 50, 100, 200, 500, 1_000)
"""Numbers of games that detectors watch."""
BLOCKS = tuple(games // BLOCK for games in WATCHED)
ENOUGH = 200
"""Games within which colluders with known brains are to be detected."""
ALARMS = 0.001
RATIO = 1.14
"""The source's win ratio of colluders who see each other's raises."""
LEAST = 0.05
"""Big blinds a game that each colluder is to win who sees the partner's cards."""
FAIR = 0.05
"""A pair without collusion wins less than this, either way."""
KNOWN, UNSEEN = "pair-cards-shared", (2, 3, 4, 5)
Games = Mapping[tuple[str, tuple[str, ...]], Sequence[Measured]]


def _by_line_up(found: Found) -> Games:
    return {(each.agent, each.against): games for each, games in found}


def hypotheses(found: Found) -> list[Hypothesis]:
    """The claims, as far as the set-ups that they are about were played."""
    games = _by_line_up(found)
    made = [
        _of_seeds(games, "S1", "with raises and the source's reward pairs win more hands, as in the source",
                  "pair-raises-source", "ratio", RATIO, inf),
        _of_seeds(games, "C1", "with the partner's cards and shared reward every pair wins", KNOWN, "pair", 0, inf),
        _mean_of_seeds(games, "C2", f"and on average at least {LEAST} big blinds each", KNOWN, LEAST),
        _mean_of_seeds(games, "C3", "with raise bits and shared reward pairs win on average", "pair-raises-shared", 0),
        _control(games),
        _gaps(games, "C5", "the partner's cards are worth more than nothing", KNOWN, "pair-none-shared"),
        _gaps(games, "C6", "raise bits are worth more than nothing", "pair-raises-shared", "pair-none-shared"),
        _of_seeds(games, "C7", "with the source's reward pairs lose money", "pair-raises-source", "pair", -inf, 0),
        *_detected(games),
    ]  # fmt: skip
    return [each for each in made if each is not None]


def _all(games: Games, training: str) -> list[Sequence[Measured]]:
    """The games of all seeds of a training, or nothing where one is missing."""
    keys = [pair(training, seed) for seed in SEEDS]
    return [games[key] for key in keys] if all(key in games for key in keys) else []


def _of_seeds(
    games: Games, name: str, says: str, training: str, figure: str, low: float, high: float
) -> Hypothesis | None:
    found = _all(games, training)
    if not found:
        return None
    claims = tuple(Claim(f"{figure}: {training}-{seed}", figures(of)[figure], low, high) for seed, of in enumerate(found, 1))
    return Hypothesis(name, says, f"the interval of each of {len(SEEDS)} seeds lies beyond {RATIO if figure == 'ratio' else 0}", claims)


def _over_seeds(values: Sequence[float]) -> Estimate:
    """The mean over trainings, with Student's interval: another seed would be another training."""
    return estimate([Fraction(each) for each in values], [1] * len(values))


def _mean_of_seeds(games: Games, name: str, says: str, training: str, least: float) -> Hypothesis | None:
    found = _all(games, training)
    if not found:
        return None
    mean = _over_seeds([figures(of)["pair"].mean for of in found])
    return Hypothesis(name, says, f"the interval over seeds is above {least}", (Claim(training, mean, least, inf),))


def _control(games: Games) -> Hypothesis | None:
    if CONTROL not in games:
        return None
    found = figures(games[CONTROL])
    claims = (
        Claim("big blinds a game", found["pair"], -FAIR, FAIR),
        Claim("win ratio", found["ratio"], 1 - FAIR, 1 + FAIR),
    )
    return Hypothesis("C4", "two who do not collude win nothing", f"the intervals lie within {FAIR} of 0 and 1", claims)


def _gaps(games: Games, name: str, says: str, training: str, control: str) -> Hypothesis | None:
    found, others = _all(games, training), _all(games, control)
    if not found or not others:
        return None
    pays = lambda game: paid(*PAIR)(game)  # noqa: E731
    by_seed = [gap(one, other, pays).mean / 2_000 for one, other in zip(found, others, strict=True)]
    claim = Claim(f"{training} less {control}", _over_seeds(by_seed), 0, inf)
    return Hypothesis(name, says, "the interval over seeds of the difference, on the same deals, is above 0", (claim,))


def _detected(games: Games) -> list[Hypothesis]:
    """The bars of the detector that knows the brains, and of another seed of Brain 1."""
    suspicion, guilty = SUSPICIONS["cards"], pair(KNOWN, 1)
    if guilty not in games or CONTROL not in games:
        return []
    count, score = (ENOUGH // BLOCK,), detectors(suspicion)["all kinds"]
    of = partial(evidence_of, name="cards")
    claims = tuple(
        Claim(f"against {name}", areas(score, of(games[guilty]), of(games[key]), count)[0], 0.95, inf)
        for name, key in _innocent().items()
        if key in games
    )
    says = f"colluders with known brains are told from others within {ENOUGH} games"
    found = [Hypothesis("D1", says, "the interval of the area under the curve is above 0.95", claims)]
    if OTHER_SEED in games:
        area = areas(score, of(games[OTHER_SEED]), of(games[CONTROL]), count)[0]
        says = "another seed of Brain 1 does not look like collusion"
        found.append(Hypothesis("D2", says, "the interval of the area is below 0.6", (Claim("area", area, -inf, 0.6),)))
    return found


def _innocent() -> dict[str, tuple[str, tuple[str, ...]]]:
    pairs = {f"pair without channel, seed {seed}": pair("pair-none-shared", seed) for seed in (1, 2)}
    return {**HONEST, **pairs}


def _guilty() -> dict[str, tuple[str, tuple[str, ...]]]:
    seeds = {f"cards, seed {seed}": pair(KNOWN, seed) for seed in (1, 2, 3)}
    others = ("pair-raises-shared", "pair-cards-source", "pair-raises-source")
    return seeds | {each.removeprefix("pair-").replace("-", ", "): pair(each, 1) for each in others}


AREA = Column("area", decimals=3, chart="area under the ROC curve")
SHARE = Column("convicted", "%", 1, chart="tables convicted")


def series(found: Found) -> list[Series]:
    """Areas by games watched: known colluders against each class of others, and unseen colluders."""
    games, made = _by_line_up(found), []
    guilty = {name: games[key] for name, key in _guilty().items() if key in games}
    innocent = {name: games[key] for name, key in _innocent().items() if key in games}
    if "cards, seed 1" not in guilty or "Brain 1" not in innocent:
        return []
    suspicion, of = SUSPICIONS["cards"], partial(evidence_of, name="cards")
    known, control = of(guilty["cards, seed 1"]), of(innocent["Brain 1"])
    for name, score in detectors(suspicion).items():
        lines = {f"against {each}": areas(score, known, of(these), BLOCKS) for each, these in innocent.items()}
        made.append(_areas(f"known-{name}", f"Known colluders, detector of {name}", lines))
    counted = {
        f"against {each}": areas(source_score, matches_of(guilty["cards, seed 1"]), matches_of(these), BLOCKS)
        for each, these in innocent.items()
    }
    made.append(_areas("known-source", "Known colluders, the source's discriminator", counted))
    score = detectors(suspicion)["all kinds"]
    unseen = {each: areas(score, of(these), control, BLOCKS) for each, these in guilty.items()}
    made.append(_areas("unseen", "Colluders against Brain 1, detector of all kinds", unseen))
    convicted = {
        f"{name}: {each}": [_plain(share) for share in convictions(score, of(these), control, BLOCKS, ALARMS)]
        for name, score in detectors(suspicion).items()
        for each, these in guilty.items()
    }
    title = "Tables convicted at one false alarm in 1,000 tables of Brain 1"
    made.append(Series("convicted", title, "games watched", SHARE, WATCHED, convicted, is_log=True))
    return made


def _areas(name: str, title: str, lines: dict[str, list[Estimate]]) -> Series:
    return Series(name.replace(" ", "-"), title, "games watched", AREA, WATCHED, lines, is_log=True)


def _plain(share: Any) -> Estimate:
    return Estimate(Fraction(share), float(np.float64(share)), None, None)
