import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type JoinRequest } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { INVITATION_MESSAGES } from "../rules/messages.ts";
import { letInHere } from "./let-in-here.ts";

/** Lets people in or not; one answer at a time. Shows the outcome, and never throws. */
export function useRequestAnswers() {
  const acceptRequest = useMutation(api.invitations.acceptJoinRequest);
  const declineRequest = useMutation(api.invitations.declineJoinRequest);
  const [pending, setPending] = useState<{ id: string; answer: "accept" | "decline" } | null>(null);

  async function answer({ _id: requestId, user, invitation }: JoinRequest, how: "accept" | "decline") {
    setPending({ id: requestId, answer: how });
    const name = user.name || user.email;
    if (how === "accept") letInHere.add(invitation._id);
    try {
      await (how === "accept" ? acceptRequest : declineRequest)({ requestId });
      notifySuccess(t(how === "accept" ? "joining.wasLetIn" : "joining.wasNotLetIn", { name }));
    } catch (error) {
      console.error(`invitations.${how}JoinRequest failed`, error);
      notifyFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.answerFailed)));
    } finally {
      setPending(null);
    }
  }

  return { pending, answer };
}
