import { expect, test } from "vitest";
import { fileName, textOf, withSubscripts } from "./saving";

test("formulas in a picture have their agents as subscripts, other words stay", () => {
  const svg = "<text x='1'>not bisimilar: K_ann ¬K_bob p holds</text><text>m_1</text>";
  const low = (agent: string): string => `<tspan dy="3" font-size="75%">${agent}</tspan>`;
  const [one, two] = [low("ann"), low("bob")];
  expect(withSubscripts(svg)).toBe(
    `<text x='1'>not bisimilar: K${one}<tspan dy="-3"> ¬K</tspan>${two}<tspan dy="-3"> p holds</tspan></text><text>m_1</text>`,
  );
});

test("a file that is no text is not read as an empty or strange one", async () => {
  expect(await textOf(new File(["p ∧ q"], "a.json"))).toEqual({ name: "a.json", text: "p ∧ q" });
  await expect(textOf(new File([new Uint8Array([0xff, 0xfe, 0])], "a.json"))).rejects.toThrow("a.json: this is not text in UTF-8");
});

test("a file is named after a person or a lesson, in letters of any language", () => {
  expect(["Zoë, A.", "../x", "=+"].map((name) => fileName(name, "nobody"))).toEqual(["Zoë-A", "x", "nobody"]);
});
