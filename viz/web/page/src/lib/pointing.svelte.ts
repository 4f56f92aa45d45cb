/** What the pointer does in a picture: it moves and chooses worlds, makes new ones, and draws arrows. */

import { hasArrow, toggled } from "./frames";
import { addWorld, freshName, type Pair } from "./model";
import type { Session } from "./session.svelte";
import type { Places, Point, Spot } from "./types";

/** Distance in the picture from which on a pressed pointer moves a world. */
const STILL = 4;
/** How far a key moves a world. */
const NUDGE = 20;

interface Drag {
  name: string;
  x: number;
  y: number;
  moved: boolean;
}

export class Pointing {
  /** `move`, `world`, or `arrow:` and an agent. */
  tool = $state("move");
  dragged = $state.raw<Drag | null>(null);
  arrow = $state.raw<{ from: string; x: number; y: number } | null>(null);
  /** Whether the panel of what is selected is open. */
  open = $state(false);

  constructor(
    private readonly session: Session,
    private readonly choose: (world: string) => void,
  ) {}

  /** The agent whose arrows are drawn. */
  get drawing(): string | null {
    return this.tool.startsWith("arrow:") ? this.tool.slice(6) : null;
  }

  /** Another tool: the panel, which might cover where it is used, closes. */
  take(tool: string): void {
    this.close();
    this.tool = tool;
  }

  /** The pointer is pressed on a world or beside all; whether it is to be followed. */
  down([x, y]: Point, spot: Spot | undefined): boolean {
    if (!spot) {
      if (this.tool === "world") void this.create([x, y]);
      else this.close();
      return false;
    }
    if (this.drawing) this.arrow = { from: spot.name, x, y };
    else this.dragged = { name: spot.name, x: spot.x, y: spot.y, moved: false };
    return true;
  }

  move([x, y]: Point): void {
    if (this.arrow) this.arrow = { ...this.arrow, x, y };
    const { dragged } = this;
    if (dragged && (dragged.moved || Math.hypot(x - dragged.x, y - dragged.y) > STILL)) {
      this.dragged = { ...dragged, x, y, moved: true };
    }
  }

  async up(target: Spot | undefined): Promise<void> {
    const { arrow, dragged, drawing } = this;
    if (arrow) {
      this.arrow = null;
      if (target && drawing) await this.connect(drawing, arrow.from, target.name);
    } else if (dragged && !dragged.moved) {
      this.dragged = null;
      this.choose(dragged.name);
    } else if (dragged) {
      await this.session.place(this.placesWith(dragged.name, [dragged.x, dragged.y]));
      this.dragged = null;
    }
  }

  /** The browser takes the gesture, to scroll. */
  cancel(): void {
    [this.arrow, this.dragged] = [null, null];
  }

  /** Edit the arrows between two worlds. */
  pick(pair: Pair): void {
    [this.session.selected, this.session.pair, this.open] = [null, pair, true];
  }

  close(): void {
    [this.session.selected, this.session.pair, this.open] = [null, null, false];
  }

  /** Draw an arrow, also from a world to itself; one that is there is chosen, so that nothing is lost by a click. */
  private async connect(agent: string, from: string, to: string): Promise<void> {
    const { session } = this;
    const arrow = { agent, pair: [from, to] as Pair };
    this.pick(arrow.pair);
    if (hasArrow(session.model, arrow)) return;
    await session.edit(toggled(session.model, arrow, session.frames[agent]!), `${agent}: ${from} → ${to}`, null, arrow);
  }

  /** A new world, at a point or beside the others. */
  async create(point?: Point): Promise<void> {
    const { session } = this;
    const name = freshName(session.model);
    await session.edit(addWorld(session.model, name), `new world ${name}`, point && this.placesWith(name, point));
    [session.selected, session.pair, this.open] = [name, null, true];
    this.tool = "move";
  }

  /** Move a world by a key. */
  nudge({ name, x, y }: Spot, across: number, down: number): void {
    void this.session.place(this.placesWith(name, [x + NUDGE * across, y + NUDGE * down]));
  }

  private placesWith(name: string, [x, y]: Point): Places {
    return { ...(this.session.placesNow() ?? {}), [name]: [x, -y] };
  }
}
