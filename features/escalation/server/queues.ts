import { dueRows, type Queue } from "../../../server/jobs/queue.ts";

/** The queues of this room. */
export const QUEUES: readonly Queue[] = [
  { name: "escalation", ...dueRows("escalation_runs", "next_at", "state = 'open'") },
];
