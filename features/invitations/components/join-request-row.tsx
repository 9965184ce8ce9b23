import { useId } from "react";
import type { JoinRequest } from "../../../lib/api.ts";
import { relativeTime } from "../../../lib/time.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Card } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Soft } from "../../../ui/text.tsx";
import { ROLE_LABELS } from "../../notebooks/rules.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import styles from "./invitation-row.module.css";

type JoinRequestRowProps = {
  request: JoinRequest;
  /** Epoch ms. */
  now: number;
  /** The answer that is being saved. */
  answer: "accept" | "decline" | null;
  onAnswer: (answer: "accept" | "decline") => void;
};

/** One request to join: the person, the invitation they use, and the answer buttons. */
export function JoinRequestRow({ request, now, answer, onAnswer }: JoinRequestRowProps) {
  const { user, invitation, _creationTime } = request;
  const heading = useId();
  return (
    <Card size="row" className={styles.row}>
      <h3 id={heading} className={styles.email}>
        {user.name || "Unknown User"}
      </h3>
      <Soft>
        {user.email} has the link of your invitation to {invitation.email} and asks to be let in with this
        account, as {ROLE_LABELS[invitation.role]}.{" "}
        <RelativeTime at={_creationTime}>{`Asked ${relativeTime(_creationTime, now)}.`}</RelativeTime>
      </Soft>
      <Soft>
        {user.emailVerified
          ? "Let in only whom you know."
          : "Nobody has checked that this address is theirs: ask them yourself whether it is."}
      </Soft>
      <Actions isTight className={styles.actions}>
        <AnswerButtons yes="Let in" px="sm" answer={answer} onAnswer={onAnswer} describedBy={heading} />
      </Actions>
    </Card>
  );
}
