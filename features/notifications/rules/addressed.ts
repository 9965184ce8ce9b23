import type { Kind } from "../rules.ts";
import type { EscalationStep } from "./escalation-words.ts";

/**
 * Which notifications are for their reader, and which are one to them. The bell counts in SQL
 * (`server/inbox/addressed.ts`), the inbox sorts in TypeScript; a test compares the two.
 */

/** Kinds that ask their reader for something or name them. All other kinds are news, without a number. */
export const ADDRESSED_KINDS: readonly Kind[] = [
  "task-due",
  "dose-due",
  "dose-missed",
  "appointment",
  "assigned",
  "mentioned",
  "escalation",
  "security",
];

/** Steps of an escalation that only inform: a member is on it. */
export const INFORMING_STEPS: readonly EscalationStep[] = ["taken"];

/** Whether a notification is for its reader, and counts while it is unseen and open. */
export const isAddressed = ({ kind, step }: { kind: Kind; step: EscalationStep | null }): boolean =>
  ADDRESSED_KINDS.includes(kind) && (step === null || !INFORMING_STEPS.includes(step));

/** The group key of comments: followed by the note, task or program that they are on. */
export const COMMENT_GROUP = "comment ";

export type SubjectColumns = {
  id: string;
  subject_kind: string;
  subject_id: string | null;
  slot: string | null;
  group_key: string;
};

/** Notifications with the same key are about one subject: a comment about what it is on, a dose of one time. */
export function toBellKey({ id, subject_kind, subject_id, slot, group_key }: SubjectColumns): string {
  if (subject_id === null) return id;
  if (subject_kind === "comment" && group_key.startsWith(COMMENT_GROUP))
    return group_key.slice(COMMENT_GROUP.length);
  return slot === null ? subject_id : `${subject_id} ${slot}`;
}
