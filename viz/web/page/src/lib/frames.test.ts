import { expect, test } from "vitest";
import { alsoChanged, closed, frameOf, FRAMES, hasArrow, toggled, type Frame } from "./frames";
import { addWorld, EMPTY, pairsOf, removeWorld, type Pair } from "./model";
import type { Model } from "./types";

const WORLDS = ["x", "y", "z"];
const PAIRS = WORLDS.flatMap((one) => WORLDS.map((other): Pair => [one, other]));
/** All relations over three worlds. */
const ALL = Array.from({ length: 2 ** PAIRS.length }, (_, bits) => PAIRS.filter((_, i) => (bits >> i) & 1));

function model(edges: Pair[]): Model {
  return { whoknows: 1, worlds: { x: [], y: [], z: [] }, relations: { a: { edges } } };
}

function keysOf(changed: Model): string[] {
  return pairsOf(changed.relations.a).map(([one, other]) => one + other).sort();
}

/** What a relation of the frame has because it has these pairs, rule by rule. */
function missing(frame: Frame, has: Set<string>): string[] {
  const all = (rule: (x: string, y: string, z: string) => string | false): string[] =>
    WORLDS.flatMap((x) => WORLDS.flatMap((y) => WORLDS.flatMap((z) => rule(x, y, z) || []))).filter((key) => !has.has(key));
  const reflexive = all((x) => x + x);
  const transitive = all((x, y, z) => has.has(x + y) && has.has(y + z) && x + z);
  const euclidean = all((x, y, z) => has.has(x + y) && has.has(x + z) && y + z);
  const serial = all((x) => !WORLDS.some((y) => has.has(x + y)) && x + x);
  return { any: [], T: reflexive, K45: [...transitive, ...euclidean], KD45: [...serial, ...transitive, ...euclidean], S5: [...reflexive, ...euclidean] }[frame];
}

test.each(FRAMES)("closing under %s is the least relation of the frame around any relation", (frame) => {
  for (const edges of ALL) {
    const least = new Set(edges.map(([one, other]) => one + other));
    for (let more = missing(frame, least); more.length; more = missing(frame, least)) more.forEach((key) => least.add(key));
    expect(keysOf(closed(model(edges), { a: frame }))).toEqual([...least].sort());
  }
});

test.each(FRAMES)("in %s an arrow that is removed is gone, or the frame needs it", (frame) => {
  for (const edges of ALL) {
    const before = closed(model(edges), { a: frame });
    const had = new Set(keysOf(before));
    for (const pair of pairsOf(before.relations.a)) {
      const arrow = { agent: "a", pair };
      const after = closed(toggled(before, arrow, frame), { a: frame });
      const isLoop = pair[0] === pair[1];
      const isLast = pairsOf(before.relations.a).filter(([one]) => one === pair[0]).length === 1;
      const isNeeded = isLoop && (frame === "S5" || frame === "T" || (frame === "KD45" && isLast));
      if (hasArrow(after, arrow) !== isNeeded) expect.fail(`${pair} in ${keysOf(before)} leaves ${keysOf(after)}`);
      const added = keysOf(after).filter((key) => !had.has(key));
      if (added.some((key) => frame !== "KD45" || key[0] !== key[1])) expect.fail(`${added} after ${pair} in ${keysOf(before)}`);
    }
  }
});

test("in S5 a pair more joins two classes, a pair less takes the second world out of its class", () => {
  const start = addWorld(EMPTY, "u");
  const joined = closed(toggled(start, { agent: "a", pair: ["v", "u"] }, "S5"), { a: "S5" });
  expect(joined.relations.a).toEqual({ partition: [["w", "v", "u"]] });
  const parted = closed(toggled(joined, { agent: "a", pair: ["w", "v"] }, "S5"), { a: "S5" });
  expect(parted.relations.a).toEqual({ partition: [["w", "u"], ["v"]] });
});

test("what the frame changes beside the arrow is said", () => {
  const [before, arrow] = [model([["x", "x"], ["y", "y"], ["z", "z"]]), { agent: "a", pair: ["x", "y"] as Pair }];
  const said = (frame: Frame): string => alsoChanged(before, closed(toggled(before, arrow, frame), { a: frame }), { a: frame }, arrow);
  expect(FRAMES.map(said)).toEqual(["", "KD45 adds y → x for a", "K45 adds y → x for a", "", ""]);
  const both = closed(toggled(before, arrow, "KD45"), { a: "KD45" });
  const one = closed(toggled(both, { agent: "a", pair: ["y", "x"] }, "KD45"), { a: "KD45" });
  expect(alsoChanged(both, one, { a: "KD45" }, { agent: "a", pair: ["y", "x"] })).toBe("KD45 removes x → x for a");
  expect(keysOf(one)).toEqual(["xy", "yy", "zz"]);
});

test("a new world, and what loses its last arrow, sees itself in KD45", () => {
  const belief = model([["x", "y"], ["y", "y"], ["z", "y"]]);
  expect(keysOf(closed(addWorld(belief, "u"), { a: "KD45" }))).toContain("uu");
  expect(keysOf(closed(removeWorld(belief, "y"), { a: "KD45" }))).toEqual(["xx", "zz"]);
});

test("without a choice edits keep the frame that a relation has", () => {
  expect(["S5", "KD45", "KB4", "S4", "KD", undefined].map(frameOf)).toEqual(["S5", "KD45", "K45", "T", "any", "any"]);
});
