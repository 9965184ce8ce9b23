import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type JoinRequest } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { List } from "../../../ui/list.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Section } from "../../../ui/section.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { INVITATION_MESSAGES } from "../rules.ts";
import { JoinRequestRow } from "./join-request-row.tsx";
import styles from "./pending-invitations.module.css";

/** Requests to join by an invitation that was sent to another address; renders nothing without any. */
export function JoinRequests({ diaryId }: { diaryId: string }) {
  const result = useQuery(api.invitations.listJoinRequests, { diaryId });
  const acceptRequest = useMutation(api.invitations.acceptJoinRequest);
  const declineRequest = useMutation(api.invitations.declineJoinRequest);
  const [pending, setPending] = useState<{ id: string; answer: "accept" | "decline" } | null>(null);
  const now = useNow();
  const requests = result?.filter(({ invitation }) => invitation.expiresAt > now) ?? [];
  if (requests.length === 0) return null;

  async function answer({ _id: requestId, user }: JoinRequest, how: "accept" | "decline") {
    setPending({ id: requestId, answer: how });
    try {
      await (how === "accept" ? acceptRequest : declineRequest)({ requestId });
      notifySuccess(
        how === "accept" ? `${user.name || user.email} is a member now` : "The request was declined",
      );
    } catch (error) {
      console.error(`invitations.${how}JoinRequest failed`, error);
      notifyFailure(errorMessage(error, INVITATION_MESSAGES.answerFailed));
    } finally {
      setPending(null);
    }
  }

  return (
    <Section title="Requests to join" className={styles.requests}>
      <List>
        {requests.map((request) => (
          <JoinRequestRow
            key={request._id}
            request={request}
            now={now}
            answer={pending?.id === request._id ? pending.answer : null}
            onAnswer={(how) => void answer(request, how)}
          />
        ))}
      </List>
    </Section>
  );
}
