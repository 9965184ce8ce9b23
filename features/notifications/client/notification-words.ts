import type { Notification } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { describeDay, getViewersZone, longDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { parseSlotMoment } from "../../../lib/slot-moment.ts";
import { formatStep } from "../rules/escalation-words.ts";
import { KINDS_WITHOUT_NOTEBOOK, type Kind, TIMED_KINDS } from "../rules.ts";
import { formatSecurityTitle } from "./security-words.ts";

/** The kinds in words, as the heading of their settings. */
export const KIND_NAMES: Record<Kind, string> = {
  "task-due": "A task is due",
  "dose-due": "A dose is due",
  "dose-missed": "A dose has no entry yet",
  assigned: "Somebody gives you a task",
  mentioned: "Somebody mentions you",
  comment: "A comment on what you wrote",
  note: "A new note",
  "member-joined": "Somebody joins a notebook",
  escalation: "Nobody has answered a reminder",
  digest: "The summary of the day",
  security: "The security of your account",
};

type Words = Pick<Notification, "kind" | "subject" | "actorName"> &
  Partial<Pick<Notification, "escalation" | "security">>;

/** Formats a notification without place and time: "Jonas gave you “Call the doctor”". */
export function formatTitle({ kind, subject, actorName, escalation, security }: Words): string {
  const who = actorName?.trim() || FORMER_MEMBER;
  if (kind === "digest") return "Your summary";
  if (kind === "security") return security ? formatSecurityTitle(security) : "The security of your account";
  if (subject === null) return "Something that you don't see any more";
  const title = subject.title.trim();
  const named = title && `“${title}”`;
  switch (kind) {
    case "task-due":
      return title || "A task";
    case "dose-due":
      return title || "A dose";
    case "dose-missed":
      return `No entry yet: ${title || "a dose"}`;
    case "assigned":
      return `${who} gave you ${named || "a task"}`;
    case "mentioned":
      return named ? `${who} mentioned you in ${named}` : `${who} mentioned you`;
    case "comment":
      return named ? `${who} commented on ${named}` : `${who} commented`;
    case "note":
      return `${who} wrote ${named || "a note"}`;
    case "member-joined":
      return `${who} joined`;
    case "escalation":
      return `${formatStep(escalation?.step ?? "next", actorName)}: ${title || "a reminder"}`;
  }
}

/** Formats the title of a row; a settled reminder has only the name of its subject, because "No entry yet" would be wrong. */
export function formatRowTitle(notification: Notification): string {
  const { kind, subject, doneAt } = notification;
  return doneAt !== null && subject !== null && TIMED_KINDS.includes(kind)
    ? formatTitle({ ...notification, kind: subject.type === "dose" ? "dose-due" : "task-due" })
    : formatTitle(notification);
}

const SETTLED_WORDS: Record<NonNullable<Notification["settled"]>["how"], string> = {
  given: "Given",
  "not-given": "Recorded as not given",
  done: "Done",
  cancelled: "Cancelled",
  answered: "Answered",
};

/** Formats how the subject was settled, by the notebook's clock: "Given by Anna, 18:05". */
export function formatSettled(
  { settled, doneAt, timeZone }: Pick<Notification, "settled" | "doneAt" | "timeZone">,
  now: number,
): string {
  if (settled === null) return doneAt === null ? "" : "No longer open";
  const { how, byName, isOwn, at } = settled;
  const by = how === "answered" ? "" : isOwn ? " by you" : byName?.trim() ? ` by ${byName.trim()}` : "";
  const zone = timeZone ?? getViewersZone();
  const [day, today] = [toDayInZone(at, zone), toDayInZone(now, zone)];
  const when = day === today ? describeClock(at, zone) : dateInWords({ day, at }, zone, now);
  return `${SETTLED_WORDS[how]}${by}, ${when}`;
}

/** Formats the news of one author and kind: "Ben wrote 75 notes". */
export function formatNews(all: readonly Notification[]): string {
  const [newest] = all;
  const who = newest!.actorName?.trim() || FORMER_MEMBER;
  const count = new Set(all.map(({ _id }) => _id)).size;
  if (count === 1 || newest!.subject === null) return formatTitle(newest!);
  if (newest!.kind === "note") return `${who} wrote ${count} notes`;
  return newest!.kind === "comment" ? `${who} wrote ${count} comments` : formatTitle(newest!);
}

/** Returns when the subject is due, epoch ms: for a dose its planned time, whenever the notification was sent. */
export const getSubjectTime = ({ dueAt, subject }: Pick<Notification, "dueAt" | "subject">): number =>
  (subject?.slot && parseSlotMoment(subject.slot)) || dueAt;

/** Formats the due time by the notebook's clock; for an event, how long ago it happened. */
export function formatTime(
  { kind, dueAt, timeZone, subject }: Pick<Notification, "kind" | "dueAt" | "timeZone" | "subject">,
  now: number,
): string {
  if (!TIMED_KINDS.includes(kind) || timeZone === null)
    return formatRelativeTime(dueAt, Math.max(now, dueAt));
  const at = getSubjectTime({ dueAt, subject });
  return dateInWords({ day: toDayInZone(at, timeZone), at }, timeZone, now);
}

/** Whose notebook it is in; "" for kinds that are about none. */
export const formatPlace = ({ kind, diaryName, diarySubject }: Notification): string =>
  KINDS_WITHOUT_NOTEBOOK.includes(kind)
    ? ""
    : diarySubject?.trim() || diaryName?.trim() || "A notebook that you left";

/** A day as a heading: "Today", "Yesterday", else in full. */
export function formatDayHeading(day: string, today: string): string {
  const words = describeDay(day, today);
  return words === "today" || words === "yesterday" ? words[0]!.toUpperCase() + words.slice(1) : longDay(day);
}
