"""Systems in files in ISPL."""

from os import PathLike, fspath
from typing import Any

from kripke.formats.reading import of_file, read_text
from kripke.time.ispl.reading import read
from kripke.time.system import System
from logic.errors import note


def load_ispl(path: str | PathLike[str], **options: Any) -> System:
    """Read the system in a file in ISPL, the language of MCMAS, with the formulas that the file asks.

    The atoms of its formulas are the names that its Evaluation defines, and its variables: ``x``, or ``agent_x`` where
    something else is called x, too. As in MCMAS an agent sees its own variables, the Obsvars of the environment, and
    those that its Lobsvars name; of the lines of an Evolution that fit one takes place, unless the file asks for
    ``Semantics=SingleAssignment``; where nothing can happen, a state has no successor; and states from which no fair
    run starts do not count. Formulas of ATL, LTL, CTL* and LDL, and operators on bits, are not read.

    Parameters
    ----------
    path : path
        The file.
    **options
        As for `System.from_description`, such as ``states``.

    Raises
    ------
    FileError
        If the file cannot be read, or is not ISPL: the message has the place and a caret.
    TooLarge
        If it has over 10,000,000 characters, or a range over 100,000 values, or too many states are reached.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> text = '''Agent lamp Vars: on: boolean; end Vars
    ...   Actions = {press}; Protocol: Other: {press}; end Protocol
    ...   Evolution: on = true if on = false; on = false if on = true; end Evolution end Agent
    ... Evaluation bright if lamp.on = true; end Evaluation
    ... InitStates lamp.on = false; end InitStates
    ... Formulae AG (bright -> AX !bright); AG K(lamp, bright); end Formulae'''
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "lamp.ispl").write_text(text)
    ...     lamp = load_ispl(Path(folder) / "lamp.ispl")
    >>> [(asked.text, lamp.holds(asked.formula)) for asked in lamp.formulas]
    [('AG (bright -> AX !bright)', True), ('AG K(lamp, bright)', False)]
    >>> lamp.holds("AG EF bright")
    True
    """
    system = loads_ispl(read_text(path), fspath(path), **options)
    for text in system.notes:
        note(text)
    return system


def loads_ispl(text: str, name: str = "the system", **options: Any) -> System:
    """The system in a text; `name` is the name of its file in errors."""
    description, formulas = read(text, name)
    with of_file(name):
        system = System.from_description(description, **options)
    system.formulas = formulas
    return system
