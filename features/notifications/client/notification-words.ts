import type { Notification } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { describeDay, getViewersZone, longDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { parseSlotMoment } from "../../../lib/slot-moment.ts";
import { t } from "../../../lib/words/t.ts";
import { formatStep } from "../rules/escalation-words.ts";
import { KINDS_WITHOUT_NOTEBOOK, TIMED_KINDS } from "../rules.ts";
import { formatSecurityTitle } from "./security-words.ts";

type Words = Pick<Notification, "kind" | "subject" | "actorName"> &
  Partial<Pick<Notification, "escalation" | "security">>;

/** Formats a notification without place and time: "Jonas gave you “Call the doctor”". */
export function formatTitle({ kind, subject, actorName, escalation, security }: Words): string {
  const name = actorName?.trim() || t("inbox.formerMember");
  if (kind === "digest") return t("inbox.summary");
  if (kind === "security") return security ? formatSecurityTitle(security) : t("inbox.security");
  if (subject === null) return t("inbox.unseen");
  const title = subject.title.trim();
  switch (kind) {
    case "task-due":
      return title || t("inbox.task");
    case "dose-due":
      return title || t("inbox.dose");
    case "dose-missed":
      return title ? t("inbox.noEntry", { title }) : t("inbox.noEntryOfDose");
    case "appointment":
      return title || t("inbox.appointment");
    case "assigned":
      return title ? t("inbox.gave", { name, title }) : t("inbox.gaveTask", { name });
    case "mentioned":
      return title ? t("inbox.mentionedIn", { name, title }) : t("inbox.mentioned", { name });
    case "comment":
      return title ? t("inbox.commentedOn", { name, title }) : t("inbox.commented", { name });
    case "note":
      return title ? t("inbox.wrote", { name, title }) : t("inbox.wroteNote", { name });
    case "member-joined":
      return t("inbox.joined", { name });
    case "escalation": {
      const step = formatStep(escalation?.step ?? "next", actorName);
      return title ? t("inbox.step", { step, title }) : t("inbox.stepOfReminder", { step });
    }
  }
}

/** Formats the title of a row; a settled reminder has only the name of its subject, because "No entry yet" would be wrong. */
export function formatRowTitle(notification: Notification): string {
  const { kind, subject, doneAt } = notification;
  return doneAt !== null && subject !== null && TIMED_KINDS.includes(kind)
    ? formatTitle({ ...notification, kind: getReminderKind(subject.type) })
    : formatTitle(notification);
}

const getReminderKind = (type: NonNullable<Notification["subject"]>["type"]) =>
  type === "appointment" ? type : type === "dose" ? "dose-due" : "task-due";

/** Formats how the subject was settled, by the notebook's clock: "Given by Anna, 18:05". */
export function formatSettled(
  { settled, doneAt, timeZone }: Pick<Notification, "settled" | "doneAt" | "timeZone">,
  now: number,
): string {
  if (settled === null) return doneAt === null ? "" : t("inbox.notOpen");
  const { how, byName, isOwn, at } = settled;
  const name = byName?.trim() ?? "";
  const by = how === "answered" ? "nobody" : isOwn ? "you" : name ? "named" : "nobody";
  const zone = timeZone ?? getViewersZone();
  const [day, today] = [toDayInZone(at, zone), toDayInZone(now, zone)];
  const when = day === today ? describeClock(at, zone) : dateInWords({ day, at }, zone, now);
  return t("inbox.settled", { how: how === "not-given" ? "notGiven" : how, by, name, when });
}

/** Formats the news of one author and kind: "Ben wrote 75 notes". */
export function formatNews(all: readonly Notification[]): string {
  const [newest] = all;
  const name = newest!.actorName?.trim() || t("inbox.formerMember");
  const count = new Set(all.map(({ _id }) => _id)).size;
  if (count === 1 || newest!.subject === null) return formatTitle(newest!);
  if (newest!.kind === "note") return t("inbox.wroteNotes", { name, count });
  return newest!.kind === "comment" ? t("inbox.wroteComments", { name, count }) : formatTitle(newest!);
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
    : diarySubject?.trim() || diaryName?.trim() || t("inbox.leftNotebook");

/** A day as a heading: "Today", "Yesterday", else in full. */
export function formatDayHeading(day: string, today: string): string {
  const words = describeDay(day, today);
  return words === "today" || words === "yesterday" ? words[0]!.toUpperCase() + words.slice(1) : longDay(day);
}
