/** Screens for which pictures are tall: those of tables, and several below each other. */
export const NARROW = matchMedia("(max-width: 700px)");
