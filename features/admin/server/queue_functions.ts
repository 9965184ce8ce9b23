import { platformAdmin } from "../../../server/access/gate.ts";
import { action, mutation } from "../../../server/functions/define.ts";
import type { Queue } from "../../../server/jobs/queue.ts";
import { readQueues } from "../../../server/jobs/queue_data.ts";
import { countBlocked } from "../../notifications/server/public.ts";
import * as schema from "../schema.ts";

/** The functions of the back-office about these queues. */
export function queueFunctions(queues: readonly Queue[]) {
  /** The step of `getQueues` that reads. */
  const readStates = mutation({
    ...schema.getQueues,
    access: platformAdmin(),
    handler: async ({ db, now }) => ({
      at: now.getTime(),
      queues: await readQueues(db, queues),
      blockedAddresses: await countBlocked(db),
    }),
  });

  return {
    /**
     * The state of the server's queues: figures and moments, no content. An action that screens repeat, because the
     * queues change all the time and nobody follows them by rows.
     */
    getQueues: action({
      ...schema.getQueues,
      access: platformAdmin(),
      handler: ({ run }) => run(readStates, {}),
    }),
  };
}
