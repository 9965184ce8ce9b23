import type { Member } from "../../../lib/api.ts";
import { ROLE_LABELS } from "../../notebooks/rules/roles.ts";

/** A member's display name; never empty. */
export const getMemberName = (member: Pick<Member, "user">): string => member.user.name || "Unknown User";

/** The differences between two lists of members, one sentence each, for a screen reader. */
export function getMembershipNews(
  before: readonly Member[],
  after: readonly Member[],
  viewerId: string | undefined,
): string[] {
  const were = new Map(before.map((member) => [member.userId, member]));
  const stay = new Set(after.map(({ userId }) => userId));
  const joinedOrChanged = after.flatMap((member) => {
    const was = were.get(member.userId);
    if (!was) return [`${getMemberName(member)} joined this notebook.`];
    if (was.role === member.role) return [];
    const role = ROLE_LABELS[member.role];
    return [member.userId === viewerId ? `You are now ${role}.` : `${getMemberName(member)} is now ${role}.`];
  });
  const formerMembers = before
    .filter(({ userId }) => !stay.has(userId))
    .map((member) => `${getMemberName(member)} is no longer in this notebook.`);
  return [...joinedOrChanged, ...formerMembers];
}
