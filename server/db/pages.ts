import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import type { PaginationOptions, pageOf } from "../../lib/schemas.ts";
import { isCalendarDay } from "../../lib/zone-day.ts";

/** A page to which rows were added may grow to this many before the client is asked to split it. */
const MAX_ROWS = 1000;
const END = "end";

/** The end of a page when it was first read, so that it ends there again when it is read anew. */
export type PageJournal = { read: string | null; write(value: string): void };

/** A page of a list, as `pageOf` describes it. */
export type Page<Item> = Omit<z.output<ReturnType<typeof pageOf>>, "page"> & { page: Item[] };

/**
 * `at` of a list ordered by time is in microseconds since the epoch, exact and independent of the session's time
 * zone; of a list ordered by days it is the day.
 */
type Key = { at: string; id: string };

/**
 * Reads one page of a list ordered by a time, or a day, and `id` of the table aliased `r`, newest first by default.
 * Pages are ranges between cursors, not offsets: added and removed rows move no others to another page, so a list of
 * live pages has neither gaps nor duplicates.
 * @throws InvalidCursor, after which the client begins anew
 */
export async function paginate<Row extends { id: string }, Item>(list: {
  options: PaginationOptions;
  journal: PageJournal;
  /** What the list is ordered by: a time, as a column or an expression, or a day; never null. */
  by?: "created_at" | "note_day" | RawBuilder<number>;
  oldestFirst?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: any table may be listed, as long as it is aliased `r`
  select: () => SelectQueryBuilder<any, any, Row>;
  present: (row: Row) => Item;
}): Promise<Page<Item>> {
  const { options, journal, by = "created_at", oldestFirst = false } = list;
  const time = typeof by === "string" ? sql.ref(`r.${by}`) : by;
  const kind = by === "note_day" ? DAYS : TIMES;
  const [direction, after, upTo] = oldestFirst
    ? (["asc", ">", "<="] as const)
    : (["desc", "<", ">="] as const);
  const end = options.endCursor ?? journal.read;
  let select = list
    .select()
    .select(kind.key(time).as("page_key"))
    .orderBy(time, direction)
    .orderBy("r.id", direction)
    .limit(end === null ? options.numItems + 1 : MAX_ROWS);
  if (options.cursor === END) return { page: [], isDone: true, continueCursor: END };
  if (options.cursor !== null)
    select = select.where(position(time, after, decode(options.cursor, kind), kind));
  if (end !== null && end !== END) select = select.where(position(time, upTo, decode(end, kind), kind));
  const rows = (await select.execute()) as (Row & { page_key: string })[];

  const isDone = end === null ? rows.length <= options.numItems : end === END;
  const shown = end === null ? rows.slice(0, options.numItems) : rows;
  const last = shown.at(-1);
  const continueCursor = end ?? (isDone || !last ? END : encode(last));
  journal.write(continueCursor);
  const page: Page<Item> = { page: shown.map(list.present), isDone, continueCursor };
  const middle = shown[Math.floor(shown.length / 2)];
  if (shown.length > options.numItems * 2 && middle) {
    return { ...page, splitCursor: encode(middle), pageStatus: "SplitRecommended" };
  }
  return page;
}

/** How the key of a list is read from a row, compared, and checked. */
type KeyKind = {
  key: (by: RawBuilder<unknown>) => RawBuilder<string>;
  value: (at: string) => RawBuilder<unknown>;
  isKey: (at: string) => boolean;
};

/** The years 1 to 9999, in microseconds. */
const isMoment = (at: string) =>
  /^-?\d{1,18}$/.test(at) && Number(at) >= -62_135_596_800e6 && Number(at) < 253_402_300_800e6;

const TIMES: KeyKind = {
  key: (by) => sql`(extract(epoch from ${by}) * 1000000)::bigint::text`,
  // Seconds and the fraction separately: as one number of microseconds, times far from now would lose their last
  // digits.
  value: (at) => sql`timestamptz 'epoch'
    + ${at}::bigint / 1000000 * interval '1 second' + ${at}::bigint % 1000000 * interval '1 microsecond'`,
  isKey: isMoment,
};

const DAYS: KeyKind = {
  key: (by) => sql`${by}::text`,
  value: (at) => sql`${at}::date`,
  isKey: isCalendarDay,
};

const position = (
  by: RawBuilder<unknown>,
  operator: "<" | ">=" | ">" | "<=",
  { at, id }: Key,
  { value }: KeyKind,
) => sql<boolean>`(${by}, r.id) ${sql.raw(operator)} (${value(at)}, ${id}::uuid)`;

const encode = (row: { id: string; page_key: string }): string =>
  Buffer.from(JSON.stringify([row.page_key, row.id])).toString("base64url");

const cursorKey = z.tuple([z.string(), z.guid()]);

function decode(cursor: string, { isKey }: KeyKind): Key {
  try {
    const [at, id] = cursorKey.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    if (isKey(at)) return { at, id };
  } catch {
    // Answered below.
  }
  throw new CareError("invalid", "InvalidCursor: this list has to be read from its beginning", {
    path: "paginationOpts.cursor",
  });
}
