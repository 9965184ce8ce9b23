import type { Identity } from "../auth/identity.ts";
import type { Database } from "../db/database.ts";
import type { ServerFunction } from "../functions/define.ts";
import { type QueryExecution, RecordedError } from "./execution.ts";
import { beginSnapshot } from "./snapshot.ts";

/**
 * Runs a query once in its own snapshot, without a subscription. Returns its result as JSON text; throws the
 * function's error.
 */
export async function runQueryOnce(
  database: Database,
  execution: QueryExecution,
  call: { fn: ServerFunction; args: Record<string, unknown>; identity: Identity | null },
): Promise<string> {
  const client = await database.pool.connect();
  try {
    const began = beginSnapshot(client, null);
    began.catch(() => {});
    const access = await execution.checkAccess(client, call.fn, call.args, call.identity);
    await began;
    const { json } = await execution.compute(client, call.fn, call.args, access.value, null);
    return json;
  } catch (error) {
    throw error instanceof RecordedError ? error.cause : error;
  } finally {
    database.refuseStatements(client);
    client.query("commit").then(
      () => client.release(),
      (error) => client.release(error),
    );
  }
}
