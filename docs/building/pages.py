"""A page of the site as Markdown, in which blocks for pictures and lists are replaced by what they make.

`{picture} EXPRESSION` shows a Python expression and draws its value, evaluated after the examples of the page above it;
`{generated} NAME` is a list from the code. The examples run as doctests: a page with a wrong one cannot be built.
"""

import re
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from building.generated import GENERATED
from building.session import Session

BLOCK = re.compile(r"^```\{(picture|generated)\} (.+)\n((?:.*\n)*?)```$", re.MULTILINE)

EMPTY_END = re.compile(r"(^```python\n(?:(?!```).*\n)*?)\n(?=```$)", re.MULTILINE)
"""The lines of an example before the empty one that ends it for a doctest."""


def expanded(text: str, name: str, made: Path) -> str:
    """The page with its pictures and lists; what its examples write is lost.

    Parameters
    ----------
    text : str
        The page as it is written.
    name : str
        Name of the page, such as ``tutorial/1-a-model``; file names of its pictures begin with it.
    made : Path
        Absolute path of the folder for the pictures: `docs/made` when the site is built.

    Raises
    ------
    WrongExample
        If an example of the page prints something else than the page shows.
    """
    session = Session(text, name)
    made.mkdir(exist_ok=True)

    def replaced(block: re.Match[str]) -> str:
        kind, what, caption = block.groups()
        if kind == "generated":
            return GENERATED[what](made)
        line = text.count("\n", 0, block.start())
        file = f"{name.replace('/', '-')}-{line}.svg"
        (made / file).write_text(session.picture(what, line), encoding="utf-8")
        return f"```python\n>>> {what}\n```\n\n{figure(file, caption.strip())}"

    with TemporaryDirectory() as home, chdir(home):
        whole = BLOCK.sub(replaced, text)
        session.run_to(text.count("\n") + 1)
    return EMPTY_END.sub(r"\1", whole)


def figure(file: str, caption: str) -> str:
    """A picture of this build, with its caption, which is its text for a screen reader too."""
    return f"```{{figure}} /made/{file}\n:alt: {caption}\n\n{caption}\n```"
