import { pluralize } from "../../../lib/pluralize.ts";
import type { Kind } from "../rules.ts";

type Counted = (count: number) => string;

const withCount =
  (one: string, many: Counted): Counted =>
  (count) =>
    count === 1 ? one : many(count);

/** What has happened, as often as it has, without what, where and who: mails are stored and shown in too many places. */
const NEWS: Record<Kind, Counted> = {
  "task-due": withCount("A task is due", (count) => `${count} tasks are due`),
  "dose-due": withCount("A dose is due", (count) => `${count} doses are due`),
  "dose-missed": withCount("A dose has no entry yet", (count) => `${count} doses have no entry yet`),
  assigned: withCount("A task was given to you", (count) => `${count} tasks were given to you`),
  mentioned: withCount("Somebody mentioned you", (count) => `You were mentioned ${count} times`),
  comment: withCount("A new comment on what you wrote", (count) => `${count} new comments on what you wrote`),
  note: withCount("A new note", (count) => `${count} new notes`),
  "member-joined": withCount("Somebody joined", (count) => `${pluralize(count, "person", "people")} joined`),
  escalation: withCount("A reminder has no answer", (count) => `${count} reminders have no answer`),
  digest: withCount("News", (count) => `${count} pieces of news`),
  security: withCount("A message about your account", (count) => `${count} messages about your account`),
};

/** "3 tasks are due". */
export const formatNews = (kind: Kind, count: number): string => NEWS[kind](count);

const MAILS: Record<Kind, string> = {
  "task-due": "about tasks that are due",
  "dose-due": "about doses that are due",
  "dose-missed": "about doses without an entry",
  assigned: "about tasks that are given to you",
  mentioned: "about mentions of you",
  comment: "about comments",
  note: "about new notes",
  "member-joined": "about people who join",
  escalation: "about reminders without an answer",
  digest: "with your news",
  security: "about the security of your account",
};

/** What mails of a kind are: "mails about comments", "mails from one of your notebooks about comments". */
export const formatMailsOfKind = (kind: Kind, from = ""): string =>
  `mails ${from && `${from} `}${MAILS[kind]}`;

/** Below each reminder (docs: intended purpose). */
export const CAN_FAIL = "Reminders can fail. Don't rely on them alone.";
