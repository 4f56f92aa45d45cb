/** Lessons and exercises: what the server tells, and the results that this browser keeps. */

import { ask, attempt } from "./api.svelte";
import { csv, merged, nameOf, NOTHING, plainName, type At, type Kept, type Result } from "./results";
import type { ProofFile, ProofLine } from "./proof";
import { fileName, saveFile } from "./saving";
import type { Model, Problem } from "./types";

/** A text, or an element with the nodes inside it: see `viz/web/routes/exercise.py`. */
export type Block = string | [string, ...Block[]];

export interface Exercise {
  kind: string;
  title: string;
  trains: string;
  form: "formula" | "worlds" | "model" | "step" | "choices" | "path" | "number" | "text" | "proof";
  text: Block[];
  task: Block[];
  difficulty: number | null;
  hints: number;
  model?: Model;
  /** A second frame, and a picture of each choice. */
  other?: Model;
  pictures?: Model[];
  worlds?: string[];
  formulas?: string[];
  logic?: string;
  words?: Record<string, string>;
  agents?: string[];
  choices?: string[];
  lines?: { formula: string; of: number[] }[];
  /** Whether one choice is right, and whether the choices are sentences. */
  single?: boolean;
  prose?: boolean;
  ask?: boolean;
  start?: string;
  /** The proof to begin with; the places of the lines that can be changed, none: all; and whether lines come and go. */
  proof?: Omit<ProofFile, "lines"> & { lines: Omit<ProofLine, "id">[] };
  open?: number[];
  grows?: boolean;
}

export interface Kind {
  name: string;
  title: string;
  trains: string;
}

export interface Mark {
  right: boolean;
  earned: number;
  of: number;
  undecided: boolean;
  says: string;
  why: string[];
  model?: Model;
}

export interface Marks {
  right: boolean;
  earned: number;
  of: number;
  undecided: boolean;
  rows: Mark[];
  signature: string;
}

export type Part =
  | { text: Block[] }
  | { system: string; model: Model; formula: string; caption: string }
  | { model: Model; formula: string; caption: string }
  | { question: number; exercise: Exercise };

export interface Chapter {
  name: string;
  title: string;
  summary: string;
  questions: number;
  parts?: Part[];
}

const KEY = "whoknows-learn";

export interface Draft {
  formula: string;
  text: string;
  worlds: string[];
  built: Model | null;
  step: number;
  chosen: number[];
  lines: ProofLine[];
  hints: string[];
}

/** What this tab has of an answer. */
export function draftOf(name: string): Partial<Draft> {
  if (!name) return {};
  return JSON.parse(sessionStorage.getItem(`${KEY} ${name}`) ?? "{}") as Partial<Draft>;
}

export function keepDraft(name: string, draft: Draft): void {
  if (!name) return;
  try {
    sessionStorage.setItem(`${KEY} ${name}`, JSON.stringify(draft));
  } catch {
    // the answer is on the screen
  }
}

class Learning {
  chapters = $state.raw<Chapter[]>([]);
  kinds = $state.raw<Kind[]>([]);
  signed = $state(false);
  chapter = $state.raw<Chapter | null>(null);
  problem = $state.raw<Problem | null>(null);
  private kept = $state.raw<Kept>(NOTHING);

  constructor() {
    this.take(localStorage.getItem(KEY));
    window.addEventListener("storage", (event) => {
      if (event.key !== KEY || !event.newValue) return;
      this.take(event.newValue);
      // both tabs have written at once: the other one did not have what this one has
      if (JSON.stringify(this.kept) !== event.newValue) this.keep();
    });
  }

  private take(text: string | null): void {
    try {
      this.kept = merged(this.kept, { ...NOTHING, ...(JSON.parse(text ?? "{}") as Partial<Kept>) });
    } catch {
      // what is stored is no results of ours
    }
  }

  get student(): string {
    return this.kept.student;
  }

  get results(): Record<string, Result> {
    return this.kept.results;
  }

  name(student: string): void {
    this.add({ student: plainName(student), named: Date.now() });
  }

  /** Add what this tab has to what the browser keeps. */
  private add(news: Partial<Kept>): void {
    this.take(localStorage.getItem(KEY));
    this.kept = merged(this.kept, { ...NOTHING, forgotten: this.kept.forgotten, ...news });
    this.keep();
  }

  async start(): Promise<void> {
    type Told = { chapters: Chapter[]; kinds: Kind[]; signed: boolean };
    const told = await this.get<Told>({});
    if (told) [this.chapters, this.kinds, this.signed] = [told.chapters, told.kinds, told.signed];
  }

  async open(name: string): Promise<void> {
    this.chapter = (await this.get<Chapter>({ name })) ?? this.chapter;
  }

  private async get<T>(body: { name?: string }): Promise<T | null> {
    const told = await attempt(() => ask<T>("lessons", body), (problem) => (this.problem = problem));
    if (told) this.problem = null;
    return told;
  }

  async mark(at: At, answer: unknown, hints: number): Promise<Marks> {
    const name = nameOf(at);
    const marks = await ask<Marks>("mark", { at, answer, student: this.student }, `mark ${name}`);
    if (marks.undecided || !name) return marks;
    const when = new Date().toISOString().slice(0, 19);
    const attempts = (this.results[name]?.attempts ?? 0) + 1;
    const result = { student: this.student, earned: marks.earned, of: marks.of, hints, attempts, when, signature: marks.signature, answer };
    this.add({ results: { [name]: result } });
    return marks;
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      this.problem = { error: "Full", message: "the browser's storage is full: results are in this tab alone; save them as CSV" };
    }
  }

  /** Whether a question has full marks. */
  hasAll(name: string): boolean {
    const result = this.results[name];
    return result !== undefined && result.earned === result.of;
  }

  /** How many questions of a chapter have full marks. */
  done(chapter: Chapter): number {
    const names = Array.from({ length: chapter.questions }, (_, question) => nameOf({ lesson: chapter.name, question }));
    return names.filter((name) => this.hasAll(name)).length;
  }

  /** Results from before the student was named get the name, unless they are signed. */
  download(): void {
    const rows = Object.entries(this.results).map(([name, each]) => [name, { ...each, student: each.student || (each.signature ? "" : this.student) }]);
    saveFile(csv(Object.fromEntries(rows) as Record<string, Result>), "text/csv", `results-${fileName(this.student, "nobody")}.csv`);
  }

  forget(): void {
    this.add({ forgotten: this.kept.forgotten + 1 });
  }
}

export const learning = new Learning();
