/** Changes of the file of a symbolic model by hand. Each returns a new file and leaves the given one as it is. */

import type { Observation, SymbolicFile } from "./types";

/** The atoms that are bits of the state: an agent can see or not see each of them. */
export function bitsOf(file: SymbolicFile): string[] {
  return Object.keys(file.atoms).filter((atom) => file.atoms[atom] === atom && file.bits.includes(atom));
}

/** Whether an agent observes more than single atoms: numbered values, events of the past, conditions. */
export function seesMore(file: SymbolicFile, agent: string): boolean {
  const { sees = [], relation = [] } = file.observes[agent] ?? {};
  const bits = new Set(bitsOf(file));
  return relation.length > 0 || sees.some((bit) => !bits.has(bit));
}

export function seen(file: SymbolicFile, agent: string): string[] {
  return file.observes[agent]?.sees ?? [];
}

/** An agent sees an atom, or no longer. */
export function toggleSeen(file: SymbolicFile, agent: string, atom: string): SymbolicFile {
  const now = seen(file, agent);
  const sees = now.includes(atom) ? now.filter((each) => each !== atom) : [...now, atom];
  return withObservation(file, agent, { ...file.observes[agent], sees });
}

/** A new agent, who sees nothing. */
export function addObserver(file: SymbolicFile, agent: string): SymbolicFile {
  return withObservation(file, agent, { sees: [] });
}

export function removeObserver(file: SymbolicFile, agent: string): SymbolicFile {
  return { ...file, observes: Object.fromEntries(Object.entries(file.observes).filter(([each]) => each !== agent)) };
}

function withObservation(file: SymbolicFile, agent: string, observation: Observation): SymbolicFile {
  return { ...file, observes: { ...file.observes, [agent]: observation } };
}

/** Names in a text, divided by spaces, commas or lines, but not inside brackets: `has(N,SA), p`. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/[^\s,;()]+(?:\([^()]*\))?[^\s,;()]*/g)].map(([name]) => name.replaceAll(/\s/g, ""));
}
