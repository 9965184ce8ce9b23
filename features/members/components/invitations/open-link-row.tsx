import { Badge, Button } from "@mantine/core";
import { useAction } from "convex/react";
import { useState } from "react";
import { api, type OpenLink } from "../../../../lib/api.ts";
import { formatRelativeTime } from "../../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Modal } from "../../../../ui/modal.tsx";
import { notifyFailure } from "../../../../ui/notify.ts";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Rich } from "../../../../ui/rich.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { describeExpiry } from "../../client/expiry.ts";
import { shareLink } from "../../client/share-link.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";
import styles from "./invitation-row.module.css";
import { SharedLink } from "./shared-link.tsx";

type OpenLinkRowProps = {
  invitation: OpenLink;
  /** The name of the signed-in person when the link is theirs: only its maker shares it again. */
  maker: string | null;
  /** Epoch ms. */
  now: number;
  onCancel: () => void;
};

/** One open link without an address: its recipient, its role, and the actions. */
export function OpenLinkRow({ invitation, maker, now, onCancel }: OpenLinkRowProps) {
  const { _id, role, forName, letsInAtOnce, inviter, expiresAt, _creationTime } = invitation;
  const createLink = useAction(api.invitations.createInvitationLink);
  const [isBusy, setIsBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const name = forName ? t("invitations.linkForName", { name: forName }) : t("invitations.linkForOne");

  async function shareAgain() {
    setIsBusy(true);
    try {
      const made = await createLink({ invitationId: _id });
      setLink(made.link);
      await shareLink(made.link, maker ?? "");
    } catch (error) {
      console.error("invitations.createInvitationLink failed", error);
      notifyFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.makeLinkFailed)));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Card size="row" className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.email}>{name}</h3>
        <Badge variant="outline">{getRoleName(role)}</Badge>
      </div>
      <Soft>
        <Rich
          text="invitations.madeBy"
          values={{
            expiry: describeExpiry(expiresAt, now),
            inviter: inviter.name || t("invitations.unknownUser"),
            when: formatRelativeTime(_creationTime, now),
            time: (when) => <RelativeTime at={_creationTime}>{when}</RelativeTime>,
            atOnce: String(letsInAtOnce),
          }}
        />
      </Soft>
      <Actions isTight className={styles.actions}>
        {maker !== null && (
          <Button
            variant="default"
            px="sm"
            loading={isBusy}
            onClick={shareAgain}
            aria-label={t("invitations.shareAgainOne", { name })}
          >
            {t("invitations.shareAgain")}
          </Button>
        )}
        <Button
          variant="default"
          px="sm"
          onClick={onCancel}
          aria-label={t("invitations.takeBackOne", { name })}
        >
          {t("invitations.takeBack")}
        </Button>
      </Actions>
      <Modal opened={link !== null} onClose={() => setLink(null)} title={name}>
        {link && (
          <SharedLink
            link={link}
            inviter={maker ?? ""}
            role={role}
            forName={forName}
            letsInAtOnce={letsInAtOnce}
            onDone={() => setLink(null)}
          />
        )}
      </Modal>
    </Card>
  );
}
