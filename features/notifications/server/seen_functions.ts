import { person } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import * as unseen from "./inbox/unseen_data.ts";

/** Lists the caller's unseen notifications of open tasks or doses, for screens that show these. */
export const listUnseen = query({
  ...schema.listUnseen,
  access: person(),
  handler: ({ db, access }, asked) => unseen.listUnseen(db, access, asked),
});

/** Records that the caller has seen what some of their notifications are about. */
export const markManySeen = mutation({
  ...schema.markManySeen,
  access: person(),
  handler: async ({ db, access, now }, { notificationIds }) => {
    await unseen.markManySeen(db, access.userId, notificationIds, now);
    return null;
  },
});
