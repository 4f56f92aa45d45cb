/** Files that the browser saves and opens. */

import { Refused } from "./api.svelte";
import { typeset } from "./formula";
import { theme } from "./theme.svelte";

export function saveFile(content: BlobPart, type: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name without an ending for a file; the usual one if no letter is left. */
export function fileName(name: string, usual: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || usual;
}

/** The text of a file, and its name; `Refused` if it is no text. */
export async function textOf(file: File): Promise<{ name: string; text: string }> {
  try {
    return { name: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    throw new Refused({ error: "Error", message: `${file.name}: this is not text in UTF-8: save it as UTF-8, or choose another file` });
  }
}

/** The address of an SVG that the server drew, for an image; dark on a dark page. */
export function pictureOf(svg: string): string {
  return addressOf(theme.shade(withSubscripts(svg)));
}

/** The address of an SVG as it is: a table has cards and dice, which have colours of their own. */
export function addressOf(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** The agents of operators as subscripts, as in all formulas of the page. */
export function withSubscripts(svg: string): string {
  return svg.replace(/>([^<>]+)<\/text>/g, (all, text: string) => {
    const pieces = typeset(text);
    if (pieces.every(([, below]) => !below)) return all;
    const low = pieces.map(([plain, below], i) => {
      const back = i ? `<tspan dy="-3">${plain}</tspan>` : plain;
      return below ? `${back}<tspan dy="3" font-size="75%">${below}</tspan>` : back;
    });
    return `>${low.join("")}</text>`;
  });
}
