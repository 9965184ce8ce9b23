import { Button } from "@mantine/core";
import { useState } from "react";
import type { LinkedInvitation } from "../../../../lib/api.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { LinkButton } from "../../../../ui/link-button.tsx";
import { notifyFailure } from "../../../../ui/notify.ts";
import { Soft } from "../../../../ui/text.tsx";
import { usePageTitle } from "../../../../ui/use-page-title.ts";
import styles from "../../screens/invitation.module.css";
import { AskToJoin } from "./ask-to-join.tsx";

type OtherAccountInvitationProps = {
  invitation: Extract<LinkedInvitation, { status: "pending" }>;
  /** The link's token. */
  token: string;
  /** The signed-in person's address. */
  email: string;
  onSwitchAccount: () => Promise<void>;
};

/** An invitation that this account can't answer: shows the address it was sent to and how to switch to that account. */
export function OtherAccountInvitation({
  invitation,
  token,
  email,
  onSwitchAccount,
}: OtherAccountInvitationProps) {
  const { inviter, diary, sentTo } = invitation;
  const [isBusy, setIsBusy] = useState(false);
  usePageTitle("Invitation");

  async function switchAccount() {
    setIsBusy(true);
    try {
      await onSwitchAccount();
    } catch (error) {
      console.error("sign-out failed", error);
      notifyFailure("You could not be signed out. Please try again.");
      setIsBusy(false);
    }
  }

  return (
    <Card as="article" size="page" isRaised className={styles.card}>
      <Soft className={styles.lead}>{inviter.name || "Somebody"} invites to a care notebook</Soft>
      <h1 className={styles.notebook}>{diary.name}</h1>
      <p>
        This invitation was sent to <strong>{sentTo}</strong>. You are signed in as {email}. Sign in with the
        account of that address to accept it, or ask to be let in with this one.
      </p>
      <AskToJoin token={token} request={invitation.request} inviter={inviter.name || "whoever invited you"} />
      <Actions className={styles.actions}>
        <Button onClick={switchAccount} loading={isBusy} variant="default">
          Switch account
        </Button>
        <LinkButton to="/care" variant="default">
          Your notebooks
        </LinkButton>
      </Actions>
    </Card>
  );
}
