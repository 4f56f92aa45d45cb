"""Pictures laid out by the script of `viz.output.render`'s child, but in this process, in a tenth of the time."""

import base64
import json
import os

import pytest

from viz.output import layout_process, render
from viz.pictures.picture import TIMEOUT


@pytest.fixture(autouse=True)
def layout_in_this_process(request, monkeypatch):
    """For all tests of a folder, but those of `test_rendering.py`, whose subject is the child process."""
    if request.path.stem == "test_rendering":
        return
    in_a_child = render._call

    def call(jobs, timeout, begun, environment):
        """As in a child; what needs a time limit, other fonts or the text of an error is left to a child."""
        fonts = environment.get("FONTCONFIG_FILE")
        if timeout == TIMEOUT and fonts and os.environ.setdefault("FONTCONFIG_FILE", fonts) == fonts:
            try:
                return json.dumps([base64.b64encode(layout_process.run(job)).decode() for job in json.loads(jobs)])
            except Exception:  # of Graphviz: the child says which
                return in_a_child(jobs, timeout, begun, environment)
        return in_a_child(jobs, timeout, begun, environment)

    monkeypatch.setattr(render, "_call", call)
