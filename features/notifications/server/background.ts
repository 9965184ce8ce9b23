import type { RoomParts } from "../../../server/rooms.ts";
import { registeredChannels } from "./channels.ts";
import { comeBack } from "./come_back.ts";
import { deliverDue } from "./deliver.ts";
import { writeDigests } from "./digests.ts";
import { planDoses } from "./dose_planner.ts";
import { pursueAll } from "./escalation/pursue.ts";
import { planEvents } from "./event_planner.ts";
import { handOverMails } from "./mails.ts";
import { planTasks, sweepTasks } from "./planner.ts";
import { takeBack } from "./take_back.ts";

const EVERY_MS = 1_000;
/** So many rounds of a channel may wait for services at the same time. */
const MAX_ROUNDS = 8;

/** Plans and sends what is due, every second, on every node: the rows are locked by whoever is at them. */
export function startReminders(parts: RoomParts): { stop(): Promise<void> } {
  let stopped = false;
  const isStopped = () => stopped;
  const loops = [
    repeat("Reminders can't be planned.", async () => {
      while (!stopped && (await planTasks(parts.database))?.isFull);
      await sweepTasks(parts.database);
    }),
    repeat("Notifications can't be planned.", async () => {
      while (!stopped && (await planEvents(parts.database)).isFull);
    }),
    repeat("Reminders of doses can't be planned.", async () => {
      while (!stopped && (await planDoses(parts.database)).isFull);
    }),
    repeat("What was put off can't be brought back.", async () => {
      while (!stopped && (await comeBack(parts.database)));
    }),
    // Each channel by itself, and a round that waits for a service that hangs doesn't hold the next one up.
    ...registeredChannels().map((sender) =>
      repeat("Notifications can't be sent.", () => deliverDue(parts, sender, isStopped), MAX_ROUNDS),
    ),
    repeat("What devices show can't be replaced.", () => takeBack(parts, isStopped)),
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

  /** Begins a round of work every second, at most `rounds` at a time. */
  function repeat(failure: string, work: () => Promise<unknown>, rounds = 1) {
    const running = new Set<Promise<unknown>>();
    const timer = setInterval(() => {
      if (running.size >= rounds) return;
      const round: Promise<unknown> = work()
        .catch((error: unknown) => parts.log.error({ part: "notifications", err: error }, failure))
        .finally(() => running.delete(round));
      running.add(round);
    }, EVERY_MS);
    return {
      async stop() {
        clearInterval(timer);
        await Promise.all(running);
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
