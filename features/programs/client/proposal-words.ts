import { t } from "../../../lib/words/t.ts";
import type { ProposalReason } from "../rules/proposals.ts";
import { type Assignees, getName } from "./assignees.ts";

/** Why a member is proposed: "Anna did most of these in the last 30 days", "You are the only caregiver". */
export function describeProposal(
  { userId, reason }: { userId: string; reason: ProposalReason },
  assignees: Assignees,
  myId: string,
): string {
  const values = { who: userId === myId ? "me" : "other", name: getName(assignees, userId) };
  switch (reason) {
    case "these":
      return t("activation.didThese", values);
    case "most":
      return t("activation.didMost", values);
    case "only":
      return t("activation.onlyCaregiver", values);
  }
}
