/** Which lines of a picture show the steps of a reason. */

import type { Link, Picture, Step } from "./types";

/** For each agent the positions of the links along which the agent's steps go; a class is drawn with fewer lines than steps. */
export function routes(steps: Step[], picture: Picture): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  const names = picture.worlds.map((spot) => spot.name);
  for (const [agent, ...ends] of steps) {
    const [from, to] = ends.map((end) => names.indexOf(end)) as [number, number];
    if (!picture.sees[agent]?.[from]?.includes(to)) continue;
    const links = found.get(agent) ?? found.set(agent, new Set()).get(agent)!;
    const forth = way(from, to, agent, picture.links);
    // arrows of plausibility go one way, while the agent considers both ends possible at each
    for (const i of forth.length ? forth : way(to, from, agent, picture.links)) links.add(i);
  }
  return found;
}

/** The fewest links of an agent from one world to another, through hubs too; none if they are not drawn. */
function way(from: number, to: number, agent: string, links: Link[]): number[] {
  if (from === to) return links.flatMap((link, i) => (link.kind === "loop" && link.source === from && link.agents.includes(agent) ? [i] : []));
  const ways = new Map<number, number[]>();
  for (let edge: [number, number[]][] = [[from, []]]; edge.length && !ways.has(to); ) {
    const next: [number, number[]][] = [];
    for (const [here, way] of edge) {
      links.forEach((link, i) => {
        const end = link.agents.includes(agent) ? other(link, here) : null;
        if (end === null || ways.has(end)) return;
        ways.set(end, [...way, i]);
        next.push([end, [...way, i]]);
      });
    }
    edge = next;
  }
  return ways.get(to) ?? [];
}

/** Where a link leads from here, or null. */
function other({ source, target, kind }: Link, here: number): number | null {
  if (source === here) return target;
  return target === here && kind !== "arrow" ? source : null;
}
