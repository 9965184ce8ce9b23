import { Button } from "@mantine/core";
import type { AccessToken } from "../../../lib/api.ts";
import { formatRelativeTime, formatShortDate } from "../../../lib/dates/time.ts";
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
          {hasEnded ? `Ran out on ${formatShortDate(expiresAt)}` : `Until ${formatShortDate(expiresAt)}`} ·{" "}
          {lastUsedAt === null
            ? "No program has used it yet"
            : `Last used ${formatRelativeTime(lastUsedAt, Math.max(now, lastUsedAt))}`}
        </Soft>
      </div>
      <Button variant="default" onClick={onEnd} aria-label={`Remove, ${name}`}>
        Remove
      </Button>
    </li>
  );
}

function inWords(notebooks: AccessToken["notebooks"]): string {
  if (notebooks === null) return "In all your notebooks";
  if (notebooks.length === 0) return "In no notebook: you have left those that were chosen";
  return `In ${notebooks.map(({ name }) => name || "Unknown Notebook").join(", ")}`;
}
