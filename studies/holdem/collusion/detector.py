"""The detector as a model of belief: worlds say who colludes, and each action is evidence by `Likelihood`.

    B_floor>=0.99 colludes(ann,bob)

The agent ``floor`` is the casino. Atoms are ``colludes(ann,bob)`` for each pair, and ``plays(ann,KIND)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from kripke.change.actions.evidence import Likelihood
from kripke.models.kripke_model import KripkeModel
from logic.clauses import Atom
from studies.holdem.collusion.evidence import THOUSAND, Decision
from studies.holdem.collusion.suspicion import Suspicion, World

FLOOR = "floor"
CONVICTS = "B_floor>=0.99"
"""From this degree of belief on a pair is convicted."""


def colludes(names: Sequence[str], pair: Sequence[int]) -> str:
    """The atom that two players collude."""
    return f"colludes({names[pair[0]]},{names[pair[1]]})"


def plays(name: str, kind: str) -> str:
    """The atom that a player is of a kind."""
    return f"plays({name},{kind.replace('-', '_')})"


def start_model(suspicion: Suspicion, names: Sequence[str], pair: Sequence[int] = ()) -> KripkeModel:
    """What the floor believes before the first game."""
    worlds = {f"w{number}": world for number, world in enumerate(suspicion.worlds, 1)}
    weights = dict(zip(worlds, (Fraction(*each) for each in suspicion.prior), strict=True))
    return KripkeModel.s5(
        worlds={name: _atoms(world, names) for name, world in worlds.items()},
        partitions={FLOOR: [list(worlds)]},
        actual=next(name for name, world in worlds.items() if world.pair == tuple(pair)),
        weights={FLOOR: weights},
        threshold=0,
    )


def _atoms(world: World, names: Sequence[str]) -> set[str]:
    found = {plays(name, kind) for name, kind in zip(names, world.kinds, strict=True)}
    return found | ({colludes(names, world.pair)} if world.pair else set())


def learned(
    model: KripkeModel, suspicion: Suspicion, names: Sequence[str], decisions: Iterable[Decision]
) -> Iterator[KripkeModel]:
    """The model after each decision, as Bayes' rule changes it."""
    for each in decisions:
        name = names[each.player]
        chances = [
            (Atom(plays(name, kind)), Fraction(of, THOUSAND))
            for kind, of in zip(suspicion.kinds, each.likelihoods, strict=True)
        ]
        model = model.update(Likelihood(FLOOR, chances))
        yield model
