// What other rooms may use on the server.
export {
  findSeenPlan,
  maySeePlan,
  maySeePlans,
  onPlan,
  type PlanAccess,
  type PlanRow,
  type PlansAccess,
  toTeamPlans,
} from "./access.ts";
export { checkAmount } from "./amounts.ts";
export {
  presentPlans,
  presentRead,
  presentVersions,
  readPlanNames,
  selectPlans,
} from "./data.ts";
export {
  asVersion,
  findSlot,
  isValidFrom as holdsFrom,
  listVersionsFrom,
  type PlanSelect,
  type VersionRow,
  widenDays,
} from "./slots.ts";
export { type ComparedPlan, readPlansTogether } from "./together.ts";
export { seesDose, seesPause, seesPlan } from "./visibility.ts";
export { BINDINGS, getOpener, getSealer, type Opener, type Sealer } from "./words.ts";
