import { Button } from "@mantine/core";
import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import plain from "../../../ui/plain.module.css";
import { Problem } from "../../../ui/text.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";

/** `/first-administrator/:token`: one press makes the signed-in person the administrator. */
export function FirstAdministratorScreen({ token }: { token: string }) {
  usePageTitle("First administrator");
  const status = useQuery(api.admin.getAdminStatus, {});
  const claim = useMutation(api.admin.claimAdministration);
  const [problem, setProblem] = useState<string | null>(null);
  const [isClaiming, setIsClaiming] = useState(false);

  async function become() {
    setIsClaiming(true);
    setProblem(null);
    await claim({ token }).catch((error: unknown) =>
      setProblem(getErrorMessage(error, "That did not work. Please try again.")),
    );
    setIsClaiming(false);
  }

  if (!status) return <Loading label="Loading admin status..." />;
  if (status.isAdmin) {
    return (
      <div className={plain.notice}>
        <h1>You are the administrator</h1>
        <p>
          You see everything that runs under “Admin”. Notes that are private or encrypted stay hidden from
          you, too.
        </p>
        <div className={plain.actions}>
          <LinkButton to="/care">To the notebooks</LinkButton>
          <LinkButton to="/admin" variant="default">
            To the administration
          </LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className={plain.notice}>
      <h1>Become the administrator?</h1>
      <p>
        The administrator sees how the server is used and edits the programs of the library. The link works
        once.
      </p>
      {problem && <Problem>{problem}</Problem>}
      <div className={plain.actions}>
        <Button onClick={become} disabled={isClaiming}>
          Become the administrator
        </Button>
      </div>
    </div>
  );
}
