import type { ReactNode } from "react";
import type { LinkedInvitation } from "../../../../lib/api.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import plain from "../../../../ui/plain.module.css";
import { usePageTitle } from "../../../../ui/use-page-title.ts";
import { ENDED_MESSAGES } from "../../rules/invitations.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";

type EndedInvitationProps = {
  /** Null for a link that never existed. */
  status: Exclude<LinkedInvitation["status"], "pending"> | null;
  /** The person who sent or copied the link. */
  inviter: { name: string; isFormer: boolean } | null;
  /** Whether the visitor asked to be let in and wasn't. */
  isRefused?: boolean;
  /** The links that lead on. */
  children: ReactNode;
};

/**
 * The page of an invitation that can't be answered any more (care-core 8). Small, because signed-out visitors load it
 * too.
 */
export function EndedInvitation({ status, inviter, isRefused, children }: EndedInvitationProps) {
  const isUnknown = status === null || status === "cancelled";
  const name = inviter?.name && !inviter.isFormer ? inviter.name : "whoever invited you";
  const title = isRefused
    ? "You were not let in"
    : isUnknown
      ? writeMessage(INVITATION_MESSAGES.invalid)
      : writeMessage(ENDED_MESSAGES[status]);
  usePageTitle(title);
  return (
    <div className={plain.notice}>
      <h1>{title}</h1>
      {isUnknown && <p>{writeMessage(INVITATION_MESSAGES.notValid)}</p>}
      <p>{isRefused ? `If that was a mistake, ask ${name} for a new link.` : nextStepText(status, name)}</p>
      <div className={plain.actions}>{children}</div>
    </div>
  );
}

function nextStepText(status: EndedInvitationProps["status"], inviter: string): string {
  switch (status) {
    case "accepted":
      return `It works only once. If it wasn't you, tell ${inviter}.`;
    case "declined":
      return `If that was a mistake, ask ${inviter} for a new one.`;
    case "expired":
      return `Ask ${inviter} for a new one.`;
    case "cancelled":
      return `The invitation was taken back. Ask ${inviter} if you still want to join.`;
    case null:
      return "Look whether the whole address was copied, or ask whoever invited you for a new link.";
  }
}
