"""The first view of the page, laid out ahead of time: a first visit shows a model before a worker has loaded.

`python -m viz.web.first_view` writes it, from the model and the formula in the same file, into the page's sources.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from viz.web.routes import formula, picture

FILE = Path(__file__).parent / "page" / "src" / "lib" / "first.json"


def first_view(first: dict[str, Any]) -> dict[str, Any]:
    """The model and the formula, with what the server answers about them."""
    asked = {"model": first["model"]}
    return {
        "model": first["model"],
        "formula": first["formula"],
        "picture": picture.answer(picture.Asked.model_validate(asked)),
        "checked": formula.answer(formula.Asked.model_validate(asked | {"formula": first["formula"]})),
    }


if __name__ == "__main__":
    view = first_view(json.loads(FILE.read_text("utf-8")))
    FILE.write_text(json.dumps(view, ensure_ascii=False, indent=1) + "\n", "utf-8")
