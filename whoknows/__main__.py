"""The entry point of ``python -m whoknows`` and of the command ``whoknows``."""

import gc
import os
import sys


def run() -> None:
    """Run the command line; Ctrl-C ends it without a traceback, even during imports."""
    gc.set_threshold(100_000)  # imports create no garbage; searching for it takes 5 % of the startup time
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices need none of NumPy's threads
    try:
        from whoknows.cli.start import leave
        from whoknows.cli.start import run as command

        try:
            command()
        except SystemExit as end:
            leave(end.code)
        leave(0)
    except KeyboardInterrupt:
        sys.exit(130)  # 128 + SIGINT, as `whoknows.cli.guard.INTERRUPTED`


if __name__ == "__main__":
    run()
