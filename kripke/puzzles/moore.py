"""Moore's sentence: a true sentence that is false once it has been announced."""

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story
from kripke.symbolic.choice import Engine
from logic.parser import parse

STATEMENT = """\
Somebody tells Anne: "It is raining, and you do not know it." He speaks the truth. Is it still true when he has
said it?"""

SOURCE = (
    "G. E. Moore: A reply to my critics (1942); J. Hintikka: Knowledge and Belief (1962); H. van Ditmarsch, "
    "B. Kooi: The secret of my success. Synthese 151 (2006), doi:10.1007/s11229-005-3384-9"
)


def moore(engine: Engine = "auto") -> Story:
    """Return the story of Moore's sentence; its answer is whether the sentence is true before and after it is said."""
    worlds = {"rain": {"rain"}, "no rain": set[str]()}
    script = Script("Anne does not know whether it rains.", KripkeModel.s5(worlds, {"anne": [worlds]}, "rain"), engine)

    # "It is raining, and you do not know it."
    sentence = parse("rain & ~K_anne rain")
    before = script.model.holds(sentence)
    afterwards = "[rain & ~K_anne rain] ~(rain & ~K_anne rain)"
    script.find("Wherever the sentence can be said, it is false afterwards.", afterwards)
    script.find("Anne cannot know the sentence.", "~K_anne (rain & ~K_anne rain)")
    script.say("It is raining, and you do not know it.", sentence)
    script.find("Now Anne knows that it rains.", "K_anne rain")
    after = script.model.holds(sentence)
    conclusion = f"Before it is said it is {str(before).lower()}, and afterwards it is {str(after).lower()}."
    return script.story("Moore's sentence", STATEMENT, SOURCE, (before, after), conclusion)
