import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { HandoverParts } from "./handover.ts";

/** The headings of a handover note's parts, in their order. */
export const HANDOVER_HEADINGS = {
  happened: "handovernote.partHappened",
  nextSteps: "handovernote.partToDo",
  watchFor: "handovernote.partWatchFor",
  forWhom: "handovernote.partForWhom",
} as const satisfies Record<string, Key>;

const PARTS = [
  "happened",
  "nextSteps",
  "watchFor",
  "forWhom",
] as const satisfies (keyof typeof HANDOVER_HEADINGS)[];

/** The parts of a handover note that have a text, in their order. */
export const listWrittenParts = (parts: HandoverParts) => PARTS.filter((part) => parts[part] !== "");

/** All of it as one text, in the language of its writer: the form that search, lists and copies show of any note. */
export const toHandoverText = (parts: HandoverParts): string =>
  [
    t("handovernote.careState", { state: parts.state }),
    ...listWrittenParts(parts).map((part) =>
      part === "happened" ? parts.happened : `${t(HANDOVER_HEADINGS[part])}: ${parts[part]}`,
    ),
  ].join("\n\n");

/** Whether two handover notes have the same parts. */
export const hasSameParts = (one: HandoverParts, other: HandoverParts): boolean =>
  one.state === other.state && PARTS.every((part) => one[part] === other[part]);
