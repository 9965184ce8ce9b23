import { type RawBuilder, sql } from "kysely";

/** The format of nearly every value; lists have hundreds of them. */
const UTC_OF_OUR_TIME = /^[12]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

/**
 * Parses PostgreSQL's text form of a `timestamptz` ("0044-03-15 09:30:00.25+00") as epoch ms. It is converted to ISO
 * 8601 first, because JavaScript would read the year 44 as 2044.
 */
export function readTimestamp(text: string): number {
  if (UTC_OF_OUR_TIME.test(text)) return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return Date.parse(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}

/**
 * A moment, as a Date or in epoch ms, for a comparison with a `timestamptz`: such a column is written as a Date but read as
 * epoch ms, and kysely compares with the type that is read.
 */
export const toTimestamp = (moment: Date | number): RawBuilder<number> => sql<number>`${new Date(moment)}`;
