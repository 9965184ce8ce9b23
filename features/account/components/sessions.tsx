import { Badge, Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { placeOfZone } from "../../../lib/dates/zone-day.ts";
import { describeDevice, nameDevice } from "../../../lib/device-name.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import styles from "./section.module.css";
import { Section } from "./section.tsx";

type Session = {
  id: string;
  token: string;
  userAgent?: string | null;
  updatedAt: Date;
  /** That of the device's clock, an IANA name. */
  timeZone?: string | null;
};

/**
 * The sessions of this account, each with its device, when it was last used and about where, and a button that ends it.
 * The place is that of the device's clock: the network's address isn't stored, and no service is asked where it is.
 */
export function Sessions({ onShowOpenings }: { onShowOpenings: () => void }) {
  const now = useNow();
  const [sessions, setSessions] = useState<Session[]>([]);
  const [current, setCurrent] = useState<string | null>(null);

  const load = useCallback(async () => {
    const [all, own] = await Promise.all([
      ask(() => embeddedClient.listSessions()),
      ask(() => embeddedClient.getSession()),
    ]);
    if (all.data) setSessions(all.data);
    if (own.data) setCurrent(own.data.session.id);
  }, []);
  useEffect(() => void load(), [load]);

  async function end(token: string) {
    const { problem } = await ask(() => embeddedClient.revokeSession({ token }));
    if (problem) return notifyFailure(problem.message);
    await load();
  }

  return (
    <Section title={t("account.sessions")}>
      <List className={styles.list}>
        {sessions.map(({ id, token, userAgent, updatedAt, timeZone }) => (
          <li key={id} className={styles.row}>
            <div>
              <div>{nameDevice(describeDevice(userAgent))}</div>
              <Soft>{describeUse(formatRelativeTime(new Date(updatedAt).getTime(), now), timeZone)}</Soft>
            </div>
            {id === current ? (
              <Badge variant="outline">{t("account.thisBrowser")}</Badge>
            ) : (
              <Button variant="default" onClick={() => end(token)}>
                {t("account.signOutThere")}
              </Button>
            )}
          </li>
        ))}
      </List>
      <Button variant="default" aria-haspopup="dialog" onClick={onShowOpenings}>
        {t("account.openings")}
      </Button>
    </Section>
  );
}

const describeUse = (when: string, timeZone: string | null | undefined): string =>
  timeZone?.includes("/")
    ? t("account.lastUsedAbout", { when, place: placeOfZone(timeZone) })
    : t("account.lastUsed", { when });
