"""What has happened to a model inside a formula: the actions that can happen, and the update by the last one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Action = TypeVar("Action", covariant=True)
Origin = TypeVar("Origin", covariant=True)


@dataclass(frozen=True, slots=True)
class Past(Generic[Action, Origin]):
    """The named actions, and the last of them that happened. Each engine has its own actions and origins.

    Parameters
    ----------
    origin : Origin, optional
        The way back to the model before the last action; None where none has happened.
    """

    actions: Mapping[str, Action] = field(default_factory=dict)
    key: Hashable = None
    origin: Origin | None = None


NONE: Past[Any, Any] = Past()
"""Nothing has happened, and nothing can."""
