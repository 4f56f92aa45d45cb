"""A real server of the page in a process of its own, a plain one of files, and a real browser."""

import fcntl
import functools
import http.server
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

MODEL = {
    "whoknows": 1,
    "agents": ["a", "b"],
    "atoms": ["p"],
    "worlds": {"w": ["p"], "v": []},
    "actual": "w",
    "relations": {"a": {"partition": [["w", "v"]]}, "b": {"partition": [["w"], ["v"]]}},
}

LESSON = """\
title: My own lesson
parts:
  - exercise: {kind: translate, sentence: It rains., words: {rain: it rains}, agents: [ann], answer: rain}
"""

STATES = TemporaryDirectory()
"""Where games are kept that tests open."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL = "WHOKNOWS_INSTALL_BROWSER"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--in-process-gpu", "--num-raster-threads=1"),  # few processes and threads take less of two cores
]


def start(port=0, *options, errors=None):
    """Start ``whoknows serve`` and return the process and the page's address; its standard error goes to a file."""
    command = [sys.executable, "-m", "whoknows", "serve", "--port", str(port), "--no-browser", *options]
    own = {"PYTHONUNBUFFERED": "1", "XDG_STATE_HOME": STATES.name}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ | own)
    line = server.stdout.readline()
    if "http://" not in line:
        server.wait(10)
        raise AssertionError(f"the server said {line!r} and ended with {server.returncode}")
    return server, line.split()[4]


def stop(server):
    """End the server as Ctrl-C does, and its workers with it."""
    server.send_signal(signal.SIGINT)
    try:
        server.wait(15)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    server.stdout.close()


@contextmanager
def serving(*options, errors=None):
    """A server for the time of a test."""
    server, address = start(0, *options, errors=errors)
    try:
        yield address
    finally:
        stop(server)


class FileServer(http.server.SimpleHTTPRequestHandler):
    """As ``python -m http.server``, in silence."""

    def log_message(self, *_):
        pass


@contextmanager
def serving_files(folder, handler=FileServer):
    """A plain server of files for the time of a test; gives its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def browser_path():
    """A Chromium of this machine, installed before if the environment asks for it; None if there is none."""
    path = _browser()
    if path is None and os.environ.get(INSTALL) == "1" and shutil.which("apt-get"):
        with Path(__file__).open() as this_file:  # workers of the tests take turns: apt-get refuses all but one
            fcntl.flock(this_file, fcntl.LOCK_EX)
            path = _browser() or _install()
    return path


def _browser():
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _install():
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
    subprocess.run(["apt-get", "update", "-q"], timeout=300, **quiet)
    subprocess.run(["apt-get", "install", "-y", "-q", "chromium"], timeout=600, **quiet)
    return _browser()


def until(condition, seconds=60.0):
    """Wait until the condition holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds:g} s")
