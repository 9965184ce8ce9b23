import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getIndexedWords, getSearchedWords, isUnspaced } from "../../../lib/search-text/fold.ts";
import { getExactQuery, listQuery } from "../../../lib/search-text/terms.ts";
import { type Database, openDatabase } from "../../../server/db/database.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { getMatcher, markMatches } from "./matches.ts";

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

const NOTEBOOK = "0190c0de-0000-7000-8000-0000cafe1234";

/** The terms that `find_terms` makes of each text, without those of tags. */
async function termsInSql(texts: string[]): Promise<string[][]> {
  const { rows } = await database.pool.query<{ terms: string[] }>(
    `select tsvector_to_array(find_terms($1, value, null)) as terms
       from unnest($2::text[]) with ordinality t(value, n) order by n`,
    [NOTEBOOK, texts],
  );
  return rows.map((row) => row.terms.sort());
}

/** What the comment of `find_terms` says, in TypeScript. */
function terms(text: string): string[] {
  const made = new Set<string>();
  for (const word of getIndexedWords(text)) {
    const letters = [...word];
    if (isUnspaced(word)) for (let i = 0; i < letters.length; i++) made.add(letters.slice(i, i + 3).join(""));
    else {
      made.add(letters.slice(0, 40).join(""));
      if (letters.length >= 4 && letters.length <= 40) made.add(`<${letters.toReversed().join("")}`);
    }
  }
  return [...made].map((term) => NOTEBOOK.slice(-8) + term).sort();
}

const ASCII = [..." \n.,--_''0179abcKLIZ"];
const EUROPEAN = [..."äöüßÄÉèñçøØæœþðıİłŁ„“–—‐…’’\u00a0\u00ad°²½"];
const OTHERS = [..."йЁςΣٱةى٣ק錠ド痛ยا한"];
const textOf = (letters: string[], maxLength = 200) =>
  fc.string({ unit: fc.constantFrom(...letters), maxLength });

it.each([
  ["ASCII", textOf(ASCII)],
  ["European letters", textOf([...ASCII, ...EUROPEAN])],
  ["letters of all scripts", textOf([...ASCII, ...EUROPEAN, ...OTHERS])],
  ["words longer than a term", textOf([..."abcä "], 500).map((text) => text.replace(/ (?=.)/g, ""))],
])("the terms of %s are their words, words backwards and runs of three letters", async (_, text) => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      expect(await termsInSql(texts)).toEqual(texts.map(terms));
    }),
    { numRuns: 20 },
  );
});

it("each letter folds alike in a text of ASCII and in one of other scripts", async () => {
  // Each is compared in a text that takes the short way and in one that takes the long way through the function.
  const { rows } = await database.pool.query<{ letters: string }>(
    `select left(string_agg(to_hex(i), ' '), 200) as letters
       from generate_series(1, 65535) i, find_words('a' || chr(i) || 'b') short, find_words('a' || chr(i) || 'b я') long
      where i not between 55296 and 57343 and short || ' я' <> long`,
  );
  expect(rows[0]!.letters).toBeNull();
});

it("a text at the limit of terms is cut, and an empty one has none", async () => {
  const [many, few, none] = await termsInSql(["ab ".repeat(33_333), `${"x".repeat(50)} `.repeat(390), " — "]);
  expect(many).toEqual(["cafe1234ab"]);
  expect(few).toEqual([`cafe1234${"x".repeat(40)}`]);
  expect(none).toEqual([]);
});

/** Whether the searched words find a text that the index has. */
async function isFound(words: string, text: string): Promise<boolean[]> {
  const searched = getSearchedWords(words);
  const queries = [getExactQuery(NOTEBOOK, searched), listQuery(NOTEBOOK, searched)];
  const { rows } = await database.pool.query<{ found: boolean }>(
    `select find_terms($1, $2, null) @@ query::tsquery as found
       from unnest($3::text[]) with ordinality t(query, n) order by n`,
    [NOTEBOOK, text, queries],
  );
  return rows.map(({ found }) => found);
}

const WAYS = [
  "wellbeing",
  "well-being",
  "well\u00adbeing",
  "well‐being",
  "well‑being",
  "well–being",
  "Well’Being",
];

it.each(WAYS)("%s finds the word however its parts are joined", async (words) => {
  for (const text of WAYS) {
    expect([text, await isFound(words, `A ${text} check, daily`)]).toEqual([text, [true, true]]);
    expect(getMatcher(getSearchedWords(words))(`A ${text} check`)).toBe(2);
    expect(
      markMatches(getSearchedWords(words), `A ${text} check`, false).filter(({ isMatch }) => isMatch),
    ).not.toEqual([]);
  }
});

it.each([
  ["email", "Send an e-mail"],
  ["e-mail", "Send an email"],
  ["dont", "I don't know"],
  ["O'Brien", "Mrs OBrien came"],
  ["well-being", "well and being"],
  ["2026-11", "2026-11-27"],
])("%s finds “%s”", async (words, text) => {
  expect((await isFound(words, text))[0]).toBe(true);
});

it("a word with joiners needs its parts, or all of them as one word", async () => {
  expect(await isFound("well-being", "well known")).toEqual([false, false]);
  expect(await isFound("wellbeing", "well and being")).toEqual([false, false]);
});

it("tags stand among the terms, of an empty text too", async () => {
  const { rows } = await database.pool.query(
    `select tsvector_to_array(find_terms($1, value, array['Sleep'])) as terms,
            right($1::text, 8) || tag_term('sleep') as tag from unnest(array['', 'word']) value`,
    [NOTEBOOK],
  );
  expect(rows[0].terms).toEqual([rows[0].tag]);
  expect(rows[1].terms.sort()).toEqual([rows[0].tag, "cafe1234<drow", "cafe1234word"].sort());
});

it("indexes of terms can be made anew, with rows in them", async () => {
  await database.pool.query(
    "create table found (notebook uuid, value text, tags text[]); insert into found values ($1, 'Gute Nacht', '{sleep}'), ($1, '薬', '{}')".replaceAll(
      "$1",
      `'${NOTEBOOK}'`,
    ),
  );
  await database.pool.query("create index on found using gin (find_terms(notebook, value, tags))");
  await database.pool.query("reindex table found");
});
