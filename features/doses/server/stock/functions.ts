import { mutation, query } from "../../../../server/functions/define.ts";
import { maySeePlan, maySeePlans, onPlan } from "../../../plans/server/public.ts";
import * as schema from "../../rules/stock-schema.ts";
import * as data from "./data.ts";

/** The stock of each running plan that the caller sees; computed from counts and given doses. */
export const listStock = query({
  ...schema.listStock,
  access: maySeePlans("doses.see"),
  handler: ({ db, access, vault }) => data.listStock(db, access, vault),
});

/** The counted, added and discarded amounts, newest first, at most 200; null for a plan that the caller doesn't see. */
export const listStockEvents = query({
  ...schema.listStockEvents,
  access: maySeePlan(),
  handler: async ({ db, access }) => access && data.listStockEvents(db, access),
});

/** Records a counted, added or discarded amount. */
export const recordStock = mutation({
  ...schema.recordStock,
  access: onPlan("doses.give"),
  handler: async ({ db, access, now, audit }, { planId, ...event }) => {
    await data.insertStockEvent(db, access, event, now);
    await audit({
      eventType: `stock.${event.kind}`,
      diaryId: access.diaryId,
      targetType: "plan",
      targetId: planId,
    });
    return null;
  },
});

/** Sets when Today shows low stock: a typed number, none by default. */
export const setStockWarning = mutation({
  ...schema.setStockWarning,
  access: onPlan("doses.give"),
  handler: async ({ db, access, now, audit }, { planId, warning }) => {
    await data.setWarning(db, access, warning, now);
    await audit({
      eventType: "stock.warning-set",
      diaryId: access.diaryId,
      targetType: "plan",
      targetId: planId,
    });
    return null;
  },
});
