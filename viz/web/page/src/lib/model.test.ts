import { expect, test } from "vitest";
import { closed, toggled } from "./frames";
import {
  actualsOf,
  addWorld, beliefOf, classesOf, EMPTY, isShare, removeAgent, removeWorld, renameWorld, setBelief, setRank,
  setThreshold, setWeight, toggleActual, toggleAtom,
} from "./model";

test("changes leave the given model as it is", () => {
  const before = structuredClone(EMPTY);
  toggleAtom(EMPTY, "w", "p");
  removeWorld(EMPTY, "v");
  expect(EMPTY).toEqual(before);
});

test("a new world is a class of its own where the relation is a partition", () => {
  const model = addWorld(EMPTY, "u");
  expect(model.relations.a).toEqual({ partition: [["w", "v"], ["u"]] });
});

test("classes are those of the smallest equivalence", () => {
  expect(classesOf(["x", "y", "z"], [["x", "y"]])).toEqual([["x", "y"], ["z"]]);
});

test("the actual world that is removed leaves the model without one, a renamed one stays actual", () => {
  expect(removeWorld(EMPTY, "w").actual).toBe(null);
  const renamed = renameWorld(EMPTY, "w", "here");
  expect(renamed.actual).toBe("here");
  expect(renamed.relations.a).toEqual({ partition: [["here", "v"]] });
});

test("a second actual world is one click, and each is taken away by one", () => {
  const two = toggleActual({ ...EMPTY, actual: "w" }, "v");
  expect(two.actual).toEqual(["w", "v"]);
  expect(toggleActual(two, "w").actual).toBe("v");
  expect(toggleActual(toggleActual(two, "w"), "v").actual).toBe(null);
});

test("several actual worlds follow their names, and those that are left stay actual", () => {
  const several = { ...EMPTY, actual: ["w", "v"] };
  expect(actualsOf(renameWorld(several, "v", "here"))).toEqual(["w", "here"]);
  expect(removeWorld(several, "v").actual).toBe("w");
});

test("ranks begin at 0 everywhere and follow the worlds", () => {
  const ranked = setRank(setBelief(EMPTY, "a", "ranks"), "a", "w", 2);
  expect(ranked.ranks).toEqual({ a: { w: 2, v: 0 } });
  expect(addWorld(ranked, "u").ranks).toEqual({ a: { w: 2, v: 0, u: 0 } });
  expect(removeWorld(ranked, "w").ranks).toEqual({ a: { v: 0 } });
});

test("weights begin at 1 with a threshold, follow the worlds, and replace ranks", () => {
  const weighed = setWeight(setBelief(setBelief(EMPTY, "a", "ranks"), "a", "weights"), "a", "w", "1/3");
  expect(weighed.weights).toEqual({ a: { w: "1/3", v: 1 } });
  expect(weighed.ranks).toBe(undefined);
  expect(setThreshold(weighed, "a", "0.3").threshold).toEqual({ a: "0.3" });
  expect(addWorld(weighed, "u").weights).toEqual({ a: { w: "1/3", v: 1, u: 1 } });
  expect(removeWorld(weighed, "v").weights).toEqual({ a: { w: "1/3" } });
  expect(renameWorld(weighed, "v", "u").weights).toEqual({ a: { w: "1/3", u: 1 } });
  expect(beliefOf(setBelief(weighed, "a", "none"), "a")).toBe("none");
});

test("weights go where the classes that they belong to go, and those of other agents stay", () => {
  const both = setBelief(setBelief(EMPTY, "a", "weights"), "b", "weights");
  const more = toggled(both, { agent: "b", pair: ["w", "v"] }, "any");
  expect(Object.keys(closed(more, { a: "S5", b: "any" }).weights!)).toEqual(["a"]);
  expect(Object.keys(closed(more, { a: "S5", b: "S5" }).weights!)).toEqual(["a", "b"]);
  expect(removeAgent(both, "a").weights).toEqual({ b: { w: 1, v: 1 } });
});

test("a share is a decimal or a fraction from 0 to 1", () => {
  expect(["0", "1", "0.25", ".5", "1/3", " 2/3 "].map(isShare)).toEqual(Array(6).fill(true));
  expect(["", "2", "-1", "1/0", "4/3", "0.5/2", "a", "1e-3"].map(isShare)).toEqual(Array(8).fill(false));
});
