import { api } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/zone-day.ts";
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
  if (!latest) return { body: emptyBody(), basis: null };
  const { medications, visibility, isEncrypted, noteDay, isLost } = latest;
  // Whatever the list holds, those who read it go on reading the one that replaces it.
  if (isLost || medications.length === 0) return { body: emptyBody(), visibility, isEncrypted, basis: null };
  const whose = visibility === "private" ? ", which only you can see" : "";
  const basis = `This starts from the newest list, of ${shortDay(noteDay)}${whose}.`;
  return { body: bodyOf(medications), visibility, isEncrypted, basis };
}
