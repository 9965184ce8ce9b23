import { Badge } from "@mantine/core";
import type { MyInvitation } from "../../../../lib/api.ts";
import { formatRelativeTime } from "../../../../lib/dates/time.ts";
import { pluralize } from "../../../../lib/pluralize.ts";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { describeExpiry, describeInvitationRole, getOfferedRole } from "../../rules/invitations.ts";
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

/**
 * An invitation for its invitee: the person cared for, the inviter, the role, the message, and the notebook's activity.
 */
export function InvitationDetails({ invitation, now }: InvitationDetailsProps) {
  const { role, personalMessage, expiresAt, _creationTime, diary, inviter } = invitation;
  return (
    <div className={styles.details}>
      <p className={styles.line}>
        About <strong>{diary.fullName || "Unknown Subject"}</strong>
      </p>
      <p className={styles.line}>
        <strong>{inviter.name || "Unknown User"}</strong> invites you as{" "}
        <Badge variant="outline">{describeInvitationRole(role)}</Badge>
        {getOfferedRole(role) !== role && ` with the role ${getRoleName(role)}`}
      </p>
      <PersonalMessage text={personalMessage} />
      <Soft>
        {pluralize(diary.memberCount, "member")} · {pluralize(diary.noteCount, "note")} ·{" "}
        <RelativeTime
          at={diary.updatedAt}
        >{`Updated ${formatRelativeTime(diary.updatedAt, now)}`}</RelativeTime>
      </Soft>
      <Soft>
        <RelativeTime at={_creationTime}>{`Invited ${formatRelativeTime(_creationTime, now)}`}</RelativeTime>{" "}
        · {describeExpiry(expiresAt, now)}
      </Soft>
    </div>
  );
}
