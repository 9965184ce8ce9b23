import { Badge, Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type NotebookInvitation } from "../../../../lib/api.ts";
import { formatRelativeTime } from "../../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { notifyFailure, notifySuccess } from "../../../../ui/notify.ts";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Rich } from "../../../../ui/rich.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { describeExpiry } from "../../client/expiry.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";
import { CopyLink } from "./copy-link.tsx";
import styles from "./invitation-row.module.css";
import { PersonalMessage } from "./personal-message.tsx";

type InvitationRowProps = {
  invitation: NotebookInvitation;
  /** Epoch ms. */
  now: number;
  mail: boolean;
  onCancel: () => void;
};

/** One pending invitation of a notebook: address, role, expiry, and the actions. */
export function InvitationRow({ invitation, now, mail, onCancel }: InvitationRowProps) {
  const { _id, email, role, personalMessage, expiresAt, lastSentAt, withoutLetter, inviter } = invitation;
  const resendInvitation = useMutation(api.invitations.resendInvitation);
  const [isSending, setIsSending] = useState(false);

  async function resend() {
    setIsSending(true);
    try {
      await resendInvitation({ invitationId: _id });
      notifySuccess(t("invitations.sentAgain", { email }));
    } catch (error) {
      console.error("invitations.resendInvitation failed", error);
      notifyFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.resendFailed)));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Card size="row" className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.email}>{email}</h3>
        <Badge variant="outline">{getRoleName(role)}</Badge>
      </div>
      <PersonalMessage text={personalMessage} />
      {withoutLetter && <Soft>{`${writeMessage(INVITATION_MESSAGES.wantsNoLetters)}.`}</Soft>}
      <Soft>
        <Rich
          text="invitations.sentBy"
          values={{
            expiry: describeExpiry(expiresAt, now),
            withoutLetter: String(withoutLetter),
            inviter: inviter.name || t("invitations.unknownUser"),
            when: formatRelativeTime(lastSentAt, now),
            time: (when) => <RelativeTime at={lastSentAt}>{when}</RelativeTime>,
          }}
        />
      </Soft>
      <Actions isTight className={styles.actions}>
        {!withoutLetter && (
          <Button
            variant="default"
            px="sm"
            loading={isSending}
            onClick={resend}
            aria-label={t("invitations.resendTo", { email })}
          >
            {t("invitations.resend")}
          </Button>
        )}
        {(!mail || withoutLetter) && <CopyLink invitationId={_id} email={email} />}
        <Button
          variant="default"
          px="sm"
          onClick={onCancel}
          aria-label={t("invitations.cancelOf", { email })}
        >
          {t("invitations.takeBack")}
        </Button>
      </Actions>
    </Card>
  );
}
