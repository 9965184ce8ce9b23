import { useId } from "react";
import type { MyInvitation } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { AnswerButtons } from "./answer-buttons.tsx";
import styles from "./invitation-card.module.css";
import { InvitationDetails } from "./invitation-details.tsx";

type InvitationCardProps = {
  invitation: MyInvitation;
  /** Epoch ms. */
  now: number;
  /** The answer that is being saved. */
  answer: "accept" | "decline" | null;
  onAnswer: (answer: "accept" | "decline") => void;
};

/** A card of one invitation to the signed-in person, with its answer buttons (workspace 2.4). */
export function InvitationCard({ invitation, now, answer, onAnswer }: InvitationCardProps) {
  const heading = useId();
  return (
    <Card isRaised className={styles.card}>
      <h3 id={heading} className={styles.name}>
        {invitation.diary.name || t("shared.unknownNotebook")}
      </h3>
      <InvitationDetails invitation={invitation} now={now} />
      <Actions isTight className={styles.actions}>
        <AnswerButtons
          yes={t("offers.accept")}
          no={t("offers.decline")}
          answer={answer}
          onAnswer={onAnswer}
          describedBy={heading}
        />
      </Actions>
    </Card>
  );
}
