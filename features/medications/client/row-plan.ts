import type { Medication } from "../../notes/rules/medication-schema.ts";
/** The running plan of a row, as far as the form that stops the row has to name it. */
export type RowPlan = {
  /** "ramipril 5 mg, 1 tablet at 08:00, every day". */
  words: string;
  /** Ends the plan, with the reason; null for readers who may not. */
  end: ((reason: string) => Promise<unknown>) | null;
};

/** Finds the running plan of a row, as the room of the plans knows it; undefined while that isn't known. */
export type PlanOfRow = (row: Medication) => RowPlan | null | undefined;

/** What becomes of the plan of a row that is stopped. */
export type PlanChoice = "" | "end" | "keep";
