import { inNotebook } from "../../../../server/access/gate.ts";
import { mutation, query } from "../../../../server/functions/define.ts";
import { maySeePlans } from "../../../plans/server/public.ts";
import * as schema from "../../rules/pause-schema.ts";
import { onPause } from "./access.ts";
import * as data from "./data.ts";

/** The pauses of a notebook, those without an end first, then the newest; at most 100. */
export const listPauses = query({
  ...schema.listPauses,
  access: maySeePlans("doses.see"),
  handler: ({ db, access }) => data.listPauses(db, access),
});

/** Starts a pause of all plans or of some; returns its id. */
export const startPause = mutation({
  ...schema.startPause,
  access: inNotebook("doses.give"),
  handler: async ({ db, access, now, audit }, { diaryId: _, ...pause }) => {
    const id = await data.insertPause(db, access, pause, now);
    await audit({ eventType: "pause.started", diaryId: access.diaryId, targetType: "pause", targetId: id });
    return id;
  },
});

/** Changes when a pause begins and ends; refused once it is over. */
export const changePause = mutation({
  ...schema.changePause,
  access: onPause(),
  handler: async ({ db, access, now, audit }, { pauseId, ...change }) => {
    await data.changePause(db, access, change, now);
    await audit({
      eventType: "pause.changed",
      diaryId: access.diaryId,
      targetType: "pause",
      targetId: pauseId,
    });
    return null;
  },
});

/** Ends a pause now; before its beginning it is removed. */
export const endPause = mutation({
  ...schema.endPause,
  access: onPause(),
  handler: async ({ db, access, now, audit }, { pauseId, revision }) => {
    await data.endPause(db, access, revision, now);
    await audit({
      eventType: "pause.ended",
      diaryId: access.diaryId,
      targetType: "pause",
      targetId: pauseId,
    });
    return null;
  },
});
