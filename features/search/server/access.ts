import type { AccessRule } from "../../../server/access/gate.ts";
import { mayListTasks, type TasksAccess } from "../../tasks/server/public.ts";

declare const proven: unique symbol;

/** A user's access to the searched notebooks. */
export type SearchAccess = Pick<TasksAccess, "userId" | "notebooks"> & { readonly [proven]: "search" };

/**
 * Searching one notebook, or all that the caller is a member of. Every role may see each kind; which rows of it is
 * decided in the statements.
 */
export const maySearch = (): AccessRule<{ diaryId?: string | undefined }, SearchAccess> => ({
  action: [
    "notes.see",
    "comments.see",
    "tasks.see",
    "attachments.see",
    "members.see",
    "plans.see",
    "doses.see",
  ],
  async resolve(caller, args) {
    const { userId, notebooks } = await mayListTasks().resolve(caller, args);
    const searched: Omit<SearchAccess, typeof proven> = { userId, notebooks };
    return searched as SearchAccess;
  },
});
