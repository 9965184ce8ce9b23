import { Facts } from "../../../ui/text.tsx";
import type { InboxRow } from "../client/inbox-rows.ts";
import { formatNews, formatPlace, formatTime } from "../client/notification-words.ts";
import styles from "./news-row.module.css";
import { NotificationWay } from "./notification-way.tsx";

type NewsRowProps = {
  row: InboxRow;
  /** Epoch ms. */
  now: number;
  onOpen: () => void;
};

/** The news of one author and kind in a line: it leads to the only subject, or to the list of all news. */
export function NewsRow({ row: { newest, all }, now, onOpen }: NewsRowProps) {
  const place = formatPlace(newest);
  return (
    <li className={styles.row}>
      <NotificationWay notification={newest} isOfMany={all.length > 1} onOpen={onOpen}>
        {formatNews(all)}
      </NotificationWay>
      <Facts>
        <span>{formatTime(newest, now)}</span>
        {place && <span>{place}</span>}
      </Facts>
    </li>
  );
}
