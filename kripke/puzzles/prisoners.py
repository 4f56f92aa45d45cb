"""The puzzle of one hundred prisoners and a light bulb, here for two to five prisoners."""

from itertools import product

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, people, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import Atom, K, conj, disj
from logic.errors import TooLarge

STATEMENT = """\
A group of prisoners will be put in isolation cells, and then be interrogated one by one in a room with a light
and a switch. The light is off at first. There is no fixed order of interrogation, nor interval between
interrogations, and the same prisoner may be interrogated again at any time. A prisoner in the room may toggle
the switch, or announce that all have been interrogated. If that is true, all are set free; if it is false, all
are executed. They agree: one of them counts. The others turn the light on the first time that they find it off,
and never again. The counter turns it off when it is on; when he has done so as often as there are others, he
makes the announcement. After how many interrogations, at the earliest, can somebody announce it?"""

SOURCE = (
    "H. van Ditmarsch, J. van Eijck, W. Wu: One hundred prisoners and a lightbulb - logic and computation. KR 2010, "
    "AAAI Press; "
    "H. van Ditmarsch, B. Kooi: One Hundred Prisoners and a Light Bulb (2015), doi:10.1007/978-3-319-16694-0"
)

MAX_RUNS = 2_000_000  # maximal number of runs, each of which is a world
Run = tuple[str, ...]  # the prisoners who were interrogated, in their order
Memory = tuple[bool, ...]
"""For each interrogation of a prisoner, whether the light was on; this determines what the prisoner does."""


def prisoners(n: int = 3, engine: Engine = "auto") -> Story:
    """Return the story of a shortest run in which one prisoner counts the others.

    Its answer is the number of interrogations. At the end of the run somebody knows that all prisoners have been
    interrogated. Step i is the run's interrogation i, with the model of all runs of at most i interrogations. O(n^k)
    worlds for a run of k interrogations.

    `n`: number of prisoners, from 2 to 5; the first is the counter.
    """
    group = people(whole_number(n, "n", 2, 5))
    everyone_in = conj(Atom(f"in({name})") for name in group)
    somebody_knows = disj(K(name, everyone_in) for name in group)

    # "After how many interrogations, at the earliest, can somebody announce it?"
    models = [runs(group, 0)]
    while not models[-1].count(somebody_knows):
        models.append(runs(group, len(models)))
    run = min(models[-1].extension(somebody_knows, limit=None), key=str)
    assert isinstance(run, tuple)
    script = Script("The light is off. Nobody has been interrogated.", models[0].at(()), engine)
    after, memory = False, dict.fromkeys(group, Memory())
    for step, name in enumerate(run):
        before = after
        after, memory = _interrogate(group[0], name, before, memory)
        action = "leaves it" if before == after else f"turns it {'on' if after else 'off'}"
        script.see(f"{name.title()} finds the light {'on' if before else 'off'} and {action}.",
                   models[step + 1].at(run[: step + 1]))  # fmt: skip
    who = next(name for name in group if script.model.holds(K(name, everyone_in)))
    script.say(f"{who.title()}: All have been interrogated.", K(who, everyone_in))
    conclusion = f"After {len(run)} interrogations at the earliest."
    return script.story("One hundred prisoners and a light bulb", STATEMENT, SOURCE, len(run), conclusion)


def _interrogate(counter: str, name: str, light: bool, memory: dict[str, Memory]) -> tuple[bool, dict[str, Memory]]:
    """Return the light (True: on) and all memories after `name` is interrogated; the prisoner `counter` counts."""
    seen = memory[name]
    after = {**memory, name: (*seen, light)}

    # "The counter turns it off when it is on."
    if name == counter:
        return False, after

    # "The others turn the light on the first time that they find it off, and never again."
    return light or all(seen), after


def runs(group: Run, longest: int) -> KripkeModel:
    """Return the model of all runs of at most `longest` interrogations; prisoners know only what they have seen.

    Longer runs would not change anybody's knowledge. If a longer run looks to a prisoner like a run of the model, it
    can be shortened to such a run: the other prisoners need to switch the light at most once between two interrogations
    of this prisoner.

    `TooLarge` if there are over `MAX_RUNS` runs.
    """
    total = sum(len(group) ** k for k in range(longest + 1))
    if total > MAX_RUNS:
        raise TooLarge(f"{len(group)} prisoners, {longest} interrogations: {total:,} runs; ask for fewer prisoners")
    after: dict[Run, tuple[bool, dict[str, Memory]]] = {(): (False, dict.fromkeys(group, ()))}
    layer = after.copy()
    for _ in range(longest):
        later = product(layer.items(), group)
        layer = {(*run, name): _interrogate(group[0], name, *state) for (run, state), name in later}
        after |= layer
    worlds = {run: [f"in({name})" for name in group if memory[name]] for run, (_, memory) in after.items()}
    sees = {name: lambda run, name=name: after[run][1][name] for name in group}
    return KripkeModel.s5(worlds, sees=sees, atoms=[f"in({name})" for name in group])
