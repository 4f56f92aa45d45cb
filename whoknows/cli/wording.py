"""Messages of the library in terms of the command line: arguments of Python functions become options."""

from __future__ import annotations

import re

from logic.errors import WaysOut, reworded, shorten

_DRAWN = {"layout": "layout", "positions": "place", "worlds": "world"}
_TWO = {"product": "update", "sameness": "compare"}
"""Options of ``whoknows draw`` by the arguments and functions of Python."""

WAYS_OUT: WaysOut = (
    (r"choose one with event=\.\.\.", "choose one with --event"),
    (r"give relations=\{'(\w+)': \[\.\.\.\]\}, or others=\[\.\.\.\]", r"give a line \1: ..., or a line others: ..."),
    (r"give it by actions=\{'([^']*)': \.\.\.\}", r"give it by --action \1=FILE"),
    (r"; read it by KripkeModel\.load", "; give it as MODEL"),
    (r"say where, by at=\.\.\.", "say where, by --at WORLD"),
    (r"with update\(\.\.\., contract=True\)", "with whoknows contract"),
    (r"with contract\(model\)", "by whoknows contract"),
    (r"take engine='(\w+)', or pass a longer timeout", r"take --program \1, or give it longer by --timeout"),
    (r"\bengine='([^']*)': expected", r"--program \1: expected"),
    (r"\bengine='(auto|explicit|symbolic)'", r"--engine \1"),
    (r"\bgame='(\S+)'", r"--game \1"),
    (r"\bbackend='(\w+)'", r"--backend \1"),
    (r"\bscheduler='([^']+)'", r"--scheduler \1"),
    (r"^(games|jobs|rounds)=(-?\d+)", r"--\1 \2"),
    (
        r"ask for their count, take a sample, or give a larger limit=\.\.\. \(None: as many as there are\)",
        "count them by whoknows where --count, or list some by --limit",
    ),
    (
        r"so that fewer are left, or list them all, by to_explicit\(limit=None\)",
        "by whoknows announce, so that fewer are left",
    ),
    (r"\bleave out layout\b", "leave out --layout"),
    (r"give a larger width or none", "give a larger --width or none"),
    (r"\bnames='compact'", "--compact"),
    (
        r"^overlays are for Beamer: expected a file \.tex or \.tikz, got \.\w+",
        "--overlays is for Beamer: give a file by -o, such as talk.tex",
    ),
    (r"draw a part of them by agents=\[\.\.\.\]", "draw a part of them by --agents a,b"),
    (
        r"draw a submodel \(announce a formula, or keep the worlds around one\)",
        "draw a part by --world or --agents, or announce something first, by --announce",
    ),
    (r"show a part by worlds=\[\.\.\.\] or agents=\[\.\.\.\]", "show a part by --world or --agents"),
    (r"show a part by agents=\[\.\.\.\]", "show a part by --agents a,b"),
    (
        r"^(layout|positions|worlds): draw_(product|sameness) shows (.*) by draw$",
        lambda found: (
            f"--{_DRAWN[found[1]]} does not go with --{_TWO[found[2]]}, which shows {found[3].split('; ')[0]}"
        ),
    ),
    (r"^positions: ", "--place: "),
    (r"^atoms: no atom", "--on: no atom"),
    (r"^width (\S+): expected 'slide', 'column', or", r"--width \1: expected slide, column, or"),
    (r"^(title|timeout)(:| )", r"--\1\2"),
    (r"\b(max_worlds|max_lines)[= ](-?[\d,]+)", lambda found: f"--{found[1].replace('_', '-')} {found[2]}"),
    (r"name them: eliminate_announcements\(f, agents=\[\.\.\.\]\)", "name them by --agents a,b"),
    (r"a model evaluates it as it stands: model\.holds\(f\)", "a model evaluates it as it stands: whoknows check"),
    (
        r"(part of the formula|cnf or dnf\)|need the reduction\)), or give a higher limit$",
        r"\1, or give a higher --limit",
    ),
    (r"give more time by time=", "give more time by --time SECONDS"),
    (
        r"give the vocabulary by atoms=\['(.*)=1', '.*=2'\]",
        r"give the vocabulary by --atom '\1=1' --atom '\1=2'",
    ),
    (r"give the agents by logic=\{'a': 'S5', 'b': 'S5'\}", "give the agents by --logic a=S5,b=S5"),
    (r"give same_relation=True", "give --same-relation"),
    (r"a model evaluates them: model\.holds\(f\)", "a model evaluates them: whoknows check MODEL FORMULA"),
    (r"is plotted by plot_mind", "is plotted by whoknows ask RECORD --as NAME --plot FILE"),
    (r"\bhighlight=\.\.\.:", "--highlight:"),
    (r"^atoms (.*) with atoms=\[\.\.\.\]", r"atoms \1 with --on, such as --on p,q"),
    (r"by agent='\.\.\.'(.*) by agent='=a'", r"by --agent ATTRIBUTE\1 by --agent '=a'"),
    (r"by atoms='\.\.\.'(.*) by atoms='=p,q'", r"by --node-atoms ATTRIBUTE\1 by --node-atoms '=p,q'"),
    (r"(^|, |: | and )agent=('[^']*')(?=.*only GraphML)", r"\1--agent \2"),
    (r"(^|, |: | and )atoms=('[^']*')(?=.*only GraphML)", r"\1--node-atoms \2"),
    (r"choose the world with at\(world\), or check .*", "choose the world with --at WORLD"),
    (r"read it with load_event_model, or give it", "give it"),
    (r"all: limit=None, --limit 0", "all: --limit 0"),
)
"""Patterns of advice for Python, and the advice for the command line."""


KINDS = (
    (r"(?s).*\binteger\b.*", "a whole number"),
    (r"(?s).*\bvalid number\b.*", "a number"),
    (r"Input should be greater than or equal to (\S+)", r"a number, at least \1"),
    (r"Input should be less than or equal to (\S+)", r"a number, at most \1"),
)
"""Patterns of pydantic's messages about a refused value -> the expected value."""


def expected(value: object, message: str) -> str:
    """The message for a value of an option that pydantic refuses, in our words."""
    for theirs, kind in KINDS:
        if found := re.fullmatch(theirs, message):
            return f"expected {found.expand(kind)}, got {shorten(str(value))}"
    return message


def worded(message: str) -> str:
    """The message with its advice in terms of the command line."""
    return reworded(message, WAYS_OUT)
