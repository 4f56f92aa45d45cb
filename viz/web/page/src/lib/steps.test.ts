import { expect, test } from "vitest";
import { routes } from "./steps";
import type { Link, Picture } from "./types";

const link = (source: number, target: number, kind: Link["kind"], ...agents: string[]): Link =>
  ({ source, target, kind, agents }) as Link;
const picture = (links: Link[], sees: Picture["sees"], count = 3): Picture =>
  ({ worlds: [..."uvw"].slice(0, count).map((name) => ({ name })), links, sees }) as unknown as Picture;
const all = [0, 1, 2];

test("a step is the line of its agent", () => {
  const drawn = picture([link(0, 1, "line", "b"), link(1, 0, "line", "a", "b")], { a: [[0, 1], [0, 1], [2]] });
  expect(routes([["a", "u", "v"]], drawn)).toEqual(new Map([["a", new Set([1])]]));
});

test("in a class of three that is drawn as a row, a step goes along two lines", () => {
  const drawn = picture([link(0, 1, "line", "a"), link(1, 2, "line", "a")], { a: [all, all, all] });
  expect(routes([["a", "u", "w"]], drawn).get("a")).toEqual(new Set([0, 1]));
});

test("a large class is joined by a hub, which is numbered after the worlds", () => {
  const drawn = picture([0, 1, 2].map((world) => link(world, 3, "line", "a")), { a: [all, all, all] });
  expect(routes([["a", "w", "u"]], drawn).get("a")).toEqual(new Set([0, 2]));
});

test("arrows are followed forwards, and loops are steps too", () => {
  const drawn = picture([link(0, 1, "arrow", "a"), link(1, 1, "loop", "a")], { a: [[1], [1], []] });
  expect(routes([["a", "u", "v"], ["a", "v", "v"]], drawn).get("a")).toEqual(new Set([0, 1]));
});

test("a step that stays at a world whose loop is not drawn lights nothing", () => {
  const drawn = picture([link(0, 1, "line", "a")], { a: [[0, 1], [0, 1], [2]] });
  expect(routes([["a", "u", "u"]], drawn).get("a")).toEqual(new Set());
});

test("a step to a less plausible world goes against the arrow of plausibility", () => {
  const drawn = picture([link(1, 0, "arrow", "a")], { a: [[0, 1], [0, 1], [2]] });
  expect(routes([["a", "u", "v"]], drawn).get("a")).toEqual(new Set([0]));
});

test("nothing is lit where an agent does not consider the world possible, or a world is not drawn", () => {
  const drawn = picture([link(0, 1, "arrow", "a")], { a: [[1], [], []] });
  expect(routes([["a", "v", "u"], ["b", "u", "v"], ["a", "u", "elsewhere"]], drawn).size).toBe(0);
});
