"""Nodes as texts, for people."""

from __future__ import annotations

from kripke.prove.nodes import AND, ATOM, BOX, CONSTANT, FIX, Node, Nodes

LONGEST = 2_000
"""Number of characters above which a text is cut."""


def text(nodes: Nodes, node: Node) -> str:
    """The formula of a node; a fixpoint is called X1, X2, ...

    Parameters
    ----------
    nodes : Nodes
        All nodes.
    node : int
        The node.
    """
    words: list[str] = []
    length = 0
    stack: list[Node | str] = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            words.append(part)
            length += len(part)
        else:
            stack += reversed(_parts(nodes, part))
        if length > LONGEST:
            return "".join(words) + "…"
    return "".join(words)


def _parts(nodes: Nodes, node: Node) -> list[Node | str]:
    """The text of a node, with nodes for what is still to be written."""
    kind, args, negative = nodes.kind[node >> 1], nodes.args[node >> 1], node & 1
    if kind == CONSTANT:
        return ["⊥" if negative else "⊤"]
    if kind == ATOM:
        name = args[0] if isinstance(args[0], str) else f"({args[0][0]} sees this world)"  # type: ignore[index]
        return ["¬" * negative + str(name)]
    if kind == FIX:
        return ["¬" * negative + name_of(nodes, node)]
    if kind == AND:
        one, other = nodes.parts(node)
        return ["(", one ^ negative, " ∨ " if negative else " ∧ ", other ^ negative, ")"]
    group = nodes.group(node)
    letter = ("M_" if negative else "K_") + next(iter(group)) + " "
    if kind == BOX and len(group) > 1:
        letter = "¬" * negative + "D_{" + ",".join(sorted(group)) + "} " + "¬" * negative
    return [letter, nodes.inside(node)]


def name_of(nodes: Nodes, fix: Node) -> str:
    """The name of a fixpoint: its number among the fixpoints.

    Parameters
    ----------
    nodes : Nodes
        All nodes.
    fix : int
        The fixpoint.
    """
    return f"X{list(nodes.options).index(fix & ~1) + 1}"


def definitions(nodes: Nodes, node: Node) -> list[str]:
    """What the fixpoints below a node mean, one line each.

    Parameters
    ----------
    nodes : Nodes
        All nodes.
    node : int
        The node.
    """
    stack, seen, lines = [node], set(), []
    while stack:
        base = stack.pop() & ~1
        if base in seen:
            continue
        seen.add(base)
        if nodes.kind[base >> 1] == FIX:
            lines.append(
                f"{name_of(nodes, base)} is the weakest with {name_of(nodes, base)} → "
                f"{text(nodes, nodes.unfolding[base])}"
            )
        stack += [nodes.inside(base)] if nodes.kind[base >> 1] == BOX else nodes.parts(base)
    return lines
