import { writeFile } from "node:fs/promises";
import { readRevisions, readSqlFunctions, withCurrentHashes } from "../server/db/sql_functions.ts";

/*
 * Records the current form of each SQL function in `server/db/functions/revisions.json`: run `npm run functions`
 * after changing one. By its number a node knows which of two forms is newer (docs/decisions/0100).
 */

const revisions = withCurrentHashes(await readRevisions(), await readSqlFunctions());
await writeFile(
  new URL("../server/db/functions/revisions.json", import.meta.url),
  `${JSON.stringify(revisions, null, 2)}\n`,
);
