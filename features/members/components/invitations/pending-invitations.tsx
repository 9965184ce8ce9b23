import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../lib/api.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { List } from "../../../../ui/list.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { notifyFailure } from "../../../../ui/notify.ts";
import { Question } from "../../../../ui/question.tsx";
import { Section } from "../../../../ui/section.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";
import { InvitationRow } from "./invitation-row.tsx";
import { OpenLinkRow } from "./open-link-row.tsx";
import styles from "./pending-invitations.module.css";

type PendingInvitationsProps = {
  diaryId: string;
  /** The signed-in person; undefined while loading. */
  me: { _id: string; name: string } | undefined;
  /** False where the server sends no mail: then each invitation's link can be copied. */
  mail: boolean;
};

/** The pending invitations of a notebook to addresses, and its open links, for users who may invite. */
export function PendingInvitations({ diaryId, me, mail }: PendingInvitationsProps) {
  const mailed = useQuery(api.invitations.listDiaryInvitations, { diaryId });
  const links = useQuery(api.invitations.listOpenLinks, { diaryId });
  const cancelInvitation = useMutation(api.invitations.cancelInvitation);
  const [toCancel, setToCancel] = useState<string | null>(null);
  const now = useNow();
  const isPending = ({ expiresAt }: { expiresAt: number }) => expiresAt > now;
  const isLoading = !mailed || !links;
  const openLinks = links?.filter(isPending) ?? [];
  const invitations = mailed?.filter(isPending) ?? [];

  async function cancel(id: string) {
    setToCancel(null);
    const cancelled = cancelInvitation.withOptimisticUpdate((store, { invitationId }) => {
      const stays = ({ _id }: { _id: string }) => _id !== invitationId;
      const before = store.getQuery(api.invitations.listDiaryInvitations, { diaryId });
      store.setQuery(api.invitations.listDiaryInvitations, { diaryId }, before?.filter(stays));
      const linksBefore = store.getQuery(api.invitations.listOpenLinks, { diaryId });
      store.setQuery(api.invitations.listOpenLinks, { diaryId }, linksBefore?.filter(stays));
    });
    try {
      await cancelled({ invitationId: id });
    } catch (error) {
      console.error("invitations.cancelInvitation failed", error);
      notifyFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.cancelFailed)));
    }
  }

  return (
    <Section title={t("invitations.pending")}>
      {isLoading && <Loading label={t("invitations.loading")} rows={1} />}
      {!isLoading && openLinks.length + invitations.length === 0 && (
        <p className={styles.none}>{t("invitations.none")}</p>
      )}
      <List>
        {!isLoading &&
          openLinks.map((invitation) => (
            <OpenLinkRow
              key={invitation._id}
              invitation={invitation}
              maker={me?._id === invitation.inviter.userId ? me.name : null}
              now={now}
              onCancel={() => setToCancel(invitation._id)}
            />
          ))}
        {!isLoading &&
          invitations.map((invitation) => (
            <InvitationRow
              key={invitation._id}
              invitation={invitation}
              now={now}
              mail={mail}
              onCancel={() => setToCancel(invitation._id)}
            />
          ))}
      </List>
      <Question
        opened={toCancel !== null}
        title={t("invitations.cancelTitle")}
        confirm={t("invitations.cancelTitle")}
        cancel={t("invitations.keep")}
        onCancel={() => setToCancel(null)}
        onConfirm={() => toCancel && void cancel(toCancel)}
      >
        <p>{t("invitations.cancelText")}</p>
      </Question>
    </Section>
  );
}
