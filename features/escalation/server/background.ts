import { sql } from "kysely";
import { runWhenDue } from "../../../server/jobs/due_work.ts";
import type { RoomParts } from "../../../server/rooms.ts";
import { escalateDueRuns } from "./escalate.ts";

/** Takes the due steps of escalation runs, on every node: a run is locked by the node that works on it. */
export function startEscalation(parts: RoomParts): { stop(): Promise<void> } {
  let stopped = false;
  const works = runWhenDue(parts, [
    {
      part: "notifications",
      failure: "Reminders that nobody answered can't be passed on.",
      isDue: sql`exists (select from escalation_runs where state = 'open' and next_at <= now())`,
      run: () =>
        escalateDueRuns(parts.database, {
          ...(parts.pace && { pace: parts.pace }),
          isStopped: () => stopped,
          onError: (err) =>
            parts.log.error({ part: "notifications", err }, "A step of an escalation can't be taken."),
        }),
    },
  ]);
  return {
    stop() {
      stopped = true;
      return works.stop();
    },
  };
}
