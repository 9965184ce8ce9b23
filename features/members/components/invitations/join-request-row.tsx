import { useId } from "react";
import type { JoinRequest } from "../../../../lib/api.ts";
import { formatRelativeTime } from "../../../../lib/dates/time.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Soft } from "../../../../ui/text.tsx";
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
        {t("joining.question", { name: user.name || t("joining.unknownUser"), role: invitation.role })}
      </h3>
      {diary && <Soft>{diary.name || t("shared.unknownNotebook")}</Soft>}
      <Soft>
        {formatWayIn(request)}{" "}
        <RelativeTime at={_creationTime}>
          {t("joining.asked", { when: formatRelativeTime(_creationTime, now) })}
        </RelativeTime>
      </Soft>
      <Soft>{t(user.emailVerified ? "joining.confirmed" : "joining.unconfirmed")}</Soft>
      <Actions isTight className={styles.actions}>
        <AnswerButtons
          yes={t("joining.letIn")}
          no={t("joining.notLetIn")}
          px="sm"
          answer={answer}
          onAnswer={onAnswer}
          describedBy={heading}
        />
      </Actions>
    </Card>
  );
}

/** The link behind a request: "ben@example.org has the link that Anna Keller made for Ben." */
function formatWayIn({ user, invitation: { email, forName, inviter } }: ShownRequest): string {
  const from = user.email;
  if (email !== null) return t("joining.byMail", { from, email });
  const maker = inviter.name || t("joining.unknownUser");
  return t("joining.byLink", { from, maker, hasName: String(Boolean(forName)), name: forName ?? "" });
}
