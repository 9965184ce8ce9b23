import { type AccessRule, inNotebook, person } from "../../../server/access/gate.ts";
import type { Role } from "../../../server/access/permissions.ts";
import { mayListTasks } from "../../tasks/server/public.ts";

declare const proven: unique symbol;

/** Access to updates: the reader's membership in each notebook, or in the requested one. */
export type UpdatesAccess = {
  readonly [proven]: "updates";
  readonly userId: string;
  readonly notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
};

const grant = (checked: Omit<UpdatesAccess, typeof proven>): UpdatesAccess => checked as UpdatesAccess;

/** The updates of one notebook, or of all that the caller is a member of. */
export const maySeeUpdates = (): AccessRule<{ diaryId?: string | undefined }, UpdatesAccess> => ({
  action: "notebook.see",
  async resolve(caller, { diaryId }) {
    if (diaryId === undefined) {
      const { userId, notebooks } = await mayListTasks().resolve(caller, {});
      return grant({ userId, notebooks });
    }
    const { userId } = await person().resolve(caller, {});
    const { role } = await inNotebook("notebook.see").resolve(caller, { diaryId });
    return grant({ userId, notebooks: [{ diaryId, role }] });
  },
});
