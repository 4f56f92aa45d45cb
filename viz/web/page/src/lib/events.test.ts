import { expect, test } from "vitest";
import { addBox, dropBox, secret, textOf, toggle } from "./events";

test("a secret told to the first agent", () => {
  expect(textOf(secret(["a", "b"]), ["a", "b"])).toBe(
    "event said: pre p\nevent nothing: pre true\nactual: said\nagent a: said -> said | nothing -> nothing\nagent b: said -> nothing | nothing -> nothing",
  );
});

test("a new box is seen by itself, and dropping it gives back the old events", () => {
  const events = secret(["a"]);
  const more = addBox(events);
  expect(more.boxes.length).toBe(3);
  expect(more.sees.a![2]).toEqual([2]);
  expect(dropBox(more, 2)).toEqual(events);
});

test("dropping a box moves the numbers behind it", () => {
  const events = dropBox(addBox(secret(["a"])), 0);
  expect(events.sees.a).toEqual([[0], [1]]);
  expect(events.happens).toBe(null);
});

test("toggling twice changes nothing", () => {
  const events = secret(["a"]);
  expect(toggle(toggle(events, "a", 0, 1), "a", 0, 1)).toEqual(events);
});

test("postconditions and strange names", () => {
  const events = { boxes: [{ name: "it rains", pre: "", post: "q := true;" }], sees: {}, happens: null };
  expect(textOf(events, ["a"])).toBe('event "it rains": pre true; q := true\nagent a: "it rains" -> "it rains"');
});
