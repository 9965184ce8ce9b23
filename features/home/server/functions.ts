import { z } from "zod";
import { query } from "../../../server/functions/define.ts";
import { HOME_NOTES, HOME_UPDATES, MOST_NOTES, MOST_UPDATES } from "../rules.ts";
import { homeOf } from "./access.ts";
import * as data from "./data.ts";

/** What is new in all notebooks of the caller, as far as they see it: the latest notes and what happened, newest first. */
export const getHomeRecent = query({
  args: z.object({
    notesLimit: z.number().int().min(0).max(MOST_NOTES).default(HOME_NOTES),
    updatesLimit: z.number().int().min(0).max(MOST_UPDATES).default(HOME_UPDATES),
  }),
  access: homeOf(),
  handler: ({ db, vault, access }, limits) => data.getHomeRecent(db, access, vault, limits),
});
