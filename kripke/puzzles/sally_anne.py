"""Sally and Anne: a marble is moved while Sally is out, and Sally keeps her old belief."""

from kripke.change.actions import private_change, public_change
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, yes_or_no
from kripke.symbolic.choice import Engine

STATEMENT = """\
Sally has put her marble into the basket. She goes out for a walk. While she is away, Anne takes the marble out of
the basket and puts it into the box. Now Sally comes back. Where will she look for her marble?"""

SHE_SEES_IT = """\
Sally has put her marble into the basket. She stays, and looks on while Anne takes the marble out of the basket and
puts it into the box. Where will she look for her marble?"""

SOURCE = (
    "H. Wimmer, J. Perner: Beliefs about beliefs. Cognition 13 (1983), doi:10.1016/0010-0277(83)90004-5; "
    'S. Baron-Cohen, A. M. Leslie, U. Frith: Does the autistic child have a "theory of mind"? Cognition 21 (1985), '
    "doi:10.1016/0010-0277(85)90022-8; T. Bolander: Seeing is believing: formalising false-belief tasks in dynamic "
    "epistemic logic. ECSI 2014"
)

PLACES = ("basket", "box")


def sally_anne(away: bool = True, engine: Engine = "auto") -> Story:
    """Return the story of Sally and Anne; its answer is where Sally believes the marble to be.

    `away`: whether Sally is away when Anne moves the marble; otherwise she watches.
    """
    yes_or_no(away, "away")

    # "Sally has put her marble into the basket."
    alone: dict[str, list[list[str]]] = {"sally": [["start"]], "anne": [["start"]]}
    model = KripkeModel.s5({"start": {"basket", "sally_is_here"}}, alone, "start", atoms=[*PLACES, "sally_is_here"])
    script = Script("Sally has put her marble into the basket; Anne sees it.", model, engine)
    script.find("All know in common where it is.", "C (basket & ~box)")

    # "She goes out for a walk."
    if away:
        script.act("Sally goes out for a walk.", public_change({"sally_is_here": "false"}))

    # "While she is away, Anne takes the marble out of the basket and puts it into the box."
    into_the_box = {"basket": "false", "box": "true"}
    if away:
        unseen = private_change(into_the_box, "anne")
        script.act("Anne puts the marble into the box, and Sally does not see it.", unseen)
        script.find("Anne knows where the marble is; Sally is wrong.", "B_anne box & ~basket & B_sally basket")
        script.find("Anne knows that Sally is wrong.", "B_anne (box & B_sally basket)")
        script.find("Sally believes that Anne believes what she does.", "B_sally B_anne basket")
    else:
        script.act("Anne puts the marble into the box, and Sally looks on.", public_change(into_the_box))
        script.find("All know in common where it is.", "C (box & ~basket)")

    # "Now Sally comes back."
    if away:
        script.act("Sally comes back.", public_change({"sally_is_here": "true"}))
        script.find("To come back has taught her nothing.", "B_sally basket & B_anne B_sally basket")

    # "Where will she look for her marble?"
    (place,) = (each for each in PLACES if script.model.holds(f"B_sally {each}"))
    conclusion = f"In the {place}{', where it was' if away else ', where it is'}."
    return script.story("Sally and Anne", STATEMENT if away else SHE_SEES_IT, SOURCE, place, conclusion)
