import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { INVITATION_MESSAGES } from "../rules/messages.ts";

/** Asks to be let in by the link with this token; shows a failure. */
export function useRequestToJoin(token: string): { ask: () => Promise<void>; isAsking: boolean } {
  const requestToJoin = useMutation(api.invitations.requestToJoin);
  const [isAsking, setIsAsking] = useState(false);

  async function ask() {
    setIsAsking(true);
    try {
      await requestToJoin({ token });
    } catch (error) {
      console.error("invitations.requestToJoin failed", error);
      notifyFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.requestFailed)));
    } finally {
      setIsAsking(false);
    }
  }

  return { ask, isAsking };
}
