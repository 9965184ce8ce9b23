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
