import type { DoseGroup, PlannedDose } from "./today-rows.ts";

/** The doses of a group that can be given together: due or late, and not claimed by another member. */
export const listGivenTogether = (group: DoseGroup, myId: string | undefined): PlannedDose[] =>
  group.rows.filter(
    ({ state, isOpen, dose }) =>
      isOpen &&
      (state === "due" ||
        state === "late" ||
        state === "not_given" ||
        (state === "claimed" && dose?.recordedById === myId)),
  );
