/** Which tasks a feed has: the person's own and nobody's, or all that they see. */
export const WHOSE = ["mine", "all"] as const;
export type Whose = (typeof WHOSE)[number];

/** How much a feed shows of a task: its title, or only that there is one. */
export const DETAILS = ["titles", "neutral"] as const;
export type Detail = (typeof DETAILS)[number];

/** Minutes before a task at which the calendar's own alarm rings. */
export const ALARM_MINUTES = [0, 15, 60] as const;
export type AlarmMinutes = (typeof ALARM_MINUTES)[number];

/** What a person chooses for a feed. */
export type FeedSettings = {
  whose: Whose;
  detail: Detail;
  /** Null without an alarm. */
  alarmMinutes: AlarmMinutes | null;
};

/** Without an alarm, because reminders of our own would come twice. */
export const DEFAULT_SETTINGS: FeedSettings = { whose: "mine", detail: "titles", alarmMinutes: null };

const PATH = "/api/calendars/";

/** Builds the address of a feed. The address alone opens the feed, so only its user sees it. */
export const buildFeedUrl = (baseUrl: string, token: string): string => `${baseUrl}${PATH}${token}.ics`;

/** The same address in the form that calendar programs open directly. */
export const toWebcalUrl = (url: string): string => url.replace(/^https?:/, "webcal:");

/** Programs that fetch feeds, by a part of their `User-Agent`; the first match counts. */
const PROGRAMS: readonly [pattern: RegExp, name: string][] = [
  [/google-calendar/i, "Google Calendar"],
  [/thunderbird/i, "Thunderbird"],
  [/outlook|microsoft.(exchange|office)|ms-?office/i, "Outlook"],
  [/calendaragent|^mac.?os/i, "Apple Calendar on a Mac"],
  [/dataaccessd|iOS\//, "Apple Calendar on an iPhone or iPad"],
  [/icsx5/i, "ICSx⁵"],
  [/davx5/i, "DAVx⁵"],
  [/nextcloud/i, "Nextcloud"],
  [/fastmail/i, "Fastmail"],
  [/yahoo/i, "Yahoo"],
  [/vdirsyncer/i, "vdirsyncer"],
  [/evolution/i, "Evolution"],
  [/\bkorganizer|akonadi/i, "KOrganizer"],
  [/home ?assistant/i, "Home Assistant"],
  [/mozilla\//i, "a browser"],
];

/** The name of a program by its `User-Agent`, for "fetched by …"; a program that nobody knows is named as it names itself. */
export function formatProgramName(agent: string | null): string {
  if (!agent) return "a program without a name";
  const known = PROGRAMS.find(([pattern]) => pattern.test(agent));
  if (known) return known[1];
  return /^[A-Za-z][\w .+-]{0,39}/.exec(agent)?.[0].trim() ?? "an unknown program";
}
