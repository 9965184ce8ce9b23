import { Button } from "@mantine/core";
import { useState } from "react";
import type { LinkedInvitation } from "../../../lib/api.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import styles from "../screens/invitation.module.css";

type ForSomebodyElseProps = {
  invitation: Extract<LinkedInvitation, { state: "pending" }>;
  /** The signed-in person's address. */
  email: string;
  /** True when the address isn't confirmed: then nobody knows yet whether the invitation is theirs. */
  isUnconfirmed: boolean;
  onSwitchAccount: () => Promise<void>;
};

/** An invitation that this account can't answer: says to which address it went, and leads to the right account. */
export function ForSomebodyElse({ invitation, email, isUnconfirmed, onSwitchAccount }: ForSomebodyElseProps) {
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
    <article className={styles.card}>
      <p className={styles.lead}>{inviter.name || "Somebody"} invites to a care notebook</p>
      <h1 className={styles.notebook}>{diary.name}</h1>
      {isUnconfirmed ? (
        <p>
          Your e-mail address {email} isn't confirmed yet. Confirm it first, then open this link again. The
          invitation was sent to <strong>{sentTo}</strong>.
        </p>
      ) : (
        <p>
          This invitation was sent to <strong>{sentTo}</strong>. You are signed in as {email}. Sign in with
          the account of that address to accept it.
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={switchAccount} loading={isBusy}>
          Switch account
        </Button>
        <LinkButton to="/care" variant="default">
          Your notebooks
        </LinkButton>
      </div>
    </article>
  );
}
