import { expect, test } from "vitest";
import { withSubscripts } from "./saving";

test("formulas in a picture have their agents as subscripts, other words stay", () => {
  const svg = "<text x='1'>not bisimilar: K_ann ¬K_bob p holds</text><text>m_1</text>";
  const low = (agent: string): string => `<tspan dy="3" font-size="75%">${agent}</tspan>`;
  const [one, two] = [low("ann"), low("bob")];
  expect(withSubscripts(svg)).toBe(
    `<text x='1'>not bisimilar: K${one}<tspan dy="-3"> ¬K</tspan>${two}<tspan dy="-3"> p holds</tspan></text><text>m_1</text>`,
  );
});
