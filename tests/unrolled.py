"""Systems as plain data, and formulas evaluated on their histories, listed one by one: slow, with code of its own.

A moment has the histories that are left, and for each agent the pairs that the agent cannot tell apart. `Unrolled`
evaluates past operators, ``EX`` and ``AX`` on all histories; `Exhausted` all temporal operators without the past, on
pairs of a state and what agents know there, nested to a fixed depth in tuples and frozensets.
"""

import random
from dataclasses import dataclass

from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure, Time
from kripke.data.worlds import Named
from logic import clauses as f


@dataclass(frozen=True)
class Plain:
    """States 0, 1, ...; `true`: atom -> states; `local`: agent -> local state in each state; `next`: successors."""

    size: int
    true: dict
    local: dict
    next: tuple
    first: tuple
    fair: tuple = ()

    def structure(self):
        """The same as a structure with time."""
        n = self.size
        relations = {}
        for agent, local in self.local.items():
            blocks = [{w for w in range(n) if local[w] == each} for each in set(local)]
            masks = [sum(1 << w for w in block) for block in blocks]
            relations[agent] = Relation.from_parts(n, [(mask, mask) for mask in masks])
        where = {atom: WorldSet.of(n, sorted(states)) for atom, states in self.true.items()}
        steps = Relation.from_pairs(n, [(w, v) for w in range(n) for v in self.next[w]])
        fair = tuple(WorldSet.of(n, sorted(each)) for each in self.fair)
        time = Time(steps, WorldSet.of(n, sorted(self.first)), fair)
        return Structure(Named(range(n)), where, relations, time=time)


def random_system(seed, agents="ab", atoms=("p", "q", "x=1", "x=2"), most=5, branches=2):
    """A system of two or more states, where each has one or more successors."""
    r = random.Random(seed)
    n = r.randint(2, most)
    true = {atom: {w for w in range(n) if r.random() < 0.5} for atom in atoms}
    local = {agent: [r.randrange(r.choice([1, 2, 2, 3])) for _ in range(n)] for agent in agents}
    following = tuple(
        tuple(sorted(r.sample(range(n), min(n, r.choices(range(1, branches + 1), range(branches + 1, 1, -1))[0]))))
        for _ in range(n)
    )
    first = tuple(sorted(r.sample(range(n), r.randint(1, min(n, 3)))))
    return Plain(n, true, local, following, first)


class Unrolled:
    """A formula on all histories of a system, moment by moment."""

    def __init__(self, system):
        self.system = system
        self.agents = sorted(system.local)

    def start(self):
        """The moments until now, of which there is one."""
        histories = frozenset((w,) for w in self.system.first)
        return self._and((), histories, {a: [(histories, histories)] for a in self.agents})

    def _and(self, moments, histories, pairs):
        """The moments and one whose histories agents confuse if they are in a pair of sets and look the same now."""
        confused = {
            a: frozenset((x, y) for one, other in pairs[a] for x in one for y in other if look[x[-1]] == look[y[-1]])
            for a, look in self.system.local.items()
        }
        return (*moments, (histories, confused))

    def step(self, moments):
        """The moments with one more."""
        histories, pairs = moments[-1]
        longer = {h: [(*h, w) for w in self.system.next[h[-1]]] for h in histories}
        after = {a: ((longer[h], longer[g]) for h, g in pairs[a]) for a in self.agents}
        return self._and(moments, frozenset(x for some in longer.values() for x in some), after)

    def holds(self, formula):
        """Whether the formula holds at each first state, in their order."""
        moments = self.start()
        where = self.where(formula, moments)
        return [(w,) in where for w in self.system.first]

    def where(self, phi, moments):
        """The histories of the last moment where a formula holds."""
        histories, pairs = moments[-1]

        def t(sub, there=moments):
            return self.where(sub, there)

        def box(relation, inside):
            return histories - {h for h, g in relation if g not in inside}

        group = self.agents if getattr(phi, "group", None) is None else phi.group
        match phi:
            case f.Top():
                return histories
            case f.Bottom():
                return frozenset()
            case f.Atom(p):
                return frozenset(h for h in histories if h[-1] in self.system.true[p])
            case f.Not(a):
                return histories - t(a)
            case f.And(a, b):
                return t(a) & t(b)
            case f.Or(a, b):
                return t(a) | t(b)
            case f.Xor(a, b):
                return t(a) ^ t(b)
            case f.Implies(a, b):
                return (histories - t(a)) | t(b)
            case f.Iff(a, b):
                return histories - (t(a) ^ t(b))
            case f.K(a, sub) | f.B(a, sub):
                return box(pairs[a], t(sub))
            case f.M(a, sub):
                return histories - box(pairs[a], histories - t(sub))
            case f.Kw(a, sub):
                return box(pairs[a], t(sub)) | box(pairs[a], histories - t(sub))
            case f.Kv(a, x):
                named = [p for p in self.system.true if p.startswith(x + "=")]
                return frozenset().union(*[box(pairs[a], t(f.Atom(p))) for p in named])
            case f.E(_, sub) | f.EB(_, sub):
                inside = t(sub)
                return histories.intersection(*[box(pairs[a], inside) for a in group])
            case f.EIterated(_, times, sub):
                inside = t(sub)
                for _ in range(times):
                    inside = histories.intersection(*[box(pairs[a], inside) for a in group])
                return inside
            case f.C(_, sub) | f.CB(_, sub):
                inside, common = t(sub), histories
                while True:
                    then = histories.intersection(*[box(pairs[a], inside & common) for a in group])
                    if then == common:
                        return common
                    common = then
            case f.D(_, sub) | f.DB(_, sub):
                return box(frozenset.intersection(*[pairs[a] for a in group]), t(sub))
            case f.R(_, sub) | f.AnnounceWhether(_, sub, _):
                return t(sub, self.after(phi, moments))
            case f.Announce(said, sub, _):
                return (histories - t(said)) | t(sub, self.after(phi, moments))
            case f.AnnounceDual(said, sub, _):
                return t(said) & t(sub, self.after(phi, moments))
            case f.EX(sub):
                return histories & {x[:-1] for x in t(sub, self.step(moments))}
            case f.AX(sub):
                return histories - t(f.EX(f.Not(sub)))
            case f.Y(sub):
                before = t(sub, moments[:-1]) if len(moments) > 1 else ()
                return frozenset(h for h in histories if h[:-1] in before)
            case f.O(sub):
                return t(sub) | (t(f.Y(phi)) if len(moments) > 1 else frozenset())
            case f.H(sub):
                return t(sub) & (t(f.Y(phi)) if len(moments) > 1 else histories)
        raise TypeError(f"no clause for {type(phi).__name__}")

    def after(self, change, moments):
        """The moments after the change with which a formula begins."""
        histories, pairs = moments[-1]
        group = self.agents if change.group is None else change.group
        if isinstance(change, f.R):
            common = frozenset.intersection(*[pairs[a] for a in group])
            return (*moments[:-1], (histories, {a: common if a in group else r for a, r in pairs.items()}))
        yes = self.where(change.statement, moments)
        if change.group is None and not isinstance(change, f.AnnounceWhether):
            kept = {a: frozenset((h, g) for h, g in r if h in yes and g in yes) for a, r in pairs.items()}
            return (*moments[:-1], (yes, kept))
        split = {a: frozenset((h, g) for h, g in r if (h in yes) == (g in yes)) for a, r in pairs.items()}
        return (*moments[:-1], (histories, {a: split[a] if a in group else pairs[a] for a in self.agents}))


def random_formula(r, depth, agents="ab", steps=6, past=True, common=True, changes=True, unbounded=False):
    """A formula of the nesting, with at most `steps` nested steps to the future."""

    def new(d, steps=steps, past=past):
        if d == 0 or r.random() < 0.1:
            return f.Atom(r.choice(["p", "q"])) if r.random() < 0.9 else f.Kv(r.choice(agents), "x")
        kinds = ["not", "and", "or", "implies", "iff", "K", "K", "M", "Kw", "E", "D"]
        kinds += ["EX", "AX", "EX", "AX"] * (steps > 0) + ["Y", "O", "H"] * past + ["C"] * common
        kinds += ["say", "say", "dual", "whether", "some", "pool"] * changes
        kinds += ["EF", "AG", "AF", "EG", "EU", "AU"] * 2 * unbounded
        kind = r.choice(kinds)
        agent = r.choice(agents)
        group = r.choice([None, frozenset(agents), frozenset({agent})])
        sub = new(d - 1, steps - (kind in ("EX", "AX")), past)
        match kind:
            case "not":
                return f.Not(sub)
            case "and" | "or" | "implies" | "iff":
                clause = {"and": f.And, "or": f.Or, "implies": f.Implies, "iff": f.Iff}[kind]
                return clause(sub, new(d - 1, steps, past))
            case "K" | "M" | "Kw":
                return {"K": f.K, "M": f.M, "Kw": f.Kw}[kind](agent, sub)
            case "E" | "D" | "C":
                return {"E": f.E, "D": f.D, "C": f.C}[kind](group, sub)
            case "say" | "dual" | "whether" | "some":
                said = new(min(d - 1, 2), steps - 1, False)
                if kind == "some":
                    return f.Announce(said, sub, frozenset({agent}))
                return {"say": f.Announce, "dual": f.AnnounceDual, "whether": f.AnnounceWhether}[kind](said, sub)
            case "pool":
                return f.R(group, sub)
            case "EU" | "AU":
                return {"EU": f.EU, "AU": f.AU}[kind](sub, new(d - 1, steps, past))
        return getattr(f, kind)(sub)

    return new(depth)


class Exhausted:
    """All kinds of histories of a system, if there are at most `most`: what is seen to a depth, nested.

    `kinds`: kind -> its state, for each agent (and for all together, None) the kinds that are seen, and those that
    follow; None if there are more, or if the depth does not tell all kinds apart.
    """

    DEPTH = 12

    def __init__(self, system, most=300):
        self.system, self.agents = system, [*sorted(system.local), None]
        self.names = {}
        self.kinds = {}
        local = system.local
        same = {a: {(w, v) for w in system.first for v in system.first if self._alike(a, w, v)} for a in self.agents}
        waiting = [(dict(zip(system.first, system.first, strict=True)), same)]
        self.first = None
        del local
        while waiting and self.kinds is not None:
            name = self._named(*waiting.pop())
            states, same = self._merged(name, *self._last)
            self.first = self.first or [name[w] for w in system.first]
            after = {(kind, v): v for kind, w in states.items() for v in system.next[w]}
            for part in self._parts(states, same):
                if part <= self.kinds.keys():
                    continue
                for kind in part:
                    sees = {a: frozenset(y for x, y in same[a] if x == kind) for a in self.agents}
                    self.kinds[kind] = [states[kind], sees, None]
                later = {x: v for x, v in after.items() if x[0] in part}
                pairs = {
                    a: {(x, y) for x in later for y in later if (x[0], y[0]) in same[a] and self._alike(a, x[1], y[1])}
                    for a in self.agents
                }
                name = self._named(later, pairs)
                for kind in part:
                    self.kinds[kind][2] = frozenset(name[x] for x in later if x[0] == kind)
                waiting.append((later, pairs))
            if len(self.kinds) > most:
                self.kinds = None

    def _alike(self, agent, w, v):
        local = self.system.local
        return all(local[a][w] == local[a][v] for a in ([agent] if agent else local))

    def _named(self, states, pairs):
        """The kind of each history of a moment: the number of its nested description."""
        self._last = states, pairs
        seen = {x: [[y for z, y in pairs[a] if z == x] for a in self.agents] for x in states}
        name = {x: self._number((w,)) for x, w in states.items()}
        for _ in range(self.DEPTH):
            name = {
                x: self._number((w, *[frozenset(name[y] for y in some) for some in seen[x]])) for x, w in states.items()
            }
        return name

    def _number(self, description):
        return self.names.setdefault(description, len(self.names))

    def _merged(self, name, states, pairs):
        """The kinds of a moment with their states, and what they see."""
        return {name[x]: w for x, w in states.items()}, {
            a: {(name[x], name[y]) for x, y in pairs[a]} for a in self.agents
        }

    def _parts(self, states, same):
        left = set(states)
        while left:
            part, new = set(), {left.pop()}
            while new:
                part |= new
                new = {y for a in self.agents for x, y in same[a] if x in new} - part
            left -= part
            yield part

    def where(self, phi):
        """The kinds where a formula without past and changes holds."""
        t, kinds, everything = self.where, self.kinds, frozenset(self.kinds)
        group = [a for a in self.agents if a] if getattr(phi, "group", None) is None else phi.group

        def box(agent, inside):
            return frozenset(k for k, (_, sees, _) in kinds.items() if sees[agent] <= inside)

        def some_next(inside):
            return frozenset(k for k, (_, _, after) in kinds.items() if after & inside)

        def least(function):
            found = frozenset()
            while (more := function(found)) != found:
                found = more
            return found

        match phi:
            case f.Top():
                return everything
            case f.Bottom():
                return frozenset()
            case f.Atom(p):
                return frozenset(k for k, (w, _, _) in kinds.items() if w in self.system.true[p])
            case f.Not(a):
                return everything - t(a)
            case f.And(a, b):
                return t(a) & t(b)
            case f.Or(a, b):
                return t(a) | t(b)
            case f.Implies(a, b):
                return (everything - t(a)) | t(b)
            case f.Iff(a, b):
                return everything - (t(a) ^ t(b))
            case f.K(a, sub):
                return box(a, t(sub))
            case f.M(a, sub):
                return everything - box(a, everything - t(sub))
            case f.Kw(a, sub):
                return box(a, t(sub)) | box(a, everything - t(sub))
            case f.Kv(a, x):
                return frozenset().union(*[box(a, t(f.Atom(p))) for p in self.system.true if p.startswith(x + "=")])
            case f.E(_, sub):
                inside = t(sub)
                return everything.intersection(*[box(a, inside) for a in group])
            case f.C(_, sub):
                fails = everything - t(sub)
                unsure = least(
                    lambda x: everything - everything.intersection(*[box(a, everything - fails - x) for a in group])
                )
                return everything - unsure
            case f.D(_, sub):
                return box(next(iter(group)) if len(group) == 1 else None, t(sub))
            case f.EX(sub):
                return some_next(t(sub))
            case f.AX(sub):
                return everything - some_next(everything - t(sub))
            case f.EF(sub):
                return t(f.EU(f.Top(), sub))
            case f.AG(sub):
                return everything - t(f.EF(f.Not(sub)))
            case f.AF(sub):
                return t(f.AU(f.Top(), sub))
            case f.EG(sub):
                return everything - t(f.AF(f.Not(sub)))
            case f.EU(p, q):
                before, end = t(p), t(q)
                return least(lambda x: end | before & some_next(x))
            case f.AU(p, q):
                before, end = t(p), t(q)
                return least(lambda x: end | before & (everything - some_next(everything - x)))
        raise TypeError(f"no clause for {type(phi).__name__}")

    def holds(self, formula):
        """Whether the formula holds at each first state, in their order."""
        where = self.where(formula)
        return [kind in where for kind in self.first]
