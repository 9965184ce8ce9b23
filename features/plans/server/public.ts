// What other rooms may use on the server.
export { maySeePlans, onPlan, type PlanAccess, type PlanRow, type PlansAccess, seenPlan } from "./access.ts";
export { checkAmount } from "./amounts.ts";
export { presentPlans, selectPlans, type VersionRow } from "./data.ts";
export { newestPlanEnds, newestPlanVersions } from "./news.ts";
export { asVersion, findSlot, versionsFrom, widened } from "./slots.ts";
export { BINDINGS, type Opener, openerFor, type Sealer, sealerFor } from "./words.ts";
