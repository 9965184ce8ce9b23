import type { Notification } from "../../../lib/api.ts";

/** The notifications about one subject, newest first. */
export type InboxRow = {
  key: string;
  newest: Notification;
  all: readonly Notification[];
  /** Those that the bell counts. */
  waiting: readonly Notification[];
};

const isWaiting = ({ isAddressed, seenAt, doneAt }: Notification) =>
  isAddressed && seenAt === null && doneAt === null;

/**
 * Sorts notifications into rows: for the reader (waiting, or waiting earlier while the page is open: `kept`), settled,
 * and news with one row for each author and kind.
 */
export function toInboxRows(notifications: readonly Notification[], kept: ReadonlySet<string>) {
  const sorted = [...new Map(notifications.map((one) => [one._id, one])).values()].sort(
    (a, b) => b._creationTime - a._creationTime,
  );
  const rows = group(sorted, ({ bellKey }) => bellKey);
  const isForMe = ({ key, waiting }: InboxRow) => waiting.length > 0 || kept.has(key);
  const addressed = rows.filter(({ all }) => all.some(({ isAddressed }) => isAddressed));
  const news = rows.filter((row) => !addressed.includes(row)).flatMap(({ all }) => all);
  return {
    forMe: addressed.filter(isForMe),
    settled: addressed.filter((row) => !isForMe(row)),
    news: group(news, ({ kind, actorName, diaryId }) => `${kind} ${actorName} ${diaryId}`),
  };
}

function group(sorted: readonly Notification[], keyOf: (one: Notification) => string): InboxRow[] {
  return [...Map.groupBy(sorted, keyOf)].map(([key, all]) => {
    const waiting = all.filter(isWaiting);
    const [newest] = all;
    // A question stays the title while only comments for others follow it.
    return { key, all, waiting, newest: (newest!.kind === "comment" && waiting[0]) || newest! };
  });
}
