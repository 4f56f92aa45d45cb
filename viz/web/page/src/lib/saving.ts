/** Files that the browser saves. */

import { theme } from "./theme.svelte";

export function saveFile(content: BlobPart, type: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The address of an SVG that the server drew, for an image; dark on a dark page. */
export function pictureOf(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(theme.shade(svg))}`;
}
