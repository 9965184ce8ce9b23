import type { Kysely } from "kysely";
import type { z } from "zod";
import { getSearchedWords } from "../../../lib/search-text/fold.ts";
import { getExactQuery, getSlipQuery, mayHaveSlips } from "../../../lib/search-text/terms.ts";
import { createReader } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { readTitles } from "../../notes/server/public.ts";
import type { TaskStatus } from "../../tasks/rules/states.ts";
import { readProgramHeadings } from "../../tasks/server/public.ts";
import { cutSnippet, markMatches } from "../rules/matches.ts";
import { FIRST_HITS, MORE_HITS, SEARCH_KINDS, SEARCH_WORDS, type SearchKind, SLIPS_BELOW } from "../rules.ts";
import type { searchEverything as schema } from "../schema.ts";
import type { SearchAccess } from "./access.ts";
import { DETAILS, type Detail } from "./details.ts";
import { type Found, findSlips, type IndexedKind, pageExact, type Scope } from "./found.ts";
import { type FoundPerson, findPeople } from "./people.ts";

type Db = Kysely<Tables>;
type Arguments = z.output<(typeof schema)["args"]>;
type Group = z.output<(typeof schema)["returns"]>[number];

/** The hits of a kind, before they are presented. */
type Hits = {
  kind: SearchKind;
  count: number;
  cursor: string | null;
  hits: { detail: Detail; repetitions: number; isSlip: boolean }[];
};

/**
 * Everything that the reader sees with all words of the text, by kind; kinds without a hit are left out. A constant
 * number of statements for any number of notebooks, plus one for each notebook with an encrypted note among the hits'
 * notes.
 */
export async function searchEverything(
  db: Db,
  access: SearchAccess,
  vault: Vault,
  { text, diaryId, withArchived, kind, cursor }: Arguments,
): Promise<Group[]> {
  const words = [...new Set(getSearchedWords(text))].slice(0, SEARCH_WORDS);
  if (words.length === 0 || access.notebooks.length === 0) return [];
  const notebooks = await readNotebooks(db, access, withArchived || diaryId !== undefined);
  const diaryIds = [...notebooks.keys()];
  if (diaryIds.length === 0) return [];
  const scope = { db, diaryIds, reader: createReader(access.userId, access.notebooks) };
  const found = await runPipelined(
    ...SEARCH_KINDS.filter((one) => kind === undefined || one === kind).map((one) =>
      one === "person"
        ? hitPeople(scope, access.userId, words, { cursor, limit: kind ? MORE_HITS : FIRST_HITS })
        : hitRows(scope, one, words, { cursor, limit: kind ? MORE_HITS : FIRST_HITS }),
    ),
  );
  return present(db, vault, words, notebooks, found);
}

/** The searched notebooks by id. */
async function readNotebooks(db: Db, { notebooks }: SearchAccess, withArchived: boolean) {
  let select = db
    .selectFrom("diaries as d")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .select(["d.id", "d.short_id", "d.is_archived", "p.full_name"])
    .where(
      "d.id",
      "in",
      notebooks.map(({ diaryId }) => diaryId),
    );
  if (!withArchived) select = select.where("d.is_archived", "=", false);
  return new Map((await select.execute()).map((row) => [row.id, row]));
}

type Page = { cursor: string | null; limit: number };

async function hitRows(
  scope: Scope,
  kind: IndexedKind,
  words: readonly string[],
  { cursor, limit }: Page,
): Promise<Hits> {
  const exact = await pageExact(scope, kind, (diaryId) => getExactQuery(diaryId, words), {
    numItems: limit,
    cursor,
  });
  const slips =
    cursor === null && exact.count < SLIPS_BELOW && mayHaveSlips(words)
      ? await findSlips(
          scope,
          kind,
          words,
          (diaryId) => getSlipQuery(diaryId, words),
          limit - exact.found.length,
        )
      : [];
  const found = [...exact.found, ...slips];
  const details =
    found.length > 0
      ? await DETAILS[kind](
          scope,
          found.map(({ id }) => id),
        )
      : [];
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  const hit = (isSlip: boolean) => (row: Found) => {
    const detail = byId.get(row.id);
    return detail ? [{ detail, repetitions: row.repetitions ?? 1, isSlip }] : [];
  };
  return {
    kind,
    count: exact.count + slips.length,
    cursor: exact.cursor,
    hits: [...exact.found.flatMap(hit(false)), ...slips.flatMap(hit(true))],
  };
}

/** The place in a list of people is the number of those before it. */
async function hitPeople(
  scope: Scope,
  readerId: string,
  words: readonly string[],
  { cursor, limit }: Page,
): Promise<Hits> {
  const people = await findPeople(scope, readerId, words);
  const from = Math.max(0, Number(cursor) || 0);
  const hits = people.slice(from, from + limit);
  return {
    kind: "person",
    count: people.length,
    cursor: from + limit < people.length ? String(from + limit) : null,
    hits: hits.map((person) => ({ detail: getDetail(person), repetitions: 1, isSlip: person.isSlip })),
  };
}

const getDetail = ({ id, diaryId, at, name }: FoundPerson): Detail => ({
  id,
  diaryId,
  at,
  day: null,
  authorId: "",
  title: name,
  body: "",
  note: null,
  taskId: null,
  taskStatus: null,
  diaryProgramId: null,
  program: null,
});

async function present(
  db: Db,
  vault: Vault,
  words: readonly string[],
  notebooks: Awaited<ReturnType<typeof readNotebooks>>,
  found: readonly Hits[],
): Promise<Group[]> {
  const details = found.flatMap(({ hits }) => hits.map(({ detail }) => detail));
  const [names, findHeading, titles] = await runPipelined(
    readNames(
      db,
      details.flatMap(({ authorId }) => authorId || []),
    ),
    readProgramHeadings(
      db,
      details.flatMap(({ program }) => program ?? []),
    ),
    readTitles(db, vault, details),
  );
  const toHit = ({ detail, repetitions, isSlip }: Hits["hits"][number]): Group["hits"][number] => {
    const { title, program, note } = detail;
    const notebook = notebooks.get(detail.diaryId)!;
    const shownTitle =
      title ?? (program && findHeading(program)?.name) ?? titles.get(note?.note_id ?? "") ?? "";
    return {
      id: detail.id,
      title: markMatches(words, shownTitle, isSlip),
      snippet: cutSnippet(words, detail.body, isSlip),
      diaryId: detail.diaryId,
      diaryShortId: notebook.short_id,
      diarySubject: notebook.full_name,
      isArchived: notebook.is_archived,
      at: detail.at,
      day: detail.day,
      ...(detail.time && { time: detail.time }),
      authorName: detail.authorId ? getShownName(names, detail.authorId) : null,
      noteId: note?.note_id ?? null,
      noteShortId: note?.note_short_id ?? null,
      taskId: detail.taskId,
      taskStatus: detail.taskStatus as TaskStatus | null,
      diaryProgramId: detail.diaryProgramId,
      repetitions,
      isSlip,
    };
  };
  return found
    .filter(({ hits }) => hits.length > 0)
    .map(({ kind, count, cursor, hits }) => ({ kind, count, cursor, hits: hits.map(toHit) }));
}
