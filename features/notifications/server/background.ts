import { systemClock } from "../../../server/clock.ts";
import { Pace } from "../../../server/pace.ts";
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
/** In bulk nodes plan in turns: while one pauses, another goes on. */
const TURN_MS = 20;
/** In bulk the last minutes are looked at again less often: for what was written late it is early enough. */
const SWEEP_IN_BULK_SECONDS = 180;
/** So many rounds of a channel may wait for services at the same time. */
const MAX_ROUNDS = 8;
/** What is urgent doesn't wait behind the rest. */
const LANES = ["urgent", "others"] as const;

/** Plans and sends what is due, every second, on every node: the rows are locked by whoever is at them. */
export function startReminders(given: RoomParts): { stop(): Promise<void> } {
  const pace = given.pace ?? new Pace();
  const clock = given.clock ?? systemClock;
  const parts = { ...given, pace };
  let stopped = false;
  const isStopped = () => stopped;
  const loops = [
    repeat("Reminders can't be planned.", async () => {
      while (!stopped) {
        const planned = await pace.run("next", () => planTasks(parts.database));
        if (planned?.isFull) pace.noteMore();
        else if (planned === null && pace.isBulk) await clock.sleep(TURN_MS);
        else break;
      }
      await sweepTasks(parts.database, {
        pace,
        isStopped,
        ...(pace.isBulk && { everySeconds: SWEEP_IN_BULK_SECONDS }),
      });
    }),
    repeat("Notifications can't be planned.", async () => {
      while (!stopped && (await pace.run("later", () => planEvents(parts.database))).isFull) pace.noteMore();
    }),
    repeat("Reminders of doses can't be planned.", async () => {
      while (!stopped && (await pace.run("urgent", () => planDoses(parts.database))).isFull) pace.noteMore();
    }),
    repeat("What was put off can't be brought back.", async () => {
      while (!stopped && (await comeBack(parts.database)));
    }),
    // Each channel by itself, and a round that waits for a service that hangs doesn't hold the next one up.
    ...registeredChannels().flatMap((sender) =>
      LANES.map((lane) =>
        repeat("Notifications can't be sent.", () => deliverDue(parts, sender, isStopped, lane), MAX_ROUNDS),
      ),
    ),
    repeat("What devices show can't be replaced.", () => takeBack(parts, isStopped)),
    repeat("Reminders that nobody answered can't be passed on.", () =>
      pursueAll(parts.database, {
        pace,
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
    const cancel = clock.every(EVERY_MS, () => {
      if (running.size >= rounds) return;
      const round: Promise<unknown> = work()
        .catch((error: unknown) => parts.log.error({ part: "notifications", err: error }, failure))
        .finally(() => running.delete(round));
      running.add(round);
      return round;
    });
    return {
      async stop() {
        cancel();
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
