"""Proofs made by hand, for the tests of what is written of a proof."""

from kripke.prove.proofs.script import Induction, Lemma, Script, Step, Tableau
from kripke.prove.question.nodes import AND, ATOM, BOX
from kripke.prove.question.problem import Options, pose
from logic.clauses import C, Not
from logic.parser import parse


def rows_of(problem):
    """The table of formulas of a problem; its common knowledge is not after any event."""
    nodes, common = problem.nodes, [f for goal in problem.goals for f in goal.subformulas() if isinstance(f, C)]
    rows = [("true",)]
    for number, (kind, args) in enumerate(zip(nodes.kind, nodes.args, strict=True)):
        if kind == ATOM:
            rows.append(("atom", args[0]) if isinstance(args[0], str) else ("member", args[0][0]))
        elif kind in (AND, BOX):
            rows.append(("and" if kind == AND else "box", *args))
        elif number:
            steps = nodes.options[2 * number]
            said = next(f for f in common if node_of(nodes, f.sub) == steps[0].body)
            rows.append(("fix", said, (), tuple((nodes.group(s.box), s.pre, s.body, s.then, s.box) for s in steps)))
    return tuple(rows)


def node_of(nodes, formula):
    """The node of ``p`` or of ``p -> E_{a,b} p``."""
    p = nodes.atom("p")
    known = nodes.both(nodes.box(frozenset("a"), p), nodes.box(frozenset("b"), p))
    return p if str(formula) == "p" else nodes.either(p ^ 1, known)


def proof_of(formula, logic, tableau, parts=()):
    """The proof with these parts, and the formula."""
    problem = pose([Not(parse(formula))], Options(logic))
    systems = {agent: system.name for agent, system in problem.systems.items()}
    made = tableau(problem) if callable(tableau) else tableau
    parts = [part(problem) for part in parts]
    return Script(rows_of(problem), problem.goal, (), systems, tuple(parts), made), parse(formula)


def introspection(atom="p"):
    """``K_a p -> K_a K_a p`` in S4."""

    def tableau(problem):
        nodes, a = problem.nodes, frozenset("a")
        known = nodes.box(a, nodes.atom(atom))
        steps = (
            Step("suppose", problem.goal),
            Step("and", known, 0, (0,)),
            Step("and", nodes.box(a, known) ^ 1, 0, (0,)),
            Step("possible", known ^ 1, 1, (2,)),
            Step("4", known, 1, (1,)),
            Step("contradiction", 1, 1, (3, 4)),
        )
        return Tableau(steps, ((0, a),))

    quoted = '"' + atom.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return proof_of(f"K_a {quoted} -> K_a K_a {quoted}", "S4", tableau)


def induction():
    """``C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p`` in S5."""
    agents = [frozenset("a"), frozenset("b")]

    def parts(problem):
        nodes = problem.nodes
        p = nodes.atom("p")
        known = [nodes.box(agent, p) for agent in agents]
        everyone = nodes.both(*known)
        rule = nodes.either(p ^ 1, everyone)
        fix = {option[0].body: (fix, option) for fix, option in nodes.options.items()}
        return nodes, p, known, everyone, rule, fix[rule][0], fix[p][0], [option.box for option in fix[rule][1]]

    def lemma(problem):
        nodes, p, known, everyone, rule, rules, goal, boxes = parts(problem)
        steps = [
            *[Step("suppose", node) for node in (goal ^ 1, rules, p)],
            Step("common", boxes[0], 0, (1,)),
            Step("T", nodes.both(rule, rules), 0, (3,)),
            Step("and", rule, 0, (4,)),
            Step("and", everyone, 0, (5, 2)),
            *[Step("and", node, 0, (6,)) for node in known],
            Step("common", boxes[1], 0, (1,)),
        ]
        for way, box in enumerate((3, 9)):
            branch, at = 2 * way + 1, len(steps)
            steps += [
                Step("ends", p ^ 1, branch, (0,), branch, way),
                Step("K", p, branch, (7 + way,), branch),
                Step("contradiction", 1, branch, (at, at + 1), branch),
            ]
            branch, at = branch + 1, len(steps)
            steps += [
                Step("onward", goal ^ 1, branch, (0,), branch, way),
                Step("K", p, branch, (7 + way,), branch),
                Step("K", nodes.both(rule, rules), branch, (box,), branch),
                Step("and", rules, branch, (at + 2,), branch),
                Step("hypothesis", 1, branch, (at, at + 1, at + 3), branch, 0),
            ]
        worlds = tuple((0, agent) for agent in agents for _ in range(2))
        return Induction((Lemma((goal, rules ^ 1, p ^ 1), Tableau(tuple(steps), worlds, (0, 0, 0, 0))),))

    def tableau(problem):
        _, p, _, _, _, rules, goal, _ = parts(problem)
        steps = [Step("suppose", problem.goal), *[Step("and", node, 0, (0,)) for node in (rules, p, goal ^ 1)]]
        return Tableau((*steps, Step("lemma", 1, 0, (1, 2, 3), 0, 0)))

    return proof_of("C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p", "S5", tableau, [lemma])


def cases(depth):
    """A tableau with cases in cases: no proof of anything, but a tree to write."""

    def tableau(problem):
        p = problem.nodes.atom("p")
        steps, branches = [Step("suppose", problem.goal)], []
        for level in range(depth):
            above = 2 * level
            branches += [above, above]
            closed, goes_on = above + 1, above + 2
            steps += [Step("contradiction", p, 0, (), closed), Step("contradiction", 1, 0, (0,), closed)]
            steps += [Step("contradiction", p ^ 1, 0, (), goes_on)]
        steps.append(Step("contradiction", 1, 0, (0,), 2 * depth))
        return Tableau(tuple(steps), (), tuple(branches))

    return proof_of("p -> q", "K", tableau)


def trivial():
    """``p | ~p``, whose negation is the node of falsity."""
    return proof_of("p | ~p", "K", lambda problem: Tableau((Step("suppose", problem.goal),)))
