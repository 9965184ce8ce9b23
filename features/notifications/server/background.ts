import type { RoomParts } from "../../../server/rooms.ts";
import { deliverAll } from "./deliver.ts";
import { writeDigests } from "./digests.ts";
import { pursueAll } from "./escalation/pursue.ts";
import { handOverMails } from "./mails.ts";
import { planTasks, sweepTasks } from "./planner.ts";

const EVERY_MS = 1_000;

/** Plans and sends what is due, every second, on every node: the rows are locked by whoever is at them. */
export function startReminders(parts: RoomParts): { stop(): Promise<void> } {
  let stopped = false;
  const isStopped = () => stopped;
  const loops = [
    repeat("Reminders can't be planned.", async () => {
      while (!stopped && (await planTasks(parts.database))?.isFull);
      await sweepTasks(parts.database);
    }),
    repeat("Notifications can't be sent.", () => deliverAll(parts, isStopped)),
    repeat("Reminders that nobody answered can't be passed on.", () =>
      pursueAll(parts.database, {
        isStopped,
        onError: (err) =>
          parts.log.error({ part: "notifications", err }, "A step of an escalation can't be taken."),
      }),
    ),
    repeat("Mails of notifications can't be written.", async () => {
      await handOverMails(parts, isStopped);
      await writeDigests(parts, isStopped);
    }),
  ];

  function repeat(failure: string, work: () => Promise<unknown>) {
    let timer: NodeJS.Timeout | undefined;
    let round: Promise<unknown> = Promise.resolve();
    const schedule = () => {
      if (stopped) return;
      timer = setTimeout(() => {
        round = work()
          .catch((error: unknown) => parts.log.error({ part: "notifications", err: error }, failure))
          .finally(schedule);
      }, EVERY_MS);
    };
    schedule();
    return {
      async stop() {
        clearTimeout(timer);
        await round;
      },
    };
  }

  return {
    async stop() {
      stopped = true;
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
