import type { Key } from "../../../lib/words/keys.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import type { NotePart } from "../rules.ts";

const PARTS: Record<NotePart, Key> = {
  title: "notehistory.partTitle",
  content: "notehistory.partContent",
  noteDate: "notehistory.partDate",
  noteTime: "notehistory.partTime",
  visibility: "notehistory.partVisibility",
  tags: "notehistory.partTags",
};

/** A summary of a version's changes: "Wrote the note", "Changed the title, the date and the tags". */
export function changeInWords({
  version,
  changed,
}: {
  version: number;
  changed: readonly NotePart[];
}): string {
  if (version === 1 || changed.length === 0) return t("notehistory.wrote");
  return t("notehistory.changed", { parts: listInSentence(changed.map((part) => t(PARTS[part]))) });
}
