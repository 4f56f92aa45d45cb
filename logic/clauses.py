"""The clauses of the language: one frozen dataclass each.

Constructors validate and never rewrite: ``Not(Not(p))`` stays as it is.
"""

from __future__ import annotations

from logic.exact import Number, share
from logic.formula import Formula, Group, OfGroup, OneAgent, clause, require_name


@clause
class Top(Formula):
    """Verum, ``true``.

    Examples
    --------
    >>> print(Top())
    ⊤
    """


@clause
class Bottom(Formula):
    """Falsum, ``false``.

    Examples
    --------
    >>> print(Bottom())
    ⊥
    """


@clause
class Atom(Formula):
    """A proposition letter; any printable text may be its name.

    Examples
    --------
    >>> print(Atom("muddy(anne)") & ~Atom("p"))
    muddy(anne) ∧ ¬p
    """

    name: str

    def __post_init__(self) -> None:
        require_name(self.name, "atom")
        Formula.__post_init__(self)


@clause
class Not(Formula):
    """Negation, ``~p``.

    Examples
    --------
    >>> Not(Atom("p")) == ~Atom("p")
    True
    """

    sub: Formula


@clause
class And(Formula):
    """Conjunction, ``p & q``.

    Examples
    --------
    >>> print(And(Atom("p"), Atom("q")))
    p ∧ q
    """

    left: Formula
    right: Formula


@clause
class Or(Formula):
    """Disjunction, ``p | q``.

    Examples
    --------
    >>> print(Or(Atom("p"), Atom("q")))
    p ∨ q
    """

    left: Formula
    right: Formula


@clause
class Xor(Formula):
    """Exclusive disjunction, ``p ^ q``.

    Examples
    --------
    >>> print(Xor(Atom("p"), Atom("q")))
    p ⊕ q
    """

    left: Formula
    right: Formula


@clause
class Implies(Formula):
    """Material implication, ``p -> q``.

    Examples
    --------
    >>> print(Implies(Atom("p"), Atom("q")))
    p → q
    """

    left: Formula
    right: Formula


@clause
class Iff(Formula):
    """Material equivalence, ``p <-> q``.

    Examples
    --------
    >>> print(Iff(Atom("p"), Atom("q")))
    p ↔ q
    """

    left: Formula
    right: Formula


@clause
class K(OneAgent):
    """``K_a p``: agent a knows p (p holds at every world that a considers possible).

    Examples
    --------
    >>> print(K("a", Atom("p")))
    K_a p
    """

    agent: str
    sub: Formula


@clause
class M(OneAgent):
    """``M_a p``: agent a considers p possible, the dual of `K`.

    Examples
    --------
    >>> print(M("a", Atom("p")))
    M_a p
    """

    agent: str
    sub: Formula


@clause
class Kw(OneAgent):
    """``Kw_a p``: agent a knows whether p, ``K_a p | K_a ~p``.

    Examples
    --------
    >>> print(Kw("a", Atom("p")))
    Kw_a p
    """

    agent: str
    sub: Formula


@clause
class Kv(OneAgent):
    """``Kv_a x``: agent a knows the value of x: for some v, agent a knows ``x=v``.

    Examples
    --------
    >>> print(Kv("a", "die1"))
    Kv_a die1
    """

    agent: str
    variable: str

    def __post_init__(self) -> None:
        require_name(self.variable, "variable")
        OneAgent.__post_init__(self)


@clause
class E(OfGroup):
    """``E_{a,b} p``: everyone in the group knows p.

    Examples
    --------
    >>> print(E(["a", "b"], Atom("p")))
    E_{a,b} p
    >>> print(E(None, Atom("p")))
    E p
    """

    group: Group
    sub: Formula


@clause
class C(OfGroup):
    """``C_{a,b} p``: p is common knowledge in the group: E p, E E p, E E E p, and so on.

    Examples
    --------
    >>> print(C(["a", "b"], Atom("p")))
    C_{a,b} p
    """

    group: Group
    sub: Formula


@clause
class D(OfGroup):
    """``D_{a,b} p``: p is distributed knowledge: the agents of the group would know p if they pooled what they know.

    Examples
    --------
    >>> print(D(["a", "b"], Atom("p")))
    D_{a,b} p
    """

    group: Group
    sub: Formula


@clause
class B(OneAgent):
    """``B_a p``: agent a believes p.

    Examples
    --------
    >>> print(B("a", Atom("p")))
    B_a p
    """

    agent: str
    sub: Formula


@clause
class BAtLeast(OneAgent):
    """``B_a>=r p``: a's degree of belief in p is at least r, a rational in [0, 1]; a float counts as it prints.

    Examples
    --------
    >>> print(BAtLeast("a", 0.7, Atom("p")))
    B_a>=7/10 p
    """

    agent: str
    degree: Number
    sub: Formula

    def __post_init__(self) -> None:
        object.__setattr__(self, "degree", share(self.degree))
        OneAgent.__post_init__(self)


@clause
class BGiven(OneAgent):
    """``B_a[q] p``: conditional belief, agent a believes p given q.

    Examples
    --------
    >>> print(BGiven("a", Atom("q"), Atom("p")))
    B_a[q] p
    """

    agent: str
    condition: Formula
    sub: Formula


@clause
class Bsafe(OneAgent):
    """``Bsafe_a p``: safe belief, no true information makes agent a give up p.

    Examples
    --------
    >>> print(Bsafe("a", Atom("p")))
    Bsafe_a p
    """

    agent: str
    sub: Formula


@clause
class Bstrong(OneAgent):
    """``Bstrong_a p``: strong belief, the p-worlds that a considers possible are more plausible than the others.

    Examples
    --------
    >>> print(Bstrong("a", Atom("p")))
    Bstrong_a p
    """

    agent: str
    sub: Formula


@clause
class Announce(OfGroup):
    """``[p] q`` or ``[p!{a,b}] q``: if p is true, then q holds after it is announced (to the group).

    Examples
    --------
    >>> print(Announce(Atom("p"), K("a", Atom("p"))))
    [p] K_a p
    >>> print(Announce(Atom("p"), Atom("q"), ["a", "b"]))
    [p!{a,b}] q
    """

    statement: Formula
    sub: Formula
    group: Group = None


@clause
class AnnounceDual(OfGroup):
    """``<p> q`` or ``<p!{a,b}> q``: p is true, and q holds after it is announced (to the group).

    Examples
    --------
    >>> print(AnnounceDual(Atom("p"), K("a", Atom("p"))))
    ⟨p⟩ K_a p
    """

    statement: Formula
    sub: Formula
    group: Group = None


@clause
class AnnounceWhether(OfGroup):
    """``[p?] q`` or ``[p?{a,b}] q``: q holds after all (or the group) learn whether p. It is its own dual.

    Examples
    --------
    >>> print(AnnounceWhether(Atom("p"), Kw("a", Atom("p"))))
    [p?] Kw_a p
    """

    statement: Formula
    sub: Formula
    group: Group = None


@clause
class Act(Formula):
    """``[@peek] q``: q holds after the action named ``peek``, wherever it can happen.

    Examples
    --------
    >>> print(Act("peek", K("a", Atom("p"))))
    [@peek] K_a p
    """

    action: str
    sub: Formula

    def __post_init__(self) -> None:
        require_name(self.action, "action")
        Formula.__post_init__(self)


@clause
class ActDual(Formula):
    """``<@peek> q``: the action named ``peek`` can happen, and q holds after it.

    Examples
    --------
    >>> print(ActDual("peek", K("a", Atom("p"))))
    ⟨@peek⟩ K_a p
    """

    action: str
    sub: Formula

    def __post_init__(self) -> None:
        require_name(self.action, "action")
        Formula.__post_init__(self)
