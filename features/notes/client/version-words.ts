import { listInWords } from "../../../lib/list-words.ts";
import type { NotePart } from "../rules.ts";

const PARTS: Record<NotePart, string> = {
  title: "the title",
  content: "the content",
  noteDate: "the date",
  noteTime: "the time",
  visibility: "who can see it",
  tags: "the tags",
};

/** A summary of a version's changes: "Wrote the note", "Changed the title, the date and the tags". */
export function changeInWords({
  version,
  changed,
}: {
  version: number;
  changed: readonly NotePart[];
}): string {
  if (version === 1 || changed.length === 0) return "Wrote the note";
  return `Changed ${listInWords(changed.map((part) => PARTS[part]))}`;
}
