/** A document: models or proofs one after the other, with undo and branches, and what is asked about them. It writes what changes to a shelf. */

import type { Frames } from "./frames";
import { History, type Moment } from "./history.svelte";
import { lookOf, USUAL } from "./look";
import { isSymbolic } from "./model";
import type { ProofFile } from "./proof";
import type { Asked, Head, Shelf } from "./shelf";
import type { Look, ModelFile, Places } from "./types";

type Field = keyof Omit<Head, "changed">;

export class ModelDocument<M extends ModelFile | ProofFile = ModelFile> {
  readonly history: History<M>;
  name = $state("");
  deleted = $state(false);
  /** The document from which this one was opened. */
  from = $state<string | null>(null);
  formula = $state("");
  look = $state.raw<Look>(USUAL);
  plan = $state.raw<Asked>({ offered: {}, goal: null, shortest: true, consistent: false, policy: false, actors: {}, at: null });
  /** The frames that were chosen for agents. */
  frames = $state.raw<Frames>({});
  /** The document whose opening from this one was undone. */
  next = $state<string | null>(null);
  /** What does not fit into the browser's storage is not stored; it stays in this tab. */
  unstored = $state(false);
  /** What the shelf has of it. */
  private written: { head: Partial<Head>; moments: Map<number, Moment<M>> } = { head: {}, moments: new Map() };

  constructor(
    model: M,
    label: string,
    readonly id = "",
    private readonly shelf: Shelf<M> | null = null,
    places: Places | null = null,
    from: string | null = null,
  ) {
    this.from = from;
    this.history = new History(model, label, places);
    this.name = label;
  }

  /** Whether any of it is stored. */
  get stored(): boolean {
    return this.written.moments.size > 0;
  }

  private head(): Pick<Head, Field> {
    const { name, deleted, from, formula, look, plan, frames } = this;
    const { now, undone, moment } = this.history;
    return { name, deleted, from, size: sizeOf(moment), now, undone, formula, look, plan, frames };
  }

  /** Write what is not written yet. */
  async save(): Promise<void> {
    if (!this.shelf) return;
    const moments = this.history.moments.filter((each) => this.written.moments.get(each.id) !== each);
    if (moments.length) this.deleted = false; // who goes on with a deleted model wants it back
    const head = this.head();
    const changed = (Object.keys(head) as Field[]).filter((field) => !same(head[field], this.written.head[field]));
    if (!changed.length && !moments.length) return;
    const fields = Object.fromEntries(changed.map((field) => [field, head[field]])) as Partial<Head>;
    try {
      await this.shelf.put(this.id, { ...fields, changed: Date.now() }, moments);
      Object.assign(this.written.head, fields);
      for (const moment of moments) this.written.moments.set(moment.id, moment);
      this.unstored = false;
    } catch {
      this.unstored = true;
    }
  }

  /** Take what the shelf has; whether it is there. */
  async load(): Promise<boolean> {
    const { head, moments } = await this.shelf!.read(this.id);
    if (!moments.length) return false;
    this.written = { head, moments: new Map(moments.map((each) => [each.id, each])) };
    this.history.restore(moments, head.now ?? moments.at(-1)!.id, head.undone);
    this.name = head.name ?? moments[0]!.label;
    [this.deleted, this.from] = [head.deleted ?? false, head.from ?? null];
    [this.formula, this.look, this.frames] = [head.formula ?? "", lookOf(head.look), head.frames ?? {}];
    this.plan = { ...this.plan, ...head.plan };
    return true;
  }

  /** Another tab has written it: take its moments as branches, and its name. What is asked about it stays as it is in this tab.
   *  @returns whether it changed the present moment. */
  async merge(): Promise<boolean> {
    const { head, moments } = await this.shelf!.read(this.id);
    if (!moments.length) this.written = { head: {}, moments: new Map() }; // removed there: the next change writes all of it
    const before = this.history.moment;
    const own = new Map(this.history.moments.map((each) => [each.id, each]));
    for (const moment of moments) {
      const mine = own.get(moment.id);
      if (mine && this.written.moments.get(moment.id) !== mine) continue;
      // the same object, where nothing is new, so nothing is drawn again
      const taken = mine ? { ...moment, model: mine.model } : moment;
      const kept = mine && same(mine, taken) ? mine : taken;
      own.set(moment.id, kept);
      this.written.moments.set(moment.id, kept);
    }
    this.history.moments = [...own.values()].sort((one, other) => one.id - other.id);
    const { written } = this;
    if (head.name !== undefined && this.name === written.head.name) this.name = written.head.name = head.name;
    if (head.deleted !== undefined && this.deleted === written.head.deleted) this.deleted = written.head.deleted = head.deleted;
    return this.history.moment !== before;
  }
}

function sizeOf({ model, size }: Moment<ModelFile | ProofFile>): string {
  if ("lines" in model) return String(model.lines.length);
  return isSymbolic(model) ? (size ?? "") : String(Object.keys(model.worlds).length);
}

export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
