import { writeFile } from "node:fs/promises";
import { readRevisions, readSqlFunctions, withCurrentHashes } from "../server/db/sql_functions.ts";

// `npm run functions`, after a SQL function has changed: records its new revision (docs/how/functions-of-the-database.md).
const revisions = withCurrentHashes(await readRevisions(), await readSqlFunctions());
await writeFile(
  new URL("../server/db/functions/revisions.json", import.meta.url),
  `${JSON.stringify(revisions, null, 2)}\n`,
);
