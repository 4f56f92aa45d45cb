/** A model in words: its worlds, and for each agent which worlds they cannot tell apart or what they consider possible. */

import { actualsOf } from "./model";
import type { Model, Picture } from "./types";

/** The start of a sentence, and the one or the several ways in which it goes on. */
export interface Said {
  lead: string;
  items: string[];
}

/** What is said of an agent, or of several. */
interface Told {
  verb: (many: boolean) => string;
  items: string[];
}

/** So few worlds are told as the exceptions. */
const FEW = 3;

/** "w", "w and v", "w, v and u". */
export function listed(names: string[], last = "and"): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** `thing`: what the worlds of the model stand for. */
export function modelInWords({ model, worlds, sees }: Picture, thing: "world" | "event" = "world"): Said[] {
  const names = worlds.map(({ name }) => name);
  const agents = together(Object.keys(sees), (agent) => relationOf(sees[agent]!, names, thing));
  return [thing === "world" ? worldsOf(model, names) : eventsOf(model, names), ...agents, ...beliefs(model, sees, names)];
}

function eventsOf(model: Model, names: string[]): Said {
  const actual = actualsOf(model);
  return { lead: names.length === 1 ? "The only event is" : `The ${names.length} events are`, items: names.map((name) => name + (actual.includes(name) ? ", which can be what happens" : "")) };
}

function worldsOf(model: Model, names: string[]): Said {
  const actual = actualsOf(model);
  return {
    lead: names.length === 1 ? "The only world is" : `The ${names.length} worlds are`,
    items: names.map((name) => {
      const atoms = model.worlds[name] ?? [];
      const isTold = atoms.length > 0 && name === `{${atoms.join(", ")}}`;
      const place = actual.includes(name) ? `${name}, ${actual.length > 1 ? "an" : "the"} actual world` : name;
      return isTold ? place : `${place}: ${atoms.length ? `${listed(atoms)} ${atoms.length > 1 ? "are" : "is"} true` : "no atom is true"}`;
    }),
  };
}

/** What is said of agents, once for all of whom the same is said. */
function together(agents: string[], tell: (agent: string) => Told): Said[] {
  const told = agents.map((agent) => ({ agent, ...tell(agent) }));
  return [...grouped(told, ({ verb, items }) => JSON.stringify([verb(false), items])).values()].map((same) => ({
    lead: `${listed(same.map(({ agent }) => agent))} ${same[0]!.verb(same.length > 1)}`,
    items: same[0]!.items,
  }));
}

/** An equivalence by its classes, another relation by the worlds where the same is considered possible. */
function relationOf(sees: number[][], names: string[], thing: string): Told {
  const rows = [...grouped(sees.keys(), (world) => String(sees[world]!.toSorted((a, b) => a - b)))].map(([, at]) => ({ seen: sees[at[0]!]!.toSorted((a, b) => a - b), at }));
  if (rows.some(({ seen, at }) => String(seen) !== String(at))) return considered(rows, names, thing);
  const classes = rows.filter(({ at }) => at.length > 1).map(({ at }) => at.map((world) => names[world]!));
  if (!classes.length) return { verb: () => "can tell", items: [`all ${thing}s apart`] };
  const all = classes[0]!.length === names.length && names.length > 2;
  const items = classes.map((each) => (each.length === 2 ? each.join(" from ") : `${listed(each)} apart`));
  return { verb: () => "cannot tell", items: all ? [`any two ${thing}s apart`] : items };
}

function considered(rows: { seen: number[]; at: number[] }[], names: string[], thing: string): Told {
  const what = rows.map(({ seen }) => (seen.length ? (seen.length === 1 ? "only " : "") + some(seen, names, thing) : `no ${thing}`));
  if (rows.length === 1) return { verb: (many) => `at every ${thing} ${many ? "consider" : "considers"}`, items: [`${what[0]} possible`] };
  return { verb: (many) => (many ? "consider possible" : "considers possible"), items: rows.map(({ at }, i) => `at ${some(at, names, thing)}: ${what[i]}`) };
}

/** These worlds, or which they are not if that is shorter. */
function some(worlds: number[], names: string[], thing: string): string {
  const left = names.filter((_, world) => !worlds.includes(world));
  if (!left.length && names.length > 1) return `every ${thing}`;
  if (left.length <= FEW && worlds.length > 2 * FEW) return `every ${thing} but ${listed(left)}`;
  return listed(worlds.map((world) => names[world]!));
}

/** Ranks and weights, for each set of worlds that an agent considers possible together. */
function beliefs({ ranks = {}, weights = {}, threshold = {} }: Model, sees: Picture["sees"], names: string[]): Said[] {
  const sets = (agent: string): string[][] =>
    [...grouped(sees[agent] ?? [], String).values()].map(([seen]) => seen!.map((world) => names[world]!)).filter(({ length }) => length > 1);
  return [
    ...together(Object.keys(ranks), (agent) => ({
      verb: (many) => (many ? "find" : "finds"),
      items: sets(agent).map((worlds) => {
        const ranked = [...grouped(worlds, (world) => String(ranks[agent]![world] ?? 0))].sort(([one], [other]) => Number(one) - Number(other));
        const [first, ...others] = ranked.map(([, same]) => listed(same));
        return others.length ? `${first} most plausible, then ${others.join(", then ")}` : `${first} equally plausible`;
      }),
    })),
    ...together(Object.keys(weights), (agent) => ({
      verb: (many) => `${many ? "believe" : "believes"} what has at least ${threshold[agent] ?? 0}, with the weights`,
      items: sets(agent).map((worlds) => listed(worlds.map((world) => `${weights[agent]![world] ?? 0} for ${world}`))),
    })),
  ].filter(({ items }) => items.length);
}
