/** Results of exercises as CSV; `learn/results.py` reads and verifies it. */

export interface Result {
  student: string;
  earned: number;
  of: number;
  hints: number;
  when: string;
  signature: string;
  answer: unknown;
}

const COLUMNS = ["student", "exercise", "earned", "of", "hints", "when", "signature", "answer"];

export function csv(results: Record<string, Result>): string {
  const rows = Object.entries(results).map(([exercise, { student, earned, of, hints, when, signature, answer }]) =>
    [student, exercise, earned, of, hints, when, signature, JSON.stringify(answer ?? null)].map(field),
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
