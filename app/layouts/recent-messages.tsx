import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { formatRelativeTime } from "../../lib/dates/time.ts";
import { t } from "../../lib/words/t.ts";
import { recentMessages } from "../../ui/messages.ts";
import { Modal } from "../../ui/modal.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useNow } from "../../ui/use-now.ts";
import styles from "./recent-messages.module.css";

/** The notifications since the page was opened, newest first: for users who didn't read one in time. */
export function RecentMessages({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const messages = useSyncExternalStore(recentMessages.subscribe, recentMessages.get);
  const now = useNow();
  return (
    <Modal opened={opened} onClose={onClose} title={t("menu.recentMessages")}>
      <ul className={styles.list}>
        {messages.map(({ id, text, isFailure, at }) => (
          <li key={id} className={styles.message} data-failure={isFailure || undefined}>
            {isFailure ? <IconAlertTriangle aria-hidden="true" /> : <IconCheck aria-hidden="true" />}
            <div>
              <p>
                {isFailure && <strong>{t("menu.failed")}</strong>}
                {text}
              </p>
              <RelativeTime at={at}>{formatRelativeTime(at, now)}</RelativeTime>
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
