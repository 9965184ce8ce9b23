/** The questions of the help page that pages of the app lead to. */
export type HelpTopic =
  | "giving"
  | "plans"
  | "list"
  | "pauses"
  | "handover"
  | "reminders"
  | "inviting"
  | "programs"
  | "notes"
  | "recordings";

/** Where in the help a reader of a page begins; the first part of the path that is listed decides. */
const TOPICS: readonly [RegExp, HelpTopic][] = [
  [/\/doses/, "giving"],
  [/\/plans/, "plans"],
  [/\/(medications|visit)/, "list"],
  [/\/handover/, "handover"],
  [/^\/notifications|\/escalation/, "reminders"],
  [/\/members/, "inviting"],
  [/\/programs/, "programs"],
  [/^\/recording/, "recordings"],
  [/^\/care\/[^/]+(\/note|$)/, "notes"],
];

/** The topic of a page by its path; undefined for pages without one. */
export const findHelpTopic = (path: string): HelpTopic | undefined =>
  TOPICS.find(([pages]) => pages.test(path))?.[1];
