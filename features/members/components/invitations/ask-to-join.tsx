import { Button } from "@mantine/core";
import type { LinkedInvitation } from "../../../../lib/api.ts";
import { useRequestToJoin } from "../../client/use-request-to-join.ts";

type AskToJoinProps = {
  /** The link's token. */
  token: string;
  /** The state of this person's request. */
  request: Extract<LinkedInvitation, { status: "pending" }>["request"];
  inviter: string;
};

/** Requests to join by an invitation that was sent to another address, and shows the request's state. */
export function AskToJoin({ token, request, inviter }: AskToJoinProps) {
  const { ask, isAsking } = useRequestToJoin(token);
  return (
    <div role="status">
      {request === "waiting" && (
        <p>You asked to be let in. As soon as {inviter} agrees, this page leads to the notebook.</p>
      )}
      {request === "declined" && (
        <p>Your request was declined. Ask {inviter} if you think it was a mistake.</p>
      )}
      {request === null && (
        <Button onClick={ask} loading={isAsking}>
          Ask to be let in with this account
        </Button>
      )}
    </div>
  );
}
