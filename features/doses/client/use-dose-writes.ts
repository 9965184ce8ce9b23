import { useConvex } from "convex/react";
import { useMemo, useSyncExternalStore } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { createId } from "../../../lib/ids.ts";
import { t } from "../../../lib/words/t.ts";
import { announce } from "../../../ui/announce.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { canSend } from "../../../ui/reachability.ts";
import { isWaiting } from "../../../ui/waiting-changes.ts";
import type { WITHDRAW_REASONS } from "../rules/limits.ts";
import {
  type Answer,
  type DoseCall,
  type EntryFacts,
  keepFacts,
  recordDose,
  waitingDoses,
} from "./waiting-doses.ts";

type Recorded = { _id: string; revision: number };
type WithdrawReason = (typeof WITHDRAW_REASONS)[number];

/** A dose that can be given: a planned one, or with `slot` null an unplanned one. */
export type Giveable = {
  diaryId: string;
  planId: string;
  /** The medicine's name. */
  name: string;
  slot: string | null;
  amount: number;
  /** Ids of recent doses the user has confirmed are separate. */
  confirmedRecentDoseIds?: string[];
  /** Whether the user has confirmed a dose that is planned for another time. */
  isMeant?: boolean;
};

/** Entries that wait for the server; for one dose see `findWaiting`. */
export const useWaitingDoses = () => useSyncExternalStore(waitingDoses.subscribe, waitingDoses.get);

/** Records entries about doses. Nothing is shown as done before the server has answered. */
export function useDoseWrites() {
  const convex = useConvex();
  return useMemo(() => {
    const record = (call: DoseCall): Promise<Answer> => recordDose(convex, call);

    const withdraw = ({ _id: doseId, revision }: Recorded, reason: WithdrawReason, facts: EntryFacts) =>
      convex.mutation(
        api.doses.withdrawDose,
        { entryId: createId(), doseId, revision, reason },
        { optimisticUpdate: keepFacts(facts) },
      );

    /** Runs a change of a recorded dose; returns whether it succeeded. */
    async function run(change: Promise<unknown>, failed: string): Promise<boolean> {
      try {
        await change;
        return true;
      } catch (error) {
        console.error(failed, error);
        notifyFailure(getErrorMessage(error, failed));
        return false;
      }
    }

    return {
      record,
      run,
      /** Records a dose that is given now. */
      give({ diaryId, planId, name, slot, amount, confirmedRecentDoseIds = [], isMeant = false }: Giveable): {
        entryId: string;
        answer: Promise<Answer>;
      } {
        const entryId = createId();
        const seen = isMeant ? [...confirmedRecentDoseIds, entryId] : confirmedRecentDoseIds;
        const args = { amount, givenAt: Date.now(), note: "", seen };
        return { entryId, answer: record({ kind: "give", diaryId, name, planId, slot, entryId, args }) };
      },
      /** Claims a dose ("I'm giving it"), which others see. */
      async claim(planId: string, slot: string): Promise<void> {
        const failed = t("dosewrites.notSaved");
        const claimed = convex.mutation(api.doses.claimDose, { entryId: createId(), planId, slot });
        if (!(await run(claimed, failed))) return;
        const answer = await claimed;
        // The row shows the giver.
        if (answer.outcome === "refused") notifyFailure(t("dosewrites.othersGive"));
      },
      release: (doseId: string, revision: number) =>
        run(
          convex.mutation(api.doses.releaseDose, { entryId: createId(), doseId, revision }),
          t("dosewrites.notTakenBack"),
        ),
      /** Undoes a dose just recorded. */
      undo: async (doseId: string, facts: EntryFacts) => {
        const isUndone = await run(
          (async () => {
            // Without a connection it is as it was recorded, as far as this device knows.
            const found = canSend(convex) ? await convex.query(api.doses.getDose, { doseId }) : null;
            await withdraw({ _id: doseId, revision: found?.dose.revision ?? 1 }, "mistake", facts);
          })(),
          t("dosewrites.notTakenBack"),
        );
        if (isUndone)
          announce(isWaiting(doseId) ? t("dosewrites.takenBackLater") : t("dosewrites.takenBack"));
        return isUndone;
      },
      withdraw: (dose: Recorded, reason: WithdrawReason, facts: EntryFacts) =>
        run(withdraw(dose, reason, facts), t("dosewrites.notWithdrawn")),
      review: (doseId: string, revision: number) =>
        run(
          convex.mutation(api.doses.reviewDose, { entryId: createId(), doseId, revision }),
          t("dosewrites.notSaved"),
        ),
    };
  }, [convex]);
}

export type DoseWrites = ReturnType<typeof useDoseWrites>;
