/** The puzzles of the library: their stories with options, and the model of each step. */

import { ask } from "./api.svelte";
import type { ModelFile, Story } from "./types";

export type Options = Record<string, string>;

/** The story of a puzzle with these options; empty ones are the usual ones. */
export async function tell(name: string, options: Options = {}): Promise<Story> {
  const story = await ask<Omit<Story, "given">>("library", { name, options });
  return { ...story, given: options };
}

/** The model after a step; null if it is too large for the page. */
export async function modelAt({ name, given, steps }: Story, step: number): Promise<ModelFile | null> {
  const { model, symbolic } = steps[step]!;
  if (model || !symbolic) return model;
  return (await ask<{ model: ModelFile }>("library", { name, options: given, step })).model;
}

/** The first step with a model that the page can show; -1 if there is none. */
export function firstStep({ steps }: Story): number {
  return steps.findIndex(({ model, symbolic }) => model || symbolic);
}
