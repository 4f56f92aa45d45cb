import { beforeEach, expect, test, vi } from "vitest";
import { Documents } from "./documents.svelte";
import type { ModelDocument } from "./document.svelte";
import type { Moment } from "./history.svelte";
import { EMPTY } from "./model";
import type { Head, Shelf } from "./shelf";

/** A browser's storage in memory, which answers in order, as a database does; tabs share it. */
class Memory {
  heads = new Map<string, Partial<Head>>();
  moments = new Map<string, Map<number, Moment>>();
  full = false;
  private heard: ((id: string) => void)[] = [];
  private news: (() => void)[] = [];
  private queue: Promise<unknown> = Promise.resolve();

  private next<T>(work: () => T): Promise<T> {
    const done = this.queue.then(() => turn()).then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private tell(heard: ((id: string) => void) | null, id: string): void {
    for (const each of this.heard) if (each !== heard) this.news.push(() => each(id));
  }

  async settled(): Promise<void> {
    for (let idle = 0; idle < 3; idle++) {
      if (this.news.length) idle = 0;
      for (const news of this.news.splice(0)) news();
      await this.next(() => undefined);
    }
  }

  deliver(): void {
    this.news.shift()?.();
  }

  tab(): Shelf {
    let own: ((id: string) => void) | null = null;
    return {
      put: (id, fields, moments) =>
        this.next(() => {
          if (this.full) throw new DOMException("full", "QuotaExceededError");
          this.heads.set(id, { ...this.heads.get(id), ...structuredClone(fields) });
          const kept = this.moments.get(id) ?? new Map<number, Moment>();
          for (const moment of moments) kept.set(moment.id, structuredClone(moment));
          this.moments.set(id, kept);
          this.tell(own, id);
        }),
      heads: () => this.next(() => structuredClone(this.heads)),
      read: (id) =>
        this.next(() => {
          const moments = [...(this.moments.get(id)?.values() ?? [])].sort((one, other) => one.id - other.id);
          return structuredClone({ head: this.heads.get(id) ?? {}, moments });
        }),
      remove: (id) =>
        this.next(() => {
          this.heads.delete(id);
          this.moments.delete(id);
          this.tell(own, id);
        }),
      hear: (heard) => this.heard.push((own = heard)),
    };
  }
}

/** The next turn of the event loop. */
function turn(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });
}

let count = 0;
beforeEach(() => void vi.spyOn(Math, "random").mockImplementation(() => (count++ % 8192) / 8192));

/** Numbers that look random and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed + 1;
  return (sides) => {
    state = (state * 48271) % 2147483647;
    return state % sides;
  };
}

function opened(memory: Memory): Documents {
  const documents = new Documents(memory.tab());
  documents.listen();
  return documents;
}

const shownOf = (document: ModelDocument): string[] => document.history.moments.map((each) => each.label).sort();

test.each(Array.from({ length: 60 }, (_, seed) => seed))("two tabs lose nothing that either does, in any order: sequence %i", async (seed) => {
  const roll = dice(seed);
  const memory = new Memory();
  const tabs = [opened(memory), opened(memory)];
  const ids: string[] = [];
  /** What either tab did last: the labels of all moments, the name, and the places at the first moment. */
  const done = new Map<string, { labels: string[]; name: string; x: number | null }>();
  const savings: Promise<unknown>[] = [];
  const create = async (tab: Documents, label: string): Promise<void> => {
    const document = tab.create(EMPTY, label);
    ids.push(document.id);
    done.set(document.id, { labels: [label], name: label, x: null });
    await document.save();
  };
  await create(tabs[0]!, "start");
  for (let step = 0; step < 60; step++) {
    const tab = tabs[roll(2)]!;
    const id = ids[roll(ids.length)]!;
    const document = await tab.get(id);
    const deed = done.get(id)!;
    const what = roll(12);
    if (what === 0) await create(tab, `start ${step}`);
    else if (what === 1) memory.full = seed % 2 === 1 && !memory.full;
    else if (what < 5) memory.deliver();
    else if (!document) continue; // the storage was full when the other tab began it
    else {
      if (what < 7) document.name = deed.name = `name ${step}`;
      else if (what === 7) document.history.back();
      else if (what === 8) document.deleted = true;
      else if (what === 9) {
        document.history.now = 0;
        document.history.amend({ places: { w: [(deed.x = step), 0] } });
      } else {
        document.history.add(EMPTY, `moment ${step}`, null);
        deed.labels.push(`moment ${step}`);
      }
      savings.push(document.save());
    }
    if (roll(3) === 0) await Promise.all(savings);
  }
  memory.full = false;
  await Promise.all(savings);
  for (const tab of tabs) for (const id of ids) await (await tab.get(id))?.save();
  await memory.settled();
  for (const [id, { labels, name, x }] of done) {
    const stored = (await new Documents(memory.tab()).get(id))!;
    expect(shownOf(stored)).toEqual(labels.sort());
    // with a full storage the tab whose change is stored last decides
    if (seed % 2 === 0) expect([stored.name, stored.history.moments[0]!.places?.w?.[0] ?? null]).toEqual([name, x]);
    for (const tab of tabs) {
      const document = (await tab.get(id))!;
      expect(document.history.moments).toEqual(stored.history.moments);
      expect([document.name, document.deleted]).toEqual([stored.name, stored.deleted]);
    }
  }
});

async function two(): Promise<{ memory: Memory; tabs: [Documents, Documents]; one: ModelDocument; other: ModelDocument }> {
  const memory = new Memory();
  const tabs: [Documents, Documents] = [opened(memory), opened(memory)];
  const one = tabs[0].create(EMPTY, "start");
  await one.save();
  return { memory, tabs, one, other: (await tabs[1].get(one.id))! };
}

test("a name given in one tab and a formula typed in the other are both kept", async () => {
  const { memory, tabs, one, other } = await two();
  one.name = "mine";
  other.formula = "K_a p";
  await Promise.all([one.save(), other.save()]);
  await memory.settled();
  expect(memory.heads.get(one.id)).toMatchObject({ name: "mine", formula: "K_a p" });
  expect([one.formula, other.name]).toEqual(["", "mine"]);
  const third = await new Documents(memory.tab()).get(one.id);
  expect([third!.name, third!.formula]).toEqual(["mine", "K_a p"]);
  expect(tabs[0].list).toBe(null);
});

test("who goes on with a model that another tab has deleted, or removed for good, has all of it back", async () => {
  const { memory, tabs, one, other } = await two();
  await tabs[0].change(one.id, { deleted: true });
  await memory.settled();
  expect(other.deleted).toBe(true);
  other.history.add(EMPTY, "later", null);
  await other.save();
  await memory.settled();
  expect([one.deleted, memory.heads.get(one.id)!.deleted]).toEqual([false, false]);
  await tabs[0].remove(one.id);
  await memory.settled();
  expect(memory.moments.has(one.id)).toBe(false);
  other.history.add(EMPTY, "last", null);
  await other.save();
  expect(shownOf((await new Documents(memory.tab()).get(one.id))!)).toEqual(["last", "later", "start"]);
});

test("what a full storage refuses is said, stays in the tab, and is stored once there is room", async () => {
  const { memory, one } = await two();
  memory.full = true;
  one.history.add(EMPTY, "more", null);
  await one.save();
  expect([one.unstored, memory.moments.get(one.id)!.size]).toEqual([true, 1]);
  memory.full = false;
  one.formula = "p";
  await one.save();
  expect([one.unstored, memory.moments.get(one.id)!.size, memory.heads.get(one.id)!.formula]).toEqual([false, 2, "p"]);
});

test("a document comes back as it was, with its branches and what was undone", async () => {
  const { memory, one } = await two();
  one.history.add(EMPTY, "more", { w: [1, 2] });
  one.plan = { ...one.plan, offered: { it: { kind: "contract" } }, goal: "K_a p" };
  one.formula = "p";
  one.history.back();
  await one.save();
  const again = (await new Documents(memory.tab()).get(one.id))!;
  expect([again.formula, again.history.moment.label, again.history.forth(), again.history.moment.places]).toEqual(["p", "start", true, { w: [1, 2] }]);
  expect(again.plan).toEqual({ ...one.plan, offered: { it: { kind: "contract" } }, goal: "K_a p" });
});
