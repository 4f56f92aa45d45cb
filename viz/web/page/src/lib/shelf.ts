/** Where documents are stored: in this browser's IndexedDB. Parts of a document are written one by one, so tabs do not overwrite each other's. */

import type { Frames } from "./frames";
import type { Moment } from "./history.svelte";
import type { Change, Look, ModelFile } from "./types";

/** What is stored of a document beside its moments. */
export interface Head {
  name: string;
  /** When it was changed last, in milliseconds. */
  changed: number;
  deleted: boolean;
  /** The document from which this one was opened. */
  from: string | null;
  /** Number of worlds, states or lines. */
  size: string;
  now: number;
  undone: number[];
  formula: string;
  look: Look;
  plan: Asked;
  /** The frames that were chosen for agents. */
  frames: Frames;
}

/** What is asked of a plan: what may happen, by name, the goal (null: the formula in the box), and the moment for which a plan was found. */
export interface Asked {
  offered: Record<string, Change>;
  goal: string | null;
  shortest: boolean;
  consistent: boolean;
  /** Whether the plan may branch on what those learn who act, by the names of changes. */
  policy: boolean;
  actors: Record<string, string>;
  at: number | null;
}

export interface Shelf<M = ModelFile> {
  /** Write these fields of the document's head, and these moments; the others stay as they are. */
  put(id: string, fields: Partial<Head>, moments: Moment<M>[]): Promise<void>;
  heads(): Promise<Map<string, Partial<Head>>>;
  read(id: string): Promise<{ head: Partial<Head>; moments: Moment<M>[] }>;
  remove(id: string): Promise<void>;
  /** Call this with a document's name whenever another tab has written or removed it. */
  hear(heard: (id: string) => void): void;
}

type Row = { document: string; field: string; value: unknown };
type Stored<M> = Moment<M> & { document: string };

export class IndexedShelf<M = ModelFile> implements Shelf<M> {
  private opening: Promise<IDBDatabase> | null = null;
  private channel: BroadcastChannel | null = null;

  /** The shelf of this name. */
  constructor(private readonly name = "whoknows") {}

  put(id: string, fields: Partial<Head>, moments: Moment<M>[]): Promise<void> {
    return this.write(id, (heads, kept) => {
      for (const [field, value] of Object.entries(fields)) heads.put({ document: id, field, value });
      for (const moment of moments) kept.put({ document: id, ...moment });
    });
  }

  remove(id: string): Promise<void> {
    return this.write(id, (...stores) => {
      for (const store of stores) store.delete(all(id));
    });
  }

  async heads(): Promise<Map<string, Partial<Head>>> {
    const [rows] = await this.ask((heads) => [heads.getAll() as IDBRequest<Row[]>]);
    const ids = new Set(rows!.map((row) => row.document));
    return new Map([...ids].map((id) => [id, headOf(rows!.filter((row) => row.document === id))]));
  }

  async read(id: string): Promise<{ head: Partial<Head>; moments: Moment<M>[] }> {
    const [rows, moments] = await this.ask((heads, kept) => [heads.getAll(all(id)), kept.getAll(all(id))]);
    return { head: headOf(rows as Row[]), moments: (moments as Stored<M>[]).map(({ document: _, ...moment }) => moment) };
  }

  hear(heard: (id: string) => void): void {
    this.channel = new BroadcastChannel(this.name);
    this.channel.onmessage = (event) => heard(event.data as string);
  }

  private async write(id: string, change: (heads: IDBObjectStore, moments: IDBObjectStore) => void): Promise<void> {
    const transaction = (await this.database()).transaction(["heads", "moments"], "readwrite", { durability: "relaxed" });
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException("not written", "AbortError"));
      change(transaction.objectStore("heads"), transaction.objectStore("moments"));
      // without waiting for answers: a page that is closed now has written all the same
      transaction.commit();
    });
    this.channel?.postMessage(id);
  }

  private async ask<T>(questions: (heads: IDBObjectStore, moments: IDBObjectStore) => IDBRequest<T>[]): Promise<T[]> {
    const transaction = (await this.database()).transaction(["heads", "moments"]);
    return new Promise((resolve, reject) => {
      const requests = questions(transaction.objectStore("heads"), transaction.objectStore("moments"));
      transaction.oncomplete = () => resolve(requests.map((request) => request.result));
      transaction.onabort = () => reject(transaction.error as DOMException);
    });
  }

  private database(): Promise<IDBDatabase> {
    return (this.opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("heads", { keyPath: ["document", "field"] });
        request.result.createObjectStore("moments", { keyPath: ["document", "id"] });
      };
      request.onerror = () => reject(request.error as DOMException);
      request.onsuccess = () => {
        request.result.onclose = request.result.onversionchange = () => {
          request.result.close();
          this.opening = null;
        };
        resolve(request.result);
      };
    }));
  }
}

function all(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

function headOf(rows: Row[]): Partial<Head> {
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}
