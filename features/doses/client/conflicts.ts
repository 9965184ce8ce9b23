import type { DoseConflict } from "../../../lib/api.ts";
import { DOUBTS } from "../rules/doubts.ts";

/** Conflicts as a page shows them; from an older page or server they lack some facts. */
export type ShownConflict = Pick<DoseConflict, "id" | "limit" | "at" | "by" | "amount"> &
  Partial<DoseConflict>;

export const isDoubt = ({ limit }: Pick<ShownConflict, "limit">): boolean =>
  (DOUBTS as readonly string[]).includes(limit);

/** Whether a limit that was typed is among them. */
export const hasTypedLimit = (conflicts: readonly Pick<ShownConflict, "limit">[]): boolean =>
  conflicts.some(({ limit }) => limit === "gap" || limit === "count" || limit === "amount");

/** Whether they are only questions: the server writes the dose after a yes. */
export const isAskable = (conflicts: readonly Pick<ShownConflict, "limit">[]): boolean =>
  conflicts.every(
    (conflict) => isDoubt(conflict) || conflict.limit === "sameMedicine" || conflict.limit === "justGiven",
  );
