import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type NotebookInvitation } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { INVITATION_MESSAGES } from "../rules.ts";
import { InvitationRow } from "./invitation-row.tsx";
import styles from "./pending-invitations.module.css";

type PendingInvitationsProps = {
  diaryId: string;
  /** False where the server sends no mail: then each invitation's link can be copied. */
  mail: boolean;
};

/** The pending invitations of a notebook, for those who may invite. */
export function PendingInvitations({ diaryId, mail }: PendingInvitationsProps) {
  const result = useQuery(api.invitations.listDiaryInvitations, { diaryId });
  const cancelInvitation = useMutation(api.invitations.cancelInvitation);
  const [invitationToCancel, setInvitationToCancel] = useState<NotebookInvitation | null>(null);
  const now = useNow();
  const invitations = result?.filter(({ expiresAt }) => expiresAt > now);

  async function cancel({ _id }: NotebookInvitation) {
    setInvitationToCancel(null);
    const cancelled = cancelInvitation.withOptimisticUpdate((store, { invitationId }) => {
      const before = store.getQuery(api.invitations.listDiaryInvitations, { diaryId });
      const after = before?.filter((invitation) => invitation._id !== invitationId);
      store.setQuery(api.invitations.listDiaryInvitations, { diaryId }, after);
    });
    try {
      await cancelled({ invitationId: _id });
    } catch (error) {
      console.error("invitations.cancelInvitation failed", error);
      notifyFailure(errorMessage(error, INVITATION_MESSAGES.cancelFailed));
    }
  }

  return (
    <Section title="Pending invitations">
      {!invitations && <Loading label="Loading invitations..." rows={1} />}
      {invitations?.length === 0 && <p className={styles.none}>No pending invitations</p>}
      <List>
        {invitations?.map((invitation) => (
          <InvitationRow
            key={invitation._id}
            invitation={invitation}
            now={now}
            mail={mail}
            onCancel={() => setInvitationToCancel(invitation)}
          />
        ))}
      </List>
      <Question
        opened={invitationToCancel !== null}
        title="Cancel invitation"
        confirm="Cancel invitation"
        cancel="Keep it"
        onCancel={() => setInvitationToCancel(null)}
        onConfirm={() => invitationToCancel && void cancel(invitationToCancel)}
      >
        <p>Are you sure you want to cancel this invitation? Its links stop working at once.</p>
      </Question>
    </Section>
  );
}
