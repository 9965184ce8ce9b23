import { platformAdmin } from "../../../server/access/gate.ts";
import { action, mutation } from "../../../server/functions/define.ts";
import { countBlockedAddresses, readQueues } from "../../../server/jobs/queue_data.ts";
import * as schema from "../schema.ts";

/** The step of `getQueues` that reads. */
const readStates = mutation({
  ...schema.getQueues,
  access: platformAdmin(),
  handler: async ({ db, now }) => ({
    at: now.getTime(),
    queues: await readQueues(db),
    blockedAddresses: await countBlockedAddresses(db),
  }),
});

/**
 * How the queues of the server stand: figures and moments, nothing of what waits in them. An action that screens ask
 * again, because the queues change all the time and nobody follows them by rows.
 */
export const getQueues = action({
  ...schema.getQueues,
  access: platformAdmin(),
  handler: ({ run }) => run(readStates, {}),
});
