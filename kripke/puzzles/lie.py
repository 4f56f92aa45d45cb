"""A lie that is found out: the hearer believes something false, and then looks."""

from kripke.change.actions import announcement_whether
from kripke.change.event import Event, EventModel
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.puzzles.story import Script, Story, one_of

STATEMENT = """\
Anne has tossed a coin and looks at it; Bill does not see it. It is {coin}. Anne says: "It is heads", and Bill believes
her. Then Bill looks himself. What does he believe about the coin, and about Anne?"""

SOURCE = (
    "H. van Ditmarsch: Dynamics of lying. Synthese 191 (2014), doi:10.1007/s11229-013-0275-3; A. Baltag, S. Smets: A "
    "qualitative theory of dynamic interactive belief revision. LOFT 7 (2008), doi:10.1007/978-3-319-20451-2_39"
)


def lie(coin: str = "tails") -> Story:
    """Return the story of a lie; its answer has Bill's belief about the coin at three moments.

    These are the start, the moment after Anne speaks, and the end.

    `coin`: ``tails``, so that Anne lies, or ``heads``, so that she speaks the truth.
    """
    # "Anne has tossed a coin and looks at it; Bill does not see it."
    worlds = {"heads": {"heads"}, "tails": set[str]()}
    sees = {"anne": [["heads"], ["tails"]], "bill": [["heads", "tails"]]}
    ranks = {"bill": {"heads": 0, "tails": 0}}
    model = KripkeModel.s5(worlds, sees, one_of(coin, worlds, "coin"), atoms=["heads", "lied"], ranks=ranks)
    script = Script("Anne sees the coin, and Bill does not.", model)
    beliefs = [_belief(script.model)]

    # "Anne says: "It is heads", and Bill believes her." He cannot tell whether it is true; that is more plausible.
    said = {"truth": Event("heads", {"lied": "false"}), "lie": Event("~heads", {"lied": "true"})}
    tells = {"anne": [["truth"], ["lie"]], "bill": [["truth", "lie"]]}
    script.act("Anne: It is heads.", EventModel.s5(said, tells, ranks={"bill": {"truth": 0, "lie": 1}}))
    beliefs.append(_belief(script.model))
    script.find("Bill believes it, and that Anne does.", "B_bill (heads & B_anne heads & ~lied)")
    script.find("He does not know it: to be lied to is not impossible, only less plausible.", "~K_bill heads")
    script.find("Anne knows all that.", "K_anne (B_bill heads & ~K_bill heads)")

    # "Then Bill looks himself."
    script.act("Bill looks at the coin.", announcement_whether("heads", to="bill"))
    beliefs.append(_belief(script.model))
    if coin == "tails":
        found_out = "Now Bill knows that Anne has lied, and Anne knows that he does."
        script.find(found_out, "K_bill (~heads & lied) & K_anne K_bill lied")
        conclusion = "Bill believes that it is heads until he has looked; then he knows that Anne has lied."
    else:
        script.find("Now Bill knows that Anne has told the truth.", "K_bill (heads & ~lied)")
        conclusion = "Bill believes that it is heads, and knows it when he has looked: Anne has told the truth."
    return script.story("A lie that is found out", STATEMENT.format(coin=coin), SOURCE, tuple(beliefs), conclusion)


def _belief(model: Model) -> str:
    return "heads" if model.holds("B_bill heads") else "tails" if model.holds("B_bill ~heads") else "no opinion"
