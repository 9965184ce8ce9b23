import { RETRIED_QUEUES, type RetriedQueue } from "../../lib/queues.ts";
import { getQueues } from "../jobs/queue_data.ts";
import { OperatorError } from "./command.ts";
import { examine } from "./doctor.ts";
import { readEmail } from "./people.ts";
import { definePlatformCommand, type PlatformCommand } from "./platform_command.ts";
import { retryFailed } from "./retry_queues.ts";
import { sendTestMail } from "./test_mail.ts";

const testMail = definePlatformCommand({
  name: "test-mail",
  usage: "test-mail <email>",
  help: ["send a mail with the settings of this server, to see whether it arrives"],
  group: "checks",
  positionals: ["email"],
  async run({ readConfig }, { words }) {
    const email = readEmail(words.email);
    return sendTestMail(readConfig(), email);
  },
});

const tryQueueAgain = definePlatformCommand({
  name: "try-again",
  usage: "try-again <queue>",
  help: [
    "try at once what failed: notifications-push, notifications-ntfy,",
    "notifications-webhook, webhooks, mail or file-removals (see /admin/queues)",
  ],
  group: "checks",
  positionals: ["queue"],
  async run({ withDatabase, loadRooms }, { words }) {
    const queue = readQueue(words.queue);
    return withDatabase(async (database) => retryFailed(database, getQueues(await loadRooms()), queue));
  },
});

const doctor = definePlatformCommand({
  name: "doctor",
  usage: "doctor",
  help: [
    "check settings, disk, database, files, mail, push, address and backups,",
    "and say what to do; changes nothing",
  ],
  group: "checks",
  positionals: [],
  async run({ env, log, loadRooms, markFault }) {
    const { lines, hasFault } = await examine(env, log, loadRooms);
    if (hasFault) markFault();
    return lines;
  },
});

/** Commands that try what a server depends on. */
export const CHECK_COMMANDS: readonly PlatformCommand[] = [testMail, tryQueueAgain, doctor];

function readQueue(word: string): RetriedQueue {
  const queue = RETRIED_QUEUES.find((known) => known === word);
  if (queue) return queue;
  throw new OperatorError(`${word} isn't a queue that can be tried again: ${RETRIED_QUEUES.join(", ")}.`);
}
