"""Three wise men: the third knows the colour of his spot because the first two do not know theirs."""

from collections.abc import Iterable

from kripke.models.functions import observation_model
from kripke.puzzles.story import Script, Story, limit_for, people, some_of, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import Atom, Kw, disj

STATEMENT = """\
A king wishes to know which of his {n} wise men is the wisest. He paints a {white} spot on each forehead, tells
them that at least one of the spots is white (the others may be black), and asks them one after the other
whether they know the colour of their own spot. Each sees the others' spots. {asked}"""

SOURCE = (
    "J. McCarthy: Formalization of two puzzles involving knowledge (1987). In: Formalizing Common Sense, "
    "Ablex 1990, ISBN 0-89391-535-1"
)


def wise_men(n: int = 3, white: str | Iterable[str] | None = None, engine: Engine = "auto") -> Story:
    """Return the story of 1 to 14 wise men; its answer is the first man who knows the colour of his spot.

    `white`: the men with white spots; None: all. With decision diagrams there may be up to 200 men.
    """
    men = people(whole_number(n, "n", 1, limit_for(engine, n, 14)))
    spot = {man: Atom(f"white({man})") for man in men}
    whites = some_of(white, men, "white")

    # "Each sees the others' spots", and "at least one of the spots is white."
    sees = {man: [spot[other].name for other in men if other != man] for man in men}
    actual, law = {spot[man].name for man in whites}, disj(spot.values())
    start = observation_model([s.name for s in spot.values()], sees, law=law, actual=actual, engine=engine)
    script = Script("The king: At least one of you has a white spot.", start)

    # "He asks them one after the other whether they know the colour of their own spot."
    for man in men:
        knows = Kw(man, spot[man])
        if script.model.holds(knows):
            break
        script.say(f"{man.title()}: I do not know the colour of my spot.", ~knows)

    # "What says the third?"
    script.find(f"{man.title()}: I know the colour of my spot.", knows)
    is_classic = len(whites) == len(men) == 3
    question = (
        "The first two say that they do not\nknow. What says the third?" if is_classic else "Who is the first to know?"
    )
    white_spot = "white" if len(whites) == len(men) else "white or black"
    statement = STATEMENT.format(n="three" if len(men) == 3 else len(men), white=white_spot, asked=question)
    title = "Three wise men" if len(men) == 3 else "Wise men"
    return script.story(title, statement, SOURCE, man, f"{man.title()} is the first to know.")
