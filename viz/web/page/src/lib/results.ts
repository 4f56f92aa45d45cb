/** The names of exercises, and their results as CSV; `learn/results.py` reads and verifies it. */

/** Where an exercise is: in a lesson, made from a seed, or in the form of a teacher. */
export type At = { lesson: string; question: number } | { kind: string; difficulty: number; seed: number } | { kind: string; fields: Record<string, string> };

/** The name of an exercise in links and results; empty for one in a form, of which nothing is kept. */
export function nameOf(at: At): string {
  if ("fields" in at) return "";
  return "lesson" in at ? `${at.lesson}/${at.question + 1}` : `${at.kind}/${at.difficulty}/${at.seed}`;
}

/** The largest seed of an exercise. */
export const SEEDS = 1_000_000;

/** The exercise that a link names; null if it names none. */
export function atOf(name: string): At | null {
  const [, first, number, seed] = /^([^/]+)\/(\d{1,7})(?:\/(\d{1,7}))?$/.exec(name) ?? [];
  if (first === undefined) return null;
  if (seed === undefined) return Number(number) >= 1 ? { lesson: first, question: Number(number) - 1 } : null;
  return Number(number) >= 1 && Number(number) <= 3 && Number(seed) <= SEEDS ? { kind: first, difficulty: Number(number), seed: Number(seed) } : null;
}

export interface Result {
  student: string;
  earned: number;
  of: number;
  hints: number;
  /** How many answers were marked up to now. */
  attempts: number;
  when: string;
  signature: string;
  answer: unknown;
}

/** What a browser keeps of exercises. */
export interface Kept {
  student: string;
  /** When the student was named, in milliseconds. */
  named: number;
  results: Record<string, Result>;
  /** How many times all results were forgotten. */
  forgotten: number;
}

export const NOTHING: Kept = { student: "", named: 0, results: {}, forgotten: 0 };

/** What two tabs keep, together, in whatever order they are merged: of two results of an exercise the better one, or the later. */
export function merged(one: Kept, other: Kept): Kept {
  const forgotten = Math.max(one.forgotten, other.forgotten);
  const results: Record<string, Result> = {};
  for (const [name, result] of [one, other].filter((each) => each.forgotten === forgotten).flatMap((each) => Object.entries(each.results))) {
    const known = results[name] ?? result;
    const attempts = Math.max(known.attempts ?? 1, result.attempts ?? 1); // those of before were not counted
    results[name] = { ...(isBetter(result, known) ? result : known), attempts };
  }
  const { student, named } = [one, other].sort((a, b) => b.named - a.named || (b.student > a.student ? 1 : -1))[0]!;
  return { student, named, results, forgotten };
}

function isBetter(one: Result, other: Result): boolean {
  if (one.earned !== other.earned) return one.earned > other.earned;
  const key = (result: Result): string => `${result.when} ${JSON.stringify({ ...result, attempts: 0 })}`;
  return key(one) > key(other);
}

const COLUMNS = ["student", "exercise", "earned", "of", "hints", "attempts", "when", "signature", "answer"];

export function csv(results: Record<string, Result>): string {
  const rows = Object.entries(results).map(([exercise, { student, earned, of, hints, attempts, when, signature, answer }]) =>
    [student, exercise, earned, of, hints, attempts, when, signature, JSON.stringify(answer ?? null)].map(field),
  );
  return [COLUMNS, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

function field(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A name that no spreadsheet takes for a formula. */
export function plainName(text: string): string {
  return text.replace(/^[\s=+\-@]+/, "").slice(0, 100);
}
