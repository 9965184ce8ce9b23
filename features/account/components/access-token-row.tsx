import { Button } from "@mantine/core";
import type { AccessToken } from "../../../lib/api.ts";
import { formatRelativeTime, formatShortDate } from "../../../lib/dates/time.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { Soft } from "../../../ui/text.tsx";
import { describeScopes } from "../rules/access-tokens.ts";
import styles from "./section.module.css";

type AccessTokenRowProps = {
  token: AccessToken;
  /** Epoch ms. */
  now: number;
  onEnd: () => void;
};

/** A token: its name and end, its rights and notebooks, and its last use. */
export function AccessTokenRow({ token, now, onEnd }: AccessTokenRowProps) {
  const { name, hint, scopes, notebooks, expiresAt, lastUsedAt } = token;
  const hasEnded = expiresAt <= now;
  return (
    <li className={styles.row}>
      <div>
        <div>{`${name} (…${hint})`}</div>
        <Soft>{describeScopes(scopes)}</Soft>
        <Soft>{inWords(notebooks)}</Soft>
        <Soft>
          {t("account.tokenEnd", { hasEnded: String(hasEnded), date: formatShortDate(expiresAt) })} ·{" "}
          {lastUsedAt === null
            ? t("account.tokenUnused")
            : t("account.lastUsed", { when: formatRelativeTime(lastUsedAt, Math.max(now, lastUsedAt)) })}
        </Soft>
      </div>
      <Button variant="default" onClick={onEnd} aria-label={t("account.removeToken", { name })}>
        {t("account.remove")}
      </Button>
    </li>
  );
}

function inWords(notebooks: AccessToken["notebooks"]): string {
  if (notebooks === null) return t("account.inAll");
  if (notebooks.length === 0) return t("account.inNone");
  const names = listNames(notebooks.map(({ name }) => name || t("shared.unknownNotebook")));
  return t("account.inNotebooks", { names });
}
