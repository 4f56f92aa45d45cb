import { expect, test } from "vitest";
import { storeFitting } from "./storing";

function small(size: number): { stored: string; setItem(key: string, text: string): void } {
  return {
    stored: "",
    setItem(_, text) {
      if (text.length > size) throw new DOMException("full", "QuotaExceededError");
      this.stored = text;
    },
  };
}

const moments = [0, 1, 2, 3, 4].map((id) => ({ id, model: "x".repeat(100) }));
const ids = (text: string): number[] => (JSON.parse(text) as { moments: { id: number }[] }).moments.map((each) => each.id);

test.each([
  [1000, [0, 1, 2, 3, 4]],
  [500, [1, 3, 4]],
  [300, [1, 4]],
  [200, [1]],
])("in a storage of %i letters the newest moments are kept, and the present one", (size, kept) => {
  const storage = small(size);
  expect(storeFitting("key", { moments, now: 1 }, storage)).toBe(true);
  expect(ids(storage.stored)).toEqual(kept);
});

test("a present moment that does not fit is not stored", () => {
  expect(storeFitting("key", { moments, now: 1 }, small(50))).toBe(false);
});
