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
