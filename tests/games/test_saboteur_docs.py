"""What docs/games/saboteur.md and the page of its agents show is what happens."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from games import registry
from games.saboteur.agents.threshold_belief.chart import Settings
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.cards import DEAD
from whoknows.cli.main import app

GAMES = Path(__file__).parents[2] / "docs" / "games"
PAGE = "".join((GAMES / f"saboteur{part}.md").read_text(encoding="utf-8") for part in ("", "_agents"))
GAME = registry.game("saboteur")
COMMANDS = [shlex.split(line, comments=True)[1:] for line in PAGE.splitlines() if line.startswith("    whoknows ")]
QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"^    .*$|^\|.*\|$", "", PAGE, flags=re.MULTILINE))


def short(command):
    """Whether the command plays few games, if any."""
    games = int(command[command.index("--games") + 1]) if "--games" in command else 1
    return command[0] in ("match", "ask", "games", "watch", "replay") and games <= 10 and "--delay" not in command


@pytest.mark.slow
def test_the_commands_of_the_page_do_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tried = [command for command in COMMANDS if short(command)]
    assert len(tried) >= 3
    for command in tried:
        result = CliRunner().invoke(app, command, prog_name="whoknows")
        assert result.exit_code in ((0, 1) if command[0] == "ask" else (0,)), (command, result.output)


def test_the_formulas_of_the_page_can_be_asked():
    rules = GAME.rules(names=("john", "mary", "bob", "ann", "tom"))
    dealt = ["first john", *[f"role {role}" for role in ("miner", "saboteur", "saboteur", "miner", "miner")]]
    model = GAME.model(rules.deserialize([*dealt, "goals RB gold BL"]))
    formulas = [text for text in QUOTED if re.match(r"(K|M|Kv|Kw|B|C)_?\w* ", text)]
    assert len(formulas) >= 2
    for formula in formulas:
        model.holds(formula)


def test_the_texts_of_moves_are_read_back():
    rules = Saboteur(names=("ann", "bob", "cem"), variant="official")
    words = ("lay", "rockfall", "map", "say", "break", "repair", "discard", "take", "first", "role", "goals", "draw")
    words += ("gold", "saboteurs")
    section = PAGE[PAGE.index("## Moves as texts") : PAGE.index("## What the rules leave open")]
    texts = [text for text in re.findall(r"`([^`]+)`", section) if text.split()[0] in words and " " in text]
    assert {text.split()[0] for text in texts} == set(words)
    for text in texts:
        assert str(rules.parse(text)) == text


def test_a_dead_end_is_written_with_an_x():
    assert Saboteur(variant="official").parse("lay xTB 3,1").shape & DEAD
    assert str(Saboteur(variant="official").parse("lay TBL 3,1")) == "lay TBL 3,1"


def test_the_defaults_of_the_page_are_those_of_the_agents():
    fields, shown = {*Settings.__dataclass_fields__, "saboteurs", "blocks"}, {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        names = re.findall(r"`(\w+)`", cells[0])
        if names and len(cells) == 3 and fields.issuperset(names):
            shown |= dict(zip(names, [value.strip(" `") for value in cells[1].split(",")], strict=True))
    plain, made = Settings(), registry.parameters_of(registry.makers(GAME)["source"])
    assert shown.keys() == made.keys()
    assert shown.pop("saboteurs") == made["saboteurs"]
    assert shown.pop("blocks") == made["blocks"]
    assert shown.pop("chart", "-") == "-"
    assert Settings(**{name: int(value) if name == "depth" else value for name, value in shown.items()}) == plain


def test_the_reports_show_the_pictures_and_the_set_ups_that_there_are():
    folder = Path(__file__).parents[2] / "docs" / "reports"
    report = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("saboteur*.md"))
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", report):
        assert (folder / picture).is_file(), picture
    agents = {agent for line in report.splitlines() if line.startswith("    whoknows") for agent in agents_of(line)}
    assert len(agents) > 5
    for agent in agents:
        registry.agent(GAME, agent)


def agents_of(line):
    """The agents after ``--agents`` in a command."""
    words = shlex.split(line)[1:]
    if "--agents" not in words:
        return []
    after = words[words.index("--agents") + 1 :]
    return after[: next((place for place, word in enumerate(after) if word.startswith("--")), len(after))]
