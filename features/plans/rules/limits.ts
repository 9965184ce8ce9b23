/** Lengths of texts, and how many plans a notebook has at most. */
export const NAME_LENGTH = 200;
export const FACT_LENGTH = 100;
export const WORDS_LENGTH = 2000;
export const MAX_PLANS = 200;

export const PLAN_MESSAGES = {
  noPlan: "This plan isn't there any more",
  ended: "This plan has ended",
  changed: "The plan has changed meanwhile. Look at it again.",
  tooMany: `A notebook has at most ${MAX_PLANS} plans that haven't ended`,
} as const;
