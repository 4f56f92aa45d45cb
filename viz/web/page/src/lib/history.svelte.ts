/** The models or proofs of a document, one after the other, with undo and branches. */

import type { ModelFile, Places, SystemFile } from "./types";

export interface Moment<M = ModelFile> {
  id: number;
  before: number | null;
  label: string;
  model: M;
  places: Places | null;
  /** Number of states of a symbolic model, once it is known. */
  size?: string;
  /** The puzzle that it belongs to. */
  story?: Told;
  /** The system whose states are its worlds. */
  system?: SystemFile;
}

/** A puzzle with its options, and the step that is told. */
export interface Told {
  name: string;
  given: Record<string, string>;
  step: number;
}

/** Numbers of moments are milliseconds since 2023, times this, plus the number of their history: those of two tabs are different. */
const TABS = 8192;
const SINCE = Date.UTC(2023);

export class History<M = ModelFile> {
  moments = $state.raw<Moment<M>[]>([]);
  now = $state(0);
  undone = $state.raw<number[]>([]);
  private readonly tab = Math.floor(Math.random() * TABS);

  constructor(model: M, label: string, places: Places | null = null) {
    this.moments = [{ id: 0, before: null, label, model, places }];
  }

  /** Take what was stored. */
  restore(moments: Moment<M>[], now: number, undone: number[] = []): void {
    const known = (id: number): boolean => moments.some((each) => each.id === id);
    [this.moments, this.now] = [moments, known(now) ? now : moments.at(-1)!.id];
    this.undone = undone.filter(known);
  }

  get moment(): Moment<M> {
    return this.moments.find((each) => each.id === this.now)!;
  }

  /** Another model after this one, in the same puzzle if no other is given; what was undone becomes a branch. */
  add(model: M, label: string, places: Places | null, story = this.moment.story): void {
    const last = Math.floor(this.moments.at(-1)!.id / TABS);
    const id = Math.max(last + 1, Date.now() - SINCE) * TABS + this.tab;
    this.moments = [...this.moments, { id, before: this.now, label, model, places, ...(story && { story }) }];
    [this.now, this.undone] = [id, []];
  }

  get canUndo(): boolean {
    return this.moments.some((each) => each.id === this.moment.before);
  }

  /** One step back; whether there was one. */
  back(): boolean {
    if (!this.canUndo) return false;
    this.undone = [...this.undone, this.now];
    this.now = this.moment.before!;
    return true;
  }

  /** One undone step forth; whether there was one. */
  forth(): boolean {
    const id = this.undone.at(-1);
    if (id === undefined) return false;
    [this.now, this.undone] = [id, this.undone.slice(0, -1)];
    return true;
  }

  /** Change this moment. */
  amend(change: Partial<Pick<Moment<M>, "model" | "places" | "story" | "system">>): void {
    this.moments = this.moments.map((each) => (each.id === this.now ? { ...each, ...change } : each));
  }

  /** The number of states of a symbolic model. */
  measure(model: M, size: string | undefined): void {
    this.moments = this.moments.map((each) => (each.model === model && each.size !== size ? { ...each, size } : each));
  }
}
