/** A game at a table: what happened, the moment that is shown, and what is asked about it. */

import { ask, attempt } from "./api.svelte";
import { NARROW } from "./narrow";
import { route } from "./route.svelte";
import type { Model, Problem } from "./types";

export interface Offer {
  name: string;
  title: string;
  about: string;
  players: [number, number];
  options: Record<string, string>;
  /** The rules in short, a sentence or two each. */
  rules: string[];
  /** Level: easy, good, strongest, or none. */
  agents: { name: string; about: string; level: string }[];
  lineup: string[];
  names: string[];
}

export interface Opened {
  table: string;
  game: string;
  title: string;
  players: { name: string; agent: string | null }[];
  person: string | null;
  examples: string[];
}

export interface Deed {
  who: string;
  had: string;
  did: string;
  why: string;
}

export interface Entry {
  moment: number;
  text: string;
  is_chosen: boolean;
  why: string;
  /** The number of queries of its agent. */
  asked: number;
  news: string[];
  deeds: Deed[];
}

interface Told {
  log: Entry[];
  moments: number;
  mine: boolean;
  over: boolean;
}

export type Span = [string, string];
export type Block =
  | { lines: Span[][] }
  | { headings: string[]; rows: { cells: Span[][]; marked: boolean }[] }
  | { left: Block; right: Block };

/** The choices that lead to actions; of `items` as many as `size` are chosen, and follow the text of the action. */
export interface Steps {
  choices?: [string, Steps][];
  text?: string;
  items?: string[];
  size?: number;
}

export interface Board {
  svg: string | null;
  words: Block[];
  turn: string | null;
  choices: string[];
  actions: { kind: string; texts: [text: string, label: string][] }[];
  steps: Steps | null;
  result: string[];
}

export interface Knows {
  players?: { name: string; text: string }[];
  facts?: string[];
  own?: string[];
  common?: string[];
  possibilities?: string;
  open?: { atom: string; share: string; worlds: string }[];
  /** Of players with a model of their own, or by that of an agent in a person's place: what they are not certain of. */
  beliefs: { name: string; stands_in: boolean; degrees: { atom: string; percent: number; believed: boolean }[] }[];
}

export interface Said {
  formula: string;
  says: string;
  holds: boolean | null;
  why?: string;
}

/** Queries to one table that differ in a value alone; `first`: the number of the first of them. */
export interface Query {
  table: string;
  agent: string;
  formula: string;
  answer: string;
  first: number;
  words: string;
  has_model: boolean;
}

export interface Possible {
  model: Model;
  formula: string;
}

type Start = { game: string; agents: (string | null)[]; names: string[]; options: Record<string, string>; seed?: string };

/** Each table that a tab has opened is stored under a key of its own. */
const KEY = "whoknows-table";
const PACE = 900;
/** In an address: nobody's mind, but everything. */
const ALL = "*";

function named(viewer: string): string | null {
  return viewer === ALL ? null : decodeURIComponent(viewer);
}

class Table {
  offers = $state.raw<Offer[]>([]);
  opened = $state.raw<Opened | null>(null);
  /** The tables to which the person may return. */
  kept = $state.raw<Opened[]>([]);
  log = $state.raw<Entry[]>([]);
  moment = $state(0);
  moments = $state(0);
  mine = $state(false);
  over = $state(false);
  viewer = $state<string | null>(null);
  board = $state.raw<Board | null>(null);
  knows = $state.raw<Knows | null>(null);
  said = $state.raw<Said | null>(null);
  formula = $state("");
  problem = $state.raw<Problem | null>(null);
  /** What is wrong with the question. */
  mistake = $state.raw<Problem | null>(null);
  busy = $state(false);
  running = $state(false);
  /** Whether the server has closed the table. */
  gone = $state(false);

  async start(): Promise<void> {
    const told = await attempt(() => ask<{ games: Offer[] }>("table", { do: "games" }, "table:games"), (problem) => (this.problem = problem));
    this.offers = told?.games ?? this.offers;
  }

  /** Its address: its table, the moment if it is not the last one, and whose mind is shown. */
  get address(): string {
    if (!this.opened) return "/games";
    const moment = this.moment < this.moments ? this.moment : "";
    const viewer = this.viewer !== this.opened.person ? encodeURIComponent(this.viewer ?? ALL) : "";
    return `/games/${this.opened.table}/${moment}/${viewer}`.replace(/\/+$/, "");
  }

  /** Show the table of the address, or none. */
  async follow(place: string): Promise<void> {
    const [id, moment, viewer] = place.split("/");
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    this.kept = keys.map((key) => JSON.parse(localStorage.getItem(key)!) as Opened);
    if (id === this.opened?.table) return;
    const known = this.kept.find((each) => each.table === id);
    this.rise();
    if (known) await this.sit(known, moment ? Number(moment) : null, viewer ? named(viewer) : known.person);
    else if (id) this.problem = { error: "Unknown", message: `this browser has no game ${id}: open a new one, or go on with one of yours` };
  }

  async open(start: Start): Promise<void> {
    await this.begin({ do: "open", ...start });
  }

  async replay(record: string, reasons = true): Promise<void> {
    await this.begin({ do: "replay", record, reasons });
  }

  private async begin(body: unknown): Promise<void> {
    this.busy = true;
    await this.tried(async () => {
      const opened = await ask<Opened>("table", body, "table:open");
      localStorage.setItem(`${KEY}-${opened.table}`, JSON.stringify(opened));
      this.opened = opened;
      route.go(this.address);
      await this.sit(opened, null, opened.person);
    });
    this.busy = false;
  }

  private async sit(opened: Opened, moment: number | null, viewer: string | null): Promise<void> {
    this.gone = false;
    [this.opened, this.viewer, this.formula] = [opened, viewer, opened.examples[0] ?? ""];
    [this.log, this.moment, this.moments, this.said, this.mistake, this.running] = [[], 0, 0, null, null, false];
    await this.go(opened.person === null ? 0 : 100, moment);
  }

  private rise(): void {
    [this.opened, this.board, this.knows, this.running, this.problem] = [null, null, null, false, null];
  }

  private async request<T>(body: object, topic: string): Promise<T> {
    return await ask<T>("table", { table: this.opened!.table, viewer: this.viewer, ...body }, `table:${topic}`);
  }

  /** Let others move until it is the person's turn; of a game that is watched, some moves. Then show a moment; null: the last one. */
  async go(moves: number, moment: number | null = null): Promise<void> {
    const opened = this.opened;
    this.busy = true;
    await this.tried(async () => {
      do {
        this.told(await this.request<Told>({ do: "play", moves, since: this.log.length }, "play"));
        await this.draw(this.moments);
      } while (opened === this.opened && opened!.person !== null && !this.mine && !this.over && moves > 0);
      await this.show(Math.min(moment ?? this.moments, this.moments));
    });
    this.busy = false;
  }

  async act(text: string): Promise<void> {
    this.busy = true;
    const done = await this.tried(async () => {
      this.told(await this.request<Told>({ do: "act", text, since: this.log.length }, "play"));
    });
    this.busy = false;
    if (done !== null) await this.go(100);
  }

  private told({ log, moments, mine, over }: Told): void {
    this.log = [...this.log, ...log];
    [this.moments, this.mine, this.over] = [moments, mine, over];
  }

  /** Moves one after the other, at a pace to follow. */
  async run(): Promise<void> {
    this.running = !this.running;
    const opened = this.opened;
    while (this.running && opened === this.opened && !(this.over && this.moment === this.moments)) {
      await this.step(1);
      await new Promise((resolve) => setTimeout(resolve, this.log[this.moment - 1]?.text ? PACE : 0));
    }
    this.running = false;
  }

  /** A moment later or earlier; at the end of what happened so far, the game goes on. */
  async step(by: number): Promise<void> {
    const wanted = Math.max(0, this.moment + by);
    if (wanted > this.moments && !this.over && this.opened!.person === null) await this.go(1);
    else await this.show(Math.min(wanted, this.moments));
  }

  async finish(): Promise<void> {
    const opened = this.opened;
    while (!this.over && opened === this.opened && !this.problem) await this.go(100);
  }

  private async draw(moment: number): Promise<void> {
    if (moment === this.moment && this.board) return;
    [this.moment, this.said] = [moment, null];
    if (route.rest.startsWith(this.opened!.table)) route.replace(this.address);
    this.board = await this.picture(moment);
  }

  /** The same moment for another screen. */
  async redraw(): Promise<void> {
    if (this.board) await this.tried(async () => void (this.board = await this.picture(this.moment)));
  }

  private picture(moment: number): Promise<Board> {
    return this.request<Board>({ do: "board", moment, narrow: NARROW.matches }, "board");
  }

  async show(moment: number): Promise<void> {
    await this.tried(() => this.draw(moment));
    this.knows = await this.request<Knows>({ do: "knows", moment }, "knows").catch(() => null);
  }

  /** Another mind: the log is told anew. */
  async see(viewer: string | null): Promise<void> {
    [this.viewer, this.log] = [viewer, []];
    this.board = null;
    await this.tried(async () => {
      this.told(await this.request<Told>({ do: "play", moves: 0, since: 0 }, "play"));
      await this.show(this.moment); // the person may have gone to another one meanwhile
    });
  }

  async question(): Promise<void> {
    [this.said, this.mistake] = [null, null];
    const asked = await this.tried(async () => {
      this.said = await this.request<Said>({ do: "question", moment: this.moment, formula: this.formula }, "question");
    });
    if (asked === null && !this.gone) [this.mistake, this.problem] = [this.problem, null];
  }

  /** The model of what the viewer considers possible, or of a query of the move before, and a formula about it. */
  mind(moment: number, number?: number): Promise<Possible | null> {
    return this.tried(() => this.request<Possible>({ do: "mind", moment, number }, "mind"));
  }

  /** What the agent of the move before a moment asked its models. */
  async asked(moment: number): Promise<Query[] | null> {
    return (await this.tried(() => this.request<{ queries: Query[] }>({ do: "asked", moment }, `asked:${moment}`)))?.queries ?? null;
  }

  async why(moment: number, number: number): Promise<string | null> {
    return (await this.tried(() => this.request<{ why: string }>({ do: "asked", moment, number }, `why:${moment}:${number}`)))?.why ?? null;
  }

  async record(): Promise<string | null> {
    return (await this.tried(() => this.request<{ text: string }>({ do: "record" }, "record")))?.text ?? null;
  }

  get mayWatchAll(): boolean {
    return this.opened!.person === null || this.over;
  }

  private async tried<T>(work: () => Promise<T>): Promise<T | null> {
    this.problem = null;
    const done = await attempt(work, (problem) => {
      this.problem = problem;
      if (problem.error !== "Gone") return;
      localStorage.removeItem(`${KEY}-${this.opened?.table}`);
      localStorage.removeItem(KEY);
      this.gone = true;
    });
    if (done === null) this.running = false;
    return done;
  }
}

export const table = new Table();
