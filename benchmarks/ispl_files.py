"""Random systems in ISPL: small files with every kind of variable, evolution line, protocol and formula of MCMAS."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

Kind = tuple[str, list[str]]  # how a type is written, and its values
WORDS = ["red", "blue", "green", "x1"]
ATOMS = ["p", "q", "s"]


def random_file(seed: int, fair: bool | None = None) -> str:
    """The text of a random file with 20 formulas, without the constructs that MCMAS 1.3.0 evaluates wrongly."""
    return _Draw(Random(seed), fair).text()


def _is_number(kind: Kind) -> bool:
    return ".." in kind[0]


class _Draw:
    """A generator of random ISPL files."""

    def __init__(self, rng: Random, fair: bool | None) -> None:
        self.rng = rng
        self.single = rng.random() < 0.3
        self.fair = rng.random() < 0.25 if fair is None else fair
        self.agents = ["A1", "B1"][: rng.choice([1, 2, 2])]
        self.environment = rng.random() < 0.8

    def type(self) -> Kind:
        """A random type, with its values."""
        which = self.rng.random()
        if which < 0.4:
            return "boolean", ["true", "false"]
        if which < 0.7:
            low = self.rng.choice([0, 0, -1, 1])
            high = low + self.rng.choice([1, 2, 3, 3])
            return f"{low}..{high}", [str(i) for i in range(low, high + 1)]
        values = self.rng.sample(WORDS, self.rng.choice([2, 3]))
        return f"{{{', '.join(values)}}}", values

    def like(self, kind: Kind, among: Mapping[str, Kind]) -> list[str]:
        """The variables that can be compared with one of this type."""
        if _is_number(kind):
            return [name for name, other in among.items() if _is_number(other)]
        return [name for name, other in among.items() if {*other[1]} == {*kind[1]}]

    def comparison(self, names: Mapping[str, Kind]) -> str:
        """A random comparison of variables."""
        draw = self.rng.choice
        name = draw([*names])
        kind, values = names[name]
        like = self.like((kind, values), names)
        which = self.rng.random()
        if not _is_number((kind, values)):
            return f"{name} {draw(['=', '<>'])} {draw(like) if which < 0.3 else draw(values)}"
        if which < 0.4:
            return f"{name} {draw(['=', '<', '<=', '>', '>=', '<>'])} {draw(values)}"
        if which < 0.6:
            return f"{name} {draw(['=', '<', '>=', '<>'])} {draw(like)}"
        if which < 0.8:
            return f"{name} + {draw(like)} {draw(['=', '<', '>='])} {draw(like)} {draw('+-*')} 1"
        return f"({name} - 1) * 2 {draw(['=', '<='])} {draw(like)}"

    def condition(self, names: Mapping[str, Kind], actions: Sequence[str] = (), depth: int = 2) -> str:
        """A random condition on variables and, if given, on actions."""
        if depth == 0 or self.rng.random() < 0.35:
            acts = actions and (not names or self.rng.random() < 0.6)
            return self.rng.choice(actions) if acts else self.comparison(names)
        one, other = self.condition(names, actions, depth - 1), self.condition(names, actions, depth - 1)
        if self.rng.random() < 0.2:
            return f"!({one})"
        both = f"{one} {self.rng.choice(['and', 'or'])} {other}"
        return f"({both})" if self.rng.random() < 0.6 else both

    def value(self, kind: Kind, copied: Mapping[str, Kind]) -> str:
        """A random value to assign to a variable of this type, possibly outside its range."""
        like = [name for name in self.like(kind, copied) if {*copied[name][1]} & {*kind[1]}]
        which = self.rng.random()
        if like and which < 0.35 and _is_number(kind):
            return f"{self.rng.choice(like)} {self.rng.choice('+-')} 1"
        return self.rng.choice(like) if like and which < 0.5 else self.rng.choice(kind[1])

    def process(
        self,
        name: str,
        sections: Mapping[str, Mapping[str, Kind]],
        names: Mapping[str, Kind],
        copied: Mapping[str, Kind],
        actions: Mapping[str, Sequence[str]],
    ) -> list[str]:
        """The lines of a random agent with conditions on `names` and assignments from `copied`."""
        own = {variable: kind for section in sections.values() for variable, kind in section.items()}
        done = [f"{'' if who == name else f'{who}.'}Action = {what}" for who in actions for what in actions[who]]
        text = []
        for section, declared in sections.items():
            text += [
                f"  {section}:",
                *[f"    {each}: {kind};" for each, (kind, _) in declared.items()],
                f"  end {section}",
            ]
        rules = [
            f"{self.condition(names)}: {self.some(actions[name])}" for _ in range(self.rng.choice([0, 1, 2])) if names
        ]
        if not rules or self.rng.random() < 0.7:
            rules.append(f"Other: {self.some(actions[name])}")
        lines = []
        for _ in range(self.rng.choice([1, 2, 3])) if own else ():
            chosen = self.rng.sample([*own], 1 if self.single else self.rng.choice([1, min(2, len(own))]))
            sets = " and ".join(f"{variable} = {self.value(own[variable], copied)}" for variable in chosen)
            lines.append(f"{sets} if {self.condition(names, done)}")
        text += [f"  Actions = {{{', '.join(actions[name])}}};"]
        text += ["  Protocol:", *[f"    {rule};" for rule in rules], "  end Protocol"]
        return [*text, "  Evolution:", *[f"    {line};" for line in lines], "  end Evolution", "end Agent"]

    def some(self, actions: Sequence[str]) -> str:
        """A random nonempty set of the actions."""
        return f"{{{', '.join(self.rng.sample(actions, self.rng.randint(1, len(actions))))}}}"

    def text(self) -> str:
        """The text of a random file."""
        draw, some = self.rng.choice, self.rng.random
        seen = {f"o{i}": self.type() for i in range(draw([0, 1]))} if self.environment else {}
        hidden = {f"h{i}": self.type() for i in range(draw([0, 1, 2]))} if self.environment else {}
        actions = {agent: [f"{agent.lower()}_{i}" for i in range(draw([1, 2, 3]))] for agent in self.agents}
        text = ["Semantics = SingleAssignment;"] if self.single else []
        everything: dict[str, Kind] = {}
        if self.environment:
            actions = {"Environment": [f"e_{i}" for i in range(draw([1, 2]))], **actions}
            own = seen | hidden
            sections = {"Obsvars": seen, "Vars": hidden}
            text += ["Agent Environment", *self.process("Environment", sections, own, own, actions)]
            everything |= {f"Environment.{name}": kind for name, kind in own.items()}
        for agent in self.agents:
            names = ["x", "y"] if some() < 0.5 else [f"{agent.lower()}v", f"{agent.lower()}w"]
            own = {name: self.type() for name in self.rng.sample(names, draw([1, 2]))}
            local = {name: kind for name, kind in hidden.items() if some() < 0.4}
            copied = own | {f"Environment.{name}": kind for name, kind in seen.items()}
            read = copied | {f"Environment.{name}": kind for name, kind in local.items()}
            text += [f"Agent {agent}", *([f"  Lobsvars = {{{', '.join(local)}}};"] if local else [])]
            text += self.process(agent, {"Vars": own}, read, copied, actions)
            everything |= {f"{agent}.{name}": kind for name, kind in own.items()}
        defined = [*ATOMS, *["fa", "fb"] * self.fair]
        text += ["Evaluation", *[f"  {name} if {self.condition(everything)};" for name in defined], "end Evaluation"]
        start = [f"{name} = {draw(values)}" for name, (_, values) in everything.items() if some() < 0.7]
        start = start or [f"{name} = {values[0]}" for name, (_, values) in everything.items()][:1]
        text += ["InitStates", f"  {' and '.join(start)};", "end InitStates"]
        text += ["Groups", f"  all = {{{', '.join(actions)}}};", f"  few = {{{', '.join(self.agents)}}};", "end Groups"]
        text += ["Fairness", *draw([["  fa;"], ["  fa;", "  fb or !fa;"]]), "end Fairness"] if self.fair else []
        text += ["Formulae", *[f"  {self.formula([*actions], 3)};" for _ in range(20)], "end Formulae"]
        return "\n".join([*text, ""])

    def formula(self, agents: Iterable[str], depth: int) -> str:
        """A random formula."""
        draw, which = self.rng.choice, self.rng.random()
        if depth == 0 or which < 0.1:
            return draw(ATOMS)
        one, other = self.formula(agents, depth - 1), self.formula(agents, depth - 1)
        if which < 0.2:
            return f"!({one})"
        if which < 0.35:
            return f"({one} {draw(['and', 'or', '->'])} {other})"
        if which < 0.65:
            return f"{draw(['EX', 'EF', 'EG', 'AX', 'AF', 'AG'])} ({one})"
        if which < 0.73:
            return f"{'E' if self.fair else draw('AE')}({one} U {other})"
        if which < 0.88:
            return f"K({draw([*agents])}, {one})"
        return f"{draw(['GK', 'GCK', 'DK'])}({draw(['all', 'few'])}, {one})"
