"""Markdown as nested data: the page makes elements of it, never of text."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

READER = MarkdownIt("commonmark", {"html": False}).disable(["link", "image", "autolink", "html_block", "html_inline"])
TAGS = {
    "paragraph": "p", "bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "strong": "strong", "em": "em",
    "heading": "h3", "blockquote": "blockquote",
}  # fmt: skip


def blocks(text: str) -> list[Any]:
    """A Markdown text as a list of nodes: a string, or a tag with the nodes inside it.

    Examples
    --------
    >>> blocks("Anne **knows** `K_anne p`.")
    [['p', 'Anne ', ['strong', 'knows'], ' ', ['code', 'K_anne p'], '.']]
    """
    return _inside(SyntaxTreeNode(READER.parse(text)))


def _inside(node: SyntaxTreeNode) -> list[Any]:
    found: list[Any] = []
    for child in node.children:
        if child.type in TAGS:
            found.append([TAGS[child.type], *_inside(child)])
        elif child.type == "inline":
            found += _inside(child)
        elif child.type in ("code_inline", "code_block", "fence"):
            found.append(["code", child.content.strip()])
        elif child.type in ("softbreak", "hardbreak"):
            found.append(" ")
        elif child.content:
            found.append(child.content)
    return found
