"""Moore's sentence as a lie: a hearer who believes it then believes something different from what was said."""

from kripke.change.actions import believed_announcement
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, yes_or_no
from kripke.symbolic.choice import Engine
from logic.clauses import And, Atom, B, Not

STATEMENT = """\
It {rains}. Anne has not looked out of the window, Bill has. Bill says to her: "It is raining, and you do not
believe it." She believes that he is sincere. Was it a lie? And does she believe afterwards what he said?"""

SOURCE = (
    "H. van Ditmarsch: Dynamics of lying. Synthese 191 (2014), doi:10.1007/s11229-013-0275-3; J. Gerbrandy: "
    "Bisimulations on planet Kripke (1999); T. Ågotnes, H. van Ditmarsch, Y. Wang: True lies. Synthese 195 (2018), "
    "doi:10.1007/s11229-017-1423-y"
)

RAIN = Atom("rain")


def moore_lie(rain: bool = False, engine: Engine = "auto") -> Story:
    """Return the story of Moore's sentence as a lie; its answer has three truth values.

    They say whether the sentence was a lie, whether Anne believes that it rains, and whether she believes the sentence.

    `rain`: whether it rains; if so, Bill speaks the truth, but his sentence is false once it is said.
    """
    # "It does not rain. Anne has not looked out of the window, Bill has."
    worlds = {"rain": {"rain"}, "dry": set[str]()}
    sees = {"anne": [["rain", "dry"]], "bill": [["rain"], ["dry"]]}
    start = KripkeModel.s5(worlds, sees, "rain" if yes_or_no(rain, "rain") else "dry")
    script = Script("Bill has looked out of the window, Anne has not.", start, engine)

    # "It is raining, and you do not believe it."
    sentence = And(RAIN, Not(B("anne", RAIN)))
    was_lie = script.model.holds(B("bill", Not(sentence)))
    belief = B("bill", Not(sentence) if was_lie else sentence)
    script.find(f"Bill believes that it is {'false' if was_lie else 'true'}.", belief)
    script.act("Bill: It is raining, and you do not believe it.", believed_announcement(sentence, by="bill"))

    # "And does she believe afterwards what he said?"
    believes, all_of_it = (script.model.holds(B("anne", formula)) for formula in (RAIN, sentence))
    script.find("She believes that it rains, and that she believes it.", "B_anne rain & B_anne B_anne rain")
    script.find("So she believes that his sentence is false now, and it is.", B("anne", Not(sentence)) & Not(sentence))
    script.find("Bill knows all that.", B("bill", B("anne", RAIN) & B("anne", Not(sentence))))
    conclusion = f"It was {'a lie' if was_lie else 'true'}; she believes that it rains, and not what he said."
    statement = STATEMENT.format(rains="rains" if rain else "does not rain")
    return script.story("Moore's sentence as a lie", statement, SOURCE, (was_lie, believes, all_of_it), conclusion)
