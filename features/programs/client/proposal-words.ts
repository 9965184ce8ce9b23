import type { ProposalReason } from "../rules/proposals.ts";
import { type Assignees, getName } from "./assignees.ts";

/** Why a member is proposed: "Anna did most of these in the last 30 days", "You are the only caregiver". */
export function describeProposal(
  { userId, reason }: { userId: string; reason: ProposalReason },
  assignees: Assignees,
  myId: string,
): string {
  const isMe = userId === myId;
  const who = isMe ? "You" : getName(assignees, userId);
  switch (reason) {
    case "these":
      return `${who} did most of these in the last 30 days`;
    case "most":
      return `${who} did most tasks in the last 30 days`;
    case "only":
      return `${who} ${isMe ? "are" : "is"} the only caregiver`;
  }
}
