/**
 * The page's backend on a static site: answers by Python in WebAssembly, layout by Graphviz in WebAssembly.
 *
 * The files beside it are written by `whoknows site`. A question is `{ id, route, body }`, its answer
 * `{ id, status, text }`. After a fault outside of Python the interpreter is lost: `{ id, lost }` asks for another worker.
 */

interface Python {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

type Load = (options: { indexURL: string; _makeSnapshot?: boolean; _loadSnapshot?: ArrayBuffer }) => Promise<Python>;

interface Graphviz {
  render(dot: string, options: { format: string; engine: string }): { output?: string; errors: { message: string }[] };
}

interface Asked {
  id: number;
  route: string;
  body: string;
}

/** Gives `[status, text]`. */
type Answer = (route: string, body: string) => { toJs(): [number, string]; destroy(): void };

const PACKAGES = { extractDir: "/lib/python3.14/site-packages" };
/** Routes that need `packages.zip` alone; the others wait for `more.zip`. */
const FIRST = ["picture", "formula", "reasons", "change", "library"];

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
const KEPT = `snapshot${self.location.search}`;
const memory = async (): Promise<Cache | null> => ("caches" in self ? caches.open(`memory of ${at("./")}`) : null);

async function python(): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ at("pyodide/pyodide.mjs"))) as { loadPyodide: Load };
  const [packages, cache] = await Promise.all([file("packages.zip"), memory()]);
  const kept = await cache?.match(KEPT);
  if (kept) {
    try {
      const runtime = await loadPyodide({ indexURL: at("pyodide/"), _loadSnapshot: await kept.arrayBuffer() });
      runtime.unpackArchive(packages, "zip", PACKAGES);
      runtime.runPython("import importlib; importlib.invalidate_caches()");
      return runtime;
    } catch (error) {
      console.warn(`the kept memory is of no use: ${error}`);
    }
  }
  const runtime = await loadPyodide({ indexURL: at("pyodide/"), _makeSnapshot: true });
  runtime.unpackArchive(packages, "zip", PACKAGES);
  runtime.runPython("import viz.web.wasm");
  void cache?.keys().then((old) => old.forEach((each) => void cache.delete(each)));
  void cache?.put(KEPT, new Response(runtime.makeMemorySnapshot()));
  return runtime;
}

let rest: Promise<void> | null = null;

async function begin(): Promise<[Python, Answer]> {
  const [runtime, layout] = await Promise.all([python(), graphviz()]);
  const draw = (dot: string, engine: string): string => {
    const { output, errors } = layout.render(dot, { format: "json0", engine });
    if (output === undefined) throw new Error(errors.map((each) => each.message).join("; "));
    return output;
  };
  return [runtime, (runtime.runPython("from viz.web.wasm import begin; begin") as (draw: unknown) => Answer)(draw)];
}

const begun = begin();
begun.then(
  () => postMessage({ ready: true }),
  (error: unknown) => postMessage({ failed: String(error) }),
);

onmessage = async ({ data: { id, route, body } }: MessageEvent<Asked>) => {
  try {
    const [runtime, answer] = await begun;
    if (!FIRST.includes(route)) {
      await (rest ??= file("more.zip").then((archive) => runtime.unpackArchive(archive, "zip", PACKAGES)));
    }
    const told = answer(route, body);
    const [status, text] = told.toJs();
    told.destroy();
    postMessage({ id, status, text });
  } catch (error) {
    postMessage({ id, lost: String(error) });
  }
};

export {};
