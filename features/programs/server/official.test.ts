import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../server/db/database.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { listProgramTexts } from "../rules/program-texts.ts";
import { readOfficialPrograms, seedOfficialPrograms } from "./official.ts";

let databases: Database[];
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  databases = Array.from({ length: 4 }, () => openDatabase(test.connectionString, { max: 2 }));
  drop = test.drop;
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await drop();
});

const KEYS = [
  "after-hip-replacement",
  "chemotherapy-cycle",
  "dementia-at-home",
  "new-type-2-diabetes",
  "stroke-discharge",
];

/** The numbers of a text in any order, with a decimal point: "38.0", "4.4", "2018". */
const numbersIn = (text: string): string[] =>
  (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) => number.replace(",", ".")).sort();

describe("the official programs", () => {
  it("are the five of the library, each with sources by name and year and the line about medical advice", async () => {
    const programs = await readOfficialPrograms();
    expect(programs.map(({ key }) => key)).toEqual(KEYS);
    for (const { program } of programs) {
      expect(program.description).toMatch(/Sources: .*\((19|20)\d\d/);
      expect(program.description).toContain("doesn't replace medical advice");
      expect(program.category).not.toBe("");
      expect(program.tags.length).toBeGreaterThan(2);
      expect(program.content.baselineEvent).not.toBeNull();
    }
  });

  it("describe every task and every phase", async () => {
    for (const { key, program } of await readOfficialPrograms()) {
      for (const phase of program.content.phases) {
        expect(phase.guidance.length, `${key}: ${phase.title}`).toBeGreaterThan(40);
        for (const activity of phase.activities) {
          const name = `${key}: ${phase.title}: ${activity.title}`;
          expect(activity.description, name).not.toBe("");
          expect(activity.recurrence, name).not.toBeNull();
          expect(activity.tasks.length, name).toBeGreaterThan(0);
          for (const task of activity.tasks)
            expect(task.description.length, `${name}: ${task.title}`).toBeGreaterThan(15);
        }
      }
    }
  });

  it.each(["de", "es"])("have each text in %s, with the same numbers", async (language) => {
    for (const { key, program } of await readOfficialPrograms()) {
      expect(program.language).toBe("en");
      const own = listProgramTexts(program);
      const texts = program.texts?.[language] ?? {};
      expect(Object.keys(texts), key).toEqual([...own.keys()]);
      for (const [place, { text }] of own)
        [texts[place]!].flat().forEach((translated, i) => {
          expect(numbersIn(translated), `${key}: ${place}`).toEqual(numbersIn([text].flat()[i]!));
        });
    }
  });

  it("are stored once by nodes that start at once, and not again by the next start", async () => {
    const counts = await Promise.all(databases.map(seedOfficialPrograms));
    expect(counts.sort()).toEqual([0, 0, 0, KEYS.length]);
    expect(await seedOfficialPrograms(databases[0]!)).toBe(0);
    const { rows } = await databases[0]!.pool.query(
      "select official_key, is_official, is_public, phase_count from programs order by official_key",
    );
    expect(rows.map(({ official_key }) => official_key)).toEqual(KEYS);
    for (const row of rows) expect(row).toMatchObject({ is_official: true, is_public: true });
  });
});

describe("an unreadable program file in the folder", () => {
  it.each([
    ["{", "programs/broken.json: Invalid JSON format"],
    ['{"programName":"A","phases":[{}]}', "programs/broken.json: phases[0].dayRange: is missing"],
    [
      '{"programName":"A","phases":[{"title":"B","dayRange":{"start":0,"end":1},"activities":[{"title":"C","tasks":[]}]}]}',
      "programs/broken.json: version: must be a number with at most one decimal",
    ],
  ])("fails with its name and the place of the error: %s", async (text, message) => {
    const directory = await mkdtemp(join(tmpdir(), "programs-"));
    await writeFile(join(directory, "broken.json"), text);
    await expect(readOfficialPrograms(directory)).rejects.toThrow(message);
  });
});
