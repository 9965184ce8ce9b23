import { query } from "../../../server/functions/define.ts";
import { mayReadAsTeam } from "../../notes/server/public.ts";
import * as schema from "../schema.ts";
import * as data from "./data.ts";

/**
 * The page for a visit without the information about the person, at the moment `at` (epoch ms): the valid medications
 * and their changes of the last 30 days, the open questions, and the notes, the tasks of programs and the number of
 * comments of the last 14 days. Only content that the whole care team sees: no private notes, also not the caller's
 * own.
 */
export const getVisit = query({
  ...schema.getVisit,
  access: mayReadAsTeam(),
  handler: ({ db, vault, access }, { at }) => data.getVisit(db, access, vault, at),
});
