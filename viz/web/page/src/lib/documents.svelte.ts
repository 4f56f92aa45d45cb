/** All documents of this browser, and those that this tab has open. */

import { ModelDocument } from "./document.svelte";
import type { Moment } from "./history.svelte";
import { lookOf } from "./look";
import { EMPTY } from "./model";
import type { ProofFile } from "./proof";
import type { Head, Shelf } from "./shelf";
import type { ModelFile, Places } from "./types";

export interface Listed extends Partial<Head> {
  id: string;
}

const OLD = "whoknows";

export class Documents<M extends ModelFile | ProofFile = ModelFile> {
  /** What is stored, the newest first; null until it was asked for. */
  list = $state.raw<Listed[] | null>(null);
  private readonly open = new Map<string, ModelDocument<M>>();

  constructor(
    private readonly shelf: Shelf<M>,
    /** Call this after another tab has changed a document that is open here. */
    private readonly merged: (document: ModelDocument<M>) => void = () => undefined,
  ) {}

  /** Hear of other tabs. */
  listen(): void {
    this.shelf.hear((id) => void this.heard(id));
  }

  /** Take over the one document that earlier versions had. */
  async migrate(): Promise<void> {
    const text = localStorage.getItem(OLD);
    if (!text) return;
    try {
      const { moments, now, formula, look } = JSON.parse(text) as { moments: Moment<M>[]; now: number; formula: string; look?: unknown };
      // the same name in all tabs, so it is taken over once
      const document = this.blank("first");
      document.history.restore(moments, now);
      Object.assign(document, { name: moments[0]!.label, formula, look: lookOf(look) });
      await document.save();
      if (!document.unstored) localStorage.removeItem(OLD);
    } catch {
      localStorage.removeItem(OLD); // no document
    }
  }

  create(model: M, label: string, places: Places | null = null, from: string | null = null): ModelDocument<M> {
    const document = new ModelDocument(model, label, newName(), this.shelf, places, from);
    this.open.set(document.id, document);
    return document;
  }

  /** The document of this name; null if this browser has none. */
  async get(id: string): Promise<ModelDocument<M> | null> {
    const known = this.open.get(id);
    if (known) return known;
    const document = this.blank(id);
    if (!(await document.load())) return null;
    this.open.set(id, this.open.get(id) ?? document);
    return this.open.get(id)!;
  }

  private blank(id: string): ModelDocument<M> {
    return new ModelDocument(EMPTY as unknown as M, "", id, this.shelf); // it is replaced by what is read
  }

  /** The document that was changed last; null if there is none. */
  async latest(): Promise<ModelDocument<M> | null> {
    await this.refresh();
    const newest = this.list!.find((each) => !each.deleted);
    return newest ? await this.get(newest.id) : null;
  }

  async refresh(): Promise<void> {
    const heads = await this.shelf.heads();
    const list = [...heads].map(([id, head]): Listed => ({ ...head, id }));
    this.list = list.sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
  }

  /** Change what the list says of a document. */
  async change(id: string, change: Partial<Pick<Head, "name" | "deleted">>): Promise<void> {
    const document = await this.get(id);
    if (document) await Object.assign(document, change).save();
    await this.refresh();
  }

  /** Remove a document for good. */
  async remove(id: string): Promise<void> {
    await this.shelf.remove(id);
    await this.open.get(id)?.merge();
    await this.refresh();
  }

  /** The documents that are not stored, since the storage is full. */
  get unstored(): ModelDocument<M>[] {
    return [...this.open.values()].filter((each) => each.unstored);
  }

  private async heard(id: string): Promise<void> {
    if (this.list) await this.refresh();
    const document = this.open.get(id);
    if (!document) return;
    if (await document.merge()) this.merged(document);
  }
}

/** A short name that no other document has. */
function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join("");
}
