/** How a medicine is taken relative to meals. */
export const MEAL_RELATIONS = ["none", "before", "with", "after", "empty"] as const;
export type MealRelation = (typeof MEAL_RELATIONS)[number];

/** The most minutes before or after a meal: half a day. */
export const MAX_MEAL_MINUTES = 720;

/** Whether a number of minutes belongs to the relation. */
export const hasMealMinutes = (relation: MealRelation): boolean =>
  relation === "before" || relation === "after";
