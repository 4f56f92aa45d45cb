"""Muddy children: after enough rounds in which nobody claims to know, the muddy children know that they are muddy."""

from collections.abc import Iterable

from kripke.models.functions import observation_model
from kripke.puzzles.story import Script, Story, limit_for, people, some_of, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import Atom, K, Kw, conj, disj
from logic.formula import Formula

STATEMENT = """\
Children have played outside, and some have mud on their foreheads. Each sees the others' foreheads, not its
own. Their father says: "At least one of you is muddy." Then he asks again and again: "Does any of you know
whether you are muddy?" All children are honest and reason perfectly, and they answer at the same time. What
happens?"""

ALL_CLEAN = """\
Children have played outside, and none has mud on its forehead. Each sees the others' foreheads, not its own. Their
father would say: "At least one of you is muddy", but he does not lie. What happens?"""

SOURCE = (
    "J. Barwise: Scenes and other situations. The Journal of Philosophy 78 (1981), doi:10.2307/2026481; "
    "H. van Ditmarsch, W. van der Hoek, B. Kooi: Dynamic Epistemic Logic (2007), "
    "doi:10.1007/978-1-4020-5839-4"
)

MAX_CHILDREN = 16  # maximal number of children on the explicit engine: the story stores the model of each step


def muddy_children(n: int = 3, muddy: int | str | Iterable[str] | None = None, engine: Engine = "auto") -> Story:
    """Return the story of 1 to 16 children, some muddy; its answer is the number of rounds in which nobody knew.

    With decision diagrams there may be up to 200 children. `muddy`: the number or the names of the muddy children;
    None: all. If nobody is muddy, the father has nothing to say.
    """
    children = people(whole_number(n, "n", 1, limit_for(engine, n, MAX_CHILDREN)))
    count = whole_number(muddy, "muddy", 0, len(children)) if isinstance(muddy, int) else None
    dirty = some_of(muddy, children, "muddy") if count is None else children[:count]
    mud = {child: Atom(f"muddy({child})") for child in children}

    # "Each sees the others' foreheads, not its own."
    sees = {child: [mud[other].name for other in children if other != child] for child in children}
    start = observation_model([m.name for m in mud.values()], sees, actual={mud[c].name for c in dirty}, engine=engine)
    script = Script(_scene(n, len(dirty)), start)
    nobody_knows = conj(~Kw(child, mud[child]) for child in children)
    if not dirty:
        script.find("The father cannot say that at least one of them is muddy: it is false.", ~disj(mud.values()))
        script.find("Nobody knows whether he or she is muddy.", nobody_knows)
        conclusion = "The father says nothing, and no child knows whether it is muddy."
        return script.story("Muddy children", ALL_CLEAN, SOURCE, 0, conclusion)

    # "At least one of you is muddy."
    script.say("Father: At least one of you is muddy.", disj(mud.values()))

    # "Does any of you know whether you are muddy?" - Nobody does.
    rounds = 0
    while script.model.holds(nobody_knows):
        script.say("Nobody knows whether he or she is muddy.", nobody_knows)
        rounds += 1

    # "The muddy children step forward."
    they_know: Formula = conj(K(child, mud[child]) for child in dirty)
    script.find("Now the muddy children know that they are muddy.", they_know)
    all_know = conj(Kw(child, mud[child]) for child in children)
    if not script.model.holds(all_know):
        script.say("They step forward, and so the others learn that they are clean.", they_know)
    script.find("All children know whether they are muddy.", all_know)
    counted = "one round" if rounds == 1 else f"{rounds} rounds"
    often = f"after {counted} in which nobody knew" if rounds else "at once"
    return script.story("Muddy children", STATEMENT, SOURCE, rounds, f"The muddy children know {often}.")


def _scene(n: int, dirty: int) -> str:
    if n == 1:
        return f"There is one child, and it is {'muddy' if dirty else 'clean'}. It does not see its own forehead."
    muddy = f"{dirty or 'none'} {'is' if dirty <= 1 else 'are'} muddy"
    return f"Of {n} children {muddy}. Each sees the others' foreheads, not its own."
