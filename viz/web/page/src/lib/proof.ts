/** A proof that a person writes, as lines in subproofs. Each change returns new lines and leaves the given ones as they are. */

export interface ProofLine {
  /** Its name in the view, which stays when lines come before it. */
  id: number;
  /** The marks of its subproofs: empty below an assumption, an agent, a group, or `*` for any world. */
  bars: string[];
  formula: string;
  /** The rule with the lines that it takes. */
  why: string;
}

export interface ProofFile {
  style: "fitch" | "hilbert";
  logic: string;
  premises: string[];
  goal: string;
  lines: ProofLine[];
}

export interface Hint {
  says: string;
  why: string;
}

/** The server's answer about a proof: see `viz/web/routes/derivation.py`. */
export interface MarkedProof {
  lines: { formula: string; problem: string; rests_on: number[]; hint: Hint | null }[];
  proved: boolean;
  problem: string;
  text: string;
}

export interface Rule {
  name: string;
  /** The numbers of lines and of subproofs that it takes. */
  takes: [number, number][];
  says: string;
}

export type ProofNode = { at: number } | { bar: string; first: number; last: number; nodes: ProofNode[] };

/** Lines as the server gives them, with names. */
export function named(lines: Omit<ProofLine, "id">[]): ProofLine[] {
  return lines.map((line, id) => ({ ...line, id }));
}

/** The text of a proof, as `whoknows mark` reads it. */
export function textOf(lines: ProofLine[]): string {
  return lines.map(({ bars, formula, why }, i) => `${i + 1}. ${bars.map((bar) => `|${bar} `).join("")}${formula} ; ${why}`).join("\n");
}

/** The premises of a proof as its first lines. */
export function started(premises: string[]): ProofLine[] {
  return named(premises.map((formula) => ({ bars: [], formula, why: "premise" })));
}

export function assumes(line: ProofLine): boolean {
  return /^\s*(as|ass|assume|assumption|hyp|hypothesis|supp\w*)\b/i.test(line.why);
}

/** How many subproofs of a line go on from the line above; the others begin with it. */
function kept(line: ProofLine, above: string[]): number {
  const most = Math.min(line.bars.length - (assumes(line) ? 1 : 0), above.length);
  const first = line.bars.slice(0, Math.max(most, 0)).findIndex((bar, i) => bar !== above[i]);
  return first < 0 ? Math.max(most, 0) : first;
}

/** The lines as a tree of subproofs. */
export function treeOf(lines: ProofLine[]): ProofNode[] {
  const top: ProofNode[] = [];
  let open: Exclude<ProofNode, { at: number }>[] = [];
  lines.forEach((line, at) => {
    open = open.slice(0, kept(line, open.map(({ bar }) => bar)));
    for (const bar of line.bars.slice(open.length)) {
      const inner = { bar, first: at, last: at, nodes: [] };
      (open.at(-1)?.nodes ?? top).push(inner);
      open.push(inner);
    }
    for (const each of open) each.last = at;
    (open.at(-1)?.nodes ?? top).push({ at });
  });
  return top;
}

/** The lines after others came or went: the numbers in their reasons follow; 0: the line is gone. */
function renumbered(lines: ProofLine[], numberOf: (old: number) => number): ProofLine[] {
  const moved = (text: string): string => text.replace(/^(\s*\S+)(.*)$/, (_, rule: string, of: string) => rule + of.replace(/\d+/g, (old) => String(numberOf(Number(old)) || "?")));
  return lines.map((line) => (/\d/.test(line.why) ? { ...line, why: moved(line.why) } : line));
}

/** A new line at a place. */
export function withLine(lines: ProofLine[], at: number, bars: string[], why = ""): ProofLine[] {
  const id = Math.max(-1, ...lines.map((line) => line.id)) + 1;
  const moved = renumbered(lines, (old) => (old > at ? old + 1 : old));
  return [...moved.slice(0, at), { id, bars, formula: "", why }, ...moved.slice(at)];
}

export function withoutLine(lines: ProofLine[], at: number): ProofLine[] {
  const left = lines.filter((_, place) => place !== at);
  return renumbered(left, (old) => (old === at + 1 ? 0 : old > at ? old - 1 : old));
}

export function changed(lines: ProofLine[], at: number, change: Partial<ProofLine>): ProofLine[] {
  return lines.map((line, place) => (place === at ? { ...line, ...change } : line));
}

/** The reason with another rule, and the same lines. */
export function withRule(why: string, rule: string): string {
  return [rule, ...why.trim().split(/\s+/).slice(1)].join(" ");
}

/** The agents whom formulas name. */
export function agentsIn(texts: string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(/(?<![\w'])(?:Kw|Kv|[ECD]B|[KMBECD])_(?:\{([^}]*)\}|([\p{L}\d][\p{L}\d_]*))/gu)]);
  return [...new Set(found.flatMap(([, group, agent]) => (group ?? agent ?? "").split(",").map((each) => each.trim())))].filter(Boolean).sort();
}

/** The marks that a subproof may have: none, an agent, all of them together, any world. */
export function barsFor(file: ProofFile): string[] {
  const texts = [file.goal, ...file.premises, ...file.lines.map((line) => line.formula)];
  const agents = agentsIn(texts);
  const nameless = texts.some((text) => /\[\]|<>|□|◇|\b[KMB] /.test(text)) && !agents.length ? ["[]"] : [];
  return ["", ...nameless, ...agents, ...(agents.length > 1 ? [`{${agents.join(",")}}`] : []), ...(texts.some((text) => /C_|\bC /.test(text)) ? ["*"] : [])];
}

/** A subproof in words. */
export function subproof(bar: string): string {
  if (!bar) return "Subproof";
  if (bar === "*") return "Subproof about any world";
  if (bar === "[]") return "Subproof about any possible world";
  return `Subproof about any world that ${bar.replace(/[{}]/g, "").replaceAll(",", " and ")} ${bar.startsWith("{") ? "consider" : "considers"} possible`;
}

export function isProofFile(data: unknown): data is ProofFile {
  const { style, logic, goal, premises, lines } = (data ?? {}) as Partial<ProofFile>;
  const texts = [style, logic, goal, ...(Array.isArray(premises) ? premises : [null])];
  return texts.every((each) => typeof each === "string") && Array.isArray(lines) && lines.every((line) => Array.isArray(line.bars) && typeof line.formula === "string" && typeof line.why === "string");
}
