import { expect, test } from "vitest";
import { ask, sendBy, server } from "./api.svelte";

test("a busy server is asked again until it answers", async () => {
  const answers = [503, 503, 200].map((status) => new Response('{"holds": true}', { status }));
  const seen: boolean[] = [];
  sendBy(async () => {
    seen.push(server.busy);
    return answers.shift()!;
  });
  expect(await ask("formula", {})).toEqual({ holds: true });
  expect(seen).toEqual([false, true, true]);
  expect(server.busy).toBe(false);
});
