/**
 * The page's backend on a static site: answers by Python in WebAssembly, layout by Graphviz in WebAssembly.
 *
 * The files beside it are written by `whoknows site`. A question is `{ id, route, body }`, its answer
 * `{ id, status, content }`. After a fault outside of Python the interpreter is lost: `{ id, lost }` asks for another worker.
 */

interface Python {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

/** Its memory and its heap, as Emscripten names them. */
interface Module {
  HEAP8: Int8Array;
  _malloc(size: number): number;
}

interface Options {
  indexURL: string;
  _makeSnapshot?: boolean;
  _loadSnapshot?: ArrayBuffer;
  createPyodideModule?: (settings: object) => Promise<Module>;
}

interface Graphviz {
  render(dot: string, options: { format: string; engine: string }): { output?: string; errors: { message: string }[] };
}

interface Asked {
  id: number;
  route: string;
  body: string;
}

/** Gives `[status, bytes]`. */
type Answer = (route: string, body: string) => { toJs(): [number, Uint8Array<ArrayBuffer>]; destroy(): void };

const PACKAGES = { extractDir: "/lib/python3.14/site-packages" };
/** Routes that need `packages.zip` alone; the others wait for `more.zip`. */
const FIRST = ["picture", "formula", "reasons", "change", "library", "compare", "observations", "open"];

const WARM_UP = `
import json
from viz.web.answers import answer
from viz.web.browser import begin

begin(lambda *job: "{}")
worlds = {"worlds": {"w": ["p"], "v": []}, "actual": "w", "relations": {"a": {"partition": [["w", "v"]]}}}
about = {"model": {"whoknows": 1, **worlds}}
for route, more in (("formula", {"formula": "K_a p"}), ("reasons", {"formula": "K_a p"}), ("picture", {})):
    answer(route, json.dumps(about | more).encode())
`;
const ANSWER = "lambda route, body: [*answer(route, body.encode())]";

const at = (path: string): string => new URL(path, self.location.href).href;

async function file(path: string): Promise<ArrayBuffer> {
  const answer = await fetch(at(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

async function graphviz(): Promise<Graphviz> {
  const { instance } = (await import(/* @vite-ignore */ at("graphviz/viz.js"))) as { instance: () => Promise<Graphviz> };
  return instance();
}

/** What Python's memory was after its first imports; it is kept from the first visit on, and starts in a third of the time. */
const KEPT = `snapshot?${self.name}`; // the name of this worker is the version of the site
const GROWTH = 1 << 22;
const keeping = async (): Promise<Cache | null> => ("caches" in self ? caches.open(`memory of ${at("./")}`) : null);

/** A module whose memory is as large as a kept one: Pyodide itself keeps it at the size of a fresh one. */
async function moduleOf(settings: object, size: number): Promise<Module> {
  type Make = { default: (settings: object) => Promise<Module> };
  const module = await ((await import(/* @vite-ignore */ at("pyodide/pyodide.asm.mjs"))) as Make).default(settings);
  while (module.HEAP8.length < size) module._malloc(GROWTH);
  return module;
}

async function python(): Promise<Python> {
  type Load = { loadPyodide: (options: Options) => Promise<Python> };
  const { loadPyodide } = (await import(/* @vite-ignore */ at("pyodide/pyodide.mjs"))) as Load;
  const indexURL = at("pyodide/");
  const [packages, cache] = await Promise.all([file("packages.zip"), keeping()]);
  const kept = await cache?.match(KEPT);
  if (kept) {
    try {
      const memory = await kept.arrayBuffer();
      const createPyodideModule = (settings: object): Promise<Module> => moduleOf(settings, memory.byteLength);
      const runtime = await loadPyodide({ indexURL, _loadSnapshot: memory, createPyodideModule });
      runtime.unpackArchive(packages, "zip", PACKAGES);
      runtime.runPython("import importlib; importlib.invalidate_caches()");
      return runtime;
    } catch (error) {
      console.warn(`the kept memory is of no use: ${error}`);
    }
  }
  const runtime = await loadPyodide({ indexURL, _makeSnapshot: true });
  runtime.unpackArchive(packages, "zip", PACKAGES);
  runtime.runPython(WARM_UP);
  void cache?.keys().then((old) => old.forEach((each) => void cache.delete(each)));
  void cache?.put(KEPT, new Response(runtime.makeMemorySnapshot()));
  return runtime;
}

let rest: Promise<void> | null = null;

async function unpackRest(runtime: Python): Promise<void> {
  runtime.unpackArchive(await file("more.zip"), "zip", PACKAGES);
  runtime.runPython("import importlib; importlib.invalidate_caches()");
}

async function begin(): Promise<[Python, Answer]> {
  const [runtime, layout] = await Promise.all([python(), graphviz()]);
  const draw = (dot: string, engine: string, format: string): string => {
    const { output, errors } = layout.render(dot, { format, engine });
    if (output === undefined) throw new Error(errors.map((each) => each.message).join("; "));
    return output;
  };
  (runtime.runPython("begin") as (layout: typeof draw) => void)(draw);
  return [runtime, runtime.runPython(ANSWER) as Answer];
}

const begun = begin();
begun.then(
  () => postMessage({ ready: true }),
  (error: unknown) => postMessage({ failed: String(error) }),
);

onmessage = async ({ data: { id, route, body } }: MessageEvent<Asked>) => {
  const [runtime, answer] = await begun;
  try {
    if (!FIRST.includes(route)) await (rest ??= unpackRest(runtime));
  } catch (error) {
    rest = null;
    const problem = { error: "Error", message: `${error}: a file of this page could not be loaded; try again with a network` };
    postMessage({ id, status: 422, content: new TextEncoder().encode(JSON.stringify(problem)) });
    return;
  }
  try {
    const told = answer(route, body);
    const [status, content] = told.toJs();
    told.destroy();
    postMessage({ id, status, content }, [content.buffer]);
  } catch (error) {
    postMessage({ id, lost: String(error) });
  }
};

export {};
