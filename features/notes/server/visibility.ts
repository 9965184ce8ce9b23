import type { ExpressionBuilder } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import type { NotesAccess } from "./access.ts";

type Reader = Pick<NotesAccess, "seesTeam" | "privateOf">;

const levels = ({ seesTeam }: Reader) => (seesTeam ? ["extended", "team"] : ["extended"]);

/** Which notes (aliased `r`) a reader sees: everyone's, the team's, their own private ones. */
export function visibleNotes(eb: ExpressionBuilder<Tables & { r: Tables["notes"] }, "r">, access: Reader) {
  const shared = eb("r.visibility", "in", levels(access));
  if (!access.privateOf) return shared;
  return eb.or([
    shared,
    eb.and([eb("r.visibility", "=", "private"), eb("r.created_by", "=", access.privateOf)]),
  ]);
}

/** Which comments (aliased `c`) on a thing that a reader sees they see as well: those of their kind, and their own. */
export function visibleComments(
  eb: ExpressionBuilder<Tables & { c: Tables["comments"] }, "c">,
  access: Reader,
) {
  const shared = eb("c.visibility", "in", levels(access));
  return access.privateOf ? eb.or([shared, eb("c.created_by", "=", access.privateOf)]) : shared;
}
