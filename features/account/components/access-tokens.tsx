import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { type AccessToken, api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import type { Returned } from "../client/kept-form.ts";
import type { Proving } from "../client/proving.ts";
import { AccessTokenRow } from "./access-token-row.tsx";
import styles from "./section.module.css";

const NewAccessTokenDialog = createLazyPart(() =>
  import("./new-access-token.tsx").then((m) => m.NewAccessTokenDialog),
);

type AccessTokensProps = { proving: Proving; returned: Returned | null };

/** The tokens that let the user's programs call as them. */
export function AccessTokens({ proving, returned }: AccessTokensProps) {
  const tokens = useLiveQuery(api.accessTokens.listTokens, {});
  const revokeToken = useMutation(api.accessTokens.revokeToken);
  const now = useMinute();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isMaking, setIsMaking] = useState(false);
  const [restored, setRestored] = useState<Returned | null>(null);
  useEffect(() => {
    if (returned?.form?.form !== "token") return;
    setRestored(returned);
    setIsMaking(true);
  }, [returned]);
  const [ending, setEnding] = useState<AccessToken | null>(null);

  async function end({ _id }: AccessToken) {
    setEnding(null);
    try {
      await revokeToken({ accessTokenId: _id });
      heading.current?.focus();
      notifySuccess(t("account.tokenRemoved"));
    } catch (error) {
      console.error("accessTokens.revokeToken failed", error);
      notifyFailure(getErrorMessage(error, t("tokens.revokeFailed")));
    }
  }

  return (
    <Card as={Section} size="part" title={t("account.programs")} headingRef={heading}>
      <p>{t("account.programsHelp")}</p>
      {tokens === undefined && <Loading label={t("account.loadingTokens")} rows={1} />}
      {tokens && tokens.length > 0 && (
        <List className={styles.list}>
          {tokens.map((token) => (
            <AccessTokenRow key={token._id} token={token} now={now} onEnd={() => setEnding(token)} />
          ))}
        </List>
      )}
      {tokens && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => setIsMaking(true)}>
          {t("account.makeToken")}
        </Button>
      )}
      {isMaking && (
        <NewAccessTokenDialog
          proving={proving}
          returned={restored}
          onClose={() => {
            setIsMaking(false);
            setRestored(null);
          }}
        />
      )}
      {ending && (
        <Question
          opened
          title={t("account.removeNamed", { name: ending.name })}
          confirm={t("account.remove")}
          onCancel={() => setEnding(null)}
          onConfirm={() => void end(ending)}
        >
          <p>{t("account.tokenEnds")}</p>
        </Question>
      )}
    </Card>
  );
}
