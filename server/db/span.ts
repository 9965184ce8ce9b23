import { type RawBuilder, sql } from "kysely";

/** A span of recorded times (epoch ms): later than `after`, up to `until`. */
export type Span = {
  after: number;
  until: number | null;
  /** Whether the reader's own actions are left out: they know them. */
  withoutOwn: boolean;
};

/** That a recorded time is in a span. */
export const inSpan = (at: RawBuilder<unknown>, { after, until }: Span): RawBuilder<boolean>[] => [
  sql<boolean>`${at} > ${new Date(after)}`,
  ...(until === null ? [] : [sql<boolean>`${at} <= ${new Date(until)}`]),
];
