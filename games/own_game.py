"""A user's own game, from a module or a file that the user names.

The module's code runs. So the name must come from the user, never from a file of records or another input.
"""

import inspect
import re
import sys
from hashlib import blake2b
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from games.core.errors import GameError
from games.core.rules import Rules, State
from games.game import Game
from kripke.formats.file_reading import opened_regular
from logic.errors import listing, nearest, shorten

FILE = ".py"


def own_game(name: str) -> Game:
    """The game in a module or a file: ``package.module:GAME`` or ``./my_game.py:GAME``.

    A module is found as `import` finds it: installed, or in a folder of ``PYTHONPATH``. `sys.path` does not change.

    Raises
    ------
    GameError
        If there is no such module or file, its code fails or exits, it has no `Game` of this name, the game's
        rules are not a subclass of `Rules`, or its rules or states lack a method.
    """
    where, _, attribute = name.rpartition(":")
    try:
        game = vars(_module(where)).get(attribute)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the module's code raises
        raise GameError(f"game {shorten(repr(name))}: {_told(error, where)}") from error
    if not isinstance(game, Game):
        expected = f"expected {shorten(attribute) or 'GAME'} = Game(...), a games.game.Game"
        raise GameError(f"game {shorten(repr(name))}: the module has no game of this name; {expected}")
    if not (isinstance(game.rules, type) and issubclass(game.rules, Rules)):
        shown = shorten(repr(game.rules))
        raise GameError(f"game {shorten(repr(name))}: rules {shown}: expected a subclass of games.core.rules.Rules")
    for each in (game.rules, *vars(sys.modules[game.rules.__module__]).values()):
        if inspect.isabstract(each) and issubclass(each, (Rules, State)) and not each.__subclasses__():
            raise GameError(f"game {shorten(repr(name))}: {_lacking(each)}")
    return game


def _lacking(unfinished: type) -> str:
    """An error message: the file of a class, the methods that it lacks, and a hint if one of them seems misspelt."""
    missing = sorted(unfinished.__abstractmethods__)  # type: ignore[attr-defined]  # of every class made by ABCMeta
    own = [name for name in vars(unfinished) if not name.startswith("__") and name not in missing]
    slip = next((f"; is {near} meant to be {name}?" for name in missing if (near := nearest(name, own))), "")
    lacks = f"class {shorten(unfinished.__name__)} lacks {listing(missing, 'and')}, which games/core/rules.py describes"
    return f"{Path(inspect.getfile(unfinished)).name}: {lacks}{slip}"


def _module(where: str) -> ModuleType:
    if not where.endswith(FILE):
        if not all(part.isidentifier() for part in where.split(".")):
            raise ModuleNotFoundError(f"no module {shorten(repr(where))}")
        return import_module(where)
    path = Path(where).resolve(strict=True)
    with opened_regular(path):  # raises for a pipe, on which the import would block
        pass
    name = re.sub(r"\W", "_", path.stem) + "_" + blake2b(bytes(path), digest_size=8).hexdigest()
    return sys.modules.get(name) or _run(name, path)


def _run(name: str, path: Path) -> ModuleType:
    """Import a file as the module `name`; `sys.modules` has an entry for it, which dataclasses and pickles look up."""
    spec = spec_from_file_location(name, path)
    assert spec is not None  # the file ends in .py
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _told(error: BaseException, where: str) -> str:
    """The message for an error in importing the module, with the file and line where it occurred."""
    text = shorten(_text(error), 200)
    if isinstance(error, ModuleNotFoundError):
        return f"{text}; expected a file, such as ./my_game.py:GAME, or a module that is installed or on PYTHONPATH"
    if isinstance(error, OSError):
        return f"{shorten(where)}: {(error.strerror or text).lower()}; expected a file, such as ./my_game.py:GAME"
    last = extract_tb(error.__traceback__)[-1]
    place = "" if isinstance(error, SyntaxError) else f", at {Path(last.filename).name}, line {last.lineno}"
    return f"{shorten(where)} cannot be imported: {type(error).__name__}: {text}{place}"


def _text(error: BaseException) -> str:
    """The message of an error; a substitute if the error's class, which may be the module's own, fails to give one."""
    try:
        return str(error)
    except Exception:
        return "an error without a text"
