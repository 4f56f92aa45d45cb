import { expect, test } from "vitest";
import { boundsOf, joined } from "./bounds";
import type { Picture } from "./types";

const spot = { name: "w", title: [], atoms: [], remarks: [], said: "", x: 100, y: 50, width: 20, height: 10, radius: 5 };
const picture = { worlds: [spot], hubs: [], links: [] } as unknown as Picture;

test("a picture is shown with a margin", () => {
  expect(boundsOf(picture, 0, 0, 30)).toEqual({ left: 60, top: -85, width: 80, height: 70 });
});

test("a small picture keeps its middle", () => {
  expect(boundsOf(picture, 200, 100, 30)).toEqual({ left: 0, top: -100, width: 200, height: 100 });
});

test("a box around two is the larger one if it has the other inside, and else grows to where the other is", () => {
  const box = { left: 0, top: 0, width: 100, height: 50 };
  expect(joined(box, { left: 20, top: 10, width: 30, height: 40 })).toEqual(box);
  expect(joined(box, { left: -20, top: 10, width: 30, height: 60 })).toEqual({ left: -20, top: 0, width: 120, height: 70 });
});

test("nothing is shown in the least box", () => {
  expect(boundsOf(null, 10, 20, 30)).toEqual({ left: 0, top: 0, width: 10, height: 20 });
});
