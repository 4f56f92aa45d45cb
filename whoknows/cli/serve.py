"""The command `serve`, which serves the web page on this machine."""

import os
import socket
import webbrowser
from contextlib import suppress
from pathlib import Path

from kripke.data.errors import FileError
from learn.results import read_secret
from whoknows.cli.guard import command, flag, option
from whoknows.cli.streams import say

HOST, PORT = "127.0.0.1", 8036
BACKLOG = 2_048
FILES = 1_024  # the number of file descriptors that are reserved at the start: the usual limit of a process


@command("serve")
def _serve(
    port: int = option("--port N", "The port; 0: any that is free.", PORT, min=0, max=65535),
    browser: bool = flag("--browser/--no-browser", "Open the page in the browser.", True),
    lesson: list[Path] = option("--lesson FILE", "A lesson of your own. Repeatable."),
    games: Path | None = option(
        "--games FOLDER",
        "Where games are kept, so that they go on after a stop. Default: whoknows/games in the folder of "
        "programs' states, ~/.local/state.",
    ),
    sign_with: Path | None = option("--sign-with FILE", "A file with a secret, which signs students' results."),
) -> None:
    """Serve the page to explore models in a browser.

    The page is only for this machine (127.0.0.1) and needs no internet. Models stay in the browser. Ctrl-C ends the
    server.

    Examples
    --------
    whoknows serve                  # until Ctrl-C
    whoknows serve --lesson mine.yaml --no-browser
    """
    from viz.web.worker import preload

    preload()  # on another core, while the server itself is loaded
    own = [path.absolute() for path in lesson]
    if own:
        from learn.lesson import Lesson  # imports more than the server needs

        for path in own:
            _ = Lesson.load(path).exercises
    secret = None if sign_with is None else read_secret(sign_with)

    import uvicorn

    from viz.web.app import Connection, application

    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen(BACKLOG)  # a browser that connects before the server is ready then waits
        except OSError as reason:
            way_out = "give another with --port, or --port 0 for any that is free"
            raise FileError(f"port {port}: {reason.strerror or reason}; {way_out}") from None
        with suppress(OSError):  # beside other work, Linux takes seconds to enlarge the table of files of many threads
            os.close(os.dup2(listener.fileno(), FILES - 1))
        number = listener.getsockname()[1]
        address = f"http://{HOST}:{number}"
        say(f"The page is at {address} (Ctrl-C ends it)")
        if browser:
            webbrowser.open(address)
        hosts = [f"{HOST}:{number}", f"localhost:{number}"]
        states = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
        folder = states / "whoknows" / "games" if games is None else games.absolute()
        page = application(hosts, folder, own, secret)
        config = uvicorn.Config(
            page, http=Connection, log_level="warning", server_header=False, lifespan="on", proxy_headers=False
        )
        uvicorn.Server(config).run([listener])
