"""The help of each command as a section."""

from typer.testing import CliRunner

from whoknows.cli.main import app

WIDTH = "100"


def commands() -> str:
    """A section for each command, with what its ``--help`` prints."""
    listed = help_of().partition("Commands:")[2].partition("\n\n")[0]
    found = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
    return "\n".join(f"## {name}\n\n```text\n{help_of(name)}```\n" for name in found)


def help_of(*command: str) -> str:
    """What ``whoknows COMMAND --help`` prints."""
    result = CliRunner().invoke(app, [*command, "--help"], prog_name="whoknows", env={"COLUMNS": WIDTH, "TERM": "dumb"})
    return result.stdout
