"""A page of the site as Markdown, in which blocks for pictures and lists are replaced by what they make.

`{picture} EXPRESSION` shows a Python expression and draws its value, evaluated after the examples of the page above it;
`{generated} NAME` is a list from the code; `{command} COMMAND` shows a command, runs it and shows the picture that its
last argument names, where blocks of text that begin with `# FILE` are files. The examples run as doctests: a page with
a wrong one cannot be built.
"""

import re
import shlex
from base64 import urlsafe_b64encode
from contextlib import chdir
from json import dumps
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import compressobj

from typer.testing import CliRunner

from building.generated import GENERATED
from building.session import Session, WrongExample
from kripke.models.kripke_model import KripkeModel
from whoknows.cli.main import app

BLOCK = re.compile(r"^```\{(picture|generated|command)\} (.+)\n((?:.*\n)*?)```$", re.MULTILINE)

FILE = re.compile(r"^```text\n# (\S+\.\w+)\n((?:.*\n)*?)```$", re.MULTILINE)
EXAMPLES = Path(__file__).parents[2] / "examples"

DRAWN = re.compile(r"draw\((\w+)(?:, highlight=\"([^\"]*)\")?\)")
"""The expressions that draw a model of the page, and what they highlight."""

EMPTY_END = re.compile(r"(^```python\n(?:(?!```).*\n)*?)\n(?=```$)", re.MULTILINE)
"""The lines of an example before the empty one that ends it for a doctest."""


def expanded(text: str, name: str, made: Path, live: bool = False) -> str:
    """The page with its pictures and lists; what its examples write is lost.

    Parameters
    ----------
    text : str
        The page as it is written.
    name : str
        Name of the page, such as ``tutorial/1-a-model``; file names of its pictures begin with it.
    made : Path
        Absolute path of the folder for the pictures: `docs/made` when the site is built.
    live : bool
        Whether a model can be tried below its picture, on the static page in the folder ``page``.

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
        if kind == "command":
            return f"```console\n$ {what}\n```\n\n{figure(drawn_by(what, made), caption.strip())}"
        line = text.count("\n", 0, block.start())
        file = f"{name.replace('/', '-')}-{line}.svg"
        (made / file).write_text(session.picture(what, line), encoding="utf-8")
        shown = f"```python\n>>> {what}\n```\n\n{figure(file, caption.strip())}"
        drawn = DRAWN.fullmatch(what)
        model = session.namespace.get(drawn[1]) if live and drawn else None
        return shown + (trial(model, drawn[2] or "", name) if isinstance(model, KripkeModel) else "")

    with TemporaryDirectory() as home, chdir(home):
        Path("examples").symlink_to(EXAMPLES)
        for file, content in FILE.findall(text):
            Path(file).write_text(content, encoding="utf-8")
        whole = BLOCK.sub(replaced, text)
        session.run_to(text.count("\n") + 1)
    return EMPTY_END.sub(r"\1", whole)


def drawn_by(command: str, made: Path) -> str:
    """Run a command; the name of the picture in `made` that it draws, its last argument."""
    _, *words, file = shlex.split(command)
    result = CliRunner().invoke(app, [*words, str(made / file)], prog_name="whoknows")
    if result.exit_code not in (0, 1) or not (made / file).exists():  # 1: the formula is false
        raise WrongExample(f"{command}: exit code {result.exit_code}\n{result.output}")
    return file


def trial(model: KripkeModel, formula: str, name: str) -> str:
    """A frame with the model, to be tried; it loads the static page when it is opened."""
    data = dumps({"model": model.to_dict(), "formula": formula or min(model.atoms, default="true")}).encode()
    deflated = compressobj(9, wbits=-15)  # as the links of the page have it, without a head
    packed = urlsafe_b64encode(deflated.compress(data) + deflated.flush()).decode().rstrip("=")
    address = f"{'../' * name.count('/')}page/index.html#/embed/{packed}"
    frame = f'<iframe src="{address}" loading="lazy" title="The model, to be tried"></iframe>'
    return f"\n\n```{{raw}} html\n<details class='trial'><summary>Try it</summary>{frame}</details>\n```"


def figure(file: str, caption: str) -> str:
    """A picture of this build, with its caption, which is its text for a screen reader too."""
    return f"```{{figure}} /made/{file}\n:alt: {dumps(caption, ensure_ascii=False)}\n\n{caption}\n```"
