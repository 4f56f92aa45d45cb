/** How models are drawn: what is usual, and what a stored document or a link says of it. */

import type { Look } from "./types";

export const LAYOUTS: [Look["layout"], string][] = [
  [null, "automatic"],
  ["layers", "layers"],
  ["grid", "grid"],
  ["circle", "circle"],
  ["free", "free"],
];

export const USUAL: Look = { layout: null, legend: true, compact: false };

/** The look in data from outside; what is missing or wrong in it is as usual. */
export function lookOf(data: unknown): Look {
  const { layout, legend, compact } = { ...USUAL, ...(data as Partial<Look> | null) };
  const known = LAYOUTS.some(([each]) => each === layout);
  return { layout: known ? layout : null, legend: legend !== false, compact: compact === true };
}
