"""An agent's beliefs about the roles as text: suspects, degrees of belief, and the acts that changed beliefs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from games.saboteur.agents.threshold_belief.beliefs import Beliefs, Change, Roles
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing

CAUSES = 3  # the largest number of kinds of acts that are named as causes of a change
BAR = 10  # number of characters in a bar
NAMED = 8  # the largest number of believed worlds that are named


def change_text(beliefs: Beliefs, change: Change) -> str:
    """A change as a sentence: ``john stopped believing w7 (bob and mary saboteurs): bob shortened the route twice``."""
    did, why = "began to believe" if change.believed else "stopped believing", _counted(causes(beliefs, change))
    return f"{beliefs.owner} {did} {change.world} ({accused(beliefs.roles[change.world])}): {why}"


def causes(beliefs: Beliefs, change: Change) -> list[str]:
    """The acts that caused a change, as sentences.

    They came after the world's previous change and moved its weight in the direction of this change. If no act did, the
    cause is the last act.
    """
    heard = beliefs.moves[change.since : change.until]
    models = [beliefs.moves[change.since - 1].after if change.since else beliefs.dealt, *[each.after for each in heard]]
    weights = [_weight(model, beliefs.owner, change.world) for model in models]
    if not change.believed:
        weights = [-weight for weight in weights]
    moved = [each for each, (old, new) in zip(heard, pairwise(weights), strict=True) if new > old]
    return [
        f"{beliefs.owner} followed {each.i}" if each.row is None else each.row.says.format(i=each.i, j=each.j)
        for each in moved or heard[-1:]
    ]


def _weight(model: KripkeModel, owner: str, world: str) -> Fraction:
    """The owner's weight of one world, read from the structure for speed: `causes` compares many large models."""
    given, position = model.structure.weights[owner], model.structure.worlds.find(world)
    assert position is not None  # an act changes weights, not worlds
    return given.at(position)


def accused(roles: Roles) -> str:
    """The saboteurs of a world, in words."""
    return f"{listing(sorted(roles), 'and') or 'no'} saboteur{'' if len(roles) == 1 else 's'}"


def _counted(because: Iterable[str]) -> str:
    """The most frequent acts in words, and the number of all other acts."""
    times = {1: "", 2: " twice"}
    counts = Counter(because).most_common()
    texts = [text + times.get(number, f" {number} times") for text, number in counts[:CAUSES]]
    if rest := sum(number for _, number in counts[CAUSES:]):
        texts.append(f"{rest} more {'act' if rest == 1 else 'acts'}")
    return listing(texts, "and")


def degrees(mind: KripkeModel, owner: str, names: Sequence[str]) -> dict[str, float]:
    """For each player except the owner, the owner's degree of belief that they are a saboteur."""
    here = mind.worlds[0]
    others = [name for name in names if name != owner]
    return {name: float(mind.degree(owner, f"saboteur({name})", at=here, alike=True)) for name in others}


def suspect(suspicions: Mapping[str, float]) -> str | None:
    """The main suspect, by degrees rounded to two decimals; None for a tie or no players."""
    rounded = {name: round(degree, 2) for name, degree in suspicions.items()}
    top = [name for name, degree in rounded.items() if degree == max(rounded.values())]
    return top[0] if len(top) == 1 else None


def bars(suspicions: Mapping[str, float]) -> list[str]:
    """The degrees as bars, with a line for each player."""
    width = max(map(len, suspicions), default=0)
    marks = {name: round(degree * BAR) for name, degree in suspicions.items()}
    return [
        f"{name:<{width}}  {'█' * marks[name]}{'░' * (BAR - marks[name])} {degree:.2f}"
        for name, degree in suspicions.items()
    ]


def news(beliefs: Beliefs, move: int) -> list[str]:
    """The beliefs that the owner adopted or dropped at a move, as text; changes that were undone are left out."""
    changes = {change.world: change for change in beliefs.changes if change.move == move}
    times = [change.world for change in beliefs.changes if change.move == move]
    return [change_text(beliefs, change) for world, change in changes.items() if times.count(world) % 2]


def glance(beliefs: Beliefs) -> str:
    """One line with the owner's degree of suspicion of each player, and the verdict."""
    verdicts, suspicions = beliefs.verdicts(), degrees(beliefs.model, beliefs.owner, beliefs.names)
    return f"suspicion: {', '.join(f'{name} {degree:.2f} ({verdicts[name]})' for name, degree in suspicions.items())}"


def panel(beliefs: Beliefs, gold: str) -> list[str]:
    """The owner's beliefs about the roles, with the given text about the gold, as lines of text."""
    suspicions = degrees(beliefs.model, beliefs.owner, beliefs.names)
    rows = []
    for row, name in zip(bars(suspicions), suspicions, strict=True):
        miner, saboteur = beliefs.count(name)
        rows.append(f"{row}  a saboteur in {saboteur}, a miner in {miner} of the believed worlds")
    meaning = "number: the weight of the worlds where the player is a saboteur, as a share of that of all possible ones"
    standing = []
    if beliefs.settings.depth == 2:
        suspecting = listing(beliefs.suspecting(), "and") or "nobody"
        trusted = f"trusted most: {beliefs.trusted() or 'nobody enough'}"
        standing = [f"found suspicious by {suspecting}" if beliefs.saboteur else trusted]
    return [*rows, meaning, _worlds(beliefs), gold, *standing]


def _worlds(beliefs: Beliefs) -> str:
    """The number of believed worlds, and the heaviest ones."""
    here, weights = beliefs.view(beliefs.owner), beliefs.model.weights(beliefs.owner)
    held = beliefs.model.believed(beliefs.owner, at=here)
    order = sorted((world for world in beliefs.roles if world in held), key=lambda world: -weights[world])
    named = [accused(beliefs.roles[world]) for world in order[:NAMED]]
    more = f"; and {len(order) - NAMED} more, none heavier" if len(order) > NAMED else ""
    count = f"{len(order)} of {len(beliefs.model.possible(beliefs.owner, at=here))} worlds believed"
    return f"{count}: {'; '.join(named)}{more}"
