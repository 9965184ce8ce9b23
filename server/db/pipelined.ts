import type { PoolClient, QueryResult, QueryResultRow } from "pg";
import { isInFailedTransaction } from "../sync/sqlstate.ts";

/**
 * The results of statements that are sent together on one connection, in one round trip. When one fails, PostgreSQL
 * refuses those after it: then this throws the error of the failed statement, in any order of arrival, once all of them
 * have ended.
 */
export async function runPipelined<Work extends readonly unknown[]>(
  ...work: Work
): Promise<{ -readonly [Each in keyof Work]: Awaited<Work[Each]> }> {
  const errors = (await Promise.allSettled(work)).flatMap((each) =>
    each.status === "rejected" ? [each.reason] : [],
  );
  if (errors.length > 0) throw errors.find((error) => !isInFailedTransaction(error)) ?? errors[0];
  return Promise.all(work);
}

/** Sends a text of several statements; returns the result of each. */
// biome-ignore lint/suspicious/noExplicitAny: as in the driver's own types
export function querySeveral<Row extends QueryResultRow = any>(
  client: Pick<PoolClient, "query">,
  text: string,
): Promise<QueryResult<Row>[]> {
  // The driver's types know only the result of a single statement.
  const answer: Promise<QueryResult<Row> | QueryResult<Row>[]> = client.query<Row>(text);
  return answer as Promise<QueryResult<Row>[]>;
}
