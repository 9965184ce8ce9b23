import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getFoldedWords, getPlacedWords } from "../../../lib/search-text/fold.ts";
import { type Database, openDatabase } from "../../../server/db/database.ts";
import { createTestDatabase } from "../../../test/database.ts";

let database: Database;
let dropDatabase: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  dropDatabase = test.drop;
  database = openDatabase(test.connectionString, { max: 2 });
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

const inSql = async (texts: string[]): Promise<string[]> => {
  const { rows } = await database.pool.query(
    "select find_words(value) as words from unnest($1::text[]) with ordinality t(value, n) order by n",
    [texts],
  );
  return rows.map((row) => row.words);
};

it.each([
  ["German", "Straße, GROSSE Füße – Übelkeit", "strasse grosse fusse ubelkeit"],
  ["Turkish", "İLAÇ ışık IŞIK ilaç Iğdır", "ilac isik isik ilac igdir"],
  ["Danish", "Smørrebrød Ærø Århus", "smorrebrod aero arhus"],
  ["Polish", "Łódź, żółć", "lodz zolc"],
  ["Croatian", "Đurđa Đurić", "durda duric"],
  ["Icelandic", "Þórður Guðmundsson", "thordur gudmundsson"],
  ["French", "l’œil, Noël, à-côté", "l oeil noel a cote"],
  ["Vietnamese", "Nguyễn Đặng thuốc", "nguyen dang thuoc"],
  ["Russian", "Ёлка, ТАБЛЕТКИ йод", "елка таблетки иод"],
  ["Greek", "Φάρμακα ΠΌΝΟΣ πόνος", "φαρμακα πονοσ πονοσ"],
  ["Arabic", "دَوَاءٌ إلى مستشفى ١٢", "دواء الي مستشفي 12"],
  ["Hebrew", "תְּרוּפָה", "תרופה"],
  ["Chinese", "高血压，头痛", "高血压 头痛"],
  ["Japanese", "アスピリン錠を2回、ﾃﾞｰﾀ", "アスピリン錠を 2 回 データ"],
  ["Korean", "혈압약 복용", "혈압약 복용"],
  ["Thai", "ยาพาราเซตามอล 500mg", "ยาพาราเซตามอล 500mg"],
  ["Hindi", "दवाई, बुखार।", "दवाई बुखार"],
  ["names of files", "Befund_2024-03.PDF", "befund 2024 03 pdf"],
  ["signs", " 💊 — …!", ""],
])("%s: %s is compared as “%s”", async (_, text, words) => {
  expect(getFoldedWords(text).join(" ")).toBe(words);
  expect(await inSql([text, text.normalize("NFD")])).toEqual([words, words]);
});

/** Letters of the scripts that people write in, their accents and signs; none that is newer than PostgreSQL 15 knows. */
const RANGES: [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x531, 0x58a],
  [0x591, 0x5f4],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0xe01, 0xe5b],
  [0x1e00, 0x1fff],
  [0x2000, 0x20bf],
  [0x2100, 0x2bff],
  [0x3000, 0x30ff],
  [0x4e00, 0x4eff],
  [0xac00, 0xacff],
  [0xff01, 0xffdc],
  [0x1f600, 0x1f64f],
];
const letter = fc
  .constantFrom(...RANGES)
  .chain(([from, to]) => fc.integer({ min: from, max: to }))
  .map((code) => String.fromCodePoint(code))
  // Not assigned yet in some version.
  .filter((one) => !/\p{Cn}/u.test(one));
const text = fc.string({ unit: letter, maxLength: 30 });

it("SQL and TypeScript fold every text alike", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 200, maxLength: 200 }), async (texts) => {
      expect(await inSql(texts)).toEqual(texts.map((one) => getFoldedWords(one).join(" ")));
    }),
    { numRuns: 40 },
  );
});

/** Letters with at most two accents; none that people only see together with the one before. */
const written = fc
  .array(
    fc.tuple(
      letter.filter((one) => !/\p{M}|[\u1100-\u11ff\uff9e-\uffdc]|\p{Cf}/u.test(one)),
      fc.string({ unit: fc.constantFrom("\u0301", "\u0308", "\u030a"), maxLength: 2 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.map(([base, accents]) => base + accents).join(""));

it("words with their places are the same words, and each is written where it was found", () => {
  fc.assert(
    fc.property(written, (one) => {
      const words = getPlacedWords(one);
      expect(words.map(({ word }) => word)).toEqual(getFoldedWords(one));
      for (const { word, from, to } of words) {
        expect(getFoldedWords(one.slice(from[0]!, to.at(-1)!)).join("")).toContain(word);
      }
    }),
    { numRuns: 2000 },
  );
});
