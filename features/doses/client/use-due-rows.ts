import { useState } from "react";
import type { DueDose } from "../../../lib/api.ts";
import { computeSlotState, type SlotState } from "../rules/slot-states.ts";

/** A dose of home, with its state now. */
export type DueRow = DueDose & { key: string; state: SlotState; isOpen: boolean };

/**
 * The doses of home, oldest first: due or late ones, and those that were shown before. Rows that the user has seen keep
 * their place until they leave: nothing moves under a thumb.
 */
export function useDueRows(due: readonly DueDose[], now: number): DueRow[] {
  const [seen, setSeen] = useState<ReadonlyMap<string, DueDose>>(new Map());
  const rows = listRows(due, seen, now);
  const fresh = rows.filter(({ key }) => !seen.has(key));
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map((row) => [row.key, row] as const)]));
  return rows;
}

function listRows(due: readonly DueDose[], seen: ReadonlyMap<string, DueDose>, now: number): DueRow[] {
  const listed = new Map(due.map((each) => [getSlotKey(each), each]));
  // A dose so many hours after the last one leaves the list when it is given.
  const gone = [...seen].filter(([key]) => !listed.has(key)).map(([, each]) => each);
  return [...listed.values(), ...gone]
    .map((each): DueRow => {
      const { state, isOpen } = computeSlotState(each, [], now);
      return { ...each, key: getSlotKey(each), state, isOpen };
    })
    .filter(
      ({ key, state, isOpen }) =>
        (listed.has(key) && seen.has(key)) ||
        (isOpen && ["due", "late", "claimed", "not_given"].includes(state) && listed.has(key)),
    )
    .sort((a, b) => a.dueAt - b.dueAt || (a.planId < b.planId ? -1 : 1));
}

const getSlotKey = ({ planId, slot }: DueDose) => `${planId} ${slot}`;
