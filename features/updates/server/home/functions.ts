import { query } from "../../../../server/functions/define.ts";
import * as schema from "../../rules/home-schema.ts";
import { maySeeHome } from "./access.ts";
import * as data from "./data.ts";

/** The latest notes and updates of all notebooks of the caller, as far as they see them; newest first. */
export const getHomeRecent = query({
  ...schema.getHomeRecent,
  access: maySeeHome(),
  handler: ({ db, vault, access }, limits) => data.getHomeRecent(db, access, vault, limits),
});
