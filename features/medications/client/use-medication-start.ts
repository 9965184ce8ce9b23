import { api } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useWaitsForNetwork } from "../../../ui/use-waits-for-network.ts";
import { createBody, toBody } from "./medication-body.ts";

/**
 * The initial values of a new list: a copy of the newest list that the user sees, with the same visibility and
 * encryption, so that copying reveals nothing to others. Undefined while loading; empty without a connection.
 */
export function useMedicationStart(diaryId: string) {
  const latest = useLiveQuery(api.notes.latestMedications, { diaryId });
  const isAway = useWaitsForNetwork(latest === undefined);
  if (latest === undefined && !isAway) return undefined;
  if (!latest) return { body: createBody(), basis: null };
  const { medications, visibility, isEncrypted, noteDay, isLost } = latest;
  // The readers of the previous list must be able to read its replacement.
  if (isLost || medications.length === 0) return { body: createBody(), visibility, isEncrypted, basis: null };
  const basis = t("medicationform.basis", {
    day: shortDay(noteDay),
    isPrivate: String(visibility === "private"),
  });
  return { body: toBody(medications), visibility, isEncrypted, basis };
}
