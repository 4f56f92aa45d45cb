"""JSON texts from users are parsed up to a depth that is known before they are parsed."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kripke.formats.jsonfile import read_json
from kripke.formats.text_graph import decoded
from logic import json_values
from logic.errors import EpistemicError
from logic.json_values import loads_json, read_json_value

VALUES = st.recursive(
    st.text('[]{}"\\x\n') | st.integers(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('[{"\\'), inner, max_size=4),
)


def depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@given(VALUES, st.integers(0, 4), st.booleans())
def test_a_text_is_refused_if_its_lists_and_objects_are_nested_deeper_than_the_limit(
    value: Any, limit: int, encoded: bool
) -> None:
    text = json.dumps(value, ensure_ascii=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_values, "DEEPEST", limit)
        try:
            assert loads_json(text.encode() if encoded else text) == value
        except RecursionError:
            assert depth(value) > limit
        else:
            assert depth(value) <= limit


@pytest.mark.parametrize("read", [read_json_value, read_json, lambda text: decoded(text, "graph")])
def test_a_deep_text_is_refused_without_a_recursion_in_which_finalizers_fail(
    read: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", failed.append)
    frames = lambda *_: sorted([1], key=lambda each: abs(each))  # noqa: E731
    usual = gc.get_threshold()
    gc.callbacks.append(frames)
    gc.set_threshold(1)
    try:
        for junk in range(20):
            _kept = [[] for _ in range(junk)]  # so that collections fall at each depth
            with pytest.raises(EpistemicError):
                read("[" * 100_000)
    finally:
        gc.set_threshold(*usual)
        gc.callbacks.remove(frames)
    assert not failed
