import type { AccessRule } from "../../../server/access/gate.ts";
import type { Role } from "../../../server/access/permissions.ts";
import { mayListTasks } from "../../tasks/server/public.ts";

declare const proven: unique symbol;

/** Access to a person's dashboard: their membership in each notebook. */
export type HomeAccess = {
  readonly [proven]: "home";
  readonly userId: string;
  readonly notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
};

/** All notebooks that the caller is a member of, for the dashboard. */
export const maySeeHome = (): AccessRule<object, HomeAccess> => ({
  action: "person",
  async resolve(caller) {
    const { userId, notebooks } = await mayListTasks().resolve(caller, {});
    return { userId, notebooks } as unknown as HomeAccess;
  },
});
