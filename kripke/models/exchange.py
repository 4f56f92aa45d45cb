"""Import and export of models: files, dictionaries, records and relations; and renaming."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from kripke.data.errors import FileError, ModelError, unknown_agent
from kripke.data.frozen import Frozen, refuse
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT
from kripke.data.relation import Relation
from kripke.data.structure import Structure
from kripke.data.worlds import World, Worlds
from logic.errors import shorten

if TYPE_CHECKING:
    from kripke.change.renaming import Names
    from kripke.formats import model_table, registry, symbolic_text
    from kripke.formats.graphs import AgentOf, AtomsOf, Closure
    from kripke.formats.registry import Attributes
else:  # loaded with the first method that needs them: a check needs none
    registry, model_table = Lazy("kripke.formats.registry"), Lazy("kripke.formats.model_table")
    symbolic_text = Lazy("kripke.formats.symbolic_text")

T = TypeVar("T")

Pair = tuple[World, World]

SHOWN = 10  # maximal number of pairs in the text of a set


class Pairs(Set[Pair]):
    """The edges of an agent's relation as a read-only set of pairs (w, v): at w, the agent considers v possible.

    Pairs are listed only on iteration; ``len`` and ``in`` take O(n).

    Examples
    --------
    >>> from kripke.checking.build import s5
    >>> structure = s5({"w": {"p"}, "v": ()}, {"a": [["w", "v"]]})
    >>> pairs = Pairs(structure.relations["a"], structure.worlds)
    >>> ("w", "v") in pairs, len(pairs), pairs - {("w", "w"), ("v", "v"), ("w", "v")}
    (True, 4, frozenset({('v', 'w')}))
    """

    __slots__ = ("_relation", "_worlds")

    def __init__(self, relation: Relation, worlds: Worlds) -> None:
        self._relation, self._worlds = relation, worlds

    def __len__(self) -> int:
        return self._relation.count_edges()

    def __iter__(self) -> Iterator[Pair]:
        for position, world in enumerate(self._worlds):
            for seen in self._relation.successors(position):
                yield world, self._worlds.name(seen)

    def __contains__(self, pair: object) -> bool:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            return False
        source, target = map(self._worlds.find, pair)
        return source is not None and target is not None and target in self._relation.seen(source)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Set[Any]:  # for the operators & | ^ -
        return frozenset(it)

    def __repr__(self) -> str:
        more = f", ... and {len(self) - SHOWN:,} more" if len(self) > SHOWN else ""
        return f"{{{', '.join(map(repr, islice(self, SHOWN)))}{more}}}" if len(self) else "set()"


class _ByAgent(Frozen[Pairs]):
    """Mapping of agents to relations; the error for an unknown agent suggests a similar name."""

    __slots__ = ()

    def __missing__(self, agent: object) -> Pairs:
        raise unknown_agent(agent, self)


class Exchange(ABC):
    """Base class with the import and export methods of models on any engine."""

    __slots__ = ()

    @abstractmethod
    def to_structure(self, limit: int | None = LIMIT) -> Structure:
        """The model as a `Structure`; `TooLarge` if it has more than `limit` worlds."""

    def _listed(self) -> Structure:
        """The model's `Structure`; `TooLarge` if a symbolic model has more than `LIMIT` states."""
        return self.to_structure()

    @abstractmethod
    def _do(self, work: Callable[[Any], T]) -> T:
        """Return the result of `work` on the model's `Structure` or `KnowledgeStructure`."""

    _contents: ClassVar[tuple[type, ...]] = ()
    """The classes that `of` accepts: `Structure`, or `KnowledgeStructure`."""

    @classmethod
    def of(cls, structure: Any) -> Self:
        """Build a model from a `Structure`, or a `SymbolicModel` from a `KnowledgeStructure`."""
        if not isinstance(structure, cls._contents):
            expected = " or ".join([kind.__name__ for kind in cls._contents])
            raise ModelError(f"structure {shorten(repr(structure))}: expected a {expected}")
        model = cls.__new__(cls)
        model._be(structure)
        return model

    @abstractmethod
    def _be(self, structure: Any) -> None:
        """Replace the content of the model by this structure."""

    __setattr__ = __delattr__ = refuse

    # --------------------------------------------------------------------------------------------- tables and records

    def __str__(self) -> str:
        return self._do(lambda it: model_table.text_of(it) if isinstance(it, Structure) else symbolic_text.text_of(it))

    @property
    def relations(self) -> Mapping[str, Pairs]:
        """Mapping of agents to relations: read-only sets of pairs of worlds, which are computed lazily.

        `TooLarge` if a symbolic model has more than `LIMIT` states.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w"], ["v"]], "b": [["w", "v"]]})
        >>> m.relations["a"] == {("w", "w"), ("v", "v")}, ("w", "v") in m.relations["b"], len(m.relations["b"])
        (True, True, 4)
        """
        structure = self._listed()
        return _ByAgent({agent: Pairs(relation, structure.worlds) for agent, relation in structure.relations.items()})

    def to_records(self, limit: int | None = LIMIT) -> list[dict[str, Any]]:
        """The worlds as a list of dictionaries with the same keys, for example for `pandas.DataFrame`.

        The keys are:

        - ``world``: the world's name; ``actual``: whether the world is actual;
        - each atom of the vocabulary: whether it is true at the world;
        - ``class_a`` if the relation of agent a is an equivalence: the number of the world's class, from 0;
        - ``sees_a`` if it is not: the tuple of the worlds that agent a considers possible at the world;
        - ``weight_a`` for an agent a with weights: the world's weight as a `Fraction`, or None if there is no
          world where agent a considers it possible; ``rank_a`` for an agent a with ranks: the world's rank.

        `ModelError` if an atom has the name of another column; `rename` gives it another name. `TooLarge` if there are
        more worlds than `limit`.

        Parameters
        ----------
        limit : int, optional
            Maximal number of worlds; None: no limit.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w"], ["v"]]}, actual="w")
        >>> m.to_records()[1]
        {'world': 'v', 'actual': False, 'p': False, 'class_a': 1}
        """
        return model_table.records(self.to_structure(limit))

    # --------------------------------------------------------------------------------------- files and dictionaries

    def to_dict(self) -> dict[str, Any]:
        """The model as a dictionary with the content of its JSON file.

        `from_dict` restores an equal model if it is symbolic, or all worlds' names are strings.

        Names that are not strings are converted to strings; `FileError` if two names are then equal. Numbers are exact:
        0.5 or ``"1/3"``. The dictionary of a symbolic model contains its diagrams. See
        ``docs/reference/model-file.md`` and ``docs/reference/symbolic-file.md``.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
        >>> m.to_dict()["relations"], KripkeModel.from_dict(m.to_dict()) == m
        ({'a': {'partition': [['w', 'v']]}}, True)
        """
        return self._do(lambda content: registry.data_of(content))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Build the model from the data of a JSON file; `FileError` gives the location of each mistake."""
        return cls.of(cls._of_data(data))

    def dumps(self, format: str = "json") -> str:
        """The model as text in a file format.

        A warning lists what SMCDEL's text cannot store: names and actual worlds.

        `FileError` if there is no such format, or the names of two worlds are equal as strings. `ModelError` or
        `TooLarge` if the format does not support the model.

        Parameters
        ----------
        format : {"json", "smcdel", "graphml", "model"}
            The format. JSON keeps the diagrams of a symbolic model; the other formats list the worlds.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.from_observations(["p1", "p2"], {"a": ["p1"]}, "p1 | p2")
        >>> print(m.dumps("smcdel"), end="")
        VARS 1,2
        LAW ~AND(~1,~2)
        OBS a: 1
        """
        return self._do(lambda content: registry.dumps(content, registry.format_named(format)))

    @classmethod
    def loads(
        cls, text: str, *, atoms: AtomsOf | None = None, agent: AgentOf | None = None, close: Closure = None
    ) -> Self:
        """Build the model from text in any format that `load` reads, detected by its content.

        Parameters
        ----------
        text : str
            The content of the file.
        atoms, agent, close : optional
            As for `load`.

        Examples
        --------
        >>> from whoknows import SymbolicModel
        >>> s = SymbolicModel.loads("VARS 1,2 LAW 1|2 OBS ann: 1")
        >>> s.count(), SymbolicModel.loads(s.dumps()) == s
        (3, True)
        """
        if not isinstance(text, str):
            raise FileError(f"text {shorten(repr(text))}: expected the text of a file; load reads a file by its path")
        return cls.of(cls._of_text(text, "the model", None, registry.attributes(atoms=atoms, agent=agent, close=close)))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a file; the extension decides the format.

        The file is written completely or not at all.

        The extensions are ``.json``, ``.model``, ``.smcdel.txt`` or ``.smcdel``, and ``.graphml``. A symbolic model's
        JSON has a second file ``PATH.dddmp`` for the diagrams; other formats list the worlds, and a warning lists what
        SMCDEL's text loses. See ``docs/reference/model-file.md`` and ``docs/reference/model-text.md``.

        `FileError` if the extension is unknown, or the file cannot be written. `ModelError` or `TooLarge` if the format
        does not support the model.

        Parameters
        ----------
        path : path
            The file; an existing file is replaced.

        Examples
        --------
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from whoknows import KripkeModel, load
        >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
        >>> with TemporaryDirectory() as folder:
        ...     m.save(Path(folder) / "m.graphml")
        ...     print(load(Path(folder) / "m.graphml") == m)
        True
        """
        self._do(lambda content: registry.save(content, path))

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        *,
        atoms: AtomsOf | None = None,
        agent: AgentOf | None = None,
        close: Closure = None,
    ) -> Self:
        """Read a model from a file: JSON, plain text, SMCDEL's text, GraphML or DOT.

        The extension, or the content, determines the format.

        `whoknows.load` reads models of both engines.

        `FileError` or `ParseError` if there is no such file, or it is not a model of this engine; the message has the
        position of a mistake.

        Parameters
        ----------
        path : path
            The file.
        atoms, agent : str or callable, optional
            For GraphML, DOT and networkx's JSON: the node attributes that give the true atoms, and the edge attributes
            that give the agents, as for `KripkeModel.from_networkx`; None: ``atoms`` and ``agent``. Several names in
            one attribute are separated by blanks or commas.
        close : str or iterable of str, optional
            For the same files: the system or properties under which all relations are closed, such as ``S5``; see
            `KripkeModel.close`.
        """
        from kripke.formats.file_reading import read_text

        given = registry.attributes(atoms=atoms, agent=agent, close=close)
        return cls.of(cls._of_text(read_text(path), fspath(path), Path(path).parent, given))

    @classmethod
    @abstractmethod
    def _of_text(cls, text: str, source: str, folder: Path | None, attributes: Attributes) -> Any:
        """The `Structure` or `KnowledgeStructure` that the text of a file describes."""
        raise _without_engine(cls)

    @classmethod
    @abstractmethod
    def _of_data(cls, data: dict[str, Any]) -> Any:
        """The `Structure` or `KnowledgeStructure` that JSON data describe."""
        raise _without_engine(cls)

    # ----------------------------------------------------------------------------------------------------------- names

    def rename(
        self, worlds: Names | str | None = None, atoms: Names | None = None, agents: Names | None = None
    ) -> Self:
        """A copy of the model with renamed worlds, atoms or agents.

        A symbolic model's states are named by their true atoms, so renaming atoms renames the states; the same goes for
        worlds of other models that are named by the sets of their true atoms.

        `UnknownWorld`, `UnknownAtom` or `UnknownAgent` if a mapping has a name that the model does not have.
        `ModelError` or `FormulaError` if two names would become equal, or a new name is invalid. `UnsupportedByEngine`
        if states of a symbolic model are to have other names.

        Parameters
        ----------
        worlds : mapping, callable or "short", optional
            The new names of some or all worlds by their old names, or a function from old to new names. ``"short"``
            replaces the long names that result from many updates with short ones, such as ``heads#2`` for
            ``heads·yes·no·yes·no·yes``.
        atoms, agents : mapping or callable, optional
            The new names of some or all atoms or agents by their old names, or a function from old to new names.

        Examples
        --------
        >>> from whoknows import KripkeModel, may_read
        >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
        >>> m.rename(worlds={"w": "rainy", "v": "dry"}, atoms={"p": "rain"}, agents=str.upper).holds("~K_A rain")
        True
        >>> for _ in range(10):
        ...     m = m.update(may_read("p", "a", read=True), contract=True)
        >>> list(m.rename(worlds="short").worlds)
        ['w#1', 'w#2', 'v#1', 'v#2']
        """
        return self.of(self._do(lambda content: self._renamed(content, worlds, atoms, agents)))

    @staticmethod
    @abstractmethod
    def _renamed(content: Any, worlds: Names | str | None, atoms: Names | None, agents: Names | None) -> Any:
        """The renamed `Structure` or `KnowledgeStructure`."""


def _without_engine(cls: type) -> ModelError:
    return ModelError(f"{cls.__name__} has no engine of its own: use load(path), or a method of KripkeModel")
