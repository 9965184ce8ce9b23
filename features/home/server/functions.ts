import { query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { maySeeHome } from "./access.ts";
import * as data from "./data.ts";

/** What is new in all notebooks of the caller, as far as they see it: the latest notes and what happened, newest first. */
export const getHomeRecent = query({
  ...schema.getHomeRecent,
  access: maySeeHome(),
  handler: ({ db, vault, access }, limits) => data.getHomeRecent(db, access, vault, limits),
});
