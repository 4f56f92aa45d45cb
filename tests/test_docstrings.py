"""Docstrings: public names document their parameters and have a running example; all examples run."""

import ast
import doctest
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest
from layouts import layout_in_this_process

import whoknows
from logic.clauses import LANGUAGE
from logic.formula import Formula
from logic.parser import parse

__all__ = ["layout_in_this_process"]

ROOT = Path(__file__).parents[1]
PACKAGES = ("logic", "kripke", "games", "learn", "studies", "viz", "whoknows")
INTERFACES = (
    *("games/core/agent.py", "games/core/rules.py", "games/core/stages.py"),
    *("games/game.py", "games/own_game.py", "games/registry.py", "learn/exercises/exercise.py"),
)
"""What authors of games, agents and exercises call or write: documented as public names are."""
SECTIONS = {"Returns", "Yields", "Raises", "Notes", "Examples", "References", "See Also", "Attributes", "Warns"}


@dataclass(frozen=True)
class Documented:
    """A public function, method or constructor with its docstring."""

    path: str
    name: str
    line: int
    parameters: tuple[str, ...]
    docstring: str

    @property
    def listed(self) -> tuple[str, ...]:
        """The names in the Parameters section, in their order."""
        return listed(self.docstring)


def listed(docstring: str) -> tuple[str, ...]:
    """The names in the Parameters section of a docstring, in their order."""
    lines = docstring.splitlines()
    starts = [i for i, line in enumerate(lines[:-1]) if line == "Parameters" and lines[i + 1].startswith("---")]
    names: list[str] = []
    for line in lines[starts[0] + 2 :] if starts else ():
        if line in SECTIONS or line.startswith(">>>"):
            break
        if line and not line.startswith(" "):
            names += [name.strip(" *") for name in line.partition(" : ")[0].split(",")]
    return tuple(names)


def inherited(item: Documented) -> tuple[str, ...]:
    """The fields of a class with those of its bases; of a method, what the nearest base class documents of its own."""
    owner, _, method = item.name.rpartition(".")
    module = import_module(item.path.removesuffix(".py").replace("/", "."))
    if not owner and is_dataclass(made := getattr(module, method)):
        return item.parameters if item.listed == tuple(inspect.signature(made).parameters) else ()
    if not owner or item.listed:
        return ()
    bases = attrgetter(owner)(module).__mro__[1:]
    texts = (listed(inspect.cleandoc(base.__dict__[method].__doc__ or "")) for base in bases if method in base.__dict__)
    return next(filter(None, texts), ())


def parameters_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
    given = function.args
    plain = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    variable = [a.arg for a in (given.vararg, given.kwarg) if a is not None]
    return tuple(name for name in (*plain, *variable) if name not in ("self", "cls"))


def is_public(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return not function.name.startswith("_") and not any(
        ast.unparse(decorator).endswith("overload") for decorator in function.decorator_list
    )


def fields_of(node: ast.ClassDef) -> tuple[str, ...]:
    """The parameters of the constructor: of its own ``__init__``, or the fields of a dataclass.

    Fields of files are left out: their descriptions are part of the published schema.
    """
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name == "__init__":
            return parameters_of(item)
    if not any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list):
        return ()
    annotated = [item for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)]
    hidden = [ast.unparse(item) for item in annotated]
    return tuple(
        ast.unparse(item.target)
        for item, text in zip(annotated, hidden, strict=True)
        if not any(sign in text for sign in ("ClassVar", "init=False", "described("))
        and not ast.unparse(item.target).startswith("_")
    )


def documented(path: Path) -> Iterator[Documented]:
    """The public functions, methods and constructors of a module."""
    shown = str(path.relative_to(ROOT))

    def inside(body: list[ast.stmt], prefix: str) -> Iterator[Documented]:
        for node in body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                text = ast.get_docstring(node) or ""
                yield Documented(shown, prefix + node.name, node.lineno, fields_of(node), text)
                yield from inside(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and is_public(node):
                text = ast.get_docstring(node) or ""
                yield Documented(shown, prefix + node.name, node.lineno, parameters_of(node), text)

    return inside(ast.parse(path.read_text()).body, "")


@cache
def modules() -> tuple[Path, ...]:
    return tuple(path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))


@cache
def public() -> frozenset[tuple[str, str]]:
    """Module and name of the public functions and classes, with their methods and those of their base classes."""
    values = [getattr(whoknows, name) for name in public_names()]
    owners = {owner for value in values if inspect.isclass(value) for owner in value.__mro__}
    methods = (getattr(m, "__func__", None) or getattr(m, "fget", m) for owner in owners for m in vars(owner).values())
    named = [value for value in (*values, *owners, *methods) if inspect.isclass(value) or inspect.isfunction(value)]
    named = [value for value in named if value in values or inspect.isclass(value) or "." in value.__qualname__]
    return frozenset((value.__module__, value.__qualname__) for value in named)


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_document_exactly_their_parameters_and_other_names_none_that_they_lack(package: str) -> None:
    wrong = []
    for path in modules():
        if path.relative_to(ROOT).parts[0] != package:
            continue
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for item in documented(path):
            full = len(item.parameters) > 1 and (item.path.startswith(INTERFACES) or (module, item.name) in public())
            some = not item.parameters or {*item.listed} <= {*item.parameters}
            if not (item.parameters == item.listed or (some and not full) or item.parameters == inherited(item)):
                wrong.append(f"{item.path}:{item.line} {item.name}: {item.parameters}, documented: {item.listed}")
    assert not wrong, "\n".join(wrong)


def public_names() -> list[str]:
    return [name for name in whoknows.__all__ if name != "__version__"]


def has_example(name: str) -> bool:
    return ">>> " in (getattr(whoknows, name).__doc__ or "")


def test_every_public_name_has_an_example() -> None:
    without = {name for name in public_names() if not has_example(name)} - {clause.__name__ for clause in LANGUAGE}
    assert not without, sorted(without)


@pytest.mark.parametrize("clause", LANGUAGE, ids=attrgetter("__name__"))
def test_the_docstring_of_a_clause_begins_with_its_notation(clause: type[Formula]) -> None:
    notation = clause.__doc__.split("``")[1].replace(">=r", ">=1/2")
    assert isinstance(parse(notation), clause)
    assert parse(notation).to_ascii() == notation


WITH_EXAMPLES = [path for path in modules() if ">>> " in path.read_text()]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: ".".join(path.relative_to(ROOT).with_suffix("").parts))
def test_the_examples_run(path: Path) -> None:
    if "openspiel" in path.parts:
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    failed, attempted = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert attempted
    assert not failed
