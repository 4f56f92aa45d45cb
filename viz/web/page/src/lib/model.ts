/** Changes of a model file by hand. Each returns a new model and leaves the given one as it is. */

import type { Model, Relation } from "./types";

type Pair = [string, string];

export const EMPTY: Model = {
  whoknows: 1,
  agents: ["a", "b"],
  atoms: ["p"],
  worlds: { w: ["p"], v: [] },
  actual: "w",
  relations: { a: { partition: [["w", "v"]] }, b: { partition: [["w"], ["v"]] } },
};

export function agentsOf(model: Model): string[] {
  return model.agents ?? Object.keys(model.relations);
}

export function atomsOf(model: Model): string[] {
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

/** A new world. Where an agent's relation is a partition, it is a class of its own. */
export function addWorld(model: Model, name: string): Model {
  const relations = mapRelations(model, (relation) =>
    "partition" in relation ? { partition: [...relation.partition, [name]] } : relation,
  );
  const ranks = model.ranks && mapValues(model.ranks, (of) => ({ ...of, [name]: 0 }));
  return plain({ ...model, worlds: { ...model.worlds, [name]: [] }, relations, ...(ranks && { ranks }) });
}

export function removeWorld(model: Model, name: string): Model {
  const worlds = omit(model.worlds, name);
  const relations = mapRelations(model, (relation) => {
    if ("partition" in relation) {
      const left = relation.partition.map((each) => each.filter((world) => world !== name));
      return { partition: left.filter((each) => each.length) };
    }
    return { edges: pairsOf(relation).filter(([one, other]) => one !== name && other !== name) };
  });
  const ranks = model.ranks && mapValues(model.ranks, (of) => omit(of, name));
  return plain({ ...model, worlds, relations, actual: model.actual === name ? null : model.actual, ...(ranks && { ranks }) });
}

export function renameWorld(model: Model, name: string, to: string): Model {
  const other = (world: string): string => (world === name ? to : world);
  const keys = <T>(given: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(given).map(([world, value]) => [other(world), value]));
  const relations = mapRelations(model, (relation) => {
    if ("partition" in relation) return { partition: relation.partition.map((each) => each.map(other)) };
    return { edges: pairsOf(relation).map(([one, two]): Pair => [other(one), other(two)]) };
  });
  const weights = model.weights && Object.fromEntries(Object.entries(model.weights).map(([a, w]) => [a, keys(w)]));
  const ranks = model.ranks && Object.fromEntries(Object.entries(model.ranks).map(([a, r]) => [a, keys(r)]));
  return { ...model, worlds: keys(model.worlds), relations, actual: model.actual && other(model.actual), ...(weights && { weights }), ...(ranks && { ranks }) };
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
  const without = <T>(given: Record<string, T> | undefined): Record<string, T> | undefined => given && omit(given, agent);
  return {
    ...model,
    agents: agentsOf(model).filter((each) => each !== agent),
    relations: without(model.relations)!,
    ...(model.weights && { weights: without(model.weights) }),
    ...(model.threshold && { threshold: without(model.threshold) }),
    ...(model.ranks && { ranks: without(model.ranks) }),
  };
}

/** A pair more or less. With `closed` the relation stays an equivalence: classes are joined, or one world leaves. */
export function togglePair(model: Model, agent: string, one: string, other: string, closed: boolean): Model {
  const pairs = pairsOf(model.relations[agent]);
  const there = pairs.some(([from, to]) => from === one && to === other);
  const worlds = Object.keys(model.worlds);
  let relation: Relation;
  if (!closed) {
    relation = { edges: there ? pairs.filter(([from, to]) => from !== one || to !== other) : [...pairs, [one, other]] };
  } else if (there) {
    const kept = pairs.filter(([from, to]) => from !== other && to !== other);
    relation = { partition: classesOf(worlds, kept) };
  } else {
    relation = { partition: classesOf(worlds, [...pairs, [one, other]]) };
  }
  return plain({ ...model, relations: { ...model.relations, [agent]: relation } });
}

export function closeAgent(model: Model, agent: string): Model {
  const partition = classesOf(Object.keys(model.worlds), pairsOf(model.relations[agent]));
  return plain({ ...model, relations: { ...model.relations, [agent]: { partition } } });
}

/** The agent's rank of a world; an agent without ranks first finds all worlds as plausible (rank 0). */
export function setRank(model: Model, agent: string, world: string, rank: number): Model {
  const before = model.ranks?.[agent] ?? mapValues(model.worlds, () => 0);
  return plain({ ...model, ranks: { ...model.ranks, [agent]: { ...before, [world]: rank } } });
}

function mapRelations(model: Model, change: (relation: Relation) => Relation): Record<string, Relation> {
  return mapValues(model.relations, change);
}

function mapValues<T, U>(given: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]));
}

function omit<T>(given: Record<string, T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));
}

/** Without weights, which no longer fit the changed classes. */
function plain(model: Model): Model {
  const { weights: _weights, threshold: _threshold, ...rest } = model;
  return rest;
}
