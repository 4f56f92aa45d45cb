/** Changes of a model file by hand. Each returns a new model and leaves the given one as it is. */

import first from "./first.json";
import type { Model, ModelFile, Relation, SymbolicFile } from "./types";

export type Pair = [string, string];

/** The model of a first visit. */
export const EMPTY = first.model as Model;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

export function isSymbolic(file: ModelFile): file is SymbolicFile {
  return !("worlds" in file);
}

/** Whether data from outside has the shape of a model, so that it can be shown; what is wrong in it the server says. */
export function isModelFile(data: unknown): data is ModelFile {
  if (!isRecord(data)) return false;
  if ("worlds" in data) return isModel(data);
  return areTexts(data.bits) && isRecord(data.atoms) && isRecord(data.observes);
}

function isModel(data: Record<string, unknown>): boolean {
  if (!isRecord(data.worlds) || !isRecord(data.relations)) return false;
  const { agents = [], atoms = [], weights = {}, threshold = {}, ranks = {} } = data;
  return (
    [...Object.values(data.worlds), agents, atoms].every(areTexts) &&
    [...Object.values(data.relations), weights, threshold, ranks].every(isRecord)
  );
}

export function agentsOf(model: ModelFile): string[] {
  if (isSymbolic(model)) return Object.keys(model.observes);
  return model.agents ?? Object.keys(model.relations);
}

export function atomsOf(model: ModelFile): string[] {
  if (isSymbolic(model)) return Object.keys(model.atoms);
  return [...new Set([...(model.atoms ?? []), ...Object.values(model.worlds).flat()])];
}

/** The pairs of a relation in any form. */
export function pairsOf(relation: Relation | undefined): Pair[] {
  if (!relation) return [];
  if ("edges" in relation) return relation.edges;
  if ("partition" in relation) return relation.partition.flatMap((each) => product(each, each));
  return relation.members.flatMap(([looking, members]) => product([...new Set([...looking, ...members])], members));
}

function product(left: string[], right: string[]): Pair[] {
  return left.flatMap((one) => right.map((other): Pair => [one, other]));
}

/** The smallest equivalence around the pairs, as classes. */
export function classesOf(worlds: string[], pairs: Pair[]): string[][] {
  const above = new Map(worlds.map((world) => [world, world]));
  const top = (world: string): string => {
    let at = world;
    while (above.get(at) !== at) at = above.get(at)!;
    return at;
  };
  for (const [one, other] of pairs) above.set(top(one), top(other));
  const classes = new Map<string, string[]>();
  for (const world of worlds) classes.set(top(world), [...(classes.get(top(world)) ?? []), world]);
  return [...classes.values()];
}

export function freshName(model: Model): string {
  for (let number = 1; ; number++) {
    const name = `w${number}`;
    if (!(name in model.worlds)) return name;
  }
}

/** The actual worlds: most models have one or none. */
export function actualsOf(model: Model): string[] {
  return [model.actual ?? []].flat();
}

function actualEntry(worlds: string[]): string | string[] | null {
  return worlds.length > 1 ? worlds : (worlds[0] ?? null);
}

/** The model with the world among the actual ones, or no longer. */
export function toggleActual(model: Model, world: string): Model {
  const others = actualsOf(model).filter((each) => each !== world);
  return { ...model, actual: actualEntry(others.length < actualsOf(model).length ? others : [...others, world]) };
}

/** A new world. Where an agent's relation is a partition, it is a class of its own. */
export function addWorld(model: Model, name: string): Model {
  const relations = mapValues(model.relations, (relation) =>
    "partition" in relation ? { partition: [...relation.partition, [name]] } : relation,
  );
  const ranks = model.ranks && mapValues(model.ranks, (of) => ({ ...of, [name]: 0 }));
  const weights = model.weights && mapValues(model.weights, (of) => ({ ...of, [name]: 1 }));
  return fitting({ ...model, worlds: { ...model.worlds, [name]: [] }, relations, ...(ranks && { ranks }), ...(weights && { weights }) });
}

export function removeWorld(model: Model, name: string): Model {
  return fitting(withWorlds(model, (world) => (world === name ? undefined : world)));
}

export function renameWorld(model: Model, name: string, to: string): Model {
  return withWorlds(model, (world) => (world === name ? to : world));
}

/** The model with other names of worlds, and without those that get none. */
function withWorlds(model: Model, to: (world: string) => string | undefined): Model {
  const named = (worlds: string[]): string[] => worlds.flatMap((world) => to(world) ?? []);
  const keys = <T>(given: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(given).flatMap(([world, value]) => named([world]).map((name) => [name, value])));
  const relations = mapValues(model.relations, (relation): Relation => {
    if ("partition" in relation) return { partition: relation.partition.map(named).filter((each) => each.length) };
    return { edges: pairsOf(relation).map(named).filter((pair): pair is Pair => pair.length === 2) };
  });
  const { ranks, weights } = model;
  const actual = actualEntry(named(actualsOf(model)));
  return { ...model, worlds: keys(model.worlds), relations, actual, ...(ranks && { ranks: mapValues(ranks, keys) }), ...(weights && { weights: mapValues(weights, keys) }) };
}

export function toggleAtom(model: Model, world: string, atom: string): Model {
  const there = model.worlds[world] ?? [];
  const now = there.includes(atom) ? there.filter((each) => each !== atom) : [...there, atom];
  return { ...model, worlds: { ...model.worlds, [world]: now } };
}

export function addAtom(model: Model, atom: string): Model {
  return { ...model, atoms: [...new Set([...atomsOf(model), atom])] };
}

/** A new agent, who tells all worlds apart. */
export function addAgent(model: Model, agent: string): Model {
  const partition = Object.keys(model.worlds).map((world) => [world]);
  return {
    ...model,
    agents: [...new Set([...agentsOf(model), agent])],
    relations: { ...model.relations, [agent]: { partition } },
  };
}

export function removeAgent(model: Model, agent: string): Model {
  const bare = withoutBelief(model, agent);
  return { ...bare, agents: agentsOf(model).filter((each) => each !== agent), relations: omit(model.relations, agent) };
}

/** What decides an agent's belief beside knowledge: ranks, or weights with a threshold. */
export type Belief = "none" | "ranks" | "weights";

export function beliefOf(model: Model, agent: string): Belief {
  return model.weights?.[agent] ? "weights" : model.ranks?.[agent] ? "ranks" : "none";
}

/** Another kind of belief for an agent: at first all worlds have rank 0, or weight 1 with the threshold 1/2. */
export function setBelief(model: Model, agent: string, belief: Belief): Model {
  const bare = withoutBelief(model, agent);
  if (belief === "none") return bare;
  if (belief === "ranks") return { ...bare, ranks: { ...bare.ranks, [agent]: mapValues(model.worlds, () => 0) } };
  return {
    ...bare,
    weights: { ...bare.weights, [agent]: mapValues(model.worlds, () => 1) },
    threshold: { ...bare.threshold, [agent]: 0.5 },
  };
}

export function setRank(model: Model, agent: string, world: string, rank: number): Model {
  return { ...model, ranks: { ...model.ranks, [agent]: { ...model.ranks?.[agent], [world]: rank } } };
}

export function setWeight(model: Model, agent: string, world: string, weight: string): Model {
  return { ...model, weights: { ...model.weights, [agent]: { ...model.weights?.[agent], [world]: weight } } };
}

export function setThreshold(model: Model, agent: string, threshold: string): Model {
  return { ...model, threshold: { ...model.threshold, [agent]: threshold } };
}

/** Whether a text is a number from 0 to 1, as a decimal or a fraction. */
export function isShare(text: string): boolean {
  const [, above, below] = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:\/(\d{1,9}))?$/.exec(text.trim()) ?? [];
  const value = Number(above) / Number(below ?? 1);
  return value >= 0 && value <= 1 && !(below && above!.includes("."));
}

function mapValues<T, U>(given: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]));
}

function omit<T>(given: Record<string, T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));
}

function withoutBelief(model: Model, agent: string): Model {
  const left = <T>(given: Record<string, T> | undefined): Record<string, T> | undefined =>
    given && Object.keys(given).some((each) => each !== agent) ? omit(given, agent) : undefined;
  const { weights, threshold, ranks, ...rest } = model;
  const kept = { weights: left(weights), threshold: left(threshold), ranks: left(ranks) };
  return { ...rest, ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value)) };
}

/** Without the weights of agents whose relation is no partition any more: which worlds need one has changed. */
export function fitting(model: Model): Model {
  const changed = Object.keys(model.weights ?? {}).filter((agent) => !("partition" in (model.relations[agent] ?? {})));
  return changed.reduce(withoutBelief, model);
}
