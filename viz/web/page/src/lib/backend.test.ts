import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Backend } from "./backend";

/** A worker whose answers the test gives. */
class Puppet {
  onmessage!: (event: { data: unknown }) => void;
  onerror!: (event: { message: string }) => void;
  asked: { id: number; route: string }[] = [];
  ended = false;
  postMessage(message: { id: number; route: string }): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: unknown): void {
    this.onmessage({ data });
  }
  answer(text: string): void {
    this.say({ id: this.asked.at(-1)!.id, status: 200, content: new TextEncoder().encode(text) });
  }
}

let puppets: Puppet[];
let backend: Backend;
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  puppets = [];
  backend = new Backend(() => puppets[puppets.push(new Puppet()) - 1] as unknown as Worker, 8);
});
afterEach(() => void vi.useRealTimers());

test("questions wait for the worker, and are asked one at a time", async () => {
  const answers = [backend.send("formula", {}, never), backend.send("picture", {}, never)];
  expect(puppets[0]!.asked).toEqual([]);
  puppets[0]!.say({ ready: true });
  expect(puppets[0]!.asked.map((each) => each.route)).toEqual(["formula"]);
  puppets[0]!.answer("one");
  puppets[0]!.answer("two");
  expect(await Promise.all(answers.map(async (each) => (await each).text()))).toEqual(["one", "two"]);
});

test("a worker that hangs is ended, and what waits is asked again", async () => {
  void backend.send("formula", {}, never);
  const hung = backend.send("formula", {}, never);
  const other = backend.send("picture", {}, never);
  puppets[0]!.say({ ready: true });
  vi.advanceTimersByTime(8001); // the first one loads modules
  puppets[0]!.answer("first");
  vi.advanceTimersByTime(8001);
  expect((await hung).status).toBe(422);
  expect(await (await hung).text()).toContain("not there after 8 s");
  expect(puppets[0]!.ended).toBe(true);
  puppets[1]!.say({ ready: true });
  puppets[1]!.answer("here");
  expect(await (await other).text()).toBe("here");
});

test("an interpreter that is lost is replaced", async () => {
  const lost = backend.send("formula", {}, never);
  puppets[0]!.say({ ready: true });
  puppets[0]!.say({ id: 1, lost: "RangeError: Maximum call stack size exceeded" });
  expect((await (await lost).json()).message).toContain("the worker ended");
  expect(puppets.length).toBe(2);
});

test("a question that a newer one has ended is not asked", async () => {
  const control = new AbortController();
  const old = backend.send("formula", { text: "old" }, control.signal);
  void backend.send("formula", { text: "new" }, never);
  control.abort();
  await expect(old).rejects.toThrow();
  puppets[0]!.say({ ready: true });
  expect(puppets[0]!.asked).toEqual([{ id: 1, route: "formula", body: '{"text":"new"}' }]);
});

test("where Python cannot start all are told, and the next question tries again", async () => {
  const told = backend.send("formula", {}, never);
  puppets[0]!.say({ failed: "more.zip: 404" });
  expect((await (await told).json()).message).toContain("more.zip: 404");
  void backend.send("formula", {}, never);
  expect(puppets.length).toBe(2);
});

test("what needs the server says so", async () => {
  expect((await (await backend.send("table", {}, never)).json()).message).toContain("whoknows serve");
});
