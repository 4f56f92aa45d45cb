import type { Stroke } from "../../lib/types";

/** The dashes of a line by its style. */
export const DASHES: Record<Stroke["style"], string | undefined> = { solid: undefined, dashed: "7 4", dotted: "1.5 3.5" };
