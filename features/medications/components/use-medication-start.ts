import { api } from "../../../lib/api.ts";
import { shortDate } from "../../../lib/time.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useWaitsForNetwork } from "../../../ui/use-waits-for-network.ts";
import { bodyOf, emptyBody } from "./medication-body.ts";

/**
 * What a new list begins with: the newest one that the person sees, for the same readers and encrypted as it is, so
 * that nothing in it gets to others by being copied. Undefined while it is asked for; empty without a connection.
 */
export function useMedicationStart(diaryId: string) {
  const latest = useLiveQuery(api.notes.latestMedications, { diaryId });
  const isAway = useWaitsForNetwork(latest === undefined);
  if (latest === undefined && !isAway) return undefined;
  if (!latest || latest.isLost || latest.medications.length === 0) return { body: emptyBody(), basis: null };
  const { medications, visibility, isEncrypted, noteDate } = latest;
  const basis = `This starts from the newest list, of ${shortDate(noteDate)}.`;
  return { body: bodyOf(medications), visibility, isEncrypted, basis };
}
