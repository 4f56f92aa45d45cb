"""``python -m whoknows`` is the command `whoknows`."""

from whoknows.cli.main import run

if __name__ == "__main__":
    run()
