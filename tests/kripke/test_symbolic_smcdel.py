"""SMCDEL's files on decision diagrams: the answers of the listed states, and files that nobody could list."""

import re
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random

import pytest
from effort import examples, share
from hypothesis import given
from hypothesis import strategies as st

from kripke.checking import observations
from kripke.data.errors import ModelError
from kripke.formats import smcdel, smcdel_symbolic
from kripke.formats.smcdel import read
from kripke.formats.smcdel_symbolic import answer, structure
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams import threads
from kripke.symbolic.structures import build, knowledge_structure
from logic import clauses as f
from logic.errors import ParseError, TooLarge

SEEDS = st.integers(0, 2**32)
AGENTS = ("ann", "bob", "cat")

CHILDREN = """
VARS 1,2,3   LAW 1|2|3
OBS front: 1  middle: 1  back: 1,2
TRUE? {1} back knows whether 3                                          -- False
WHERE? <! ~back knows whether 3> <! ~middle knows whether 2> Top        -- [1] [1,3] [1,2] [1,2,3]
VALID? [! ~back knows whether 3][! ~middle knows whether 2] (front,middle,back) comknow that 1   -- True
"""
DEALS = """
VARS 11,12,13,21,22,23,31,32,33
LAW AND(ONEOF(11,12,13),ONEOF(21,22,23),ONEOF(31,32,33),ONEOF(11,21,31),ONEOF(12,22,32),ONEOF(13,23,33))
OBS ann: 11,12,13  bob: 21,22,23  cat: 31,32,33
WHERE? Top
VALID? (ann,bob) distknow whether 33
TRUE? {11,22,33} [! ~12](cat knows whether (11,22) & ~bob knows that 11)
WHERE? <ann,bob ! 11>(bob knows that 11 & ~cat knows that 11 & cat knows that (bob knows whether 11))
"""
SECRET = """
VARS 1,2  LAW Top  OBS a: 1,2  b: 2  e: 1
VALID? [?! XOR(1,2)] (a,b) comknow whether 1
VALID? ~ (b knows whether 1)
VALID? Forall 1 (Exists 2 (1 iff 2))
"""


def boolean(rng: Random, size: int, atoms: int = 5) -> str:
    if size <= 1:
        return rng.choice(["Top", "Bot", *map(str, range(1, atoms + 1))])
    kind = rng.random()
    if kind < 0.2:
        return f"~({boolean(rng, size - 1, atoms)})"
    if kind < 0.4:
        numbers = ",".join(map(str, rng.sample(range(1, atoms + 1), rng.randint(1, 3))))
        return f"({rng.choice(['Forall', 'Exists'])} {numbers} ({boolean(rng, size - 1, atoms)}))"
    left, right = boolean(rng, size // 2, atoms), boolean(rng, size - size // 2, atoms)
    if kind < 0.5:
        return f"{rng.choice(['AND', 'OR', 'XOR', 'ONEOF'])}({left},{right},{boolean(rng, 1, atoms)})"
    return f"(({left}) {rng.choice(['&', '|', '->', 'iff'])} ({right}))"


def plain(rng: Random, size: int) -> str:
    """A boolean formula without quantifiers."""
    while "orall" in (text := boolean(rng, size)) or "xists" in text:
        pass
    return text


def modal(rng: Random, size: int) -> str:
    if size <= 1:
        return rng.choice(["Top", "1", "2", "3", "4", "5"])
    agent, group = rng.choice(AGENTS), ",".join(rng.sample(AGENTS, rng.randint(1, 3)))
    inner = modal(rng, size - 1)
    whether = rng.choice(["that", "whether"])
    one, two = modal(rng, size // 2), modal(rng, size - size // 2)
    some = rng.choice(["", group + " "])
    return rng.choice(
        [
            f"~({inner})",
            f"(({one}) & ({two}))",
            f"(({one}) -> ({two}))",
            f"{agent} knows {whether} ({inner})",
            f"({group}) comknow {whether} ({inner})",
            f"({group}) distknow {whether} ({inner})",
            f"[{some}! {one}] ({two})",
            f"<{some}! {one}> ({two})",
            f"[{some}?! {one}] ({two})",
        ]
    )


def random_file(rng: Random) -> str:
    def sees() -> str:
        return ",".join(map(str, sorted(rng.sample(range(1, 6), rng.randint(1, 4)))))

    states = [",".join(map(str, sorted(rng.sample(range(1, 6), rng.randint(0, 5))))) for _ in range(2)]
    questions = [
        *[f"TRUE? {{{state}}} {modal(rng, rng.randint(1, 6))}" for state in states],
        f"VALID? {modal(rng, 6)}",
        f"WHERE? {modal(rng, 6)}",
        f"WHERE? {boolean(rng, 8)}",
        f"VALID? ({boolean(rng, 5)}) | ({modal(rng, 4)})",
    ]
    return "\n".join(
        [
            f"VARS 1,2,3,4,5 LAW {boolean(rng, rng.randint(1, 9))}",
            "OBS",
            *[f"{a}: {sees()}" for a in AGENTS],
            *questions,
        ]
    )


# ------------------------------------------------------------------------------------------------ the same answers


@pytest.mark.parametrize("text", [CHILDREN, DEALS, SECRET])
def test_the_files_of_the_format_get_the_same_answers_on_diagrams(text):
    assert [str(each) for each in answer(read(text, expand=False))] == [str(each) for each in smcdel.answer(read(text))]


def test_the_answers_that_smcdel_gave_are_those_of_the_diagrams():
    first, second, third = answer(read(CHILDREN, expand=False))
    assert (first.value, third.value) == (False, True)
    assert set(second.value) == {(1,), (1, 3), (1, 2), (1, 2, 3)}
    assert str(answer(read(DEALS, expand=False))[3]) == "[11,22,33] [11,23,32]"
    assert [each.value for each in answer(read(SECRET, expand=False))] == [True, True, True]


@examples(150)
@given(SEEDS)
def test_random_files_get_the_same_answers_on_both_engines_states_beyond_the_law_included(seed):
    text = random_file(Random(seed))
    try:
        expected = smcdel.answer(read(text))
    except ModelError:
        with pytest.raises(ModelError, match="no assignment satisfies it"):
            answer(read(text, expand=False))
        return
    for expand in (False, True):
        found = answer(read(text, expand))
        assert [str(each) for each in found] == [str(each) for each in expected], text


@examples(100)
@given(SEEDS)
def test_a_quantifier_on_a_diagram_is_its_expansion(seed):
    rng = Random(seed)
    said = boolean(rng, 12)
    text = f"VARS 1,2,3,4,5 LAW Top OBS a: 1 WHERE? {said}"
    assert str(answer(read(text, expand=False))[0]) == str(smcdel.answer(read(text))[0])


def test_quantifiers_that_bind_what_is_no_variable_are_expanded():
    text = "VARS 1 LAW Exists 9 (1 iff 9) OBS a: 1 WHERE? Forall 8,9 (Exists 7 (7 iff (8 & 9))) & 1"
    assert str(answer(read(text, expand=False))[0]) == "[1]" == str(smcdel.answer(read(text))[0])


# ------------------------------------------------------------------------------------------------ beyond listing


def deal(cards: int) -> str:
    """A deal of `cards` to three players, who each see their own; 3 * cards variables."""
    held = [[100 * player + card for card in range(1, cards + 1)] for player in (1, 2, 3)]
    each = ",".join(f"ONEOF({','.join(map(str, owners))})" for owners in zip(*held, strict=True))
    sees = "\n".join(f"{a}: {','.join(map(str, own))}" for a, own in zip(AGENTS, held, strict=True))
    return f"VARS {','.join(str(v) for own in held for v in own)} LAW AND({each}) OBS {sees}\n"


def test_a_file_with_ninety_variables_is_answered():
    state = ",".join(map(str, [101, *range(202, 231)]))
    text = f"""{deal(30)}
        VALID? (ann,bob) distknow whether 301
        VALID? ann knows whether 201
        VALID? [! 101] (cat knows that ~201)
        TRUE? {{{state}}} <ann ! 202> (ann knows that 202 & cat knows whether 302)
        WHERE? Top
    """
    first, second, third, fourth, everywhere = answer(read(text, expand=False), limit=5)
    assert [first.value, second.value, third.value, fourth.value] == [True, False, True, True]
    assert len(everywhere.value) == 5
    assert everywhere.more == 3**30 - 5
    assert str(everywhere).endswith(" and 205,891,132,094,644 more")


def test_a_quantifier_over_eighty_atoms_is_no_expansion():
    """Whatever the odd ones are, the even ones can be such that just one pair is equal."""
    odd, even = range(1, 81, 2), range(2, 81, 2)
    pairs = ",".join(f"({i} iff {i + 1})" for i in odd)
    text = (
        f"VARS {','.join(map(str, range(1, 81)))} LAW Top OBS a: 1 VALID? Forall {','.join(map(str, odd))} "
        f"(Exists {','.join(map(str, even))} (XOR({pairs}) & ONEOF({pairs})))"
    )
    assert answer(read(text, expand=False))[0].value is True
    assert answer(read(text.replace("XOR", "~XOR"), expand=False))[0].value is False


def test_states_beyond_the_law_are_evaluated_in_a_file_that_nobody_could_list():
    text = (
        deal(30)
        + "TRUE? {101,201} ann knows whether 201\nTRUE? {101,201} ann knows that 101\nTRUE? {201,101} 101 & 201"
    )
    values = [each.value for each in answer(read(text, expand=False))]
    assert values == [True, True, True]


def test_the_model_of_a_file_is_a_symbolic_model():
    made = SymbolicModel.of(structure(read(deal(25), expand=False)))
    assert made.count() == 3**25
    assert made.agents == AGENTS
    assert made.holds("K_ann ~p201", at={"p101", *[f"p{i}" for i in range(202, 226)]})


def test_listing_what_cannot_be_listed_is_refused_with_the_way_out(monkeypatch):
    few = partial(observations.from_observations, limit=2**16)
    monkeypatch.setattr(smcdel.observations, "from_observations", few)
    monkeypatch.setattr(observations, "LIMIT", 2**16)  # 2**25 assignments take 4 s to be reached
    (refused,) = smcdel.answer(read(deal(30) + "WHERE? Top"))
    assert isinstance(refused.problem, TooLarge)


# ---------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("VARS 1,2 LAW Forall 1 (a knows that 1) OBS a: 1 VALID? Top", "the law must be boolean"),
        ("VARS 1,2 LAW a knows that 1 OBS a: 1 VALID? Top", "the law must be boolean"),
    ],
)
def test_a_mistake_in_a_file_is_refused_as_when_quantifiers_are_expanded(text, message):
    for expand in (False, True):
        with pytest.raises(ParseError, match=message):
            read(text, expand)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("VALID? Forall 1 (1 | 7)", "variable 7 is not in VARS"),
        ("TRUE? {7} 1", "variable 7 is not in VARS"),
        ("WHERE? b knows that 1", "agent 'b' is not in OBS"),
    ],
)
def test_a_question_with_an_undeclared_name_has_the_mistake_and_the_others_are_answered(question, message):
    for expand in (False, True):
        file = read(f"VARS 1,2 LAW Top OBS a: 1 {question} VALID? Exists 1 (1 & 2)", expand)
        for answers in (answer(file), smcdel.answer(file)):
            assert message in str(answers[0].problem)
            assert answers[1].value is False


@pytest.mark.parametrize("law", ["1 & ~1", "Exists 1 (1 & ~1)", "Bot", "(Forall 2 (1 & 2)) & (1 | 2)"])
def test_under_an_unsatisfiable_law_all_is_valid_and_a_model_is_refused_with_the_law_as_written(law):
    text = f"VARS 1,2 LAW {law}  -- none\nOBS a: 1 VALID? Bot WHERE? Top TRUE? {{1}} a knows that Bot TRUE? {{1}} 2"
    for expand in (False, True):
        file = read(text, expand)
        assert [each.value for each in answer(file)] == [True, (), True, False]
        with pytest.raises(ModelError, match=re.escape(f"law {law}: no assignment")):
            structure(file)


def test_a_question_that_cannot_be_answered_does_not_stop_the_others(monkeypatch):
    def full(*_):
        raise TooLarge("too large")

    monkeypatch.setattr(smcdel_symbolic.states, "extension", full)
    first, second, third = answer(read("VARS 1,2 LAW Top OBS a: 1 VALID? 1 WHERE? 1 TRUE? {1} 1"))
    assert (first.value, second.value, third.value) == (False, None, True)
    assert str(second) == "not answered: too large"


# ------------------------------------------------------------------------------ quantifiers over modal operators


class AllAssignments:
    """SMCDEL's semantics by brute force: every assignment is a state, agents look at states of the law."""

    def __init__(self, file: smcdel.SmcdelFile) -> None:
        self.file = file
        subsets = product([False, True], repeat=len(file.variables))
        self.states = [frozenset(v for v, on in zip(file.variables, row, strict=True) if on) for row in subsets]
        everywhere = Context(frozenset(self.states), dict.fromkeys(file.observes, ()))
        law = frozenset(state for state in self.states if self.true(file.law, state, everywhere))
        self.start = Context(law, everywhere.told)

    def values(self) -> list[object]:
        return [self.value(query) for query in self.file.queries]

    def value(self, query: smcdel.Query) -> object:
        if query.state is not None:
            return self.true(query.formula, query.state, self.start)
        where = [state for state in self.start.law if self.true(query.formula, state, self.start)]
        if query.keyword == "VALID?":
            return len(where) == len(self.start.law)
        return {tuple(int(atom[1:]) for atom in self.file.variables if atom in state) for state in where}

    def seen(self, agent: str, state: frozenset[str], context: "Context") -> list[frozenset[str]]:
        own = set(self.file.observes[agent])
        told = context.told[agent]
        return [
            other
            for other in context.law
            if state & own == other & own and all((state in said) == (other in said) for said in told)
        ]

    def true(self, formula, state, context) -> bool:
        true, node = self.true, formula
        match node:
            case f.Top() | f.Bottom():
                return isinstance(node, f.Top)
            case f.Atom(name) if name in self.file.bound:
                each = self.file.bound[name]
                rows = product([False, True], repeat=len(each.atoms))
                changed = [{atom for atom, on in zip(each.atoms, row, strict=True) if on} for row in rows]
                found = [true(each.formula, state - set(each.atoms) | new, context) for new in changed]
                return all(found) if each.clause == "Forall" else any(found)
            case f.Atom(name):
                return name in state
            case f.Not(sub):
                return not true(sub, state, context)
            case f.And(one, two):
                return true(one, state, context) and true(two, state, context)
            case f.Or(one, two):
                return true(one, state, context) or true(two, state, context)
            case f.Xor(one, two):
                return true(one, state, context) != true(two, state, context)
            case f.Implies(one, two):
                return not true(one, state, context) or true(two, state, context)
            case f.Iff(one, two):
                return true(one, state, context) == true(two, state, context)
            case f.K(agent, sub):
                return all(true(sub, other, context) for other in self.seen(agent, state, context))
            case f.Kw(agent, sub):
                return len({true(sub, other, context) for other in self.seen(agent, state, context)}) < 2
            case f.D(group, sub):
                common = set.intersection(*[set(self.seen(agent, state, context)) for agent in group])
                return all(true(sub, other, context) for other in common)
            case f.C(group, sub):
                found, waiting = {state}, [state]
                while waiting:
                    now = waiting.pop()
                    new = {other for agent in group for other in self.seen(agent, now, context)} - found
                    found |= new
                    waiting += new
                return all(true(sub, other, context) for other in found)
        said = frozenset(other for other in self.states if true(node.statement, other, context))
        if isinstance(node, f.AnnounceWhether) or node.group is not None:
            told = {a: (*s, said) if node.group is None or a in node.group else s for a, s in context.told.items()}
            after = Context(context.law, told)
        else:
            after = Context(context.law & said, context.told)
        body = true(node.children[1], state, after)
        if isinstance(node, f.AnnounceWhether):
            return body
        return state in said and body if isinstance(node, f.AnnounceDual) else state not in said or body


@dataclass(frozen=True)
class Context:
    law: frozenset[frozenset[str]]
    told: dict[str, tuple[frozenset[frozenset[str]], ...]]


def mixed(rng: Random, size: int, atoms: int = 3) -> str:
    """A formula with quantifiers over modal operators and the other way round."""
    if size <= 1:
        return rng.choice(["Top", *map(str, range(1, atoms + 1))])
    sub = mixed(rng, size - 1, atoms)
    half = mixed(rng, size // 2, atoms)
    other = mixed(rng, size - size // 2, atoms)
    agent, group = rng.choice(AGENTS), ",".join(rng.sample(AGENTS, rng.randint(1, 2)))
    numbers = ",".join(map(str, rng.sample(range(1, atoms + 1), rng.randint(1, 2))))
    return rng.choice(
        [
            f"(Exists {numbers} ({sub}))",
            f"(Forall {numbers} ({sub}))",
            f"({agent} knows that ({sub}))",
            f"(~({sub}))",
            f"({agent} knows whether ({sub}))",
            f"(({group}) comknow that ({sub}))",
            f"(({group}) distknow that ({sub}))",
            f"(({half}) & ({other}))",
            f"(({half}) -> ({other}))",
            f"([! {half}] ({other}))",
            f"(<! {half}> ({other}))",
            f"([?! {half}] ({other}))",
            f"([{group} ! {half}] ({other}))",
            f"([{group} ?! {half}] ({other}))",
        ]
    )


@pytest.mark.parametrize("seed", range(4))
def test_quantifiers_over_modal_operators_range_over_all_assignments(seed):
    rng = Random(seed)
    for _ in range(share(200)):
        law = boolean(rng, rng.randint(1, 4), 3)
        observes = " ".join(f"{agent}: {rng.choice(['1', '2', '3', '1,3', '2,3'])}" for agent in AGENTS)
        state = ",".join(map(str, sorted(rng.sample(range(1, 4), rng.randint(0, 3)))))
        asked = [mixed(rng, rng.randint(2, 7)) for _ in range(3)]
        text = f"VARS 1,2,3 LAW {law} OBS {observes} VALID? {asked[0]} WHERE? {asked[1]} TRUE? {{{state}}} {asked[2]}"
        file = read(text, expand=False)
        found = [set(each.value) if isinstance(each.value, tuple) else each.value for each in answer(file, None)]
        assert found == AllAssignments(file).values(), text


def test_the_limit_bounds_what_is_listed_and_none_lists_all():
    text = "VARS 1,2,3,4,5,6,7,8,9,10,11 LAW Top OBS a: 1 WHERE? Top"
    (few,) = answer(read(text))
    assert len(few.value) == smcdel.LIMIT
    assert few.more == 2**11 - smcdel.LIMIT
    (whole,) = answer(read(text), limit=None)
    assert whole.more == 0
    assert whole.value == smcdel.answer(read(text))[0].value


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("VALID? Exists 1 (a knows that 2)", True),  # with 1 false, the lawful states that a thinks of have 2
        ("VALID? Forall 1 (a knows that 2)", False),
        ("TRUE? {1} Forall 1 (a knows that 2)", False),
        ("TRUE? {1} b knows that Exists 1 (a knows that 2)", True),
        ("TRUE? {2} Forall 2 (b knows whether 1 | Exists 1 (1 & 2))", True),
        ("VALID? a knows that (Exists 2 2)", True),
        ("VALID? Exists 1,2 (a,b distknow that Bot)", True),  # no state of the law looks like the empty one
        ("WHERE? Exists 1 (1 & ~ a knows that 2) & b knows that 1", "[1]"),
    ],
)
def test_quantifiers_over_modalities_change_an_atom_and_keep_the_law_of_the_agents(question, expected):
    file = read(f"VARS 1,2 LAW 1 | 2 OBS a: 1 b: 2 {question}", expand=False)
    (found,) = answer(file)
    assert str(found) == str(expected)


def random_clauses(atoms: int, clauses: int, law: str = "AND({})") -> str:
    """A file whose law is made of random clauses of three literals; joined by AND, a random 3-SAT problem."""
    rng = Random(1)
    parts = [
        f"OR({','.join(rng.choice(('', '~')) + str(atom) for atom in rng.sample(range(1, atoms + 1), 3))})"
        for _ in range(clauses)
    ]
    return f"VARS {','.join(map(str, range(1, atoms + 1)))} LAW {law.format(','.join(parts))} OBS a:1 VALID? 1"


@pytest.mark.slow
@pytest.mark.parametrize("make", [structure, answer, lambda file: SymbolicModel(file.variables, law=file.law)])
def test_a_law_of_few_kilobytes_that_is_hard_to_satisfy_is_refused_and_not_searched_forever(make):
    with pytest.raises(TooLarge, match=r"law: .*more than.*; .*fewer atoms"):
        make(read(random_clauses(150, 640)))


def test_the_limit_of_the_search_for_a_state_is_its_number_of_nodes(monkeypatch):
    file = read(random_clauses(40, 120))
    monkeypatch.setattr(knowledge_structure, "WASTE", 0)
    assert structure(file).law
    monkeypatch.setattr(build, "SEARCH_NODES", 2**5)
    with pytest.raises(TooLarge, match="more than 32 nodes"):
        structure(file)


def test_a_law_that_is_not_joined_any_more_is_the_same_law(monkeypatch):
    file = read(random_clauses(20, 60))
    joined = SymbolicModel.of(structure(file)).count()
    monkeypatch.setattr(knowledge_structure, "WASTE", 0)
    apart = structure(file)
    assert len(apart.law) > 1
    assert SymbolicModel.of(apart).count() == joined


LAWS_THAT_ARE_NO_CONJUNCTION = [
    "1 | AND({})",
    "~AND({}) -> 1",
    "XOR({})",
    "1 iff AND({})",
    "Exists 2,3,4,5 (1 | AND({}))",
]


@pytest.mark.parametrize("law", LAWS_THAT_ARE_NO_CONJUNCTION)
def test_a_law_that_is_no_conjunction_is_made_within_a_number_of_nodes(law, monkeypatch):
    monkeypatch.setattr(threads, "FILE_NODES", 2**12)
    for make in (structure, answer):
        with pytest.raises(TooLarge, match=r"law: .*diagrams.*nodes; .*fewer atoms"):
            make(read(random_clauses(40, 170, law), expand=False))


def test_the_manager_of_a_file_grows_when_questions_need_more_nodes_than_its_law(monkeypatch):
    text = random_clauses(14, 30).replace("VALID? 1", "VALID? K a XOR(1,2) | K a (3 & 4)")
    expected = str(answer(read(text)))
    monkeypatch.setattr(threads, "FILE_NODES", 2**12)
    assert str(answer(read(text))) == expected


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS_THAT_ARE_NO_CONJUNCTION)
def test_reading_a_law_of_few_kilobytes_ends_soon(law, tmp_path):
    path = tmp_path / "hard.smcdel.txt"
    path.write_text(random_clauses(150, 640, law))
    command = [sys.executable, "-m", "whoknows", "check", str(path), "true"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert re.search(r"law: its decision diagrams take more than .*; use fewer atoms", " ".join(done.stderr.split()))
