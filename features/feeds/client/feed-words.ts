import type { CalendarFeed } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { FeedSettings } from "../rules.ts";

/** What a feed is called: by its notebook, or as that of all. */
export const formatFeedName = ({
  diaryId,
  diaryName,
}: Pick<CalendarFeed, "diaryId" | "diaryName">): string =>
  diaryId === null ? t("feeds.allNotebooks") : diaryName || t("shared.unknownNotebook");

/** A feed's settings in one line. */
export const formatSettings = ({ whose, detail, alarmMinutes }: FeedSettings): string =>
  t("feeds.settings", { whose, detail, alarm: String(alarmMinutes) });

const PROGRAMS: Partial<Record<string, Key>> = {
  "Apple Calendar on a Mac": "feeds.appleOnMac",
  "Apple Calendar on an iPhone or iPad": "feeds.appleOnPhone",
  "a browser": "feeds.browser",
  "a program without a name": "feeds.nameless",
  "an unknown program": "feeds.unknownProgram",
};

/** The program that the server names in English (`formatProgramName`), for "fetched by …" in the reader's language. */
export function nameProgram(program: string): string {
  const key = PROGRAMS[program];
  return key ? t(key) : program;
}

/** Networks of homes and offices, and names that only they know. */
const AT_HOME =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|home|internal)$/;

/** Whether services such as Google can fetch an address: by https, from the whole internet. */
export function isPublic(link: string): boolean {
  const { protocol, hostname } = new URL(link);
  return protocol === "https:" && hostname.includes(".") && !AT_HOME.test(hostname);
}
