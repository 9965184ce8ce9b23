import { NEUTRAL_TITLE } from "../../../feeds/rules.ts";
import type { SeenSubject, Subjects } from "../subjects.ts";

/** What takes the place of the words that are encrypted. */
const NEUTRAL = { task: NEUTRAL_TITLE, note: "Encrypted note", plan: "Encrypted plan" } as const;

/** What a message calls its subject; `isNamed` is false for neutral words, which don't tell one from another. */
export type OutsideTitle = { title: string; isNamed: boolean };

/**
 * What letters, messages to devices and programs call a subject. They are stored and shown where nothing is encrypted,
 * so what is encrypted here has neutral words there (docs/decisions/0206). It has no vault, so that it can't decrypt.
 */
export function outsideTitle(subjects: Subjects, subject: SeenSubject): OutsideTitle {
  const named = (title: string): OutsideTitle => ({ title, isNamed: title !== "" });
  const neutral = (title: string): OutsideTitle => ({ title, isNamed: false });
  const isOnEncrypted = (noteId: string | null | undefined) =>
    noteId ? subjects.notes.get(noteId)?.is_encrypted === true : false;
  const { titledBy, planId, taskId } = subject;
  if (planId !== null) {
    const plan = subjects.plans.get(planId);
    if (!plan || plan.is_encrypted) return neutral(NEUTRAL.plan);
    return named([plan.facts?.name, plan.facts?.strength].filter(Boolean).join(" "));
  }
  if (taskId !== null && isOnEncrypted(subjects.tasks.get(taskId)?.note_id)) return neutral(NEUTRAL.task);
  if (titledBy === null) return named(subject.title);
  if (isOnEncrypted(titledBy)) return neutral(NEUTRAL.note);
  return named(subject.title || (subjects.notes.get(titledBy)?.note_title ?? ""));
}
