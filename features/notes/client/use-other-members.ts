import { useMemo } from "react";
import { api, type Member } from "../../../lib/api.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** A member whom a text may mention, with their role, which decides what they see. */
export type OtherMember = MentionablePerson & Pick<Member, "role">;

/** The members of a notebook except the reader; undefined while they load, and until the user starts to write. */
export function useOtherMembers(
  diaryId: string,
  myId: string | undefined,
  isWanted: boolean,
): readonly OtherMember[] | undefined {
  const members = useLiveQuery(api.members.listMembers, isWanted ? { diaryId } : null);
  return useMemo(
    () =>
      members
        ?.filter(({ userId }) => userId !== myId)
        .map(({ userId, role, user }) => ({ userId, role, name: user.name.trim() })),
    [members, myId],
  );
}
