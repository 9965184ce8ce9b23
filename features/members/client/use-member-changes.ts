import { useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api, type Member } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import type { AssignableRole } from "../rules.ts";

/** The mutations on a notebook's members. Each shows its own error; none throws. */
export function useMemberChanges(diaryId: string) {
  const removeMember = useMutation(api.members.removeMember);
  const updateRole = useMutation(api.members.updateRole);
  const transferOwnership = useMutation(api.members.transferOwnership);
  /** The members who are being removed. */
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());

  const remove = useCallback(
    async ({ _id }: Member) => {
      setRemoving((before) => new Set(before).add(_id));
      await reportFailure(removeMember({ memberId: _id }), t("members.notRemoved"));
      setRemoving((before) => new Set([...before].filter((id) => id !== _id)));
    },
    [removeMember],
  );

  const giveRole = useCallback(
    (member: Member, role: AssignableRole) => {
      const changeRole = updateRole.withOptimisticUpdate((store, args) => {
        const members = store.getQuery(api.members.listMembers, { diaryId });
        if (!members) return;
        const next = members.map((each) =>
          each._id === args.memberId ? { ...each, role: args.role } : each,
        );
        store.setQuery(api.members.listMembers, { diaryId }, next);
      });
      return reportFailure(changeRole({ memberId: member._id, role }), t("members.roleNotChanged"));
    },
    [updateRole, diaryId],
  );

  const makeOwner = useCallback(
    ({ _id }: Member) => reportFailure(transferOwnership({ memberId: _id }), t("members.notHandedOver")),
    [transferOwnership],
  );

  return { removing, remove, giveRole, makeOwner };
}

async function reportFailure(change: Promise<unknown>, fallback: string): Promise<void> {
  try {
    await change;
  } catch (error) {
    console.error(fallback, error);
    notifyFailure(getErrorMessage(error, fallback));
  }
}
