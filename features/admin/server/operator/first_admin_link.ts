import type { Config } from "../../../../server/config.ts";
import type { Database } from "../../../../server/db/database.ts";
import { getFirstAdminLine, makeFirstAdminLink } from "../first_admin_data.ts";
import { OperatorError } from "./command.ts";

/** A new link that makes its visitor the first administrator, as the server prints one at its start. */
export async function readFirstAdminLink(
  { db }: Pick<Database, "db">,
  { baseUrl }: Pick<Config, "baseUrl">,
): Promise<string[]> {
  const path = await makeFirstAdminLink(db);
  if (path === null) throw new OperatorError("There is or was an administrator: promote makes further ones.");
  return [getFirstAdminLine(baseUrl, path)];
}
