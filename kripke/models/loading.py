"""`load`: the model in a file, on the engine that fits it."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from kripke.data.structure import Structure
from kripke.formats.reading import read_text
from kripke.formats.registry import attributes, content_of
from kripke.models.kripke_model import KripkeModel

if TYPE_CHECKING:
    from kripke.formats.graphs import AgentOf, AtomsOf
    from kripke.models.model import Model
    from kripke.symbolic.choice import Engine


def load(
    path: str | PathLike[str], engine: Engine = "auto", *, atoms: AtomsOf | None = None, agent: AgentOf | None = None
) -> Model:
    """Read the model in a file: a model file, a symbolic model's file, SMCDEL's text or GraphML.

    The ending is the format: ``.json``, ``.smcdel.txt`` or ``.smcdel``, ``.graphml``; a file with another ending is
    read by its first characters. Event models have a function of their own, `load_event_model`.

    Parameters
    ----------
    path : path
        The file.
    engine : {"auto", "explicit", "symbolic"}
        The engine of the model: "explicit" gives a `KripkeModel`, "symbolic" a `SymbolicModel`. "auto": what the file
        contains; for SMCDEL's text, which has a law, listed worlds for at most 16 atoms, and otherwise diagrams.
    atoms, agent : str or callable, optional
        For GraphML alone: the attribute of nodes with the true atoms, and that of edges with the agent, as for
        `KripkeModel.from_networkx`; None: ``atoms`` and ``agent``.

    Raises
    ------
    FileError, ParseError
        If there is no such file, or it is not a model; the message has the place of a mistake.
    TooLarge
        If too many worlds must be listed.
    UnsupportedByEngine
        If a model with weights or ranks is to have diagrams.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> with TemporaryDirectory() as folder:
    ...     m.save(f"{folder}/m.json")
    ...     print(load(f"{folder}/m.json") == m, load(f"{folder}/m.json", engine="symbolic").engine)
    True diagrams
    """
    given = attributes(atoms=atoms, agent=agent)
    content, chosen = content_of(read_text(path), fspath(path), None, engine, Path(path).parent, attributes=given)
    if isinstance(content, Structure) and not chosen.is_symbolic:
        return KripkeModel.of(content)
    from kripke.models.symbolic_model import SymbolicModel  # loads the library of decision diagrams

    if isinstance(content, Structure):
        return SymbolicModel.from_explicit(KripkeModel.of(content))
    model = SymbolicModel.of(content)
    return model if chosen.is_symbolic else model.to_explicit()
