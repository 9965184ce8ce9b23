/** Whom a note, a comment or a plan is for: its author, the care team, or every member. */
export const VISIBILITIES = ["private", "team", "extended"] as const;
export const DEFAULT_VISIBILITY = "team";
export type Visibility = (typeof VISIBILITIES)[number];
