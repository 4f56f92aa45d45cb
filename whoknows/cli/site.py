"""The command `site`: writes the page as files for any web server."""

from pathlib import Path

from logic.exact import plural
from whoknows.cli.guard import argument, command, option
from whoknows.cli.streams import say


@command("site")
def _site(
    folder: Path = argument("FOLDER", "The folder to write."),
    lesson: list[Path] = option("--lesson FILE", "A lesson of your own. Repeatable."),
    parts: Path | None = option(
        "--parts FOLDER", "A folder with the files of other projects, in place of the network."
    ),
) -> None:
    """Write the page as a static site for any web server.

    Python and Graphviz run in the browser of the reader, who installs nothing. Their files are fetched once, and
    kept in the cache of the user who writes the site.

    Examples
    --------
    whoknows site public                       # then, to try it: python -m http.server --directory public
    whoknows site public --lesson mine.yaml
    """
    from viz.web.site import write

    count, size = write(folder, lesson, parts)
    say(f"{folder}: {plural(count, 'file')}, {size / 1e6:.1f} MB to load")
