"""The surprise examination: an announcement is true, but becomes false because it is announced."""

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, one_of, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import Announce, Atom, K, conj, disj
from logic.errors import listing
from logic.formula import Formula

STATEMENT = """\
On Friday a teacher says to the class: "Next week you will have an examination. It will be a surprise: the
evening before, you will not know that it is on the next day." The class reasons: then it cannot be on Friday,
for on Thursday evening we should know; so it cannot be on Thursday either, nor on Wednesday, Tuesday or Monday.
What does the announcement exclude?"""

SOURCE = (
    "J. Gerbrandy: The surprise examination in dynamic epistemic logic. Synthese 155 (2007), "
    "doi:10.1007/s11229-005-2211-7"
)

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")


def surprise_exam(day: str | None = None, times: int = 5, engine: Engine = "auto") -> Story:
    """Return the story of the surprise examination; its answer is the days that remain after the first announcement.

    The announcement is repeated as long as it is true. All days remain if it is false at the beginning.
    If the day is given, the announcement soon becomes false, and the story ends.

    `day`: the day of the examination; None: unknown.
    `times`: the maximal number of announcements, from 1 to 5.
    """
    actual = None if day is None else one_of(day, DAYS, "day")

    # "Next week you will have an examination."
    worlds = {d: {d} for d in DAYS}
    start = KripkeModel.s5(worlds, {"class": [DAYS]}, actual)
    script = Script("Next week there will be an examination.", start, engine)

    # "It will be a surprise: the evening before, you will not know that it is on the next day."
    surprise = surprising()
    whole_number(times, "times", 1, 5)
    if _false(script, surprise):
        return script.story("The surprise examination", STATEMENT, SOURCE, DAYS,
                            f"The teacher cannot say it: on {str(day).title()} it is no surprise.")  # fmt: skip
    script.say("The teacher: It will be a surprise.", surprise)
    left = tuple(map(str, script.model.worlds))
    last = Atom(left[-1])
    script.find(f"If it is on {left[-1].title()}, it is no longer a surprise: the announcement has made itself untrue.",
                last >> ~surprise)  # fmt: skip
    again = "The teacher again: Even now it will be a surprise."
    for _ in range(times - 1):
        if _false(script, surprise) or not script.say_or_end(again, surprise):
            break
    gone = listing((d.title() for d in DAYS if d not in left), "and")
    conclusion = f"The announcement excludes {gone} and nothing else."
    return script.story("The surprise examination", STATEMENT, SOURCE, left, conclusion)


def _false(script: Script, surprise: Formula) -> bool:
    """Whether the day is known and the announcement is false; if so, add a step to the story that says this."""
    day = script.model.actual
    if day is None or script.model.holds(surprise):
        return False
    again = " again" if len(script.steps) > 1 else ""
    script.find(f"It is on {str(day).title()}, and no surprise: the teacher cannot say so{again}.", ~surprise)
    return True


def surprising() -> Formula:
    """Return the formula which says that there is an examination, and that its day is not known the evening before."""
    exams = [Atom(day) for day in DAYS]
    evenings = [conj(~exam for exam in exams[:i]) for i in range(len(DAYS))]
    first, *later = (~K("class", exam) for exam in exams)
    unknown = [first, *(Announce(said, each) for said, each in zip(evenings[1:], later, strict=True))]
    return disj(exam & each for exam, each in zip(exams, unknown, strict=True))
