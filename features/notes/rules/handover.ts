// In a file of its own: the schemas import it, and the other rules import the schemas.

/** The state of the care, in the words of the member who hands over. */
export const HANDOVER_STATES = ["steady", "watch", "urgent"] as const;
export type HandoverState = (typeof HANDOVER_STATES)[number];

/** The longest of each part of a handover note, in characters. */
export const HANDOVER_PART_LENGTH = 5000;
/** The longest entry of the recipients, in characters. */
export const HANDOVER_TO_LENGTH = 500;

/** The parts of a handover note that its author writes. */
export type HandoverParts = {
  state: HandoverState;
  happened: string;
  nextSteps: string;
  watchFor: string;
  forWhom: string;
};

/** The next steps, one line each, without the marks of a list. */
export const toDoLines = ({ nextSteps }: Pick<HandoverParts, "nextSteps">): string[] =>
  [
    ...new Set(nextSteps.split("\n").map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())),
  ].filter((line) => line !== "");
