import { getDueRows, type Queue } from "../../../server/jobs/queue.ts";

/** The queues of this room. */
export const QUEUES: readonly Queue[] = [
  { name: "escalation", ...getDueRows("escalation_runs", "next_at", "state = 'open'") },
];
