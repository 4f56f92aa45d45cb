import { expect, test } from "vitest";
import { atOf, csv, merged, nameOf, NOTHING, plainName, type Kept } from "./results";

const result = { student: 'O"Neil, Ann', earned: 2, of: 3, hints: 1, attempts: 3, when: "2026-11-23T05:00:00", signature: "ab", answer: ["w"] };

test("results are rows of CSV with quotes where they are needed", () => {
  expect(csv({ "predict/1/7": result })).toBe(
    'student,exercise,earned,of,hints,attempts,when,signature,answer\r\n"O""Neil, Ann",predict/1/7,2,3,1,3,2026-11-23T05:00:00,ab,"[""w""]"\r\n',
  );
});

test("a name is no formula of a spreadsheet", () => {
  expect(plainName(" =cmd")).toBe("cmd");
  expect(plainName("Zoë-Ann")).toBe("Zoë-Ann");
});

/** What a tab may keep, by a number. */
function kept(number: number): Kept {
  const digit = (place: number): number => Math.floor(number / 3 ** place) % 3;
  const results = Object.fromEntries(
    ["one", "two"].map((name, i) => [name, { ...result, earned: digit(i), when: `2026-11-2${digit(i + 2)}`, hints: digit(4), attempts: digit(8) }]),
  );
  return { student: `s${digit(5)}`, named: digit(6), results, forgotten: digit(7) };
}

test("what tabs keep is the same in whatever order it is merged, and merging it again adds nothing", () => {
  for (let i = 0; i < 3 ** 9; i += 183) {
    for (let j = 0; j < 3 ** 9; j += 997) {
      const [one, other, third] = [kept(i), kept(j), kept((i * 7 + j) % 3 ** 9)];
      const both = merged(one, other);
      expect(merged(other, one)).toEqual(both);
      expect(merged(both, one)).toEqual(both);
      expect(merged(both, third)).toEqual(merged(one, merged(other, third)));
    }
  }
});

test("the better result is kept, the later of two equal ones, and none that was forgotten", () => {
  const having = (earned: number, when: string): Kept => ({ ...NOTHING, results: { it: { ...result, earned, when } } });
  expect(merged(having(2, "1"), having(1, "2")).results.it!.earned).toBe(2);
  expect(merged(having(2, "1"), having(2, "2")).results.it!.when).toBe("2");
  expect(merged(having(2, "1"), { ...NOTHING, forgotten: 1 }).results).toEqual({});
  expect(merged({ ...having(0, "2"), forgotten: 1 }, having(2, "1")).results.it!.earned).toBe(0);
});

test("an address names an exercise, or none if a number is out of its range", () => {
  for (const name of ["announcements/2", "predict/1/0", "predict/3/1000000"]) expect(nameOf(atOf(name)!)).toBe(name);
  for (const name of ["x", "x/0", "predict/0/1", "predict/4/1", "predict/1/-1", "predict/1/1000001", "predict/1/1/1", "predict//1", "predict/1.5/1"]) expect(atOf(name)).toBe(null);
});
