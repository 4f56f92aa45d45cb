/** Which part of the plane a picture shows, in the screen's coordinates (y grows downwards). */

import type { Picture } from "./types";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** All of a picture with a margin, and at least this width and height around its middle. */
export function boundsOf(picture: Picture | null, least: number, low: number, margin: number): Box {
  const shapes = [...(picture?.worlds ?? []), ...(picture?.hubs ?? [])];
  if (!shapes.length) return { left: 0, top: 0, width: least, height: low };
  const points = picture!.links.flatMap((link) => link.curve);
  const xs = [...shapes.flatMap((s) => [s.x - s.width / 2, s.x + s.width / 2]), ...points.map(([x]) => x)];
  const ys = [...shapes.flatMap((s) => [-s.y - s.height / 2, -s.y + s.height / 2]), ...points.map(([, y]) => -y)];
  const [left, width] = stretched(Math.min(...xs) - margin, Math.max(...xs) + margin, least);
  const [top, height] = stretched(Math.min(...ys) - margin, Math.max(...ys) + margin, low);
  return { left, top, width, height };
}

/** The smallest box around two. */
export function joined(one: Box, other: Box): Box {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The start and the length of an interval that is at least as long as `least`, with the same middle. */
function stretched(from: number, to: number, least: number): [number, number] {
  const length = Math.max(to - from, least);
  return [from - (length - (to - from)) / 2, length];
}
