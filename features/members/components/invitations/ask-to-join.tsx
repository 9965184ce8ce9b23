import { Button } from "@mantine/core";
import type { LinkedInvitation } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
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
      {request === "waiting" && <p>{t("invitation.asked", { inviter })}</p>}
      {request === "declined" && <p>{t("invitation.declined", { inviter })}</p>}
      {request === null && (
        <Button onClick={ask} loading={isAsking}>
          {t("invitation.ask")}
        </Button>
      )}
    </div>
  );
}
