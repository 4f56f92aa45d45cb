/** What a page, a notebook or an exercise shows of a document: the picture, answers and reasons. */

import { ask, attempt, Refused } from "./api.svelte";
import { ModelDocument, same } from "./document.svelte";
import { Documents } from "./documents.svelte";
import first from "./first.json";
import { alsoChanged, closed, frameOf, hasArrow, type Arrow, type Frame, type Frames } from "./frames";
import type { History, Told } from "./history.svelte";
import { actualsOf, agentsOf, EMPTY, isSymbolic, type Pair } from "./model";
import { route } from "./route.svelte";
import { packedDocument, shared } from "./share";
import { IndexedShelf } from "./shelf";
import { firstStep, modelAt, tell } from "./stories";
import type { Change, Checked, Look, Model, ModelFile, Overview, Parents, Picture, Places, Planned, Problem, Proved, Reason, Story } from "./types";

/** What a tab keeps while it is loaded again. */
interface View {
  id: string;
  view: Pick<Session, "selected" | "eye" | "state">;
  own: { now: number; undone: number[] };
  formula: string;
}

const VIEW = "whoknows-view";
/** No worlds and steps are lit. */
export const UNLIT: Pick<Reason, "worlds" | "steps"> = { worlds: [], steps: [] };
/** What can be edited of a symbolic model. */
const NOTHING: Model = { whoknows: 1, worlds: {}, relations: {} };

/** Length of a change's name in a plan, such that a list of them can be read. */
const NAME = 60;

/** Part of the worlds that must be left for them to keep their places: else there would be little but room between them. */
const ENOUGH = 1 / 3;

function areSparse(places: Places | null, model: ModelFile): boolean {
  if (!places || isSymbolic(model)) return false;
  return Object.keys(model.worlds).length < ENOUGH * Object.keys(places).length;
}

/** Every session draws and checks under topics of its own, so one does not end the questions of another. */
let sessions = 0;

export class Session {
  private readonly topic = sessions++;
  document = $state.raw<ModelDocument>() as ModelDocument;
  picture = $state.raw<Picture | null>(null);
  pictured = $state.raw<ModelFile | null>(null);
  drawing = $state.raw<Problem | null>(null);
  checked = $state.raw<Checked | null>(null);
  mistake = $state.raw<Problem | null>(null);
  part = $state(0);
  reasons = $state.raw<Reason[] | null>(null);
  proved = $state.raw<Proved | null>(null);
  refused = $state.raw<Problem | null>(null);
  /** What is wrong with the address. */
  astray = $state.raw<Problem | null>(null);
  selected = $state<string | null>(null);
  /** The worlds between which arrows are edited. */
  pair = $state.raw<Pair | null>(null);
  /** What an edit did beside what was asked for. */
  remark = $state("");
  /** What a reason is about. */
  lit = $state.raw(UNLIT);
  eye = $state.raw<string[]>([]);
  /** Whether the model is told in words in place of its picture. */
  words = $state(false);
  /** Whether all of a large picture is shown, however small. */
  fits = $state(false);
  story = $state.raw<Story | null>(null);
  /** Whether the steps of puzzles are guessed before they are seen; the worlds that are guessed to remain, and those that are about to go. */
  guessing = $state(false);
  guess = $state.raw<string[] | null>(null);
  leaving = $state.raw<string[]>([]);
  /** What is shown of a symbolic model: around this state, or null: the actual one; and other states by chance. */
  overview = $state.raw<Overview | null>(null);
  state = $state.raw<string[] | null>(null);
  /** The world around which a part of a large model is drawn; null: the actual one. */
  private middle: string | null = null;
  private seed = 0;
  private surveyed: ModelFile | null = null;
  /** The answer to a plan, with the models at its start and after each of its steps. */
  planned = $state.raw<(Planned & { models: ModelFile[] }) | null>(null);

  /** With documents: the page's own, which are stored. */
  constructor(model: Model, formula = "", private documents: Documents | null = null) {
    this.document = documents?.create(model, "a model") ?? new ModelDocument(model, "start");
    this.formula = formula;
  }

  get history(): History {
    return this.document.history;
  }

  get formula(): string {
    return this.document.formula;
  }

  set formula(formula: string) {
    this.document.formula = formula;
  }

  get look(): Look {
    return this.document.look;
  }

  set look(look: Look) {
    this.document.look = look;
  }

  get file(): ModelFile {
    return this.history.moment.model;
  }

  get symbolic(): boolean {
    return isSymbolic(this.file);
  }

  /** The model with its worlds; without any if it is symbolic. */
  get model(): Model {
    return isSymbolic(this.file) ? NOTHING : this.file;
  }

  /** In a notebook the document is kept by the kernel, which is told of every change. */
  private told: ((model: ModelFile, formula: string) => void) | null = null;

  async embed(model: ModelFile, formula: string, told: (model: ModelFile, formula: string) => void): Promise<void> {
    [this.told, this.documents] = [told, null];
    this.document = new ModelDocument(model, "the model");
    this.formula = formula;
    await this.present();
  }

  get embedded(): boolean {
    return this.told !== null;
  }

  private ready: Promise<void> = Promise.resolve();
  private started = false;
  /** Whether this is a first visit, once it is known. */
  isNew = $state(false);
  /** The link that this document is an unchanged copy of. */
  private source = "";

  /** Hear of other tabs from now on. */
  start(): void {
    this.documents!.listen();
    this.ready = this.documents!.migrate();
    addEventListener("pagehide", this.leave);
    addEventListener("beforeunload", (event) => void (this.documents!.unstored.length && event.preventDefault()));
  }

  /** The address of the document; empty for one that nobody has changed. */
  get address(): string {
    return this.document.stored ? `/models/${this.document.id}` : this.source;
  }

  /** The page is left: a reload of this tab shows the same again, whatever other tabs do with the document. */
  private readonly leave = (): void => {
    const { id, formula, history } = this.document;
    const { now, undone } = history;
    const { selected, eye, state } = this;
    sessionStorage.setItem(VIEW, JSON.stringify({ id, view: { selected, eye, state }, own: { now, undone }, formula } satisfies View));
  };

  /** What this tab had of the document before it was loaded again. */
  private comeBack(document: ModelDocument): void {
    const text = sessionStorage.getItem(VIEW);
    sessionStorage.removeItem(VIEW);
    const kept = text && (JSON.parse(text) as View);
    if (!kept || kept.id !== document.id) return;
    document.history.restore(document.history.moments, kept.own.now, kept.own.undone);
    document.formula = kept.formula;
    Object.assign(this, kept.view);
  }

  /** Show the document of the address: a stored one, a copy of the one in a link, or the last one, or a small model on a first visit. */
  async follow(): Promise<void> {
    let problem: Problem | null = null;
    if (!["", "models", "plan"].includes(route.view)) {
      problem = { error: "Unknown", message: `there is nothing at #/${route.place}: the addresses begin with #/models, #/proof, #/proofs, #/learn, #/exercise or #/games` };
      route.replace("/");
    }
    const { link, rest: id } = route;
    const isFirst = !this.started;
    this.started = true;
    this.astray = problem ?? this.astray;
    if (link ? link === this.source : id ? id === this.document.id : !isFirst) return;
    await this.ready;
    let found: ModelDocument | null = null;
    try {
      found = link ? await this.copied(link) : id ? await this.documents!.get(id) : await this.documents!.latest();
      if (!found && id) problem = { error: "Unknown", message: `there is no model ${id} in this browser; to give a model to others, use Share` };
    } catch (error) {
      problem = { error: "Error", message: `${link ? "the link" : "the stored model"} cannot be read: ${(error as Error).message}` };
    }
    if (link !== route.link || id !== route.rest) return; // the person went on
    if (found) await this.turn(found, link, isFirst);
    else if (isFirst) {
      this.isNew = !problem;
      this.showFirst();
    }
    this.astray = problem ?? this.astray;
  }

  private async copied(link: string): Promise<ModelDocument> {
    const { model, places, name, ...rest } = await shared(link);
    return Object.assign(this.documents!.create(model, name || "a shared model", places), rest);
  }

  /** Show another document. */
  private async turn(document: ModelDocument, source: string, isFirst: boolean): Promise<void> {
    [this.document, this.source] = [document, source];
    this.forget();
    if (isFirst) this.comeBack(document);
    if (route.view !== "plan") route.replace(this.address);
    const { plan, history } = document;
    const planned = history.moments.find((each) => each.id === plan.at);
    await Promise.all([this.present(), this.remember(), planned && this.plan(planned).catch(() => undefined)]);
  }

  /** Show the puzzle of this moment. */
  private async remember(): Promise<void> {
    const told = this.history.moment.story;
    if (!told) this.story = null;
    if (!told || (this.story?.name === told.name && same(this.story.given, told.given))) return;
    this.story = null;
    const story = await attempt(() => tell(told.name, told.given), (problem) => (this.refused = problem));
    if (story && this.history.moment.story?.name === told.name) this.story = story;
  }

  /** What was shown was about another document. */
  private forget(): void {
    [this.selected, this.pair, this.eye, this.story, this.state, this.middle, this.planned] = [null, null, [], null, null, null, null];
    [this.picture, this.overview, this.drawing, this.checked, this.mistake] = [null, null, null, null, null];
    [this.fits, this.isNew] = [false, false];
    this.clear();
  }

  private clear(): void {
    [this.reasons, this.proved, this.refused, this.astray, this.lit, this.guess, this.leaving] = [null, null, null, null, UNLIT, null, []];
  }

  /** Another tab has changed what this document has now. */
  async merged(document: ModelDocument): Promise<void> {
    if (document === this.document) await this.present();
  }

  /** What the server would answer, as `viz/web/answers.py` wrote it. */
  private showFirst(): void {
    [this.picture, this.checked] = [first.picture as unknown as Picture, first.checked];
    this.pictured = this.file;
  }

  save(): void {
    if (this.told) this.told(this.file, this.formula);
    if (this.documents) void this.saved(this.document);
  }

  private async saved(document: ModelDocument): Promise<void> {
    const before = this.address;
    await document.save();
    if (document !== this.document || !document.stored) return;
    this.source = "";
    if ([before, "/", "/models"].includes(route.hash)) route.replace(this.address);
  }

  async link(): Promise<string> {
    const { name, formula, look, frames } = this.document;
    const data = { model: this.file, places: this.placesNow(), name, formula, look, frames };
    return `${location.origin}${location.pathname}#${await packedDocument(data)}`;
  }

  /** Start a new document; in a notebook, which has but one, go on with another model. */
  open(model: ModelFile, label: string, places: Places | null = null): void {
    this.forget();
    if (!this.documents) return this.history.add(model, label, places);
    const { document } = this;
    this.document = this.documents.create(model, label, places, document.stored ? document.id : null);
    [this.document.look, this.source, this.started] = [document.look, "", true];
    route.go(`/models/${this.document.id}`);
  }

  /** Start a new document; without a formula of its own, the one in the box stays if it can be evaluated there. */
  async show(model: ModelFile, label: string, formula = this.formula): Promise<void> {
    this.open(model, label);
    this.formula = formula;
    await this.refresh();
    if (this.formula === formula && this.mistake?.error === "Unknown") await this.type("");
  }

  /** Open a puzzle at the first step whose model the page can show; again: with other options, in the same document. */
  async begin(story: Story, again = false): Promise<void> {
    const first = firstStep(story);
    const model = first < 0 ? null : await modelAt(story, first);
    if (!model) throw new Refused({ error: "TooLarge", message: `${story.title}: its models are too large for the page` });
    const told = { name: story.name, given: story.given, step: first };
    if (again) {
      const given = Object.entries(story.given).map(([name, value]) => `${name} ${value}`);
      this.history.add(model, [story.title, ...given].join(", "), null, told);
    } else {
      this.open(model, story.title);
      this.history.amend({ story: told });
    }
    [this.story, this.formula] = [story, story.steps[first]!.next];
    await this.arrive();
  }

  /** Go to a step of the puzzle, with the statement that is about to be made. */
  async tell(story: Story, to: number): Promise<void> {
    const { sentence, next } = story.steps[to]!;
    const work = async (): Promise<void> => {
      const model = await modelAt(story, to);
      const told = { name: story.name, given: story.given, step: to };
      this.formula = next;
      if (model && !same(model, this.file)) return await this.become(model, sentence, null, told);
      this.history.amend({ story: told });
      await this.type(next);
    };
    await attempt(work, (problem) => (this.refused = problem));
  }

  /** Another model after this one. */
  async become(model: ModelFile, label: string, places: Places | null = null, told?: Told): Promise<void> {
    const kept = places ?? this.placesNow();
    this.document.next = null;
    this.history.add(model, label, this.look.layout || areSparse(kept, model) ? null : kept, told);
    await this.arrive();
  }

  /** The frame of each agent, which edits keep: the chosen one, or the one that the relation has. */
  get frames(): Frames {
    const had = this.picture?.frames;
    return { ...Object.fromEntries(agentsOf(this.model).map((agent) => [agent, frameOf(had?.[agent]?.system)])), ...this.document.frames };
  }

  /** Edits keep this frame of an agent from now on; what it lacks now is added. */
  async keep(agent: string, frame: Frame): Promise<void> {
    this.document.frames = { ...this.document.frames, [agent]: frame };
    this.save();
    if (alsoChanged(this.model, closed(this.model, this.frames), this.frames)) await this.edit(this.model, `${agent}: ${frame}`);
  }

  /** A model that was made by hand: each relation is closed under its frame, and what that changes is said. */
  async edit(model: Model, label: string, places: Places | null = null, arrow?: Arrow): Promise<void> {
    const { frames } = this;
    const now = closed(model, frames);
    if (arrow && hasArrow(this.model, arrow) && hasArrow(now, arrow)) {
      const { agent, pair } = arrow;
      const way = frames[agent] === "KD45" ? `draw another arrow from ${pair[0]} first, or choose` : "choose";
      this.remark = `${frames[agent]} needs ${pair.join(" → ")} for ${agent}: ${way} another frame under Agents`;
      return;
    }
    const remark = alsoChanged(this.model, now, frames, arrow);
    const shown = this.become(now, remark ? `${label} (${remark})` : label, places);
    this.remark = remark;
    await shown;
  }

  async go(id: number): Promise<void> {
    if (id === this.history.now) return;
    this.history.now = id;
    await this.arrive();
  }

  get canUndo(): boolean {
    return this.history.canUndo || this.document.from !== null;
  }

  get canRedo(): boolean {
    return this.history.undone.length > 0 || this.document.next !== null;
  }

  /** One step back; before the first one, to the document from which this one was opened. */
  async undo(): Promise<void> {
    const { id, from } = this.document;
    if (this.history.back()) return this.arrive();
    const before = from && (await this.documents!.get(from));
    if (!before) return;
    before.next = id;
    route.go(`/models/${from}`);
  }

  async redo(): Promise<void> {
    if (this.history.forth()) await this.arrive();
    else if (this.document.next) route.go(`/models/${this.document.next}`);
  }

  /** Show the moment to which the history went. */
  private async arrive(): Promise<void> {
    this.state = null;
    if (this.selected !== null && !(this.selected in this.model.worlds)) this.selected = null;
    if (this.pair?.some((world) => !(world in this.model.worlds))) this.pair = null;
    this.remark = "";
    void this.remember();
    await this.refresh();
  }

  placesNow(): Places | null {
    if (!this.picture || this.pictured !== this.file) return this.history.moment.places;
    return Object.fromEntries(this.picture.worlds.map((spot) => [spot.name, [spot.x, spot.y]]));
  }

  /** Draw as this look says: of a chosen layout all worlds get new places. */
  async see(look: Look): Promise<void> {
    const anew = look.layout !== this.look.layout;
    this.look = look;
    if (anew) this.history.amend({ places: null });
    this.save();
    await this.draw();
  }

  /** Places of the same moment, as after dragging; from now on there are places by hand in place of a layout. */
  async place(places: Places): Promise<void> {
    this.look = { ...this.look, layout: null };
    this.history.amend({ places });
    this.save();
    await this.draw();
  }

  async refresh(): Promise<void> {
    this.clear();
    this.save();
    await this.present();
  }

  /** Draw the part of a large model around another world. */
  async lookAround(world: string): Promise<void> {
    this.middle = world;
    this.history.amend({ places: null });
    await this.draw();
  }

  /** Draw and check; of a symbolic model the states that are drawn come first, since they are checked one by one. */
  private async present(): Promise<void> {
    if (!this.symbolic) {
      // the server answers a page one request at a time, and a picture may be late
      await Promise.all([this.check(), this.draw()]);
      return;
    }
    await this.survey();
    await this.check();
  }

  /** Look at a symbolic model around another state, or at other states by chance. */
  async visit(state: string[] | null, anew = false): Promise<void> {
    this.state = state;
    if (anew) this.seed += 1;
    this.reasons = null;
    await this.present();
  }

  /** Look through the eyes of these agents, one after the other. */
  async through(eye: string[]): Promise<void> {
    this.eye = eye;
    if (this.symbolic) await this.present();
  }

  private async survey(): Promise<void> {
    const { file, state, seed, eye } = this;
    this.picture = null;
    const asked = { model: file, at: state, seed, eye };
    const told = await attempt(() => ask<Overview>("symbolic", asked, `picture ${this.topic}`), (problem) => ([this.drawing, this.overview] = [problem, null]));
    if (!told) return;
    [this.overview, this.drawing, this.surveyed] = [told, null, file];
    this.history.measure(file, told.facts[0]?.[1]);
  }

  async draw(): Promise<void> {
    const { model, places } = this.history.moment;
    const asked = { model, places, look: this.look, at: this.middle };
    const told = await attempt(() => ask<Picture>("picture", asked, `picture ${this.topic}`), (problem) => ([this.drawing, this.picture] = [problem, null]));
    if (!told) return;
    [this.picture, this.pictured, this.drawing] = [told, model, null];
    if (told.part) await this.check();
  }

  async check(): Promise<void> {
    if (!this.formula.trim()) {
      [this.checked, this.mistake] = [null, null];
      return;
    }
    const drawn = this.pictured === this.file && this.picture?.part ? this.picture.worlds.map((spot) => spot.name) : [];
    const states = this.surveyed === this.file ? (this.overview?.around?.states ?? []) : drawn;
    const take = (checked: Checked | null, mistake: Problem | null): void => {
      if (this.formula.trim()) [this.checked, this.mistake, this.part] = [checked, mistake, 0]; // else the box was emptied meanwhile
    };
    const asked = { model: this.file, formula: this.formula, states };
    const told = await attempt(() => ask<Checked>("formula", asked, `formula ${this.topic}`), (problem) => take(null, problem));
    if (told) take(told, null);
  }

  async type(formula: string): Promise<void> {
    this.formula = formula;
    [this.reasons, this.proved] = [null, null];
    this.save();
    await this.check();
  }

  /** The world about which questions are asked: the selected one, or the first actual world. */
  get here(): string | string[] | null {
    if (this.symbolic) return this.overview?.around?.at ?? null;
    return this.selected ?? actualsOf(this.model)[0] ?? null;
  }

  /** Whether a formula is asked at several actual worlds; the reason is of the first where it fails. */
  get asksAtAll(): boolean {
    return !this.symbolic && !this.selected && actualsOf(this.model).length > 1;
  }

  /** The world `here` in a few words. */
  get hereText(): string {
    if (this.symbolic) return this.state || !this.file.actual ? "this state" : "the actual state";
    const here = this.selected ?? actualsOf(this.model)[0];
    if (!here) return "the first world";
    return here === this.model.actual && here.length > 16 ? "the actual world" : here;
  }

  async why(): Promise<void> {
    const at = this.asksAtAll ? null : (this.here ?? Object.keys(this.model.worlds)[0]!);
    const asked = { model: this.file, formula: this.formula, at };
    const told = await attempt(() => ask<{ rows: Reason[] }>("reasons", asked), (problem) => (this.mistake = problem));
    if (told) this.reasons = told.rows;
  }

  async prove(logic: string): Promise<void> {
    const asked = { formula: this.formula, logic, agents: agentsOf(this.file) };
    this.proved = (await attempt(() => ask<Proved>("proof", asked), (problem) => (this.mistake = problem))) ?? this.proved;
  }

  async happen(change: Change, label: string): Promise<boolean> {
    this.refused = null;
    type Changed = { model: ModelFile; parents: Parents };
    const told = await attempt(() => ask<Changed>("change", { model: this.file, change }), (problem) => (this.refused = problem));
    if (told) await this.become(told.model, label, this.inherited(told.parents));
    return told !== null;
  }

  /** A plan may use a change; another one of the same name gets a number. */
  offer(change: Change, label: string): void {
    const short = label.length > NAME ? `${label.slice(0, NAME - 1)}…` : label;
    const { plan } = this.document;
    const names = Object.keys(plan.offered);
    if (names.some((name) => same(plan.offered[name], change))) return;
    let name = short;
    for (let number = 2; names.includes(name); number++) name = `${short} (${number})`;
    this.document.plan = { ...plan, offered: { ...plan.offered, [name]: change } };
    this.save();
  }

  /** Find what the document asks of a plan, from this moment on; the document keeps that it was found, and the goal. */
  async plan({ id, model } = this.history.moment): Promise<void> {
    const { document, formula } = this;
    const { offered, goal, shortest, consistent, policy, actors } = document.plan;
    const able = new Set(agentsOf(model));
    const acting = Object.entries(actors).filter(([name, agent]) => name in offered && able.has(agent));
    const asked = { model, actions: offered, actors: Object.fromEntries(acting), formula: goal ?? formula, shortest, consistent, policy };
    const planned = await ask<Planned>("plan", asked);
    document.plan = { ...document.plan, goal: asked.formula, at: id };
    if (document !== this.document) return;
    const models = [model];
    for (const step of planned.steps) models[step.after] = step.model;
    this.planned = { ...planned, models };
    this.save();
  }

  /** The place of the plan, or of the policy, with this model; -1 where it is not one of the plan's models. */
  readonly played = $derived(this.planned?.models.findIndex((each) => same(each, this.file)) ?? -1);

  /** Go to the model at a place of the plan, which is another moment if it was not there yet. */
  async play(place: number): Promise<void> {
    const model = this.planned!.models[place]!;
    const moment = this.history.moments.find((each) => same(each.model, model));
    const step = this.planned!.steps.find((each) => each.after === place);
    if (moment) await this.go(moment.id);
    else await this.become(model, step?.name ?? "start of the plan", step ? this.inherited(step.parents) : null);
  }

  /** New worlds start where their parents are, beside their siblings. */
  private inherited(parents: Parents): Places | null {
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

export const documents = new Documents(new IndexedShelf(), (document) => void session.merged(document));
export const session: Session = new Session(EMPTY, first.formula, documents);
