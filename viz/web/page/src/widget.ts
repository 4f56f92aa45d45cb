/** The explorer in a notebook: the same parts, in a shadow tree of their own, with the kernel in place of the server. */

import { mount, unmount } from "svelte";
import { sendBy } from "./lib/api.svelte";
import { session } from "./lib/session.svelte";
import type { ModelFile } from "./lib/types";
import Widget from "./Widget.svelte";

interface Document {
  model: ModelFile;
  formula: string;
}

/** What anywidget gives. */
interface Kernel {
  get(name: "document"): Document;
  /** The styles of the page, which the shadow tree keeps from the notebook. */
  get(name: "styles"): string;
  set(name: "document", value: Document): void;
  save_changes(): void;
  send(content: unknown): void;
  on(event: string, heard: (message: unknown) => void): void;
}

const waiting = new Map<number, (answer: Response) => void>();
let count = 0;

function initialize({ model: kernel }: { model: Kernel }): void {
  kernel.on("msg:custom", (message) => {
    const { id, status, text } = message as { id: number; status: number; text: string };
    waiting.get(id)?.(new Response(text, { status }));
    waiting.delete(id);
  });
  sendBy((route, body, signal) => {
    const id = count++;
    kernel.send({ id, route, body: JSON.stringify(body) });
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      signal.addEventListener("abort", () => {
        waiting.delete(id);
        reject(signal.reason as Error);
      });
    });
  });
  const told = (model: ModelFile, formula: string): void => {
    kernel.set("document", { model, formula });
    kernel.save_changes();
  };
  const { model, formula } = kernel.get("document");
  void session.embed(model, formula, told);
  kernel.on("change:document", () => {
    const now = kernel.get("document");
    if (JSON.stringify(now.model) !== JSON.stringify(session.file)) void session.become(now.model, "from Python");
    if (now.formula !== session.formula) void session.type(now.formula);
  });
}

function render({ model: kernel, el }: { model: Kernel; el: HTMLElement }): () => void {
  const root = el.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = `${kernel.get("styles").replaceAll(":root", ":host")} :host { display: block; color: var(--ink); background: var(--ground); font: 15px/1.45 var(--sans); text-align: left; }`;
  root.append(style);
  const target = root.appendChild(document.createElement("div"));
  const shown = mount(Widget, { target });
  return () => void unmount(shown);
}

export default { initialize, render };
