import type { ReactNode } from "react";
import type { LinkedInvitation } from "../../../../lib/api.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
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
  const name = inviter && !inviter.isFormer ? inviter.name : "";
  const by = { isKnown: String(name !== ""), name };
  const title = isRefused
    ? t("invited.notLetIn")
    : isUnknown
      ? writeMessage(INVITATION_MESSAGES.invalid)
      : writeMessage(ENDED_MESSAGES[status]);
  usePageTitle(title);
  return (
    <div className={plain.notice}>
      <h1>{title}</h1>
      {isUnknown && <p>{writeMessage(INVITATION_MESSAGES.notValid)}</p>}
      <p>{isRefused ? t("invited.askForLink", by) : nextStepText(status, by)}</p>
      <div className={plain.actions}>{children}</div>
    </div>
  );
}

function nextStepText(status: EndedInvitationProps["status"], by: { isKnown: string; name: string }): string {
  switch (status) {
    case "accepted":
      return t("invited.onlyOnce", by);
    case "declined":
      return t("invited.askIfMistake", by);
    case "expired":
      return t("invited.askForNew", by);
    case "cancelled":
      return t("invited.takenBack", by);
    case null:
      return t("invited.checkAddress");
  }
}
