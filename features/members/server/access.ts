import { isFullId } from "../../../lib/ids.ts";
import {
  type AccessRule,
  authenticated,
  denied,
  membership,
  type NotebookAccess,
} from "../../../server/access/gate.ts";
import { may } from "../../../server/access/permissions.ts";

type OnMember = { memberId: string };

/** The right to change one membership. `role` is the caller's own. */
export type MemberAccess = NotebookAccess & { readonly memberId: string };

/** Changing another user's membership, which is looked up together with its notebook. */
export const mayChangeMember = (
  action: "members.remove" | "members.changeRole" | "notebook.transfer",
): AccessRule<OnMember, MemberAccess> => ({
  action,
  async resolve(caller, { memberId }) {
    authenticated(caller.identity);
    const member = isFullId(memberId)
      ? await caller.db
          .selectFrom("members")
          .select(["id", "diary_id"])
          .where("id", "=", memberId)
          .executeTakeFirst()
      : undefined;
    const access = await membership(caller, member?.diary_id ?? "");
    if (!member || !access || !may(access.role, action)) throw denied();
    return { ...access, memberId: member.id };
  },
});
