import { expect, test } from "vitest";
import { History } from "./history.svelte";
import { EMPTY } from "./model";

test("undo and redo go back and forth", () => {
  const history = new History(EMPTY, "a");
  expect(history.back()).toBe(false);
  history.add(EMPTY, "b", null);
  expect([history.back(), history.moment.label]).toEqual([true, "a"]);
  expect([history.forth(), history.moment.label, history.forth()]).toEqual([true, "b", false]);
});

test("another way on from an earlier moment is a branch", () => {
  const history = new History(EMPTY, "a");
  history.add(EMPTY, "b", null);
  history.back();
  history.add(EMPTY, "c", null);
  expect(history.moments.map(({ label, before }) => [label, before])).toEqual([["a", null], ["b", 0], ["c", 0]]);
  expect(history.undone).toEqual([]);
});

test("what was stored is taken if its moment is there", () => {
  const history = new History(EMPTY, "a");
  expect(history.restore([{ id: 3, before: null, label: "x", model: EMPTY, places: null }], 4)).toBe(false);
  expect(history.moment.label).toBe("a");
  expect(history.restore([{ id: 3, before: null, label: "x", model: EMPTY, places: null }], 3)).toBe(true);
  expect(history.moment.label).toBe("x");
});
