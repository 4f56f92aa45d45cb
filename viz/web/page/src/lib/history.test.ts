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
  expect(history.moments.map(({ id }) => id)).toEqual(history.moments.map(({ id }) => id).sort((one, other) => one - other));
  expect(history.undone).toEqual([]);
});

test("what was stored is taken; where its moment is missing, the last one is shown", () => {
  const history = new History(EMPTY, "a");
  const stored = [{ id: 3, before: null, label: "x", model: EMPTY, places: null }];
  history.restore(stored, 4, [5]);
  expect([history.moment.label, history.undone]).toEqual(["x", []]);
});
