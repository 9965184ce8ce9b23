import { query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { maySearch } from "./access.ts";
import * as data from "./data.ts";

/**
 * Notes, comments, tasks, files and people with all of these words, as far as the caller sees them, by kind: exact hits
 * first, then those with slips, newer first. Clients ask once and don't subscribe (docs/how/search.md).
 */
export const searchEverything = query({
  ...schema.searchEverything,
  access: maySearch(),
  handler: ({ db, vault, access }, args) => data.searchEverything(db, access, vault, args),
});
