import type { Message } from "../../../lib/words/message.ts";
/** Lengths of texts, and how many plans a notebook has at most. */
export const NAME_LENGTH = 200;
export const FACT_LENGTH = 100;
export const WORDS_LENGTH = 2000;
export const MAX_PLANS = 200;

export const PLAN_MESSAGES = {
  name: { key: "planrules.name" },
  noPlan: { key: "planrules.noPlan" },
  ended: { key: "planrules.ended" },
  changed: { key: "planrules.changed" },
  unchanged: { key: "planrules.unchanged" },
  lost: { key: "planrules.lost" },
  noList: { key: "planrules.noList" },
  itself: { key: "planrules.itself" },
  past: { key: "planrules.past" },
  far: { key: "planrules.far" },
  leavesOut: (when: string) => ({ key: "planrules.leavesOut", values: { when } }),
  pastDay: { key: "planrules.pastDay" },
  farDay: { key: "planrules.farDay" },
  overBefore: { key: "planrules.overBefore" },
  moved: { key: "planrules.moved" },
  tooMany: { key: "planrules.tooMany", values: { most: MAX_PLANS } },
} as const satisfies Record<string, Message | ((...args: never[]) => Message)>;
