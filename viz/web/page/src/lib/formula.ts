import type { Part } from "./types";

/** A piece of a formula's text: plain text, or a part with the pieces inside it. */
export type Piece = string | { part: number; pieces: Piece[] };

/** Levels of parts that are shown as parts; Svelte's components recurse, and 1,000 levels exceed the browser's stack. */
const LEVELS = 200;

/** The text as nested pieces, one for each part in the first `LEVELS` levels; O(n) for n parts. */
export function nested(text: string, parts: Part[]): Piece {
  const children: number[][] = parts.map(() => []);
  parts.forEach((part, i) => part.above >= 0 && children[part.above]!.push(i));
  const inside = (i: number, levels: number): Piece => {
    const { start, end } = parts[i]!;
    const pieces: Piece[] = [];
    let at = start;
    for (const child of levels > 1 ? children[i]! : []) {
      const part = parts[child]!;
      if (part.start > at) pieces.push(text.slice(at, part.start));
      pieces.push(inside(child, levels - 1));
      at = part.end;
    }
    if (at < end) pieces.push(text.slice(at, end));
    return { part: i, pieces };
  };
  return parts.length ? inside(0, LEVELS) : text;
}

const SUBSCRIPT = /(?<![\w'])(Bstrong|Bsafe|Kw|Kv|[ECD]B|[KMBECDR](?:\^\d+)?)_(\{[^}]*\}|\w+)/gu;

/** A text as pairs of plain text and what stands as a subscript behind it: the agents of an operator. */
export function typeset(text: string): [string, string][] {
  const pieces: [string, string][] = [];
  let at = 0;
  for (const match of text.matchAll(SUBSCRIPT)) {
    pieces.push([text.slice(at, match.index) + match[1]!.replace(/\^(\d+)/, (_, power: string) => raised(power)), match[2]!.replace(/^\{|\}$/g, "")]);
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push([text.slice(at), ""]);
  return pieces;
}

function raised(digits: string): string {
  return digits.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!);
}

const SIGNS: Record<string, string> = { "~": "¬", "&": "∧", "|": "∨", "->": "→", "<->": "↔", ">=": "≥", "<=": "≤", "<": "⟨", ">": "⟩" };

/** A formula as it may be typed, with the signs of mathematics; a sign that stands alone is what one types. */
export function signs(text: string): string {
  return /^\W*$/.test(text) ? text : text.replace(/"[^"]*"|<->|->|[<>]=|[~&|<>]/g, (found) => SIGNS[found] ?? found);
}

/** A token of MathML: `mi` a name, `mo` a sign, `mn` a number; an operator has its agents below and its number above. */
export type Token = { tag: "mi" | "mo" | "mn" | "mtext"; text: string; below?: string; above?: string };

const TOKEN =
  /(Bstrong|Bsafe|Kw|Kv|[ECD]B|[KMBECDR])(?:\^(\d+))?_(?:\{([^}]*)\}|(\w+))|("[^"]*"|@?\p{L}[\w']*(?:\([^()\s]*\))?(?:=[\w']+)?)|(\d+(?:\.\d+)?(?:\/\d+)?)|(\S)/gu;

/** A formula in the notation of the page as tokens of MathML, which screen readers read as mathematics. */
export function tokens(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(([, operator, above, group, agent, name, number, sign]): Token => {
    if (operator) return { tag: "mi", text: operator, below: group ?? agent, ...(above && { above }) };
    if (name) return name.startsWith('"') ? { tag: "mtext", text: name.slice(1, -1) } : { tag: "mi", text: name };
    return number ? { tag: "mn", text: number } : { tag: "mo", text: sign! };
  });
}

const PLAIN = /^(?!(?:true|false|not|and|or|xor)$)\p{Ll}[\p{L}\p{N}_']*(?:\([\p{L}\p{N}_,]+\))?(?:=[\p{L}\p{N}_]+)?$/u;

/** An atom as it is written in formulas: in quotes unless its name is a plain word. */
export function atomText(name: string): string {
  return PLAIN.test(name) ? name : JSON.stringify(name);
}

/** The logics of the prover. */
export const SYSTEMS = ["S5", "KD45", "K45", "S4", "KT", "KD", "K"];
