"""Formulas in the notation of textbooks: each is read as the book means it, or the hint says how to write it."""

import pytest

from logic.errors import ParseError
from logic.parser import parse

DEL = "van Ditmarsch, van der Hoek and Kooi, Dynamic Epistemic Logic (2008)"
REASONING = "Fagin, Halpern, Moses and Vardi, Reasoning about Knowledge (1995)"
EPISTEMIC = "Meyer and van der Hoek, Epistemic Logic for AI and Computer Science (1995)"
MODAL = "Blackburn, de Rijke and Venema, Modal Logic (2001)"
SEP = "Baltag and Renne, Dynamic Epistemic Logic, Stanford Encyclopedia of Philosophy (2016)"
PLAZA = "Plaza, Logics of public communications (1989)"
REVISION = "Baltag and Smets, A qualitative theory of dynamic interactive belief revision (2008)"
HINTIKKA = "Hintikka, Knowledge and Belief (1962)"
BENTHEM = "van Benthem, Logical Dynamics of Information and Interaction (2011)"
RESOLUTION = "Ågotnes and Wáng, Resolving distributed knowledge (2017)"
VALUES = "Wang and Fan, Conditionally knowing what (2014)"

READ = [
    # the modal axioms
    (DEL, "K_a(p → q) → (K_a p → K_a q)", "K_a (p -> q) -> K_a p -> K_a q"),
    (DEL, r"K_a\varphi\rightarrow K_a K_a\varphi", "K_a φ -> K_a K_a φ"),
    (DEL, r"\neg K_a\varphi\rightarrow K_a\neg K_a\varphi", "~K_a φ -> K_a ~K_a φ"),
    (DEL, r"\hat{K}_a\varphi \leftrightarrow \neg K_a\neg\varphi", "M_a φ <-> ~K_a ~φ"),
    (DEL, r"\hat{K}_a p \wedge \hat{K}_a\neg p", "M_a p & M_a ~p"),
    (REASONING, "(K₁φ ∧ K₁(φ ⇒ ψ)) ⇒ K₁ψ", "K_1 φ & K_1 (φ -> ψ) -> K_1 ψ"),
    (REASONING, r"\neg K_{1} \varphi \Rightarrow K_{1} \neg K_{1} \varphi", "~K_1 φ -> K_1 ~K_1 φ"),
    (REASONING, r"\[ K_{i}\varphi \Rightarrow K_{i}K_{i}\varphi \]", "K_i φ -> K_i K_i φ"),
    (EPISTEMIC, r"M_{i} \varphi \leftrightarrow \neg K_{i} \neg \varphi", "M_i φ <-> ~K_i ~φ"),
    (HINTIKKA, r"K_{a}p \supset p", "K_a p -> p"),
    (HINTIKKA, "K_a p ≡ ¬L_a ¬p", "K_a p <-> ~M_a ~p"),
    (MODAL, r"\(\Box_a p \to \Diamond_a p\)", "K_a p -> M_a p"),
    (MODAL, "◇_a (p ∨ q) ↔ (◇_a p ∨ ◇_a q)", "M_a (p | q) <-> M_a p | M_a q"),
    (MODAL, r"\langle a ; b \rangle p", "<a ; b> p"),
    (MODAL, r"\mathbf{K}_{a} p \rightarrow \mathbf{K}_{a}\mathbf{K}_{a} p", "K_a p -> K_a K_a p"),
    # groups
    (REASONING, r"E_G \varphi \Leftrightarrow \bigl( K_1 \varphi \wedge K_2 \varphi \bigr)", "E_G φ <-> K_1 φ & K_2 φ"),
    (
        REASONING,
        r"C_{\{1,2\}}\varphi \Rightarrow E_{\{1,2\}}(\varphi \wedge C_{\{1,2\}}\varphi)",
        "C_{1,2} φ -> E_{1,2} (φ & C_{1,2} φ)",
    ),
    (REASONING, r"D_{\{1,2\}} p", "D_{1,2} p"),
    (REASONING, r"E_G^{2} p \Leftrightarrow E_G E_G p", "E^2_G p <-> E_G E_G p"),
    (DEL, "E_B^3 p", "E^3_B p"),
    (RESOLUTION, r"R_{\{1,2\}} K_1 p \to D_{\{1,2\}} p", "R_{1,2} K_1 p -> D_{1,2} p"),
    (DEL, r"C_{ab} p", "C_{ab} p"),  # one agent called ab: the model's error says how to write the group
    (DEL, r"C_B(\varphi \to E_B \varphi) \to (\varphi \to C_B \varphi)", "C_B (φ -> E_B φ) -> φ -> C_B φ"),
    (EPISTEMIC, r"C(\varphi \to E\varphi) \to (\varphi \to C\varphi)", "C (φ -> E φ) -> φ -> C φ"),
    # public announcements
    (DEL, "[φ]p ↔ (φ → p)", "[φ] p <-> (φ -> p)"),
    (DEL, r"[\varphi]K_a\psi \leftrightarrow (\varphi \to K_a[\varphi]\psi)", "[φ] K_a ψ <-> (φ -> K_a [φ] ψ)"),
    (DEL, r"[p \wedge \neg K_a p]\neg (p \wedge \neg K_a p)", "[p & ~K_a p] ~(p & ~K_a p)"),
    (DEL, r"\langle \varphi \rangle \psi \leftrightarrow \neg[\varphi]\neg\psi", "<φ> ψ <-> ~[φ] ~ψ"),
    (
        DEL,
        r"[m_a \vee m_b \vee m_c][\neg K_a m_a \wedge \neg K_a \neg m_a] K_b m_b",
        "[m_a | m_b | m_c] [~K_a m_a & ~K_a ~m_a] K_b m_b",
    ),
    (SEP, "[p!]q", "[p] q"),
    (
        SEP,
        r"[!\varphi][!\psi]\chi \leftrightarrow [!(\varphi \wedge [!\varphi]\psi)]\chi",
        "[φ] [ψ] χ <-> [φ & [φ] ψ] χ",
    ),
    (BENTHEM, "[!P]q ↔ (P → q)", "[P] q <-> (P -> q)"),
    (BENTHEM, "[!P]K_i φ ↔ (P → K_i (P → [!P]φ))", "[P] K_i φ <-> (P -> K_i (P -> [P] φ))"),
    (BENTHEM, "⟨!p⟩⊤ ↔ p", "<p> true <-> p"),
    (BENTHEM, r"[!\neg K_1 p] C_{\{1,2\}} \neg K_1 p", "[~K_1 p] C_{1,2} ~K_1 p"),
    (PLAZA, r"K_1(p \supset q) \supset (K_1 p \supset K_1 q)", "K_1 (p -> q) -> K_1 p -> K_1 q"),
    # belief and plausibility
    (REVISION, "[⇑p] B_a q", "[^^p] B_a q"),
    (REVISION, r"[\uparrow p] B_a q", "[^p] B_a q"),
    (REVISION, r"B_a^{\varphi} \psi", "B_a[φ] ψ"),
    (REVISION, r"B_{a}^{p \wedge \neg q} K_{b} p", "B_a[p & ~q] K_b p"),
    (
        REVISION,
        r"[!\varphi] B_a \psi \leftrightarrow (\varphi \to B_a^{\varphi}[!\varphi]\psi)",
        "[φ] B_a ψ <-> (φ -> B_a[φ] [φ] ψ)",
    ),
    (SEP, r"B_{a}^{\geq \frac{1}{2}} p", "B_a>=1/2 p"),
    # values
    (VALUES, r"\mathit{Kv}_i d \to K_j \mathit{Kv}_i d", "Kv_i d -> K_j Kv_i d"),
]

HINTED = [
    (DEL, "K_aφ → φ", "K_a φ"),
    (REASONING, "(K_1φ ∧ K_1(φ ⇒ ψ)) ⇒ K_1ψ", "K_1 φ"),
    (DEL, "K_ap → p", "K_a p"),
    (DEL, "¬K_a p ∧ ¬K_a¬p → K_aK_bp", "K_a K_bp"),
    (DEL, r"[\mathsf{M}, \mathsf{s}]\varphi", "[@peek] p"),
    (SEP, "[U,e]p", "[@peek] p"),
    (SEP, r"[!\varphi!]\psi", "[!p] q"),
    (DEL, "M, s ⊨ K_a p", "write the formula alone"),
    (DEL, r"M,s \models [\varphi]\psi", "write the formula alone"),
    (REASONING, r"(M,s)\models K_i \varphi", "write the formula alone"),
    (DEL, "0_a ∧ 1_b", '"0_a"'),
    (DEL, r"\bigwedge_{a \in A} (K_a m_a \vee K_a \neg m_a)", "conj"),
    (REASONING, r"E_G^{k} p", "E^2_{a,b} p"),
    (REASONING, "S_G p", "K_a p | K_b p"),
    (EPISTEMIC, r"I_{G} \varphi", "D_{a,b} p"),
    (HINTIKKA, "P_a p", "M_a p"),
    (MODAL, "[a ∪ b] p", "[p] r & [q] r"),
    (BENTHEM, r"\langle K_i \rangle p", "M_a p"),
    (PLAZA, "p + K_1 q", "<p> q"),
    (REVISION, r"Sb_{a} p", "Bstrong_a p"),
    (REVISION, "B^p_a q", "B_a[q] p"),
    (REVISION, r"\hat{B}_a p", "~B_a ~p"),
    (REVISION, "B_a[!p] q", "B_a ([!p] q)"),
    (VALUES, r"\Delta_i p", "Kw_a p"),
    (VALUES, "Kv_i(d)", "Kv_a die1"),
    (SEP, "CK p", "C p"),
    (SEP, "p → q ← r", "brackets"),
]


@pytest.mark.parametrize(("_book", "text", "meant"), READ)
def test_a_formula_of_a_book_is_read_as_the_book_means_it(_book: str, text: str, meant: str) -> None:
    assert parse(text) == parse(meant)


@pytest.mark.parametrize(("_book", "text", "way_out"), HINTED)
def test_a_formula_of_a_book_that_is_not_read_has_a_hint_how_to_write_it(_book: str, text: str, way_out: str) -> None:
    with pytest.raises(ParseError) as error:
        parse(text)
    assert way_out in error.value.hint


def test_the_table_is_long_and_each_formula_stands_there_once() -> None:
    texts = [text for _, text, _ in READ + HINTED]
    assert len(set(texts)) == len(texts) >= 60


@pytest.mark.parametrize(("_book", "text", "_meant"), READ)
def test_a_formula_of_a_book_is_written_so_that_it_is_read_back(_book: str, text: str, _meant: str) -> None:
    f = parse(text)
    assert parse(str(f)) == parse(f.to_ascii()) == parse(f.to_latex()) == f
