/** Lines between worlds, in the screen's coordinates (y grows downwards). */

import type { Point, Spot } from "./types";

export type Curve = [Point, Point, Point, Point];

export function path([a, b, c, d]: Curve): string {
  return `M${a} C${b} ${c} ${d}`;
}

/** Curves beside one another, one for each of `count` agents. */
export function strands(curve: Curve, count: number, apart = 3.2): Curve[] {
  const [a, , , d] = curve;
  const length = Math.hypot(d[0] - a[0], d[1] - a[1]) || 1;
  const normal: Point = [-(d[1] - a[1]) / length, (d[0] - a[0]) / length];
  return Array.from({ length: count }, (_, i) => {
    const by = (i - (count - 1) / 2) * apart;
    return curve.map(([x, y]): Point => [x + by * normal[0], y + by * normal[1]]) as Curve;
  });
}

/** The three corners of an arrow's tip at the end of a curve. */
export function tip([a, b, c, d]: Curve, size = 8): string {
  const from = [c, b, a].find((point) => Math.hypot(d[0] - point[0], d[1] - point[1]) > 0.5) ?? a;
  const length = Math.hypot(d[0] - from[0], d[1] - from[1]) || 1;
  const [ux, uy] = [(d[0] - from[0]) / length, (d[1] - from[1]) / length];
  const base: Point = [d[0] - size * ux, d[1] - size * uy];
  const half = size * 0.38;
  return `${d} ${base[0] - half * uy},${base[1] + half * ux} ${base[0] + half * uy},${base[1] - half * ux}`;
}

export function reversed([a, b, c, d]: Curve): Curve {
  return [d, c, b, a];
}

/** A straight line between the borders of two worlds, for the time in which one is dragged. */
export function straight(one: Spot, other: Spot): Curve {
  const [from, to] = [border(one, other), border(other, one)];
  const at = (t: number): Point => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
  return [from, at(1 / 3), at(2 / 3), to];
}

function border(spot: Spot, other: Spot): Point {
  const [dx, dy] = [other.x - spot.x, other.y - spot.y];
  const length = Math.hypot(dx, dy) || 1;
  const reach = Math.min((spot.width / 2 / Math.abs(dx)) * length, (spot.height / 2 / Math.abs(dy)) * length, (Math.max(spot.width, spot.height) / 2) * 1.2);
  return [spot.x + (dx / length) * reach, spot.y + (dy / length) * reach];
}
