import { useId } from "react";
import type { JoinRequest } from "../../../../lib/api.ts";
import { formatRelativeTime } from "../../../../lib/dates/time.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import styles from "./invitation-row.module.css";

/** A request to be let in, in one notebook or, with `diary`, in one of several. */
export type ShownRequest = JoinRequest & { diary?: { name: string } };

type JoinRequestRowProps = {
  request: ShownRequest;
  /** Epoch ms. */
  now: number;
  /** The answer that is being saved. */
  answer: "accept" | "decline" | null;
  onAnswer: (answer: "accept" | "decline") => void;
};

/** One request to be let in: the person, the link they came by, and the two answers. */
export function JoinRequestRow({ request, now, answer, onAnswer }: JoinRequestRowProps) {
  const { user, invitation, diary, _creationTime } = request;
  const heading = useId();
  return (
    <Card size="row" className={styles.row}>
      <h3 id={heading} className={styles.email}>
        Let {user.name || "Unknown User"} in as {getRoleName(invitation.role).toLowerCase()}?
      </h3>
      {diary && <Soft>{diary.name || "Unknown Notebook"}</Soft>}
      <Soft>
        {user.email} {formatWayIn(request)}{" "}
        <RelativeTime at={_creationTime}>{`Asked ${formatRelativeTime(_creationTime, now)}.`}</RelativeTime>
      </Soft>
      <Soft>
        {user.emailVerified
          ? "The address is confirmed. Let in only whom you know."
          : "Nobody has checked that this address is theirs: ask them yourself whether it is."}
      </Soft>
      <Actions isTight className={styles.actions}>
        <AnswerButtons
          yes="Let in"
          no="Don't let in"
          px="sm"
          answer={answer}
          onAnswer={onAnswer}
          describedBy={heading}
        />
      </Actions>
    </Card>
  );
}

/** The link behind a request: "has the link that Anna Keller made for Ben." */
function formatWayIn({ invitation: { email, forName, inviter } }: ShownRequest): string {
  if (email !== null)
    return `has the link of your invitation to ${email} and asks to be let in with this account.`;
  return `has the link that ${inviter.name || "Unknown User"} made${forName ? ` for ${forName}` : ""}.`;
}
