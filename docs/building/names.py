"""The public names of the code, documented from their docstrings."""

import inspect

import whoknows


def names(*homes: str) -> str:
    """A section for each public name that is defined in one of these packages.

    Parameters
    ----------
    *homes : str
        Names of packages, such as ``kripke.models``.
    """
    public = [name for name in whoknows.__all__ if not name.startswith("_")]
    ours = [name for name in public if home_of(name).startswith(homes)]
    return "\n".join(f"## {name}\n\n```{{eval-rst}}\n.. {directive(name)}\n```\n" for name in ours)


def home_of(name: str) -> str:
    """The module that defines a public name."""
    thing = getattr(whoknows, name)
    return str(thing.__name__ if inspect.ismodule(thing) else thing.__module__)


def directive(name: str) -> str:
    """What Sphinx is told about the name: a module, a class with its methods, an error, or a function."""
    thing = getattr(whoknows, name)
    if inspect.ismodule(thing):
        return f"automodule:: whoknows.{name}\n   :members:"
    if not inspect.isclass(thing):
        return f"autofunction:: whoknows.{name}"
    if issubclass(thing, Exception):
        return f"autoexception:: whoknows.{name}\n   :show-inheritance:"
    is_hidden = any(base.__name__.startswith("_") for base in thing.__bases__)  # a base that has no section of its own
    whole = is_hidden or inspect.isabstract(thing)  # to whose members its subclasses refer
    inherited = "\n   :inherited-members:" if whole else ""
    return f"autoclass:: whoknows.{name}\n   :members:{inherited}\n   :show-inheritance:"
