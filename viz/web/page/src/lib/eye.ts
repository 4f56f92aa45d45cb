import type { Picture } from "./types";
import { grouped } from "./words";

/** The worlds that are reached from a world by looking through agents' eyes, one after the other. */
export function reached(from: number, path: string[], sees: Record<string, number[][]>): Set<number> {
  let here = new Set([from]);
  for (const agent of path) {
    const next = new Set<number>();
    for (const world of here) for (const other of sees[agent]?.[world] ?? []) next.add(other);
    here = next;
  }
  return here;
}

/** The eyes in words: "a considers", "a thinks b considers", and so on. */
export function inWords(path: string[]): string {
  return `${path.join(" thinks ")} considers`;
}

/** What an agent considers possible at some of the worlds, and whether each of these is believed, with the agent's share of it. */
export interface State {
  at: number[];
  seen: { world: number; believed: boolean; share: number | null }[];
}

/** An agent's states of mind at some worlds: at worlds of one state the agent considers the same possible. */
export function statesOf(worlds: number[], agent: string, { sees, model, worlds: spots }: Pick<Picture, "sees" | "model"> & { worlds: { name: string }[] }): State[] {
  const rows = grouped(worlds, (world) => String(sees[agent]?.[world]?.toSorted((a, b) => a - b) ?? []));
  return [...rows.values()].map((at) => {
    const seen = sees[agent]?.[at[0]!]?.toSorted((a, b) => a - b) ?? [];
    const held = (table: Record<string, number | string> = {}): number[] => seen.map((world) => valueOf(table[spots[world]!.name] ?? 0));
    const [weights, ranks] = [held(model.weights?.[agent]), held(model.ranks?.[agent])];
    const [sum, most, least] = [weights.reduce((a, b) => a + b, 0), Math.max(...weights), Math.min(...ranks)];
    const from = Math.min(valueOf(model.threshold?.[agent] ?? 0), most);
    const isWeighed = model.weights?.[agent] !== undefined && sum > 0;
    return {
      at,
      seen: seen.map((world, i) => ({ world, believed: isWeighed ? weights[i]! >= from : ranks[i] === least, share: isWeighed ? weights[i]! / sum : null })),
    };
  });
}

/** The atoms of which an agent is not certain in a state of mind, each with the agent's degree of belief, the likeliest first. */
export function degreesOf({ seen }: State, { model, worlds }: Pick<Picture, "model"> & { worlds: { name: string }[] }): [string, number][] {
  const degrees = new Map<string, number>();
  for (const { world, share } of seen) for (const atom of model.worlds[worlds[world]!.name] ?? []) degrees.set(atom, (degrees.get(atom) ?? 0) + (share ?? 0));
  return [...degrees].filter(([, degree]) => degree > 1e-9 && degree < 1 - 1e-9).sort(([, one], [, other]) => other - one);
}

/** A number as models have it: a decimal, or a fraction as text. */
function valueOf(number: number | string): number {
  const [above, below = "1"] = String(number).split("/");
  return Number(above) / Number(below);
}
