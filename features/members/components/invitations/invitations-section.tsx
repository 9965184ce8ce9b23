import { t } from "../../../../lib/words/t.ts";
import { notifyBackgroundFailure } from "../../../../ui/notify.ts";
import { useMyInvitations } from "../../client/use-my-invitations.ts";
import styles from "./invitations-section.module.css";
import { MyInvitations } from "./my-invitations.tsx";

/** "Pending Invitations" of `/care` (workspace 2.4); renders nothing without any. */
export function InvitationsSection() {
  const invitations = useMyInvitations();
  if (!invitations || invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className={styles.section}>
      <h2 id="invitations">{t("offers.title")}</h2>
      <MyInvitations invitations={invitations} onFailure={notifyBackgroundFailure} />
    </section>
  );
}
