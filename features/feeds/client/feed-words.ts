import type { CalendarFeed } from "../../../lib/api.ts";
import { ALARM_LABELS, type FeedSettings, WHOSE_LABELS } from "../rules.ts";

/** What a feed is called: by its notebook, or as that of all. */
export const formatFeedName = ({
  diaryId,
  diaryName,
}: Pick<CalendarFeed, "diaryId" | "diaryName">): string =>
  diaryId === null ? "All notebooks" : diaryName || "Unknown Notebook";

/** A feed's settings in one line. */
export const formatSettings = ({ whose, detail, alarmMinutes }: FeedSettings): string =>
  [
    WHOSE_LABELS[whose],
    detail === "titles" ? "with titles" : "without titles",
    alarmMinutes === null ? "no alarm" : `alarm ${ALARM_LABELS[alarmMinutes].toLowerCase()}`,
  ].join(", ");

/** Networks of homes and offices, and names that only they know. */
const AT_HOME =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|home|internal)$/;

/** Whether services such as Google can fetch an address: by https, from the whole internet. */
export function isPublic(link: string): boolean {
  const { protocol, hostname } = new URL(link);
  return protocol === "https:" && hostname.includes(".") && !AT_HOME.test(hostname);
}
