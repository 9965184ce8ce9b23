// What other rooms may use on the server.
export {
  maySeePlan,
  maySeePlans,
  onPlan,
  type PlanAccess,
  type PlanRow,
  type PlansAccess,
  seenPlan,
  teamPlans,
} from "./access.ts";
export { checkAmount } from "./amounts.ts";
export {
  planNames,
  presentPlans,
  presentRead,
  presentVersions,
  selectPlans,
} from "./data.ts";
export {
  asVersion,
  findSlot,
  holdsFrom,
  type PlanSelect,
  type VersionRow,
  versionsFrom,
  widened,
} from "./slots.ts";
export { type ComparedPlan, plansTogether } from "./together.ts";
export { seesDose, seesPause, seesPlan } from "./visibility.ts";
export { BINDINGS, type Opener, openerFor, type Sealer, sealerFor } from "./words.ts";
