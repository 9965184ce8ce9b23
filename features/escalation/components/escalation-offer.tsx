import { IconBellRinging } from "@tabler/icons-react";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { useEscalation } from "../client/use-escalation.ts";
import styles from "./escalation.module.css";

type OfferProps = { notebook: Notebook };

const Way = ({ notebook, children }: OfferProps & { children: string }) => (
  <LinkButton
    to="/care/$diaryId/escalation"
    params={{ diaryId: getShownId(notebook) }}
    variant="default"
    leftSection={<IconBellRinging size={20} aria-hidden="true" />}
  >
    {children}
  </LinkButton>
);

/** The link from a notebook's information to its escalation setup. */
export const EscalationWay = ({ notebook }: OfferProps) =>
  notebook.permissions.includes("escalation.see") ? (
    <p className={`${styles.offer} no-print`}>
      <Way notebook={notebook}>{t("escalationway.title")}</Way>
    </p>
  ) : null;

/** Shows next to a plan whether unanswered doses escalate, and offers to set that up. */
export function EscalationOffer({ notebook }: OfferProps) {
  const maySet = notebook.permissions.includes("escalation.set");
  const escalation = useEscalation(maySet ? notebook : null);
  const setup = escalation?.plans.find(({ kind }) => kind === "dose-due")?.setup;
  if (!escalation) return null;
  return (
    <div className={`${styles.offer} no-print`}>
      <p>{setup ? t("escalationway.othersTold") : t("escalationway.nobodyTold")}</p>
      <Way notebook={notebook}>{setup ? t("escalationway.whoIsTold") : t("escalationway.chooseWho")}</Way>
    </div>
  );
}
