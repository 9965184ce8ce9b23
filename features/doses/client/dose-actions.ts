import type { ReactNode } from "react";
import type { Dose, DosePlan } from "../../../lib/api.ts";
import type { FoundDose } from "../components/dose-sheet.tsx";
import type { SameMedicine } from "./as-needed.ts";
import type { Reading } from "./dose-words.ts";
import type { DoseGroup, PlannedDose } from "./today-rows.ts";
import type { DoseWrites } from "./use-dose-writes.ts";
import type { Answer, WaitingDose } from "./waiting-doses.ts";

/** The dialog that is open above the page. */
export type OpenDialog =
  | { name: "sheet"; doseId: string }
  /** A dose that was given already; with `slot` null an unplanned one. */
  | {
      name: "record";
      plan: DosePlan;
      slot: string | null;
      dueAt: number | null;
      amount: number;
    }
  | { name: "notGiven"; row: PlannedDose }
  /** Asks whether a dose that is planned for later is given now. */
  | { name: "early"; row: PlannedDose }
  | { name: "all"; group: DoseGroup }
  /** Asks for the plan with times of an unplanned dose. */
  | { name: "unplanned"; plans: readonly DosePlan[] }
  /** Asks for the amount of a range, or about a further dose just after another. */
  | { name: "amount"; plan: DosePlan };

/** State and actions that the rows of a page share. */
export type DoseActions = {
  diaryId: string;
  /** The planned dose that a link points to. */
  asked?: { planId: string; slot: string } | undefined;
  reading: Reading;
  mayGive: boolean;
  /** How many members may give. */
  givers: number;
  writes: DoseWrites;
  /** The last doses of a plan that is given when needed, newest first; empty for other plans. */
  getRecentDoses: (planId: string) => readonly Dose[];
  /** The other plans of a plan's medicine. */
  listSameMedicine: (planId: string) => readonly SameMedicine[];
  /** A dose of this page with its plan, without the doses it conflicts with; undefined for others. */
  findDose: (doseId: string, subject: string) => FoundDose | undefined;
  /** The newest entry about a dose that the server hasn't written yet. */
  findWaiting: (planId: string, slot: string | null) => WaitingDose | undefined;
  /** Takes an entry back that waits on this device. */
  undo: (entry: WaitingDose) => void;
  give: (dose: {
    plan: DosePlan;
    slot: string | null;
    amount: number;
    confirmedRecentDoseIds?: string[];
    isMeant?: boolean;
  }) => Promise<Answer>;
  /** As `give`, for several doses at once: the caller shows the answers. */
  giveWithoutToast: (dose: {
    plan: DosePlan;
    slot: string;
    amount: number;
  }) => Promise<{ answer: Answer; entryId: string }>;
  claim: (planId: string, slot: string) => Promise<void>;
  open: (dialog: OpenDialog) => void;
  /** Renders what other rooms add to the row of a planned dose; null for most. */
  renderState: ((row: PlannedDose) => ReactNode) | undefined;
};
