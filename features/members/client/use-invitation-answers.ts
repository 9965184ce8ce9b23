import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { INVITATION_MESSAGES } from "../rules/messages.ts";

type Answers = {
  /** The token of the link that the invitation was opened by; without a verified address it is required to answer. */
  token?: string;
  onAccepted: (diaryId: string) => void;
  onDeclined?: () => void;
  /** Shows why an answer failed; the error is logged already. */
  onFailure: (message: string) => void;
};

/** Accepts and declines invitations of the signed-in person. Neither throws. */
export function useInvitationAnswers({ token, onAccepted, onDeclined, onFailure }: Answers) {
  const acceptInvitation = useMutation(api.invitations.acceptInvitation);
  const declineInvitation = useMutation(api.invitations.declineInvitation);
  /** The invitation that is being answered, and the answer. */
  const [pending, setPending] = useState<{ id: string; answer: "accept" | "decline" } | null>(null);

  async function accept(id: string) {
    setPending({ id, answer: "accept" });
    try {
      const { diaryId } = await acceptInvitation({ invitationId: id, token });
      onAccepted(diaryId);
    } catch (error) {
      console.error("invitations.acceptInvitation failed", error);
      setPending(null);
      onFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.acceptFailed)));
    }
  }

  async function decline(id: string) {
    setPending({ id, answer: "decline" });
    const declined = declineInvitation.withOptimisticUpdate((store) => {
      const before = store.getQuery(api.invitations.listMyInvitations, {});
      const after = before?.filter((invitation) => invitation._id !== id);
      store.setQuery(api.invitations.listMyInvitations, {}, after);
    });
    try {
      await declined({ invitationId: id, token });
      setPending(null);
      onDeclined?.();
    } catch (error) {
      console.error("invitations.declineInvitation failed", error);
      setPending(null);
      onFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.declineFailed)));
    }
  }

  return { pending, accept, decline };
}
