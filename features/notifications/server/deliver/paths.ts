import type { Kind } from "../../rules.ts";
import type { VisibleSubject } from "../subjects.ts";

/** Returns the page of a notification's subject, from the site's root on. `subject` as its reader sees it. */
export function getPath(
  { kind, diaryShortId }: { kind: Kind; diaryShortId: string | null },
  subject: VisibleSubject | null,
): string {
  if (kind === "security") return "/account";
  if (kind === "digest") return "/updates";
  if (diaryShortId === null || subject === null) return "/care";
  const notebook = `/care/${diaryShortId}`;
  const { type, id, taskId, diaryProgramId, noteShortId, slot } = subject;
  if (taskId !== null) return `/tasks?task=${taskId}`;
  const place = type === "comment" ? `#comment-${id}` : "";
  if (diaryProgramId !== null) return `${notebook}/programs/${diaryProgramId}${place}`;
  switch (type) {
    case "dose":
      return slot === null
        ? `${notebook}/doses`
        : `${notebook}/doses?${new URLSearchParams({ dose: id, slot })}`;
    case "appointment":
      return `${notebook}/appointments/${id}`;
    case "member":
      return `${notebook}/members`;
    default:
      return noteShortId === null ? notebook : `${notebook}/note/${noteShortId}${place}`;
  }
}
