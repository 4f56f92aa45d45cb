"""Planning problems in EPDDL files: a domain, a problem, and libraries of action types."""

from collections.abc import Callable, Iterable
from itertools import chain, repeat
from os import PathLike, fspath
from pathlib import Path

from kripke.data.errors import FileError, require_flag
from kripke.formats.file_reading import of_file, path_text, read_regular_text, read_text
from kripke.formats.jsonfile import read_json
from kripke.plan.epddl.ground_json import loads_ground
from kripke.plan.epddl.grounding import ground
from kripke.plan.epddl.reading import parse
from kripke.plan.problem import Problem
from logic.json_values import Fields

ABOVE = 3  # number of folders above a file in which folders of libraries are looked for
KEYS = ("domain", "problem", "action-type-libraries")
"""The keys of a JSON file that names the other files, by paths relative to its folder."""
FilePath = str | PathLike[str]


def load_epddl(
    domain: FilePath, problem: FilePath | None = None, *libraries: FilePath, as_plank: bool = False
) -> Problem:
    """Read a planning problem from EPDDL files.

    If the domain names a library that is not an argument, the file ``NAME.epddl`` is searched for in the folders of the
    given files, and in folders ``libraries`` beside these files or up to three levels above. The agent who acts is the
    first agent among the parameters of an action, or the only agent of the problem.

    Parameters
    ----------
    domain : path
        The domain. If `problem` is None: a problem in ground JSON, or a JSON file with the names of the other files:
        ``{"domain": "d.epddl", "problem": "p.epddl", "action-type-libraries": ["l.epddl"]}``.
    problem : path, optional
        The problem.
    as_plank : bool
        Whether to follow EPDDL's planner plank where it departs from EPDDL's guideline; the problem's notes say where.
    *libraries : path
        Libraries of action types.

    Raises
    ------
    FileError
        If a file cannot be read, or is not EPDDL: the message has the position and a caret.
    TooLarge
        If a file has over 1,000,000 characters or over 100 nested brackets, or if grounding needs more than 100,000
        atoms or actions, 1,000,000 combinations of values, or 2,000,000 parts of formulas.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> domain = '''(define (domain coin) (:predicates (heads))
    ...   (:event e-tell :precondition (heads))
    ...   (:action tell :parameters (?i - agent) :action-type (basic (e-tell))))'''
    >>> problem = '''(define (problem coin-1) (:domain coin) (:requirements :finitary-S5-theories :modal-goals)
    ...   (:agents a b) (:init (heads)) (:goal ([a] (heads))))'''
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "d.epddl").write_text(domain), (Path(folder) / "p.epddl").write_text(problem)
    ...     coin = load_epddl(Path(folder) / "d.epddl", Path(folder) / "p.epddl")
    >>> [action.name for action in coin.actions], len(coin.model), str(coin.goal)
    (['tell_a', 'tell_b'], 2, 'K_a heads')
    """
    require_flag(as_plank, "as_plank")
    read: Callable[[FilePath], str] = read_text
    if problem is None:
        source, text = path_text(domain), read_text(domain)
        if '"initial-state"' in text:
            return loads_ground(text, source, as_plank)
        if text.lstrip()[:1] != "{":
            raise FileError(f"{source}: a planning problem has a domain and a problem; give the files of both")
        with of_file(source):
            entries = Fields(read_json(text))
            entries.require_known(KEYS)
            named = entries.values(KEYS[2], str) if KEYS[2] in entries else ()
            listed = entries.value("domain", str), entries.value("problem", str), *named
        paths, read = [*(Path(fspath(domain)).parent / each for each in listed), *libraries], read_regular_text
    else:
        paths = [domain, problem, *libraries]
    sources = [(path, path_text(path)) for path in paths]
    folders = dict.fromkeys(Path(fspath(path)).absolute().parent for path in paths)
    return _ground(((read(path), name) for path, name in sources), folders, as_plank)


def _ground(texts: Iterable[tuple[str, str]], folders: Iterable[Path], as_plank: bool) -> Problem:
    kinds = chain(("domain", "problem"), repeat("action-type-library"))
    domain, problem, *libraries = [parse(text, name, kind) for (text, name), kind in zip(texts, kinds, strict=False)]
    for section in problem.of(":domain"):
        if section.parts[1] != domain.name:
            hint = f"give the file with (define (domain {section.parts[1]}) ...)"
            raise problem.source.error(f"the domain here is {domain.name}", section.parts[1], hint)
    for name in (name for section in domain.of(":action-type-libraries") for name in section.parts[1:]):
        if name not in [library.name for library in libraries]:
            above = [(folder, [folder, *folder.parents][: ABOVE + 1]) for folder in folders]
            places = [place for folder, ups in above for place in (folder, *(up / "libraries" for up in ups))]
            paths = (place / f"{name}.epddl" for place in places)
            if (path := next(filter(Path.is_file, paths), None)) is None:
                hint = "give its file after the problem, or put it beside the domain"
                raise domain.source.error(f"there is no file {name}.epddl beside the files", name, hint)
            libraries.append(parse(read_regular_text(path), path_text(path), "action-type-library"))
    return ground(domain, problem, libraries, as_plank)
