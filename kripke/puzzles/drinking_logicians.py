"""Drinking logicians: "Does everyone want beer?" A logician who does not know the answer says so."""

from collections.abc import Iterable

from kripke.models.functions import observation_model
from kripke.puzzles.story import Script, Story, limit_for, people, some_of, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import Atom, K, Kw, conj

STATEMENT = """\
Logicians walk into a bar. The barkeeper asks: "Does everyone want beer?" One after the other they answer,
truthfully, "Yes", "No" or "I do not know". Each knows only their own wish. Who says what?"""

SOURCE = "Spiked Math Comics, No. 445 (2011), with three logicians"


def drinking_logicians(n: int = 5, thirsty: str | Iterable[str] | None = None, engine: Engine = "auto") -> Story:
    """Return the story of 1 to 14 logicians in a bar; its answer is whether everyone wants beer.

    `thirsty`: the logicians who want beer; None: all. With decision diagrams there may be up to 200 logicians.
    """
    logicians = people(whole_number(n, "n", 1, limit_for(engine, n, 14)))
    wants = {name: Atom(f"wants({name})") for name in logicians}
    wanting = some_of(thirsty, logicians, "thirsty")

    # "Each knows only their own wish."
    own = {name: [wants[name].name] for name in logicians}
    actual = {wants[name].name for name in wanting}
    start = observation_model([w.name for w in wants.values()], own, actual=actual, engine=engine)
    script = Script("The barkeeper: Does everyone want beer?", start)
    everyone = conj(wants.values())

    # "One after the other they answer, truthfully, 'Yes', 'No' or 'I do not know'."
    for name in logicians:
        if script.model.holds(K(name, everyone)):
            script.say(f"{name.title()}: Yes!", K(name, everyone))
        elif script.model.holds(K(name, ~everyone)):
            script.say(f"{name.title()}: No.", K(name, ~everyone))
            break
        else:
            script.say(f"{name.title()}: I do not know.", ~Kw(name, everyone))
    yes = script.model.holds(everyone)
    conclusion = "Everyone wants beer." if yes else "Not everyone wants beer."
    return script.story("Drinking logicians", STATEMENT, SOURCE, yes, conclusion)
