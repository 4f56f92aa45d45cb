/** Arrows by hand: what is added or removed, such that the relation keeps the frame that was chosen for its agent. */

import { agentsOf, classesOf, fitting, pairsOf, type Pair } from "./model";
import type { Model, Relation } from "./types";

export const FRAMES = ["S5", "KD45", "K45", "T", "any"] as const;
export type Frame = (typeof FRAMES)[number];
/** By agent. */
export type Frames = Record<string, Frame>;

/** The frames in data from outside; what is wrong in it was not chosen. */
export function framesOf(data: unknown): Frames {
  return Object.fromEntries(Object.entries(data ?? {}).filter(([, frame]) => FRAMES.includes(frame as Frame)));
}

/** The frame that edits keep if none was chosen, for a relation of this system. */
export function frameOf(system: string | undefined): Frame {
  const near: Record<string, Frame> = { S5: "S5", KD45: "KD45", K45: "K45", KB4: "K45", T: "T", B: "T", S4: "T" };
  return near[system ?? ""] ?? "any";
}

/** The smallest relation of the frame around these pairs; where a world sees none and must see one, it sees itself. */
function closure(worlds: string[], pairs: Pair[], frame: Frame): Relation {
  const loops = (of: string[]): Pair[] => of.map((world) => [world, world]);
  if (frame === "S5") return { partition: classesOf(worlds, pairs) };
  if (frame === "any") return { edges: pairs };
  if (frame === "T") return { edges: distinct([...pairs, ...loops(worlds)]) };
  const blind = frame === "KD45" ? worlds.filter((world) => !pairs.some(([from]) => from === world)) : [];
  const all = [...pairs, ...loops(blind)];
  // the worlds that one world sees, and the worlds that these see, are one class
  const [seen, first] = [new Set(all.map(([, to]) => to)), new Map(all)];
  const together = all.flatMap(([from, to]): Pair[] => [[first.get(from)!, to], ...(seen.has(from) ? [[from, to] as Pair] : [])]);
  const classes = classesOf([...seen], together);
  const members = classes.map((inside): [string[], string[]] => [
    [...first].filter(([from, to]) => inside.includes(to) && !seen.has(from)).map(([from]) => from),
    inside,
  ]);
  return frame === "KD45" ? { members } : { edges: pairsOf({ members }) };
}

export interface Arrow {
  agent: string;
  pair: Pair;
}

export function hasArrow(model: Model, { agent, pair: [from, to] }: Arrow): boolean {
  return pairsOf(model.relations[agent]).some(([one, other]) => one === from && other === to);
}

/** The model with an arrow more, or less if it is there, before it is closed. In S5 an arrow goes both ways.
 *
 * Less: the world at its end leaves its class; or if it is alone there, the world at its start looks there no more. */
export function toggled(model: Model, { agent, pair: [from, to] }: Arrow, frame: Frame): Model {
  const pairs = pairsOf(model.relations[agent]);
  const withPairs = (edges: Pair[]): Model => ({ ...model, relations: { ...model.relations, [agent]: { edges } } });
  if (!hasArrow(model, { agent, pair: [from, to] })) return withPairs([...pairs, [from, to]]);
  const alone = !pairs.some(([one, other]) => one === to && other !== to);
  const goes = ([one, other]: Pair): boolean => {
    if (frame === "any" || frame === "T") return one === from && other === to;
    if (frame === "S5") return from !== to && one !== other && (one === to || other === to);
    return other === to && (one === from || from === to || !alone);
  };
  return withPairs(pairs.filter((pair) => !goes(pair)));
}

/** The model with each relation closed under its agent's frame; ranks and weights stay where they still fit. */
export function closed(model: Model, frames: Frames): Model {
  const worlds = Object.keys(model.worlds);
  const relations = Object.entries(model.relations).map(([agent, relation]): [string, Relation] => {
    const frame = frames[agent] ?? "any";
    const isClosed = frame === "any" || (frame === "S5" && "partition" in relation);
    return [agent, isClosed ? relation : closure(worlds, pairsOf(relation), frame)];
  });
  return fitting({ ...model, relations: Object.fromEntries(relations) });
}

/** What the frames changed beside an arrow, in words: `KD45 adds v → v for a`; empty if nothing. */
export function alsoChanged(before: Model, now: Model, frames: Frames, arrow?: Arrow): string {
  return agentsOf(now)
    .filter((agent) => (frames[agent] ?? "any") !== "any" && before.relations[agent] !== now.relations[agent])
    .flatMap((agent) => {
      const [old, fresh] = [before, now].map((model) => pairsOf(model.relations[agent])) as [Pair[], Pair[]];
      const isTold = ([from, to]: Pair): boolean => {
        if ([before, now].some(({ worlds }) => !(from in worlds && to in worlds))) return false;
        const [one, other] = arrow?.agent === agent ? arrow.pair : [];
        return !((from === one && to === other) || (frames[agent] === "S5" && from === other && to === one));
      };
      const [added, removed] = [without(fresh, old), without(old, fresh)].map((pairs) => pairs.filter(isTold)) as [Pair[], Pair[]];
      const words = [...(added.length ? [`adds ${inWords(added)}`] : []), ...(removed.length ? [`removes ${inWords(removed)}`] : [])];
      return words.length ? [`${frames[agent]} ${words.join(" and ")} for ${agent}`] : [];
    })
    .join("; ");
}

const FEW = 4;

/** Pairs as arrows, both ways as one. */
function inWords(pairs: Pair[]): string {
  const keys = new Set(pairs.map(keyOf));
  const both = ([from, to]: Pair): boolean => from !== to && keys.has(keyOf([to, from]));
  const shown = pairs.filter((pair) => !both(pair) || pair[0] < pair[1]);
  const more = shown.length > FEW ? ` and ${shown.length - FEW} more` : "";
  return shown.slice(0, FEW).map((pair) => `${pair[0]} ${both(pair) ? "↔" : "→"} ${pair[1]}`).join(", ") + more;
}

function keyOf(pair: Pair): string {
  return JSON.stringify(pair);
}

function distinct(pairs: Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()];
}

function without(pairs: Pair[], others: Pair[]): Pair[] {
  const keys = new Set(others.map(keyOf));
  return pairs.filter((pair) => !keys.has(keyOf(pair)));
}
