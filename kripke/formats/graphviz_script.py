"""Graphviz in a child process, which starts fast and can be stopped.

The child process is a script run by the same Python; it starts fast because it imports only pygraphviz. It is neither a
fork nor a `multiprocessing` spawn, so it also works in notebooks and in scripts without a main guard.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path


def run_script(script: Path, request: str, timeout: float, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a script in a child process, with the request on its standard input; return the completed process.

    `subprocess.TimeoutExpired` after `timeout` seconds; `OSError` if there is no interpreter or the process cannot be
    started.

    `environment`: additional environment variables of the process.
    """
    if not sys.executable:
        raise OSError("this program has no Python interpreter (sys.executable is empty)")
    home = find_spec("pygraphviz")
    paths = [str(Path(home.origin).parent.parent)] if home and home.origin else []
    needed = {"PYTHONIOENCODING": "utf-8", "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(
        [sys.executable, "-P", str(script)], input=request, capture_output=True,
        env={**os.environ, **needed, **environment}, timeout=timeout, encoding="utf-8", errors="replace", check=False,
    )  # fmt: skip
