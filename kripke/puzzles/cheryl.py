"""Cheryl's birthday: one friend knows the month, the other the day."""

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, alternatives, one_of, single_or_all
from kripke.symbolic.choice import Engine

STATEMENT = """\
Albert and Bernard have just met Cheryl. "When is your birthday?" Cheryl thinks, and gives them ten dates: May
15, May 16, May 19, June 17, June 18, July 14, July 16, August 14, August 15, August 17. Then she tells Albert
the month and Bernard the day. Albert: "I do not know when Cheryl's birthday is, but I know that Bernard does
not know either." Bernard: "At first I did not know, but now I know." Albert: "Now I know too." When is Cheryl's
birthday?"""

SOURCE = (
    "Singapore and Asian Schools Math Olympiad 2015; H. van Ditmarsch, M. I. Hartley, B. Kooi, J. Welton, "
    "J. B. W. Yeo: Cheryl's birthday. TARK 2017, doi:10.4204/EPTCS.251.1"
)

# "Cheryl gives them ten dates."
DATES = tuple(
    f"{month} {day}"
    for month, days in {"May": (15, 16, 19), "June": (17, 18), "July": (14, 16), "August": (14, 15, 17)}.items()
    for day in days
)


def cheryl(date: str | None = None, engine: Engine = "auto") -> Story:
    """Return the story of Cheryl's birthday; its answer is the date, or the dates, that remain after the dialogue.

    `date`: the birthday, such as ``"July 16"``; None: unknown, as for the reader of the puzzle.
    """
    actual = None if date is None else one_of(date, DATES, "date")
    worlds = {d: {f"month={d.split()[0]}", f"day={d.split()[1]}"} for d in DATES}

    # "Then she tells Albert the month and Bernard the day."
    heard = {"albert": lambda d: d.split()[0], "bernard": lambda d: d.split()[1]}
    model = KripkeModel.s5(worlds, actual=actual, sees=heard)
    script = Script("Cheryl gives ten dates; she tells Albert the month and Bernard the day.", model, engine)

    # "I do not know when Cheryl's birthday is, but I know that Bernard does not know either."
    script.say(
        "Albert: I do not know when Cheryl's birthday is, but I know that Bernard does not know either.",
        "~Kv_albert day & K_albert ~Kv_bernard month",
    )

    # "At first I did not know, but now I know."  (Bernard knew that he did not know, and Albert has just said so.)
    script.say("Bernard: At first I did not know, but now I know.", "Kv_bernard month")

    # "Now I know too."
    script.say("Albert: Now I know too.", "Kv_albert day")
    left = tuple(script.model.worlds)
    return script.story("Cheryl's birthday", STATEMENT, SOURCE, single_or_all(left), f"It is on {alternatives(left)}.")
