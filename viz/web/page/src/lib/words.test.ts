import { expect, test } from "vitest";
import type { Model, Picture } from "./types";
import { modelInWords } from "./words";

const text = (names: string[], sees: Picture["sees"], model: Partial<Model> = {}): string[] => {
  const worlds = names.map((name) => ({ name }));
  const said = modelInWords({ worlds, sees, model: { worlds: {}, ...model } } as unknown as Picture);
  return said.slice(1).map(({ lead, items }) => `${lead} ${items.join("; ")}`);
};
const classes = (...rows: number[][]): number[][] => rows.flat().sort((a, b) => a - b).map((world) => rows.find((row) => row.includes(world))!);

test("one agent cannot tell two worlds apart, another can", () => {
  expect(text(["w", "v"], { ann: classes([0, 1]), bob: classes([0], [1]) })).toEqual(["ann cannot tell w from v", "bob can tell all worlds apart"]);
});

test("an event model is told by its events and those that happen", () => {
  const said = modelInWords({ worlds: [{ name: "e: p" }, { name: "f: ⊤" }], sees: { ann: [[0], [1]] }, model: { worlds: {}, actual: "e: p" } } as unknown as Picture, "event");
  expect(said.map(({ lead, items }) => `${lead} ${items.join("; ")}`)).toEqual(["The 2 events are e: p, which can be what happens; f: ⊤", "ann can tell all events apart"]);
});

test("belief is told by the worlds where the same is considered possible", () => {
  expect(text(["w", "v"], { ann: [[1], [1]] })).toEqual(["ann at every world considers only v possible"]);
  expect(text(["w", "v", "u"], { ann: [[1], [1], []] })).toEqual(["ann considers possible at w and v: only v; at u: no world"]);
  expect(text(["w", "v"], { ann: [[0, 1], [1]] })).toEqual(["ann considers possible at w: every world; at v: only v"]);
});

test("sixteen worlds are told by their classes, and agents of the same classes together", () => {
  const names = Array.from({ length: 16 }, (_, i) => `w${i}`);
  const pairs = classes(...Array.from({ length: 8 }, (_, i) => [2 * i, 2 * i + 1]));
  const all = classes(names.map((_, i) => i));
  const [first, second] = text(names, { ann: pairs, bob: all, cath: pairs });
  expect(first).toMatch(/^ann and cath cannot tell w0 from w1; w2 from w3; .*; w14 from w15$/);
  expect(second).toBe("bob cannot tell any two worlds apart");
  expect(text(names, { ann: names.map((_, i) => names.map((_, j) => j).filter((j) => j !== i)) })[0]).toContain("at w3: every world but w3");
});

test("ranks and weights are told for the worlds that are considered possible together", () => {
  const sees = { a: classes([0, 1, 2]), b: classes([0, 1], [2]) };
  const model = { ranks: { a: { w: 1, v: 0, u: 1 } }, weights: { b: { w: "1/3", v: "2/3" } }, threshold: { b: "1/2" } };
  expect(text(["w", "v", "u"], sees, model).slice(2)).toEqual([
    "a finds v most plausible, then w and u",
    "b believes what has at least 1/2, with the weights 1/3 for w and 2/3 for v",
  ]);
});

test("worlds are told with their atoms, which are not repeated where they are the name", () => {
  const model = { worlds: { "{p, q}": ["p", "q"], v: ["p"], u: [] }, actual: "v" };
  const worlds = Object.keys(model.worlds).map((name) => ({ name }));
  expect(modelInWords({ worlds, sees: {}, model } as unknown as Picture)).toEqual([
    { lead: "The 3 worlds are", items: ["{p, q}", "v, the actual world: p is true", "u: no atom is true"] },
  ]);
});
