import type { Problem } from "./types";

/** An answer that says what is wrong. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join("");
const running = new Map<string, AbortController>();
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 2500;

/** Whether the server has not answered for a while, or is busy, and how many questions a person may notice to wait for. */
export const server = $state({ away: false, busy: false, late: 0 });
const NOTICED = 400;

/**
 * The server's answer. A newer question of the same topic ends an older one, which then never answers: its promise is
 * rejected with an AbortError. While the server is away or busy, the question is asked again after longer and longer
 * pauses, so the page goes on by itself when the server is back.
 */
export async function ask<T>(route: string, body: unknown, topic: string = route): Promise<T> {
  running.get(topic)?.abort();
  const control = new AbortController();
  running.set(topic, control);
  let late = 0;
  const timer = setTimeout(() => (server.late += late = 1), NOTICED);
  try {
    for (let tries = 0; ; tries++) {
      const answer = await once(route, body, control.signal);
      server.away = answer === null && tries > 1;
      server.busy = answer?.status === 503;
      if (answer !== null && !server.busy) return (await opened(answer)) as T;
      const pause = Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE) * (0.5 + Math.random()); // not all pages at once
      await sleep(pause, control.signal);
    }
  } finally {
    clearTimeout(timer);
    server.late -= late;
    if (running.get(topic) === control) running.delete(topic);
  }
}

type Send = (route: string, body: unknown, signal: AbortSignal) => Promise<Response | null>;

/** How a question goes out: to the server, or in a notebook to its kernel. */
export function sendBy(send: Send): void {
  once = send;
}

let once: Send = async (route, body, signal) => {
  try {
    const headers = { "Content-Type": "application/json", "X-Page": PAGE };
    return await fetch(`api/${route}`, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
};

async function opened(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  let problem: Problem;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    problem = { error: "Error", message: text };
  }
  throw new Refused(problem);
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** What the work gives; null if it went wrong, which is told, unless a newer question has ended it. */
export async function attempt<T>(work: () => Promise<T>, tell: (problem: Problem) => void): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) tell(error.problem);
    else if (!(error instanceof DOMException && error.name === "AbortError")) tell({ error: "Error", message: String(error) });
    return null;
  }
}
