/** Lengths of texts, and how many plans a notebook has at most. */
export const NAME_LENGTH = 200;
export const FACT_LENGTH = 100;
export const WORDS_LENGTH = 2000;
export const MAX_PLANS = 200;

export const PLAN_MESSAGES = {
  name: "Enter the name of the medicine",
  noPlan: "This plan isn't there any more",
  ended: "This plan has ended",
  changed: "The plan has changed meanwhile. Look at it again.",
  unchanged: "Nothing was changed",
  lost: "What this plan is called can't be read any more",
  noList: "The list that this plan was made from isn't there any more. Go back to the newest list.",
  itself: "Choose another plan",
  past: "Choose a time that is still to come",
  far: "Choose a time within a year",
  leavesOut: (when: string) =>
    `Planned doses would be left without a successor, the first on ${when}. Confirm that they are left out, or choose another day.`,
  pastDay: "Choose today or a later day",
  farDay: "Choose a day within a year",
  overBefore: "The last day must not be before the day on which the change begins",
  moved: "These plans go by the notebook's time zone already",
  tooMany: `A notebook has at most ${MAX_PLANS} plans that haven't ended`,
} as const;
