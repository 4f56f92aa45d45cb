/** The document of the page: models one after the other, with undo and branches, and what is asked about them. */

import { ask, problemOf } from "./api.svelte";
import { EMPTY } from "./model";
import { packed, shared } from "./share";
import type { Change, Checked, Look, Model, Picture, Places, Problem, Proved, Reason, Story } from "./types";

export interface Moment {
  id: number;
  before: number | null;
  label: string;
  model: Model;
  places: Places | null;
}

interface Saved {
  moments: Moment[];
  now: number;
  formula: string;
  look?: Look;
}

const KEY = "whoknows";
const MOST = 60;
const START = "K_a p";
const USUAL: Look = { layout: null, legend: true, compact: false };

/** Every document draws and checks under topics of its own, so one does not end the questions of another. */
let documents = 0;

export class Session {
  private readonly topic = documents++;
  /** Whether arrows that are drawn keep an equivalence an equivalence. */
  closed = true;
  moments = $state.raw<Moment[]>([{ id: 0, before: null, label: "a model", model: EMPTY, places: null }]);
  now = $state(0);
  undone = $state.raw<number[]>([]);
  picture = $state.raw<Picture | null>(null);
  look = $state.raw<Look>(USUAL);
  pictured = $state.raw<Model | null>(null);
  drawing = $state.raw<Problem | null>(null);
  formula = $state(START);
  checked = $state.raw<Checked | null>(null);
  mistake = $state.raw<Problem | null>(null);
  part = $state(0);
  reasons = $state.raw<Reason[] | null>(null);
  proved = $state.raw<Proved | null>(null);
  refused = $state.raw<Problem | null>(null);
  selected = $state<string | null>(null);
  lit = $state.raw<string[]>([]);
  eye = $state.raw<string[]>([]);
  story = $state.raw<Story | null>(null);

  /** With a model: a document of its own, which is not stored. */
  constructor(model?: Model, formula?: string) {
    if (!model) return;
    this.stored = false;
    this.moments = [{ id: 0, before: null, label: "start", model, places: null }];
    this.formula = formula ?? "";
  }

  private stored = true;

  get moment(): Moment {
    return this.moments.find((each) => each.id === this.now)!;
  }

  get model(): Model {
    return this.moment.model;
  }

  /** In a notebook the document is kept by the kernel, which is told of every change. */
  private told: ((model: Model, formula: string) => void) | null = null;

  async embed(model: Model, formula: string, told: (model: Model, formula: string) => void): Promise<void> {
    this.told = told;
    this.open(model, "the model");
    this.formula = formula;
    await Promise.all([this.draw(), this.check()]);
  }

  get embedded(): boolean {
    return this.told !== null;
  }

  /** The stored document, the one in the address, or a small model. */
  async start(): Promise<void> {
    const link = location.hash.startsWith("#/") ? "" : location.hash.slice(1);
    try {
      if (link) {
        const { model, places, formula } = await shared(link);
        this.open(model, "a shared model", places);
        this.formula = formula;
      } else {
        const text = localStorage.getItem(KEY);
        if (text) this.restore(JSON.parse(text) as Saved);
      }
    } catch (error) {
      this.refused = { error: "Error", message: `the ${link ? "link" : "stored document"} cannot be read: ${error}` };
    }
    await Promise.all([this.draw(), this.check()]);
  }

  private restore({ moments, now, formula, look }: Saved): void {
    if (!moments.some((each) => each.id === now)) return;
    [this.moments, this.now, this.formula, this.look] = [moments, now, formula, { ...USUAL, ...look }];
  }

  save(): void {
    if (!this.stored) return;
    if (this.told) {
      this.told(this.model, this.formula);
      return;
    }
    const saved: Saved = { moments: this.moments, now: this.now, formula: this.formula, look: this.look };
    try {
      localStorage.setItem(KEY, JSON.stringify(saved));
    } catch {
      this.refused = { error: "Full", message: "the browser's storage is full: this document is not saved" };
    }
  }

  async link(): Promise<string> {
    const places = this.placesNow();
    const data = { model: this.model, places, formula: this.formula };
    return `${location.origin}${location.pathname}#${await packed(data)}`;
  }

  /** Start a new document. */
  open(model: Model, label: string, places: Places | null = null): void {
    this.moments = [{ id: 0, before: null, label, model, places }];
    [this.now, this.undone, this.selected, this.eye, this.story] = [0, [], null, [], null];
  }

  async show(model: Model, label: string): Promise<void> {
    this.open(model, label);
    await this.refresh();
  }

  /** Another model after this one. */
  async become(model: Model, label: string, places: Places | null = null): Promise<void> {
    const id = Math.max(...this.moments.map((each) => each.id)) + 1;
    const moment = { id, before: this.now, label, model, places: this.look.layout ? null : (places ?? this.placesNow()) };
    this.moments = [...this.moments, moment].slice(-MOST);
    [this.now, this.undone] = [id, []];
    if (this.selected !== null && !(this.selected in model.worlds)) this.selected = null;
    await this.refresh();
  }

  async go(id: number): Promise<void> {
    if (id === this.now) return;
    this.now = id;
    if (this.selected !== null && !(this.selected in this.model.worlds)) this.selected = null;
    await this.refresh();
  }

  get canUndo(): boolean {
    return this.moments.some((each) => each.id === this.moment.before);
  }

  async undo(): Promise<void> {
    if (!this.canUndo) return;
    this.undone = [...this.undone, this.now];
    await this.go(this.moment.before!);
  }

  async redo(): Promise<void> {
    const id = this.undone.at(-1);
    if (id === undefined) return;
    this.undone = this.undone.slice(0, -1);
    await this.go(id);
  }

  placesNow(): Places | null {
    if (!this.picture || this.pictured !== this.model) return this.moment.places;
    return Object.fromEntries(this.picture.worlds.map((spot) => [spot.name, [spot.x, spot.y]]));
  }

  /** Draw as this look says: of a chosen layout all worlds get new places. */
  async see(look: Look): Promise<void> {
    const anew = look.layout !== this.look.layout;
    this.look = look;
    if (anew) this.keep(null);
    await this.draw();
    this.save();
  }

  private keep(places: Places | null): void {
    this.moments = this.moments.map((each) => (each.id === this.now ? { ...each, places } : each));
  }

  /** Places of the same moment, as after dragging; from now on there are places by hand in place of a layout. */
  async place(places: Places): Promise<void> {
    this.look = { ...this.look, layout: null };
    this.keep(places);
    await this.draw();
    this.save();
  }

  async refresh(): Promise<void> {
    [this.reasons, this.proved, this.refused, this.lit] = [null, null, null, []];
    this.save();
    await Promise.all([this.draw(), this.check()]);
  }

  async draw(): Promise<void> {
    const { model, places } = this.moment;
    try {
      this.picture = await ask<Picture>("picture", { model, places, look: this.look }, `picture ${this.topic}`);
      this.pictured = model;
      this.drawing = null;
    } catch (error) {
      const problem = problemOf(error);
      if (problem) [this.drawing, this.picture] = [problem, null];
    }
  }

  async check(): Promise<void> {
    if (!this.formula.trim()) {
      [this.checked, this.mistake] = [null, null];
      return;
    }
    try {
      this.checked = await ask<Checked>("formula", { model: this.model, formula: this.formula }, `formula ${this.topic}`);
      [this.mistake, this.part] = [null, 0];
    } catch (error) {
      const problem = problemOf(error);
      if (problem) [this.mistake, this.checked] = [problem, null];
    }
  }

  async type(formula: string): Promise<void> {
    this.formula = formula;
    [this.reasons, this.proved] = [null, null];
    this.save();
    await this.check();
  }

  /** The world about which questions are asked: the selected one, or the actual world. */
  get here(): string | null {
    return this.selected ?? this.model.actual ?? null;
  }

  /** The world `here` in a few words. */
  get hereText(): string {
    if (this.here === null) return "the first world";
    if (this.here === this.model.actual && this.here.length > 16) return "the actual world";
    return this.here;
  }

  async why(): Promise<void> {
    const at = this.here ?? Object.keys(this.model.worlds)[0]!;
    try {
      this.reasons = (await ask<{ rows: Reason[] }>("reasons", { model: this.model, formula: this.formula, at })).rows;
    } catch (error) {
      this.mistake = problemOf(error) ?? this.mistake;
    }
  }

  async prove(logic: string): Promise<void> {
    try {
      this.proved = await ask<Proved>("proof", { formula: this.formula, logic });
    } catch (error) {
      this.mistake = problemOf(error) ?? this.mistake;
    }
  }

  async happen(change: Change, label: string): Promise<boolean> {
    this.refused = null;
    try {
      type Changed = { model: Model; parents: Record<string, string | null> };
      const { model, parents } = await ask<Changed>("change", { model: this.model, change });
      await this.become(model, label, this.inherited(parents));
      return true;
    } catch (error) {
      this.refused = problemOf(error) ?? this.refused;
      return false;
    }
  }

  /** New worlds start where their parents are, beside their siblings. */
  private inherited(parents: Record<string, string | null>): Places | null {
    const old = this.placesNow();
    if (!old) return null;
    const worlds = Object.keys(parents);
    const siblings = new Set(Object.values(parents)).size < worlds.length;
    if (siblings) return null;
    const places: Places = {};
    for (const world of worlds) {
      const place = old[parents[world] ?? world];
      if (place) places[world] = place;
    }
    return places;
  }
}

export const session = new Session();
