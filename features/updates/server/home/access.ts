import type { AccessRule } from "../../../../server/access/gate.ts";
import { maySeeUpdates, type UpdatesAccess } from "../access.ts";

/** All notebooks that the caller is a member of, for the dashboard. */
export const maySeeHome = (): AccessRule<object, UpdatesAccess> => ({
  action: "person",
  resolve: (caller) => maySeeUpdates().resolve(caller, {}),
});
