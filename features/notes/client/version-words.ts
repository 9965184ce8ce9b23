import type { NotePart } from "../rules.ts";

const PARTS: Record<NotePart, string> = {
  title: "the title",
  content: "the content",
  noteDate: "the date",
  visibility: "who can see it",
  tags: "the tags",
};

/** What a version did: "Wrote the note", "Changed the title, the date and the tags". */
export function changeInWords({
  version,
  changed,
}: {
  version: number;
  changed: readonly NotePart[];
}): string {
  if (version === 1 || changed.length === 0) return "Wrote the note";
  const parts = changed.map((part) => PARTS[part]);
  const last = parts.pop();
  return `Changed ${parts.length > 0 ? `${parts.join(", ")} and ` : ""}${last}`;
}
