import { Button } from "@mantine/core";
import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import plain from "../../../ui/plain.module.css";
import { Problem } from "../../../ui/text.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";

/** `/first-administrator/:token`: one press makes the signed-in person the administrator. */
export function FirstAdministratorScreen({ token }: { token: string }) {
  usePageTitle(t("firstadmin.title"));
  const status = useQuery(api.admin.getAdminStatus, {});
  const claim = useMutation(api.admin.claimAdministration);
  const [problem, setProblem] = useState<string | null>(null);
  const [isClaiming, setIsClaiming] = useState(false);

  async function become() {
    setIsClaiming(true);
    setProblem(null);
    await claim({ token }).catch((error: unknown) =>
      setProblem(getErrorMessage(error, t("firstadmin.failed"))),
    );
    setIsClaiming(false);
  }

  if (!status) return <Loading label={t("firstadmin.loading")} />;
  if (status.isAdmin) {
    return (
      <div className={plain.notice}>
        <h1>{t("firstadmin.done")}</h1>
        <p>{t("firstadmin.doneText")}</p>
        <div className={plain.actions}>
          <LinkButton to="/care">{t("firstadmin.toNotebooks")}</LinkButton>
          <LinkButton to="/admin" variant="default">
            {t("firstadmin.toAdmin")}
          </LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className={plain.notice}>
      <h1>{t("firstadmin.become")}</h1>
      <p>{t("firstadmin.becomeText")}</p>
      {problem && <Problem>{problem}</Problem>}
      <div className={plain.actions}>
        <Button onClick={become} disabled={isClaiming}>
          {t("firstadmin.confirm")}
        </Button>
      </div>
    </div>
  );
}
