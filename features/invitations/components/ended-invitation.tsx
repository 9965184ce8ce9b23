import type { ReactNode } from "react";
import type { LinkedInvitation } from "../../../lib/api.ts";
import plain from "../../../ui/plain.module.css";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { ENDED_MESSAGES, INVITATION_MESSAGES } from "../rules.ts";

type EndedInvitationProps = {
  /** Null for a link that opens nothing. */
  state: Exclude<LinkedInvitation["state"], "pending"> | null;
  /** The way on. */
  children: ReactNode;
};

const HINTS = {
  accepted: "It works only once.",
  declined: "If that was a mistake, ask whoever invited you for a new one.",
  expired: "Ask whoever invited you for a new one.",
} as const;

/** The page of an invitation that can't be acted on (care-core 8). Light: signed-out visitors see it, too. */
export function EndedInvitation({ state, children }: EndedInvitationProps) {
  const title = state ? ENDED_MESSAGES[state] : INVITATION_MESSAGES.invalid;
  usePageTitle(title);
  return (
    <div className={plain.notice}>
      <h1>{title}</h1>
      <p>{state ? HINTS[state] : INVITATION_MESSAGES.notValid}</p>
      <div className={plain.actions}>{children}</div>
    </div>
  );
}
