"""Hints for unknown names: constants, agents, groups and operators that books write in another way."""

import pytest

from kripke.data.errors import UnknownAgent, UnknownAtom, UnknownWorld
from logic.errors import plain
from logic.unknown import agent_hint, applied, atom_hint, constant_meant, group_notes, run_together
from whoknows import KripkeModel, SymbolicModel, parse

EXPLICIT = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w"], ["v"]]}, actual="w")
SYMBOLIC = SymbolicModel(["p"], "true", {"a": [], "b": ["p"]}, {"p"})
MODELS = pytest.mark.parametrize("model", [EXPLICIT, SYMBOLIC], ids=["explicit", "symbolic"])


@MODELS
@pytest.mark.parametrize("text", ["<a> p", "[a] p", "⟨a⟩ p", r"\langle a \rangle p"])
def test_an_agent_in_the_brackets_of_an_announcement_is_hinted_at_knowledge(
    model: KripkeModel | SymbolicModel, text: str
) -> None:
    with pytest.raises(UnknownAtom, match=r"'a' .*agent: K_a p.*M_a p"):
        model.holds(text)


def test_an_agent_that_is_also_an_atom_is_announced() -> None:
    model = KripkeModel.s5({"w": {"a"}}, {"a": [["w"]]}, actual="w")
    assert model.holds("[a] a")


@MODELS
@pytest.mark.parametrize(("letter", "constant"), [("T", "true"), ("F", "false"), ("True", "true"), ("FALSE", "false")])
def test_a_letter_for_a_constant_is_hinted_at_the_constant(
    model: KripkeModel | SymbolicModel, letter: str, constant: str
) -> None:
    with pytest.raises(UnknownAtom, match=f"no atom '{letter}'.* write {constant}"):
        model.holds(f"p -> {letter}")


def test_the_letters_t_and_f_are_atoms_where_the_model_has_them() -> None:
    assert KripkeModel.s5({"w": {"T"}}, {"a": [["w"]]}, actual="w").holds("K_a T")


def test_the_constant_that_a_letter_means() -> None:
    assert [constant_meant(name) for name in ("T", "F", "p", "true")] == ["true", "false", "", ""]


@MODELS
def test_agents_without_a_comma_are_hinted_at_the_group(model: KripkeModel | SymbolicModel) -> None:
    with pytest.raises(UnknownAgent, match=r"C_\{ab\} p: .*'ab'; .*commas.*C_\{a,b\} p"):
        model.holds("C_{ab} p")


@pytest.mark.parametrize(
    ("agent", "agents", "hint"),
    [("ab", ["a", "b"], "{a,b}"), ("annbob", ["ann", "bob", "b"], "{ann,bob}"), ("cab", ["a", "b", "c"], "{c,a,b}"),
     ("aa", ["a", "b"], "did you mean 'a'?"), ("anne", ["ann", "bob"], "did you mean 'ann'?"),
     ("ab", ["a", "b"], "C_{a,b} p; K and M have one agent each: M_a M_b p"),
     ("x", ["a", "b"], "there are 'a' and 'b'"), ("aK_b", ["a", "b"], "K_a K_b p"),
     ("annM_bob", ["ann"], "K_ann M_bob p")],
)  # fmt: skip
def test_an_unknown_agent_has_a_hint(agent: str, agents: list[str], hint: str) -> None:
    assert hint in agent_hint(agent, agents)


@pytest.mark.parametrize(
    ("atom", "hint"),
    [("knows(a,p)", "K_a p"), ("Believes(b,p)", "B_b p"), ("Kw(a,p)", "Kw_a p"), ("Knows_whether(a,p)", "Kw_a p"),
     ("knows(x,p)", "there is 'p'"),
     ("𝑝", "did you mean 'p', in plain letters?"), ("pp", "did you mean 'p'?")],
)  # fmt: skip
def test_an_unknown_atom_has_a_hint(atom: str, hint: str) -> None:
    assert hint in atom_hint(atom, ["p"], ["a", "b"])


@MODELS
@pytest.mark.parametrize(
    ("formula", "error", "hint"),
    [("K_\u0430 p", UnknownAgent, "did you mean 'a', with a Latin small letter a, not a Cyrillic small letter a?"),
     ("\u0440", UnknownAtom, "did you mean 'p', with a Latin small letter p, not a Cyrillic small letter er?"),
     ("K_ａ p", UnknownAgent, "did you mean 'a', in plain letters?")],
)  # fmt: skip
def test_a_name_with_letters_of_another_script_has_a_hint(
    model: KripkeModel | SymbolicModel, formula: str, error: type[Exception], hint: str
) -> None:
    with pytest.raises(error) as refused:
        model.holds(formula)
    assert hint in str(refused.value)


def test_a_name_in_another_script_is_meant_by_its_latin_double() -> None:
    m = KripkeModel.s5({"w": {"\u0441\u043e\u043b\u044c"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    with pytest.raises(UnknownAtom, match=r"'соль', .*Cyrillic.* es, .*Latin.* c"):
        m.holds("co\u043b\u044c")
    with pytest.raises(UnknownWorld, match=r"mean 'w', .*plain letters"):
        m.at("ｗ")


def test_letters_that_look_different_are_not_confused() -> None:
    assert [plain(letter) for letter in "λω\u0436éß"] == list("λω\u0436éß")


def test_there_are_hints_for_names_of_100_000_letters_and_among_20_000_agents() -> None:
    agents = [f"agent{i}" for i in range(20_000)]
    assert agent_hint("a" * 100_000, agents)
    assert atom_hint("knows(" + "a" * 100_000, ["p"], agents)


@MODELS
@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Kp -> p", "an agent is a subscript: K_a p"),
        ("Mp", "an agent is a subscript: M_a p"),
        ("Kbp", "an agent is a subscript: K_b p"),
        ("Kwp", "an agent is a subscript: Kw_a p"),
        ("Cp", "an operator stands apart: C p, of a group C_{a,b} p"),
    ],
)
def test_an_operator_that_is_run_together_with_its_atom_is_hinted_at(
    model: KripkeModel | SymbolicModel, text: str, hint: str
) -> None:
    with pytest.raises(UnknownAtom) as caught:
        model.holds(text)
    assert str(caught.value).endswith(hint)


def test_a_group_between_an_operator_and_an_atom_is_named() -> None:
    assert run_together("AGEFp") == "an operator stands apart: AG EF p"
    assert run_together("EFKap") == "an operator stands apart: EF Kap"
    assert run_together("E12p") == "an operator stands apart: E^12 p, of a group E_{1,2} p"
    assert run_together("CKp") == "what a group knows is written C p, of a group C_{a,b} p"
    assert run_together("GCK(g,p)") == "an operator of a group names its agents: C_{a,b} p"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Kp", "an operator stands apart: K p, of an agent K_a p"),
        ("K1p", "an agent is a subscript: K_1 p"),
        ("E2p", "an operator stands apart: E^2 p"),
        ("Kate", ""),
    ],
)
def test_a_name_of_an_operator_and_an_atom_says_how_the_operator_is_written(name: str, hint: str) -> None:
    assert run_together(name) == hint


@pytest.mark.parametrize(
    ("name", "agents", "hint"),
    [
        ("knows(a,p)", None, "the agent is a subscript: K_a p"),
        ("k(a,p)", None, ""),
        ("k(a,p)", ["a"], "the agent is a subscript: K_a p"),
        ("box(p)", None, "an operator has no brackets of its own: []p"),
        ("Ka(p)", None, ""),
        ("Ka(p)", ["a"], "an operator has no brackets of its own: K_a p"),
        ("CK(p)", ["a"], "common knowledge is written C p"),
        ("Pr_a(p)", ["a"], "that a considers it possible is M_a p, a degree of belief B_a>=0.5 p"),
    ],
)
def test_an_operator_with_brackets_of_its_own_has_a_hint(name: str, agents: list[str] | None, hint: str) -> None:
    assert applied(name, agents) == hint


@pytest.mark.parametrize(
    ("atom", "atoms", "hint"),
    [
        ("T", ["p"], "; for the constant write true; there is 'p'"),
        ("a", ["p"], "; 'a' is an agent: K_a p says that a knows p, M_a p that a considers p possible"),
        ("die1", ["die1=1", "die1=2"], "its value, and its atoms are 'die1=1' and 'die1=2'"),
        ("p", ["p & q", "~p"], "; 'p & q' is one atom here, a name with signs: worlds list their true atoms"),
    ],
)
def test_an_unknown_atom_has_the_hint_of_its_kind(atom: str, atoms: list[str], hint: str) -> None:
    assert hint in atom_hint(atom, atoms, ["a"])


def test_a_group_of_one_agent_whose_name_may_stand_for_several_is_noted() -> None:
    note = "{G} is a group of one agent; the agents of a group are separated by commas: {a,b}"
    assert [*group_notes([parse("CB_G p"), parse("E_{a} p")])] == [note]
