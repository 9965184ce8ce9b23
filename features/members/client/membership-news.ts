import type { Member } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { getRoleName } from "../../notebooks/rules/roles.ts";

/** A member's display name; never empty. */
export const getMemberName = (member: Pick<Member, "user">): string =>
  member.user.name || t("members.unknownUser");

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
    if (!was) return [t("members.newsJoined", { name: getMemberName(member) })];
    if (was.role === member.role) return [];
    const role = getRoleName(member.role);
    if (member.userId === viewerId) return [t("members.newsYou", { role })];
    return [t("members.newsRole", { name: getMemberName(member), role })];
  });
  const formerMembers = before
    .filter(({ userId }) => !stay.has(userId))
    .map((member) => t("members.newsGone", { name: getMemberName(member) }));
  return [...joinedOrChanged, ...formerMembers];
}
