import { expect, test } from "vitest";
import { atomText, nested, signs, tokens, typeset, type Piece } from "./formula";

const row = (start: number, end: number, above: number) => ({ start, end, above, count: "0", worlds: [] });

test("a formula's text is nested by its parts", () => {
  const tree = nested("K_a (p ∧ q)", [row(0, 11, -1), row(5, 10, 0), row(5, 6, 1), row(9, 10, 1)]);
  expect(tree).toEqual({
    part: 0,
    pieces: ["K_a (", { part: 1, pieces: [{ part: 2, pieces: ["p"] }, " ∧ ", { part: 3, pieces: ["q"] }] }, ")"],
  });
});

test("agents stand as subscripts, underscores in atoms do not", () => {
  expect(typeset("¬K_anne m_1 ∧ C_{a,b} p")).toEqual([["¬K", "anne"], [" m_1 ∧ C", "a,b"], [" p", ""]]);
  expect(typeset("E^3_{a,b} p")).toEqual([["E³", "a,b"], [" p", ""]]);
});

test("tokens for mathematics: operators carry their agents, atoms are whole, signs stand alone", () => {
  expect(tokens("¬K_anne (m_1 ∧ has(N,SA))")).toEqual([
    { tag: "mo", text: "¬" },
    { tag: "mi", text: "K", below: "anne" },
    { tag: "mo", text: "(" },
    { tag: "mi", text: "m_1" },
    { tag: "mo", text: "∧" },
    { tag: "mi", text: "has(N,SA)" },
    { tag: "mo", text: ")" },
  ]);
  expect(tokens('E^3_{a,b} "it rains"')).toEqual([
    { tag: "mi", text: "E", below: "a,b", above: "3" },
    { tag: "mtext", text: "it rains" },
  ]);
  expect(tokens("B_a≥7/10 die1=4").map(({ text }) => text)).toEqual(["B", "≥", "7/10", "die1=4"]);
});

test("an atom is in quotes unless its name is a plain word", () => {
  const plain = ["p", "muddy(anne)", "has(N,SA)", "die1=4", "order"];
  expect(plain.map(atomText)).toEqual(plain);
  expect(["possible for bob", "Kp", "not", "p q"].map(atomText)).toEqual(['"possible for bob"', '"Kp"', '"not"', '"p q"']);
});

test("what is typed is shown with the signs of mathematics", () => {
  expect(signs('~K_a (p & q | r) -> "a & b" <-> <p> B_a>=1/2 q')).toBe('¬K_a (p ∧ q ∨ r) → "a & b" ↔ ⟨p⟩ B_a≥1/2 q');
  expect(signs("~")).toBe("~");
});

test("a formula of 1,000 levels keeps its text, and its deep parts are text", () => {
  const deep = "~".repeat(999) + "p";
  let piece: Piece = nested(deep, Array.from({ length: 1000 }, (_, i) => row(i, 1000, i - 1)));
  let text = "";
  while (typeof piece !== "string") {
    const pieces: Piece[] = piece.pieces;
    text += pieces.slice(0, -1).join("");
    piece = pieces.at(-1)!;
  }
  expect(text + piece).toBe(deep);
});
