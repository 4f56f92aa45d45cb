import { expect, test } from "vitest";
import { addObserver, bitsOf, namesIn, removeObserver, seen, seesMore, toggleSeen } from "./symbolic";
import type { SymbolicFile } from "./types";

const file: SymbolicFile = {
  whoknows: 1,
  bits: ["p", "q", "#1"],
  atoms: { p: "p", q: "q", "die=1": { diagram: 0 } },
  observes: { a: { sees: ["p", "#1"] }, b: { sees: [], relation: [{}] } },
};

test("atoms that are bits can be seen", () => {
  expect(bitsOf(file)).toEqual(["p", "q"]);
});

test("an agent sees an atom, and no longer", () => {
  const more = toggleSeen(file, "a", "q");
  expect(seen(more, "a")).toEqual(["p", "#1", "q"]);
  expect(seen(toggleSeen(more, "a", "p"), "a")).toEqual(["#1", "q"]);
  expect(toggleSeen(file, "b", "p").observes.b).toEqual({ sees: ["p"], relation: [{}] });
  expect(seen(file, "a")).toEqual(["p", "#1"]);
});

test("values and conditions are more than atoms", () => {
  expect([seesMore(file, "a"), seesMore(file, "b"), seesMore(addObserver(file, "c"), "c")]).toEqual([true, true, false]);
});

test("agents come and go", () => {
  expect(Object.keys(removeObserver(addObserver(file, "c"), "a").observes)).toEqual(["b", "c"]);
});

test("names are divided outside brackets", () => {
  expect(namesIn("has(N,SA), p q\nx=1")).toEqual(["has(N,SA)", "p", "q", "x=1"]);
});
