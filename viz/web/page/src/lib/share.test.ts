import { expect, test } from "vitest";
import { reached } from "./eye";
import { USUAL } from "./look";
import { EMPTY } from "./model";
import { packed, packedDocument, shared, unpacked } from "./share";

test("a link gives back what was packed, in signs that an address may have", async () => {
  const data = { model: EMPTY, places: { w: [1, 2] }, formula: "K_a ¬p" };
  const text = await packed(data);
  expect(text).toMatch(/^[\w-]+$/);
  expect(text.length).toBeLessThan(400);
  expect(await unpacked(text)).toEqual(data);
});

test.each([null, 3, [], {}, { model: 3 }, { model: {} }, { model: { worlds: { w: 1 }, relations: {} } }])(
  "a link to %j is no document",
  async (data) => {
    await expect(shared(await packed(data))).rejects.toThrow("expected a model with worlds and relations");
  },
);

test("a link that was cut or changed says so in words, and what to do", async () => {
  const text = await packed({ model: EMPTY, formula: "K_a p" });
  for (const damaged of [text.slice(0, 30), `${text}!`, "abc", `x${text}`, text.slice(9)]) {
    await expect(shared(damaged)).rejects.toThrow("it is damaged, or was cut: copy it again");
  }
});

test("a link without a formula or places is a document", async () => {
  expect(await shared(await packed({ model: EMPTY }))).toEqual({ model: EMPTY, places: null, name: "", formula: "", look: USUAL, frames: {} });
});

test("a link has the name, the look and the chosen frames, and of wrong ones what is right in them", async () => {
  const look = { layout: "grid" as const, legend: false, compact: true };
  const document = { model: EMPTY, places: null, name: "Anne’s model", formula: "p", look, frames: { a: "KD45" as const } };
  expect(await shared(await packedDocument(document))).toEqual(document);
  const wrong = { ...document, look: { layout: "spiral", legend: 0, compact: true }, frames: { a: "S9", b: "T", c: 3 } };
  const { look: usual, frames } = await shared(await packed(wrong));
  expect([usual, frames]).toEqual([{ ...USUAL, compact: true }, { b: "T" }]);
  expect((await shared(await packed({ ...document, frames: "S5" }))).frames).toEqual({});
});

test("a symbolic model is a document too", async () => {
  const model = { whoknows: 1 as const, bits: ["p"], atoms: { p: "p" }, observes: { a: [] } };
  expect((await shared(await packed({ model }))).model).toEqual(model);
  await expect(shared(await packed({ model: { bits: ["p"], atoms: [] } }))).rejects.toThrow("expected a model");
});

test("agents look through one another's eyes", () => {
  const sees = { a: [[0, 1], [1], [2]], b: [[0], [2], [2]] };
  expect([...reached(0, ["a"], sees)]).toEqual([0, 1]);
  expect([...reached(0, ["a", "b"], sees)]).toEqual([0, 2]);
  expect([...reached(0, [], sees)]).toEqual([0]);
});
