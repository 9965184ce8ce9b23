import type { Member } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";

export type Assignees = { options: { value: string; label: string }[]; ids: ReadonlySet<string> };

/**
 * The options of an assignee select: "nobody" first, then the caller as "Me" (care-core 6), then the other members that
 * tasks may be assigned to.
 */
export function getAssignees(everybody: readonly Member[], myId: string): Assignees {
  const members = everybody.filter(({ canBeAssigned }) => canBeAssigned);
  const others = members
    .filter(({ userId }) => userId !== myId)
    .map(({ userId, user }) => ({ value: userId, label: user.name.trim() || user.email }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const amMember = members.some(({ userId }) => userId === myId);
  return {
    options: [
      { value: "", label: t("activation.unassigned") },
      ...(amMember ? [{ value: myId, label: t("activation.me") }] : []),
      ...others,
    ],
    ids: new Set(members.map(({ userId }) => userId)),
  };
}

/** A person's label in the select. */
export const getName = ({ options }: Assignees, userId: string | null): string =>
  options.find(({ value }) => value === (userId ?? ""))?.label ?? t("activation.unassigned");
