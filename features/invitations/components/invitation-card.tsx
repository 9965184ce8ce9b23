import { Button } from "@mantine/core";
import { useId } from "react";
import type { MyInvitation } from "../../../lib/api.ts";
import styles from "./invitation-card.module.css";
import { InvitationDetails } from "./invitation-details.tsx";

type InvitationCardProps = {
  invitation: MyInvitation;
  /** Epoch ms. */
  now: number;
  /** The answer that is under way. */
  answer: "accept" | "decline" | null;
  onAccept: () => void;
  onDecline: () => void;
};

/** One invitation to the signed-in person, to be answered (workspace 2.4). */
export function InvitationCard({ invitation, now, answer, onAccept, onDecline }: InvitationCardProps) {
  const heading = useId();
  return (
    <li className={styles.card}>
      <h3 id={heading} className={styles.name}>
        {invitation.diary.name || "Unknown Notebook"}
      </h3>
      <InvitationDetails invitation={invitation} now={now} />
      <div className={styles.actions}>
        <Button
          onClick={onAccept}
          loading={answer === "accept"}
          disabled={answer === "decline"}
          aria-describedby={heading}
        >
          Accept
        </Button>
        <Button
          variant="default"
          onClick={onDecline}
          loading={answer === "decline"}
          disabled={answer === "accept"}
          aria-describedby={heading}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}
