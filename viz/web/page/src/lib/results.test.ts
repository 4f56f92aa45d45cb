import { expect, test } from "vitest";
import { csv, plainName } from "./results";

const result = { student: 'O"Neil, Ann', earned: 2, of: 3, hints: 1, when: "2026-11-23T05:00:00", signature: "ab", answer: ["w"] };

test("results are rows of CSV with quotes where they are needed", () => {
  expect(csv({ "predict/1/7": result })).toBe(
    'student,exercise,earned,of,hints,when,signature,answer\r\n"O""Neil, Ann",predict/1/7,2,3,1,2026-11-23T05:00:00,ab,"[""w""]"\r\n',
  );
});

test("a name is no formula of a spreadsheet", () => {
  expect(plainName(" =cmd")).toBe("cmd");
  expect(plainName("Zoë-Ann")).toBe("Zoë-Ann");
});
