import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { z } from "zod";
import { isCalendarDay } from "../../lib/dates/zone-day.ts";
import { CareError } from "../../lib/errors.ts";
import type { getPage, PaginationOptions } from "../../lib/schemas.ts";

/** A page that gained rows may grow to this many before the client is asked to split it. */
const MAX_ROWS = 1000;
const END = "end";

/** The end of a page when it was first read, so that it ends there again when it is read anew. */
export type PageJournal = { read: string | null; write(value: string): void };

/** A page of a list, as `getPage` describes it. */
export type Page<Item> = Omit<z.output<ReturnType<typeof getPage>>, "page"> & { page: Item[] };

/**
 * `at` of a list ordered by time is in microseconds since the epoch, exact and independent of the session's time
 * zone; of a list ordered by days it is the day and, after a space, such a time: when the row was stored.
 */
type Key = { at: string; id: string };

/**
 * Reads one page of a list ordered by a time, or a day and the time of storing, and `id` of the table aliased `r`,
 * newest first by default.
 * Pages are ranges between cursors, not offsets: added and removed rows move no others to another page, so a list of
 * live pages has neither gaps nor duplicates.
 * @throws InvalidCursor, after which the client begins anew
 */
export async function paginate<Row extends { id: string }, Item>(list: {
  options: PaginationOptions;
  journal: PageJournal;
  /** The order of the list: by a time, as a column or an expression, or a day; never null. */
  by?: "created_at" | "note_day" | RawBuilder<number>;
  oldestFirst?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: any table may be listed, as long as it is aliased `r`
  select: () => SelectQueryBuilder<any, any, Row>;
  present: (row: Row) => Item;
}): Promise<Page<Item>> {
  const { options, journal, by = "created_at", oldestFirst = false } = list;
  const time = typeof by === "string" ? sql.ref(`r.${by}`) : by;
  const kind = by === "note_day" ? DAYS : TIMES;
  const direction = oldestFirst ? "asc" : "desc";
  const page = await readPage(options, journal, kind, oldestFirst, async ({ isIn, limit }) => {
    const range = isIn(time, "r.id");
    const select = list
      .select()
      .select(kind.key(time).as("page_key"))
      .$if(range !== null, (rows) => rows.where(range!))
      .orderBy(time, direction)
      .$if(kind === DAYS, (rows) => rows.orderBy("r.created_at", direction))
      .orderBy("r.id", direction)
      .limit(limit);
    return (await select.execute()) as (Row & { page_key: string })[];
  });
  return { ...page, page: page.page.map(list.present) };
}

/** The part of a list that a page consists of, for the statement that reads it. */
export type PageRange = {
  /** Whether a row with this time and id is in the range; null when all rows are. */
  isIn(time: RawBuilder<unknown>, id: string): RawBuilder<boolean> | null;
  /** The value that `page_key` of the row has to be. */
  key(time: RawBuilder<unknown>): RawBuilder<string>;
  /** The most rows to read. */
  limit: number;
};

/**
 * Reads one page of a list that is made of several statements, newest first, as {@link paginate} does of one. `read`
 * returns the rows of the range in any order; of each statement at most the newest `limit`.
 */
export async function paginateMerged<Row extends { id: string; page_key: string }>(
  options: PaginationOptions,
  journal: PageJournal,
  read: (range: PageRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  return readPage(options, journal, TIMES, false, async (range) => {
    const rows = await read(range);
    return rows.sort(newestFirst).slice(0, range.limit);
  });
}

const newestFirst = (a: { id: string; page_key: string }, b: { id: string; page_key: string }) =>
  Number(BigInt(b.page_key) - BigInt(a.page_key)) || (a.id < b.id ? 1 : -1);

async function readPage<Row extends { id: string; page_key: string }>(
  options: PaginationOptions,
  journal: PageJournal,
  kind: KeyKind,
  oldestFirst: boolean,
  read: (range: PageRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  const [after, upTo] = oldestFirst ? ([">", "<="] as const) : (["<", ">="] as const);
  const end = options.endCursor ?? journal.read;
  if (options.cursor === END) return { page: [], isDone: true, continueCursor: END };
  const bounds: [operator: typeof after | typeof upTo, key: Key][] = [];
  if (options.cursor !== null) bounds.push([after, decode(options.cursor, kind)]);
  if (end !== null && end !== END) bounds.push([upTo, decode(end, kind)]);
  const rows = await read({
    key: kind.key,
    limit: end === null ? options.numItems + 1 : MAX_ROWS,
    isIn: (time, id) =>
      bounds.length === 0
        ? null
        : sql<boolean>`${sql.join(
            bounds.map(([operator, key]) => position(time, id, operator, key, kind)),
            sql` and `,
          )}`,
  });

  const isDone = end === null ? rows.length <= options.numItems : end === END;
  const shown = end === null ? rows.slice(0, options.numItems) : rows;
  const last = shown.at(-1);
  const continueCursor = end ?? (isDone || !last ? END : encode(last));
  journal.write(continueCursor);
  const page: Page<Row> = { page: shown, isDone, continueCursor };
  const middle = shown[Math.floor(shown.length / 2)];
  if (shown.length > options.numItems * 2 && middle) {
    return { ...page, splitCursor: encode(middle), pageStatus: "SplitRecommended" };
  }
  return page;
}

/** How the key of a list is read from a row, compared, and checked. */
type KeyKind = {
  key: (by: RawBuilder<unknown>) => RawBuilder<string>;
  /** What precedes the id in the order of the rows. */
  order: (by: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The same of a key. */
  value: (at: string) => RawBuilder<unknown>;
  isKey: (at: string) => boolean;
};

/** The years 1 to 9999, in microseconds. */
const isMoment = (at: string) =>
  /^-?\d{1,18}$/.test(at) && Number(at) >= -62_135_596_800e6 && Number(at) < 253_402_300_800e6;

const TIMES: KeyKind = {
  key: (by) => sql`(extract(epoch from ${by}) * 1000000)::bigint::text`,
  order: (by) => by,
  // Seconds and the fraction separately: as one number of microseconds, times far from now would lose their last
  // digits.
  value: (at) => sql`timestamptz 'epoch'
    + ${at}::bigint / 1000000 * interval '1 second' + ${at}::bigint % 1000000 * interval '1 microsecond'`,
  isKey: isMoment,
};

const STORED = sql.ref("r.created_at");

const DAYS: KeyKind = {
  key: (by) => sql`${by}::text || ' ' || ${TIMES.key(STORED)}`,
  order: (by) => sql`${by}, ${STORED}`,
  value: (at) => {
    const [day, stored] = splitDayKey(at);
    return sql`${day}::date, ${TIMES.value(stored)}`;
  },
  isKey: (at) => {
    const [day, stored] = splitDayKey(at);
    return isCalendarDay(day) && isMoment(stored);
  },
};

const splitDayKey = (at: string): [day: string, stored: string] => {
  const space = at.indexOf(" ");
  return space === -1 ? [at, ""] : [at.slice(0, space), at.slice(space + 1)];
};

const position = (
  by: RawBuilder<unknown>,
  rowId: string,
  operator: "<" | ">=" | ">" | "<=",
  { at, id }: Key,
  { order, value }: KeyKind,
) => sql<boolean>`(${order(by)}, ${sql.ref(rowId)}) ${sql.raw(operator)} (${value(at)}, ${id}::uuid)`;

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
  throw new CareError(
    "invalid",
    { english: "InvalidCursor: this list has to be read from its beginning" },
    {
      path: "paginationOpts.cursor",
    },
  );
}
