import { expect, test } from "vitest";
import { degreesOf, statesOf } from "./eye";
import type { Model } from "./types";

const model: Model = {
  whoknows: 1,
  worlds: { u: ["p"], v: ["p", "q"], w: [] },
  actual: "u",
  relations: {},
  weights: { a: { u: "1/4", v: 0.25, w: "1/2" } },
  threshold: { a: 0.3 },
  ranks: { b: { u: 1, v: 0, w: 0 } },
};
const sees = { a: [[0, 1, 2], [2, 1, 0], [0, 1, 2]], b: [[0, 1], [0, 1], [2]], c: [[], [], []] };
const picture = { model, sees, worlds: ["u", "v", "w"].map((name) => ({ name })) };

test("an agent has one state of mind where the same worlds are possible, with shares of the weights", () => {
  const [state, ...others] = statesOf([0, 1, 2], "a", picture);
  expect(others).toEqual([]);
  expect(state!.at).toEqual([0, 1, 2]);
  expect(state!.seen.map(({ share }) => share)).toEqual([0.25, 0.25, 0.5]);
  expect(state!.seen.map(({ believed }) => believed)).toEqual([false, false, true]);
  expect(degreesOf(state!, picture)).toEqual([
    ["p", 0.5],
    ["q", 0.25],
  ]);
});

test("within another mind an agent may be in several states, and the most plausible worlds are believed", () => {
  const states = statesOf([0, 1, 2], "b", picture);
  expect(states.map(({ at }) => at)).toEqual([[0, 1], [2]]);
  expect(states[0]!.seen).toEqual([
    { world: 0, believed: false, share: null },
    { world: 1, believed: true, share: null },
  ]);
});

test("an agent may consider nothing possible", () => {
  expect(statesOf([0], "c", picture)).toEqual([{ at: [0], seen: [] }]);
});
