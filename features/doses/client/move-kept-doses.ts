import type { ConvexReactClient } from "convex/react";
import { readDraft, writeDraft } from "../../../ui/draft.ts";
import { getKeptDosesKey, type KeptDose, upgradeKeptDose } from "./kept-doses.ts";
import { recordDose, toRecord } from "./waiting-doses.ts";

const readKept = (): KeptDose[] => readDraft<KeptDose[]>(getKeptDosesKey()) ?? [];

/**
 * Sends the entries that an earlier version kept in a list of their own. Each leaves that list once it is written or waits
 * in the outbox; if the page is closed before, the next one sends it again, and it is written once.
 */
export async function moveKeptDoses(convex: ConvexReactClient): Promise<void> {
  for (const entry of readKept()) {
    const call = upgradeKeptDose(entry);
    // A dose that was given without a connection has happened.
    const answer = await recordDose(convex, call.kind === "give" ? toRecord(call, []) : call);
    if (answer.outcome === "failed") continue;
    const left = readKept().filter(({ entryId }) => entryId !== entry.entryId);
    writeDraft(getKeptDosesKey(), left.length === 0 ? null : left);
  }
}
