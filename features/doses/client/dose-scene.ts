import type { ReactNode } from "react";
import type { Dose, DosePlan } from "../../../lib/api.ts";
import type { SameMedicine } from "./as-needed.ts";
import type { Reading } from "./dose-words.ts";
import type { DoseGroup, PlannedDose } from "./today-rows.ts";
import type { DoseWrites } from "./use-dose-writes.ts";
import type { Answer, WaitingDose } from "./waiting-doses.ts";

/** What is open above the page. */
export type OpenDialog =
  | { name: "sheet"; doseId: string }
  /** A dose that was given already; with `slot` null one that isn't planned. */
  | {
      name: "record";
      plan: DosePlan;
      slot: string | null;
      dueAt: number | null;
      amount: number;
    }
  | { name: "notGiven"; row: PlannedDose }
  /** A dose that is planned for later: meant? */
  | { name: "early"; row: PlannedDose }
  | { name: "all"; group: DoseGroup }
  /** Which plan with times a dose was given of that isn't planned. */
  | { name: "unplanned"; plans: readonly DosePlan[] }
  /** How much of a range, or a further dose just after another. */
  | { name: "amount"; plan: DosePlan };

/** What the rows of a page share. */
export type DoseScene = {
  diaryId: string;
  /** The planned dose that the reader came for. */
  asked?: { planId: string; slot: string } | undefined;
  reading: Reading;
  mayGive: boolean;
  /** How many members may give. */
  givers: number;
  writes: DoseWrites;
  /** The last doses of a medicine that is given when it is needed, newest first; of others none. */
  latelyOf: (planId: string) => readonly Dose[];
  /** The other plans of a plan's medicine. */
  sameMedicineOf: (planId: string) => readonly SameMedicine[];
  /** The newest entry about a dose that the server hasn't written yet. */
  waitingFor: (planId: string, slot: string | null) => WaitingDose | undefined;
  give: (dose: {
    planId: string;
    slot: string | null;
    amount: number;
    seen?: string[];
    isMeant?: boolean;
  }) => Promise<Answer>;
  /** As `give`, for several at once: nothing is shown but the answers that the caller shows. */
  giveQuietly: (dose: {
    planId: string;
    slot: string;
    amount: number;
  }) => Promise<{ answer: Answer; entryId: string }>;
  claim: (planId: string, slot: string) => Promise<void>;
  open: (dialog: OpenDialog) => void;
  /** What else is said on the row of a planned dose; null for most. */
  stateOf: ((row: PlannedDose) => ReactNode) | undefined;
};
