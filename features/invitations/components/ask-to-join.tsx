import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type LinkedInvitation } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { INVITATION_MESSAGES } from "../rules.ts";

type AskToJoinProps = {
  /** The link's token. */
  token: string;
  /** The state of this person's request. */
  request: Extract<LinkedInvitation, { status: "pending" }>["request"];
  inviter: string;
};

/** Requests to join by an invitation that was sent to another address, and shows the request's state. */
export function AskToJoin({ token, request, inviter }: AskToJoinProps) {
  const requestToJoin = useMutation(api.invitations.requestToJoin);
  const [isBusy, setIsBusy] = useState(false);

  async function ask() {
    setIsBusy(true);
    try {
      await requestToJoin({ token });
    } catch (error) {
      console.error("invitations.requestToJoin failed", error);
      notifyFailure(errorMessage(error, INVITATION_MESSAGES.requestFailed));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div role="status">
      {request === "waiting" && (
        <p>You asked to be let in. As soon as {inviter} agrees, this page leads to the notebook.</p>
      )}
      {request === "declined" && (
        <p>Your request was declined. Ask {inviter} if you think it was a mistake.</p>
      )}
      {request === null && (
        <Button onClick={ask} loading={isBusy}>
          Ask to be let in with this account
        </Button>
      )}
    </div>
  );
}
