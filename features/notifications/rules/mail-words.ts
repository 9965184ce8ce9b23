import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { Kind } from "../rules.ts";

/** What has happened, as often as it has, without what, where and who: mails are stored and shown in too many places. */
const NEWS: Record<Kind, Key> = {
  "task-due": "messages.taskDue",
  "dose-due": "messages.doseDue",
  "dose-missed": "messages.doseMissed",
  appointment: "messages.appointment",
  assigned: "messages.assigned",
  mentioned: "messages.mentioned",
  comment: "messages.comment",
  note: "messages.note",
  "member-joined": "messages.memberJoined",
  escalation: "messages.escalation",
  digest: "messages.digest",
  security: "messages.security",
};

/** "3 tasks are due". */
export const formatNews = (kind: Kind, count: number): string => t(NEWS[kind], { count });
