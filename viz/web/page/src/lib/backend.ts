/** On a static site: questions go to a worker of this page, one at a time. One that hangs or dies is replaced. */

import { sendBy } from "./api.svelte";
import type { Problem } from "./types";

/** Seconds of work after which a question is given up. WebAssembly takes three times as long as the server. */
const SECONDS = 8;
/** How many times longer the first question of a route may take, which loads its modules. */
const FIRST_TIME = 4;
interface Question {
  route: string;
  body: string;
  signal: AbortSignal;
  answer: (answer: Response) => void;
}

type Told =
  | { ready: true }
  | { failed: string }
  | { id: number; status: number; content: Uint8Array<ArrayBuffer> }
  | { id: number; lost: string };

function refused(error: string, message: string): Response {
  return new Response(JSON.stringify({ error, message } satisfies Problem), { status: 422 });
}

/** What a static site cannot answer. */
const SERVED = ["table"];
const LOST = "the worker ended, perhaps for lack of memory";

export class Backend {
  private worker: Worker | null = null;
  private ready = false;
  private waiting: Question[] = [];
  private asked: Question | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private id = 0;
  private readonly known = new Set<string>();
  private start!: () => void;
  /** Done when the first worker can answer. */
  readonly started = new Promise<void>((resolve) => (this.start = resolve));

  constructor(private readonly make: () => Worker, private readonly seconds = SECONDS) {
    this.begin();
  }

  send(route: string, body: unknown, signal: AbortSignal): Promise<Response> {
    if (SERVED.includes(route)) {
      return Promise.resolve(refused("Served", "games need a server, and this page has none: install whoknows, and start it with whoknows serve"));
    }
    return new Promise((resolve, reject) => {
      const question = { route, body: JSON.stringify(body), signal, answer: resolve };
      this.waiting.push(question);
      if (!this.worker) this.begin();
      signal.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((each) => each !== question);
        reject(signal.reason as Error);
      });
      this.next();
    });
  }

  private begin(): void {
    const worker = (this.worker = this.make());
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
    worker.onerror = ({ message }) => (this.ready ? this.replace(LOST) : this.fail(message));
  }

  private hear(told: Told): void {
    if ("ready" in told) {
      this.ready = true;
      this.start();
    }
    else if ("failed" in told) return this.fail(told.failed);
    else if ("lost" in told) return this.replace(LOST);
    else this.close(new Response(told.content, { status: told.status }));
    this.next();
  }

  private next(): void {
    if (!this.ready || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift()!;
    const { route, body } = this.asked;
    const seconds = this.seconds * (this.known.has(route) ? 1 : FIRST_TIME);
    this.known.add(route);
    this.timer = setTimeout(() => this.replace(`the answer was not there after ${seconds} s`), 1000 * seconds);
    this.worker!.postMessage({ id: ++this.id, route, body });
  }

  private close(answer: Response): void {
    clearTimeout(this.timer);
    this.asked?.answer(answer);
    this.asked = null;
  }

  /** Another worker; the question that was asked is answered by the reason, those that wait are asked again. */
  private replace(why: string): void {
    this.end();
    this.close(refused("Busy", `${why}: ask about a smaller model or formula`));
    this.begin();
  }

  /** The worker could not be started: all that wait are told, and the next question tries again. */
  private fail(why: string): void {
    this.end();
    const told = this.waiting.splice(0);
    for (const each of told) each.answer(refused("Error", `Python could not be started in this browser: ${why}`));
  }

  private end(): void {
    this.worker!.terminate();
    [this.worker, this.ready] = [null, false];
    this.known.clear();
  }
}

/** The version of a static site, as `whoknows site` writes it; undefined on a page with a server, and in a notebook. */
export const version = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="whoknows-site"]')?.content;

/** On a static site a worker is asked in place of a server. */
export function useWorker(): void {
  if (!version) return;
  const backend = new Backend(() => new Worker("./worker.js", { type: "module", name: version }));
  sendBy((...question) => backend.send(...question));
  // after the first answers, since it loads all files once more
  void backend.started.then(() => navigator.serviceWorker?.register("./offline.js"));
}
