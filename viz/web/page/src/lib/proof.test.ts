import { expect, test } from "vitest";
import { agentsIn, barsFor, changed, isProofFile, named, started, treeOf, textOf, withLine, withoutLine, withRule, type ProofLine } from "./proof";

const LINES: ProofLine[] = named([
  { bars: [""], formula: "K_a (p & q)", why: "assume" },
  { bars: ["", "a"], formula: "p & q", why: "K 1" },
  { bars: ["", "a"], formula: "p", why: "&E 2" },
  { bars: [""], formula: "K_a p", why: "KI 2-3" },
  { bars: [], formula: "K_a (p & q) -> K_a p", why: "->I 1-4" },
]);

test("lines are a tree of subproofs", () => {
  const inner = { bar: "a", first: 1, last: 2, nodes: [{ at: 1 }, { at: 2 }] };
  expect(treeOf(LINES)).toEqual([{ bar: "", first: 0, last: 3, nodes: [{ at: 0 }, inner, { at: 3 }] }, { at: 4 }]);
});

test("an assumption begins a subproof, also directly after another one", () => {
  const two = named([
    { bars: [""], formula: "p", why: "assume" },
    { bars: [""], formula: "q", why: "assume" },
  ]);
  expect(treeOf(two).length).toBe(2);
});

test("numbers in reasons follow lines that come and go, and names of rules keep theirs", () => {
  const more = withLine(changed(LINES, 2, { why: "4 2" }), 1, ["", "a"]);
  expect(more.map(({ why }) => why)).toEqual(["assume", "", "K 1", "4 3", "KI 3-4", "->I 1-5"]);
  expect(withoutLine(more, 1).map(({ why }) => why)).toEqual(["assume", "K 1", "4 2", "KI 2-3", "->I 1-4"]);
  expect(withoutLine(LINES, 1)[1]!.why).toBe("&E ?");
});

test("the text has the bars before the formula", () => {
  expect(textOf(LINES).split("\n").slice(1, 3)).toEqual(["2. | |a p & q ; K 1", "3. | |a p ; &E 2"]);
});

test("a line that comes has a name of its own", () => {
  const more = withLine(LINES, 0, []);
  expect(new Set(more.map(({ id }) => id)).size).toBe(6);
});

test("another rule keeps the lines that it takes", () => {
  expect(withRule("&E 2", "->E")).toBe("->E 2");
  expect(withRule("", "KI")).toBe("KI");
});

test("agents and the bars for them are found in formulas", () => {
  expect(agentsIn(["K_a p & C_{b, a} q", "Kw_anne p", "B_é p"])).toEqual(["a", "anne", "b", "é"]);
  expect(barsFor({ style: "fitch", logic: "S5", premises: [], goal: "C_{a,b} p", lines: [] })).toEqual(["", "a", "b", "{a,b}", "*"]);
  expect(barsFor({ style: "fitch", logic: "S5", premises: [], goal: "[]p -> p", lines: [] })).toEqual(["", "[]"]);
});

test("a proof begins with its premises, and what is no proof is refused", () => {
  const file = { style: "fitch", logic: "S5", premises: ["p"], goal: "p", lines: started(["p"]) };
  expect(file.lines).toEqual([{ id: 0, bars: [], formula: "p", why: "premise" }]);
  expect([isProofFile(file), isProofFile({ ...file, lines: [{}] }), isProofFile(null), isProofFile({ ...file, goal: 1 })]).toEqual([true, false, false, false]);
});
