"""Sphinx's settings for the site; `make docs` builds it."""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer

import whoknows

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from building.pages import expanded  # noqa: E402  the folder of this file comes into the path above

project = "whoknows"
author = "the whoknows developers"
version = release = whoknows.__version__
html_title = f"whoknows {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "building.mathml"]
exclude_patterns = ["building"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
highlight_language = "none"
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings give the types in words
napoleon_google_docstring = False
napoleon_use_rtype = False

html_math_renderer = "mathml"
html_show_copyright = False
html_theme = "furo"
html_static_path = ["building/static"]
html_css_files = ["site.css"]
html_copy_source = False

PAGE = HERE.parent / "out" / "site" / "page"
"""The page as a static site, if `make site` has written it: then pages have models to be tried."""
html_extra_path = [str(PAGE.parent)] * PAGE.exists()

MADE = HERE / "made"
"""The pictures of this build; git ignores the folder."""


def expand(app: object, name: str, source: list[str]) -> None:
    """Make the pictures and lists of a page before Sphinx reads it."""
    source[0] = expanded(source[0], name, MADE, PAGE.exists())


def setup(app) -> None:
    """Called by Sphinx."""
    for blocks in ("event", "model"):  # of event files and of models as text
        app.add_lexer(blocks, TextLexer)
    app.connect("source-read", expand)
