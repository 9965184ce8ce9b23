import { useConvex, useMutation } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { toDayInZone, writtenDay } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { canSend } from "../../../ui/reachability.ts";
import { offerUndo } from "../../../ui/undo-toast.tsx";
import { saveWithTimeout } from "../../notes/client/public.ts";
import { getMedicationName } from "../../notes/rules/medication-limits.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import { formatMedicationTitle } from "../rules/list-title.ts";
import { type RowEntry, toChange } from "./row-entry.ts";
import type { RowPlan } from "./row-plan.ts";

type EndedPlan = RowPlan & { isEnded: boolean };

/**
 * Saves the entry about one row as a new list, and offers to undo it. Rejects when the server refuses it within a few
 * seconds; a later refusal is reported, and the entry stays as a draft.
 */
export function useChangeMedications({ _id: diaryId, timeZone }: Pick<Notebook, "_id" | "timeZone">) {
  const convex = useConvex();
  const change = useMutation(api.notes.changeMedications);
  const replaceShown = useMutation(api.notes.undoMedications);

  /** The former list is valid again, unless another member has changed the new one meanwhile. */
  async function undo(noteId: string) {
    try {
      await replaceShown({ noteId });
    } catch (error) {
      notifyFailure(`${getErrorMessage(error, t("medicationrow.notUndone"))}.`);
    }
  }

  return async (entry: RowEntry, key: string, plan?: EndedPlan | null) => {
    const end = plan?.isEnded ? plan.end : null;
    let noteId: string | null = null;
    const outcome = await saveWithTimeout({
      isOnline: () => canSend(convex),
      write: async () => {
        noteId = await change({
          diaryId,
          list: entry.base && { noteId: entry.base._id, version: entry.base.version },
          change: toChange(entry),
          reason: entry.reason,
          title: formatMedicationTitle(writtenDay(toDayInZone(Date.now(), timeZone))),
        });
        return noteId;
      },
      key,
      values: entry,
      failed: MEDICATION_MESSAGES.changeFailed,
    });
    if (outcome === "waiting" || !noteId) {
      notifySuccess(t("medicationrow.waits"));
      if (end) notifyFailure(t("medicationrow.planNotEnded"));
      return;
    }
    const saved = noteId;
    if (!end) return offerUndo(formatDone(entry, plan ? "goesOn" : null), () => void undo(saved));
    try {
      await end(entry.reason.trim() || t("medicationrow.stoppedOnList"));
      // Undoing the list alone would leave the plan ended.
      notifySuccess(formatDone(entry, "ended"));
    } catch (error) {
      const problem = getErrorMessage(error, t("medicationrow.tryAgain"));
      notifyFailure(t("medicationrow.planNotEndedWhy", { problem }));
    }
  };
}

const DONE: Record<RowEntry["kind"], Key> = {
  add: "medicationrow.doneAdded",
  change: "medicationrow.doneChanged",
  stop: "medicationrow.doneStopped",
};

/** A sentence about the saved entry, with the change of its plan where it has one; for the offer to undo it. */
function formatDone({ kind, medication }: RowEntry, plan: "ended" | "goesOn" | null): string {
  const name = getMedicationName(medication);
  if (kind === "stop" && plan)
    return t(plan === "ended" ? "medicationrow.doneEnded" : "medicationrow.doneGoesOn", { name });
  return t(DONE[kind], { name });
}
