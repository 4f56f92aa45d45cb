"""The command `rewrite`: other forms of a formula, the steps to them, and substitution."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from logic.parser import parse
from whoknows.cli.main import app


def ask(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, ["rewrite", *arguments], input=given, prog_name="whoknows")


@pytest.mark.parametrize(
    ("formula", "to", "result"),
    [
        ("~(p -> K_a q)", "nnf", "p ∧ M_a ¬q"),
        ("p & q | r", "cnf", "(p ∨ r) ∧ (q ∨ r)"),
        ("(p | q) & r", "dnf", "p ∧ r ∨ q ∧ r"),
        ("K_a (p & q | p & ~q)", "simple", "K_a p"),
        ("[p] K_a q", "static", "p → K_a (p → q)"),
    ],
)
def test_each_form_is_printed_alone(formula: str, to: str, result: str) -> None:
    found = ask(formula, "--to", to)
    assert (found.exit_code, found.stdout) == (0, f"{result}\n")
    assert ask("-", "--to", to, given=formula).stdout == found.stdout


def test_steps_are_numbered_with_rule_law_and_the_marked_part() -> None:
    assert ask("~(p -> K_a q)", "--to", "nnf", "--steps").stdout.splitlines() == [
        "    ¬(p → K_a q)",
        "1.  implication: ¬(p → q) ≡ p ∧ ¬q",
        "    ⟦¬(p → K_a q)⟧",
        "    ⟦p ∧ ¬K_a q⟧",
        "2.  dual: ¬K_a p ≡ M_a ¬p",
        "    p ∧ ⟦¬K_a q⟧",
        "    p ∧ ⟦M_a ¬q⟧",
        "p ∧ M_a ¬q",
    ]


def test_steps_for_machines() -> None:
    data = json.loads(ask("[p] K_a q", "--to", "static", "--steps", "--json").stdout)
    assert {key: data[key] for key in ("formula", "to", "result")} == {
        "formula": "[p] K_a q",
        "to": "static",
        "result": "p → K_a (p → q)",
    }
    first, last = data["steps"]
    assert first == {
        "rule": "reduction axiom",
        "law": "[p] K_a q ≡ p → K_a (p → [p] q)",
        "before": "[p] K_a q",
        "after": "p → K_a (p → [p] q)",
        "old": "[p] K_a q",
        "new": "p → K_a (p → [p] q)",
        "marked": ["⟦[p] K_a q⟧", "⟦p → K_a (p → [p] q)⟧"],
    }
    assert last["after"] == data["result"]
    assert "steps" not in json.loads(ask("p", "--to", "nnf", "--json").stdout)


def test_a_formula_in_the_form_has_no_steps() -> None:
    assert ask("p", "--to", "nnf", "--steps").stdout == "    p\np\n"


def test_substitution_is_simultaneous_and_comes_first() -> None:
    swapped = ask("p -> K_a q", "--substitute", "p := q & r", "--substitute", "q:=p")
    assert parse(swapped.stdout) == parse("q & r -> K_a p")
    assert ask("x=1 -> q", "--substitute", "x=1:=K_a q").stdout == "K_a q → q\n"
    assert ask("~p", "--substitute", "p := q & r", "--to", "nnf").stdout == "¬q ∨ ¬r\n"


def test_agents_are_needed_for_everyone_after_an_announcement_to_some() -> None:
    alone = ask("[p?{a}] E q", "--to", "static")
    assert alone.exit_code == 2
    assert "name them by --agents" in alone.stderr
    assert ask("[p?{a}] E q", "--to", "static", "--agents", "a, b").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["p"], "nothing to do"),
        (["p", "--to", "pnf"], "'pnf' is not one of 'nnf'"),
        (["p", "--substitute", "p:=q", "--steps"], "give --to too"),
        (["p", "--to", "nnf", "--agents", "a"], "--agents is for --to static"),
        (["[p] C q", "--to", "static", "--agents", " ,"], "--agents ' ,' names nobody"),
        (["p", "--to", "nnf", "--limit", "3"], "--limit is for --steps"),
        (["p", "--substitute", "p"], "expected ATOM:=FORMULA"),
        (["p", "--substitute", "K_a p:=q"], "expected ATOM:=FORMULA"),
        (["p", "--substitute", "p:=q", "--substitute", "p:=r"], "substituted twice"),
        (["p &", "--to", "nnf"], "the text ends after &"),
        (["[p] Kv_a x", "--to", "static"], "whoknows check"),
        (["~(p & ~q)", "--to", "nnf", "--steps", "--limit", "1"], "give a higher --limit"),
        ([" & ".join(f"(p{i} | q{i})" for i in range(40)), "--to", "dnf"], "give a higher --limit"),
    ],
)
def test_mistakes_end_with_a_message_and_exit_code_2(arguments: list[str], words: str) -> None:
    result = ask(*arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())


@pytest.mark.slow
def test_steps_for_machines_are_refused_where_their_formulas_are_too_long() -> None:
    formula = "p0"
    for number in range(1, 18):
        formula = f"(p{number} <-> {formula})"
    arguments = (f"~({formula})", "--to", "nnf", "--steps")
    refused = ask(*arguments, "--json")
    assert refused.exit_code == 2
    assert "more than 1,000,000: leave out --json" in json.loads(refused.stdout)["error"]["message"]
    assert len(ask(*arguments).stdout) < 10_000_000  # in text, the part around each change
