/** An event model as boxes, and its text; see docs/reference/event-file.md. */

export interface Box {
  name: string;
  pre: string;
  post: string;
}

export interface Events {
  boxes: Box[];
  /** Agent -> for each box the boxes that the agent considers possible, by number. */
  sees: Record<string, number[][]>;
  happens: number | null;
}

/** One event that is told to some, and one that the others believe in. */
export function secret(agents: string[], said = "p"): Events {
  const sees = agents.map((agent, place): [string, number[][]] => [agent, place ? [[1], [1]] : [[0], [1]]]);
  return {
    boxes: [
      { name: "said", pre: said, post: "" },
      { name: "nothing", pre: "true", post: "" },
    ],
    sees: Object.fromEntries(sees),
    happens: 0,
  };
}

export function addBox(events: Events): Events {
  const number = events.boxes.length;
  const name = freshName(events.boxes.map((box) => box.name));
  const sees = Object.fromEntries(Object.entries(events.sees).map(([agent, rows]) => [agent, [...rows, [number]]]));
  return { ...events, boxes: [...events.boxes, { name, pre: "true", post: "" }], sees };
}

function freshName(names: string[]): string {
  for (let number = 1; ; number++) if (!names.includes(`e${number}`)) return `e${number}`;
}

export function dropBox(events: Events, gone: number): Events {
  const moved = (row: number[]): number[] => row.filter((each) => each !== gone).map((each) => (each > gone ? each - 1 : each));
  const kept = <T>(rows: T[]): T[] => rows.filter((_, place) => place !== gone);
  const sees = Object.fromEntries(Object.entries(events.sees).map(([agent, rows]) => [agent, kept(rows).map(moved)]));
  const happens = events.happens === null || events.happens === gone ? null : events.happens - Number(events.happens > gone);
  return { boxes: kept(events.boxes), sees, happens };
}

export function toggle(events: Events, agent: string, from: number, to: number): Events {
  const rows = events.sees[agent] ?? events.boxes.map(() => []);
  const row = rows[from]!.includes(to) ? rows[from]!.filter((each) => each !== to) : [...rows[from]!, to].sort((one, other) => one - other);
  return { ...events, sees: { ...events.sees, [agent]: rows.map((each, place) => (place === from ? row : each)) } };
}

export function textOf(events: Events, agents: string[]): string {
  const names = events.boxes.map(({ name }) => quoted(name));
  const lines = events.boxes.map(({ pre, post }, place) => {
    const changes = post.trim() ? `; ${post.trim().replace(/^;|;$/g, "")}` : "";
    return `event ${names[place]}: pre ${pre.trim() || "true"}${changes}`;
  });
  if (events.happens !== null) lines.push(`actual: ${names[events.happens]}`);
  for (const agent of agents) {
    const rows = events.sees[agent] ?? events.boxes.map((_, place) => [place]);
    const arrows = rows.flatMap((row, place) => (row.length ? [`${names[place]} -> ${row.map((to) => names[to]).join(" ")}`] : []));
    lines.push(`agent ${quoted(agent)}: ${arrows.join(" | ")}`);
  }
  return lines.join("\n");
}

function quoted(name: string): string {
  return /^[\p{L}\p{N}_'.·]+$/u.test(name) ? name : JSON.stringify(name);
}
