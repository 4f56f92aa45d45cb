/** The data of the server: see the modules of `viz/web/routes`. */

import type { ProofLine } from "./proof";

export type Point = [number, number];
export type Places = Record<string, Point>;

export type Relation =
  | { partition: string[][] }
  | { edges: [string, string][] }
  | { members: [string[], string[]][] };

/** A model file. */
export interface Model {
  whoknows: 1;
  agents?: string[];
  atoms?: string[];
  worlds: Record<string, string[]>;
  actual?: string | string[] | null;
  relations: Record<string, Relation>;
  weights?: Record<string, Record<string, number | string>>;
  threshold?: Record<string, number | string>;
  ranks?: Record<string, Record<string, number>>;
}

/** The bits that an agent of a symbolic model observes, and conditions on what the agent considers possible. */
export interface Observation {
  sees?: string[];
  relation?: unknown[];
}

/** The file of a symbolic model: what the page looks at of it. */
export interface SymbolicFile {
  whoknows: 1;
  bits: string[];
  atoms: Record<string, unknown>;
  observes: Record<string, Observation>;
  actual?: string[] | string[][] | null;
}

export type ModelFile = Model | SymbolicFile;

/** A symbolic model: facts about it, states drawn by chance, and the listed model around one state. */
export interface Overview {
  facts: [string, string][];
  samples: string[][];
  around: Around | null;
}

export interface Around {
  /** The state in the middle. */
  at: string[];
  model: Model;
  /** The states of the model's worlds, and their names in reasons. */
  states: string[][];
  keys: string[];
  /** What is not drawn. */
  left: string[];
}

/** How a model is drawn, on the page and in what it saves. */
export interface Look {
  layout: "layers" | "grid" | "circle" | "free" | null;
  legend: boolean;
  compact: boolean;
}

export interface Spot {
  name: string;
  title: string[];
  atoms: string[];
  remarks: string[];
  said: string;
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
}

export interface Link {
  source: number;
  target: number;
  kind: "line" | "arrow" | "both" | "loop";
  agents: string[];
  curve: [Point, Point, Point, Point];
  label: Point | null;
  labelWidth: number;
}

export interface Hub {
  agents: string[];
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Stroke {
  colour: string;
  style: "solid" | "dashed" | "dotted";
  width: number;
}

export interface Picture {
  model: Model;
  worlds: Spot[];
  hubs: Hub[];
  links: Link[];
  /** What arrows of plausibility, weights and marks at worlds mean. */
  notes: string[];
  round: boolean;
  strokes: Record<string, Stroke>;
  frames: Record<string, { system: string; fails: string }>;
  sees: Record<string, number[][]>;
  /** Of how many worlds this is a part, and around which world. */
  part?: { of: number; around: string };
}

export interface Part {
  start: number;
  end: number;
  above: number;
  count: string;
  /** Positions of the worlds, if the model is small enough to be drawn. */
  worlds: number[];
  after?: boolean;
  left?: string;
}

export interface Checked {
  text: string;
  latex: string;
  notes: string[];
  rows: Part[];
  /** Number of worlds of the model. */
  of: string;
  actual: boolean | null;
  /** Whether it holds at each actual world. */
  truths: boolean[];
  valid: boolean;
}

/** An agent, a world, and a world that the agent considers possible there. */
export type Step = [string, string, string];

export interface Reason {
  depth: number;
  text: string;
  holds?: boolean;
  world?: string;
  /** The worlds that it is about, and the steps between them. */
  worlds: string[];
  steps: Step[];
}

export interface Proved {
  valid: boolean;
  says: string;
  notes: string[];
  proof?: string;
  /** The lines of a proof in the style of Fitch or Hilbert. */
  lines?: Omit<ProofLine, "id">[];
  model?: Model;
  why?: string;
}

export interface Planned {
  outcome: "found" | "impossible" | "gave up";
  says: string;
  notes: string[];
  why: Reason[];
  /** From place to place, of which 0 is the model; a step of a policy that branches has the case where it is taken. */
  steps: { before: number; after: number; name: string; case: string | null; model: ModelFile; parents: Parents; why: Reason[] }[];
  svg: string | null;
}

/** A formula in a system with time, with the run that shows why it holds or fails. */
export interface Timed {
  holds: boolean;
  notes: string[];
  rows: Reason[];
  where: string[];
  run: { states: string[]; loop: number | null; lines: string[] } | null;
}

/** A system in ISPL with the formulas that it asks, as the file and as the page writes them. */
export interface SystemFile {
  text: string;
  formulas: { text: string; formula: string }[];
}

/** For each world of a model the world before that it comes from. */
export type Parents = Record<string, string | null>;

export interface StoryStep {
  sentence: string;
  kind: string;
  formula: string | null;
  /** The statement that is about to be made; empty if there is none. */
  next: string;
  worlds: string;
  /** Whether its model is symbolic, and sent when it is asked for. */
  symbolic: boolean;
  model: Model | null;
}

export interface Story {
  name: string;
  title: string;
  statement: string;
  source: string;
  conclusion: string;
  /** Answers that depend on a limit of the model and not on the puzzle. */
  warnings: string[];
  /** The usual options, and those that were given. */
  options: Record<string, string>;
  given: Record<string, string>;
  steps: StoryStep[];
}

export interface Problem {
  error: string;
  message: string;
  position?: number;
  text?: string;
  expected?: string[];
  hint?: string;
  full?: string;
}

export type Change =
  | { kind: "announce"; formula: string; to: string[] | null; whether: boolean }
  | { kind: "private"; formula: string; to: string[] }
  | { kind: "say"; formula: string; by: string | null; to: string[] | null }
  | { kind: "peek"; formula: string; by: string[]; noticed: boolean }
  | { kind: "set"; atom: string; formula: string }
  | { kind: "upgrade"; formula: string; radical: boolean }
  | { kind: "evidence"; agent: string; formula: string; gain: number; loss: number }
  | { kind: "events"; text: string }
  | { kind: "contract" }
  | { kind: "actual"; at: string | string[] }
  | { kind: "law"; formula: string }
  | { kind: "define"; atom: string; formula: string }
  | { kind: "generated"; at: string | string[] | null; depth?: number };
