import { Button } from "@mantine/core";
import { useState } from "react";
import type { LinkedInvitation } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { LinkButton } from "../../../../ui/link-button.tsx";
import { notifyFailure } from "../../../../ui/notify.ts";
import { Rich } from "../../../../ui/rich.tsx";
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
  usePageTitle(t("invitation.title"));

  async function switchAccount() {
    setIsBusy(true);
    try {
      await onSwitchAccount();
    } catch (error) {
      console.error("sign-out failed", error);
      notifyFailure(t("invitation.notSignedOut"));
      setIsBusy(false);
    }
  }

  return (
    <Card as="article" size="page" isRaised className={styles.card}>
      <Soft className={styles.lead}>
        {t("invitation.invites", { name: inviter.name || t("invitation.somebody") })}
      </Soft>
      <h1 className={styles.notebook}>{diary.name}</h1>
      <p>
        <Rich
          text="invitation.otherAccount"
          values={{ sentTo: sentTo ?? "", email, b: (words) => <strong>{words}</strong> }}
        />
      </p>
      <AskToJoin
        token={token}
        request={invitation.request}
        inviter={inviter.name || t("invitation.inviter")}
      />
      <Actions className={styles.actions}>
        <Button onClick={switchAccount} loading={isBusy} variant="default">
          {t("invitation.switchAccount")}
        </Button>
        <LinkButton to="/care" variant="default">
          {t("invitation.yourNotebooks")}
        </LinkButton>
      </Actions>
    </Card>
  );
}
