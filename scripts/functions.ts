import {
  listSqlFolders,
  readRevisions,
  readSqlFiles,
  withCurrentHashes,
  writeRevisions,
} from "../server/db/sql_functions.ts";

// `npm run functions`, after a SQL function has changed: lists it with its new revision (docs/how/functions-of-the-database.md).
for (const folder of await listSqlFolders()) {
  // A new folder lists nothing yet.
  const revisions = await readRevisions(folder).catch((error) => {
    if (error.code === "ENOENT") return {};
    throw error;
  });
  await writeRevisions(folder, withCurrentHashes(revisions, await readSqlFiles(folder)));
}
