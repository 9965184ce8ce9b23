import { Button } from "@mantine/core";
import type { MyInvitation } from "../../../lib/api.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { ROLE_RIGHTS } from "../../notebooks/rules.ts";
import styles from "../screens/invitation.module.css";
import { InvitationDetails } from "./invitation-details.tsx";

type OfferedInvitationProps = {
  invitation: Pick<MyInvitation, "role" | "personalMessage" | "expiresAt" | "_creationTime" | "diary"> & {
    inviter: { name: string };
  };
  now: number;
  answer: "accept" | "decline" | null;
  onAccept: () => void;
  onDecline: () => void;
};

/** An invitation on a page of its own, with what one may do afterwards, and the answer. */
export function OfferedInvitation({ invitation, now, answer, onAccept, onDecline }: OfferedInvitationProps) {
  usePageTitle("Invitation");
  return (
    <article className={styles.card}>
      <p className={styles.lead}>You are invited to a care notebook</p>
      <h1 className={styles.notebook}>{invitation.diary.name || "Unknown Notebook"}</h1>
      {invitation.diary.description && <p className={styles.lead}>{invitation.diary.description}</p>}
      <InvitationDetails invitation={invitation} now={now} />
      <p className={styles.rights}>You will be able to {ROLE_RIGHTS[invitation.role]}.</p>
      <div className={styles.actions}>
        <Button onClick={onAccept} loading={answer === "accept"} disabled={answer === "decline"}>
          Accept
        </Button>
        <Button
          variant="default"
          onClick={onDecline}
          loading={answer === "decline"}
          disabled={answer === "accept"}
        >
          Decline
        </Button>
      </div>
    </article>
  );
}
