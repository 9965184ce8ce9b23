import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import type { MyInvitation } from "../../../../lib/api.ts";
import { formatRelativeTime } from "../../../../lib/dates/time.ts";
import { t } from "../../../../lib/words/t.ts";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Rich } from "../../../../ui/rich.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { describeExpiry } from "../../client/expiry.ts";
import { describeInvitationRole, getOfferedRole } from "../../rules/invitations.ts";
import styles from "./invitation-details.module.css";
import { PersonalMessage } from "./personal-message.tsx";

type InvitationDetailsProps = {
  invitation: Pick<MyInvitation, "role" | "personalMessage" | "expiresAt" | "_creationTime"> & {
    diary: Omit<MyInvitation["diary"], "name" | "description">;
    inviter: { name: string };
  };
  /** Epoch ms. */
  now: number;
};

const toStrong = (content: ReactNode) => <strong>{content}</strong>;

/**
 * An invitation for its invitee: the person cared for, the inviter, the role, the message, and the notebook's activity.
 */
export function InvitationDetails({ invitation, now }: InvitationDetailsProps) {
  const { role, personalMessage, expiresAt, _creationTime, diary, inviter } = invitation;
  return (
    <div className={styles.details}>
      <p className={styles.line}>
        <Rich
          text="offers.about"
          values={{ name: diary.fullName || t("shared.unknownSubject"), b: toStrong }}
        />
      </p>
      <p className={styles.line}>
        <Rich
          text="offers.invitesYou"
          values={{
            name: inviter.name || t("offers.unknownUser"),
            role: describeInvitationRole(role),
            hasOther: String(getOfferedRole(role) !== role),
            other: getRoleName(role),
            b: toStrong,
            badge: (words) => <Badge variant="outline">{words}</Badge>,
          }}
        />
      </p>
      <PersonalMessage text={personalMessage} />
      <Soft>
        {t("offers.members", { count: diary.memberCount })} · {t("offers.notes", { count: diary.noteCount })}{" "}
        ·{" "}
        <RelativeTime at={diary.updatedAt}>
          {t("offers.updated", { when: formatRelativeTime(diary.updatedAt, now) })}
        </RelativeTime>
      </Soft>
      <Soft>
        <RelativeTime at={_creationTime}>
          {t("offers.invited", { when: formatRelativeTime(_creationTime, now) })}
        </RelativeTime>{" "}
        · {describeExpiry(expiresAt, now)}
      </Soft>
    </div>
  );
}
