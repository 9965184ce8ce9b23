import { useConvex, useMutation } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { toDayInZone, writtenDay } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { canSend } from "../../../ui/reachability.ts";
import { offerUndo } from "../../../ui/undo-toast.tsx";
import { saveWithTimeout } from "../../notes/client/public.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import { formatMedicationTitle } from "../rules.ts";
import { formatDone, type RowEntry, toChange } from "./row-entry.ts";
import type { RowPlan } from "./row-plan.ts";

const PLAN_GOES_ON = "The plan was not ended: its doses stay due.";

type EndedPlan = RowPlan & { isEnded: boolean };

const WAITS = "Your change is sent as soon as you are online. Until then others can't see it.";

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
      notifyFailure(`${getErrorMessage(error, "It couldn't be undone. Please try again")}.`);
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
      notifySuccess(WAITS);
      if (end) notifyFailure(PLAN_GOES_ON);
      return;
    }
    const saved = noteId;
    if (!end) return offerUndo(formatDone(entry, plan ? "goesOn" : null), () => void undo(saved));
    try {
      await end(entry.reason.trim() || "Stopped on the list of medications");
      // Undoing the list alone would leave the plan ended.
      notifySuccess(formatDone(entry, "ended"));
    } catch (error) {
      notifyFailure(`${PLAN_GOES_ON} ${getErrorMessage(error, "Please try again")}`);
    }
  };
}
