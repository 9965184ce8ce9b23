import type { MyInvitation } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { usePageTitle } from "../../../../ui/use-page-title.ts";
import { getRoleRights } from "../../../notebooks/rules/role-rights.ts";
import styles from "../../screens/invitation.module.css";
import { AnswerButtons } from "./answer-buttons.tsx";
import { InvitationDetails } from "./invitation-details.tsx";

type OfferedInvitationProps = {
  invitation: Pick<MyInvitation, "role" | "personalMessage" | "expiresAt" | "_creationTime" | "diary"> & {
    inviter: { name: string };
  };
  now: number;
  answer: "accept" | "decline" | null;
  onAnswer: (answer: "accept" | "decline") => void;
};

/** A page with one invitation, the rights of its role, and the answer buttons. */
export function OfferedInvitation({ invitation, now, answer, onAnswer }: OfferedInvitationProps) {
  usePageTitle(t("invitation.title"));
  return (
    <Card as="article" size="page" isRaised className={styles.card}>
      <Soft className={styles.lead}>{t("invitation.youAreInvited")}</Soft>
      <h1 className={styles.notebook}>{invitation.diary.name || t("shared.unknownNotebook")}</h1>
      {invitation.diary.description && <Soft className={styles.lead}>{invitation.diary.description}</Soft>}
      <InvitationDetails invitation={invitation} now={now} />
      <p className={styles.rights}>{t("invitation.rights", { rights: getRoleRights(invitation.role) })}</p>
      <Actions className={styles.actions}>
        <AnswerButtons
          yes={t("invitation.accept")}
          no={t("offers.decline")}
          answer={answer}
          onAnswer={onAnswer}
        />
      </Actions>
    </Card>
  );
}
