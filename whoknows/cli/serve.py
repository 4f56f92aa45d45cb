"""The command `serve`: the page, on this machine."""

from __future__ import annotations

import socket
import webbrowser
from typing import Annotated

import typer

from kripke.data.errors import FileError
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.output import say

app = typer.Typer(rich_markup_mode=None)

HOST, PORT = "127.0.0.1", 8036
EXAMPLES = examples("whoknows serve                  # until Ctrl-C", "whoknows serve --port 9000 --no-browser")


@app.command("serve", cls=Guarded, epilog=EXAMPLES)
def _serve(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0: any that is free.")] = PORT,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Serve the page to explore models in a browser.

    It is only for this machine (127.0.0.1), needs no internet, and stores nothing: models stay in the browser. Ctrl-C
    ends it.
    """
    import uvicorn

    from viz.web.app import application

    with _listening(port) as listener:
        number = listener.getsockname()[1]
        address = f"http://{HOST}:{number}"
        say(f"The page is at {address} (Ctrl-C ends it)")
        if browser:
            webbrowser.open(address)
        hosts = [f"{HOST}:{number}", f"localhost:{number}"]
        config = uvicorn.Config(application(hosts), log_level="warning", server_header=False, lifespan="on")
        uvicorn.Server(config).run([listener])


def _listening(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as reason:
        listener.close()
        raise FileError(
            f"port {port}: {reason.strerror or reason}; give another with --port, or --port 0 for any that is free"
        ) from None
    return listener
