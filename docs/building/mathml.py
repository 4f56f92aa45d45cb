"""Formulas of the site as MathML, which browsers draw without a script and without the internet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml

if TYPE_CHECKING:
    from docutils.nodes import math
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


def inline(page: HTML5Translator, node: math) -> None:
    """Write a formula within a line."""
    page.body.append(tex2mathml(node.astext(), as_block=False))
    raise SkipNode


def block(page: HTML5Translator, node: math) -> None:
    """Write a formula on lines of its own."""
    page.body.append(tex2mathml(node.astext(), as_block=True))
    raise SkipNode


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(block, None))
