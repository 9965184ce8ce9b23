import { escalateDueRuns } from "../features/escalation/server/escalate.ts";
import type { Service } from "./service.ts";

/** Takes the steps of all runs that are due, on one node; an error of one fails the test. */
export const escalateNow = ({ database }: Service) =>
  escalateDueRuns(database, {
    onError: (error) => {
      throw error;
    },
  });

/** Lets minutes pass for the open runs: all their moments lie so much further back. */
export async function passForRuns({ database }: Service, minutes: number): Promise<void> {
  await database.pool.query(
    `update escalation_runs
        set opened_at = opened_at - make_interval(mins => $1), counts_from = counts_from - make_interval(mins => $1),
            next_at = next_at - make_interval(mins => $1), taken_until = taken_until - make_interval(mins => $1)
      where state = 'open'`,
    [minutes],
  );
}
