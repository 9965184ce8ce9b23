import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { MAX_TASKS } from "../../features/programs/rules/activation.ts";
import { readProgramFile } from "../../features/programs/rules/program-file.ts";
import { getDayStart } from "../../lib/dates/zone-day.ts";
import { checkProgram } from "./check.ts";
import { programSchema } from "./schema.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const ZONE = "Europe/Berlin";
const read = (...path: string[]) => readFile(join(ROOT, ...path), "utf8");
const officialPrograms = (await readdir(join(ROOT, "programs"))).filter((name) => name.endsWith(".json"));
const check = (program: unknown, day = "2027-03-20") =>
  checkProgram(JSON.stringify(program), getDayStart(day, ZONE), ZONE);

const activity = (recurrence: unknown, title = "Walk") => ({
  title,
  isRecurring: true,
  recurrence,
  tasks: [{ title }],
});
const program = (dayRange: object, ...activities: object[]) => ({
  programName: "After a hip operation",
  phases: [{ title: "First", dayRange, activities }],
});

describe("the published schema", () => {
  it("matches the validator; `npm run program -- schema` writes it", async () => {
    expect(JSON.parse(await read("docs", "program.schema.json"))).toEqual(
      JSON.parse(JSON.stringify(programSchema())),
    );
  });

  it("accepts every official program, and refuses what the validator refuses", async () => {
    const schema = z.fromJSONSchema(JSON.parse(await read("docs", "program.schema.json")));
    for (const name of officialPrograms)
      expect(schema.safeParse(JSON.parse(await read("programs", name))).success).toBe(true);
    const good = program({ start: 0, end: 3 }, activity({ interval: { every: 1, unit: "day" } }));
    const [phase] = good.phases;
    expect(schema.safeParse(good).success).toBe(true);
    for (const bad of [
      {},
      { programName: "A" },
      { ...good, phases: [{ ...phase, dayRange: { start: 0.5, end: 2 } }] },
      { ...good, phases: [{ ...phase, activities: [{ title: "" }] }] },
      program({ start: 0, end: 3 }, activity({ interval: { every: 1, unit: "fortnight" } })),
    ]) {
      const plain = JSON.parse(JSON.stringify(bad));
      expect(schema.safeParse(plain).success, JSON.stringify(bad)).toBe(false);
      expect(() => readProgramFile(plain), JSON.stringify(bad)).toThrow();
    }
  });
});

describe("checking a program", () => {
  it("prints the dates of its tasks, across a clock change", () => {
    const { ok, lines } = check(
      program(
        { start: 7, end: 9 },
        activity({ interval: { every: 1, unit: "day" } }),
        activity({ frequency: { times: 2, per: 1, unit: "day" } }, "Tablet"),
      ),
    );
    expect(ok).toBe(true);
    expect(lines).toEqual([
      '"After a hip operation": 1 phase, 2 activities',
      "Day 0 is 2027-03-20 in Europe/Berlin. With everything chosen: 9 tasks.",
      "",
      "First (2027-03-27 to 2027-03-29)",
      "  Walk: Every 1 day, 3 tasks",
      "    2027-03-27, 2027-03-28, 2027-03-29",
      "  Tablet: 2 times per 1 day, 6 tasks",
      "    2027-03-27 08:00, 2027-03-27 20:00, 2027-03-28 08:00, 2027-03-28 20:00, 2027-03-29 08:00, 2027-03-29 20:00",
    ]);
  });

  it("names every invalid field", () => {
    const [phase] = program({ start: 2, end: 1 }).phases;
    expect(
      check({ programName: "A", phases: [phase, { ...phase, title: 3, dayRange: { start: 0, end: 0 } }] }),
    ).toEqual({
      ok: false,
      lines: ["phases[0].dayRange.end: must be at least start", "phases[1].title: must be text"],
    });
  });

  it("warns of an activity that makes no tasks, and refuses too many tasks", () => {
    const { ok, lines } = check(program({ start: 0, end: 1 }, activity({ weekly: { byWeekdays: ["WE"] } })));
    expect(ok).toBe(true);
    expect(lines.at(-1)).toMatch(/^ {4}warning: ./);
    const many = check(program({ start: 0, end: 2900 }, activity({ interval: { every: 1, unit: "hour" } })));
    expect(many.ok).toBe(false);
    expect(many.lines.join()).toContain(String(MAX_TASKS));
  });

  it.each(officialPrograms)("finds nothing wrong with %s, whichever weekday it begins on", async (name) => {
    const text = await read("programs", name);
    for (let day = 1; day <= 7; day++) {
      const { ok, lines } = checkProgram(text, getDayStart(`2027-02-0${day}`, ZONE), ZONE);
      expect(ok).toBe(true);
      expect(lines.filter((line) => line.includes("    warning:"))).toEqual([]);
    }
  });
});

describe("npm run program", () => {
  const runProgramCommand = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, "scripts", "program.ts"), ...words]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }) => ({ code, text: stderr as string }),
    );

  it("prints the dates of a valid file, and exits with code 1 and the wrong fields of an invalid one", async () => {
    const good = await runProgramCommand(
      "check",
      join(ROOT, "programs", officialPrograms[0]!),
      "--baseline",
      "2027-03-20",
      "--zone",
      ZONE,
    );
    expect(good).toMatchObject({ code: 0 });
    expect(good.text).toContain("Day 0 is 2027-03-20 in Europe/Berlin.");
    const directory = await mkdtemp(join(tmpdir(), "program-"));
    const file = join(directory, "bad.json");
    await writeFile(file, JSON.stringify(program({ start: 2, end: 1 })));
    expect(await runProgramCommand("check", file)).toEqual({
      code: 1,
      text: "phases[0].dayRange.end: must be at least start\n",
    });
    // A comma too many, and an encoding that JSON hasn't.
    await writeFile(file, '{\n  "programName": "A",\n  "phases": [],\n}');
    expect((await runProgramCommand("check", file)).text).toMatch(/^Invalid JSON format: .*line 4 column 1/);
    await writeFile(file, Buffer.from('{"programName": "\u00dc"}', "latin1"));
    expect((await runProgramCommand("check", file)).text).toContain(
      "isn't UTF-8; save it with that encoding",
    );
    await writeFile(file, Buffer.from('\ufeff{"programName": "A"}', "utf16le"));
    expect((await runProgramCommand("check", file)).text).toBe("Missing phases field\n");
  });

  it.each([
    [["check", "nowhere.json"], "nowhere.json: can't be read (ENOENT)"],
    [["check", "x.json", "--zone", "Mars/Base"], "--zone Mars/Base: isn't a time zone"],
    [["check", "x.json", "--baseline", "2027-02-30"], "--baseline 2027-02-30: isn't a day"],
    [["check"], "npm run program -- check <file.json>"],
    [["check", "x.json", "--zoom"], "--zoom"],
  ])("reports in one line what it can't do: %j", async (words, message) => {
    const { code, text } = await runProgramCommand(...words);
    expect(code).toBe(1);
    expect(text).toContain(message);
    expect(text).not.toContain("    at ");
  });
});
