import { sql } from "kysely";
import { systemClock } from "../../../server/clock.ts";
import { type DueWork, runWhenDue } from "../../../server/jobs/due_work.ts";
import { Pace } from "../../../server/pace.ts";
import type { RoomParts } from "../../../server/rooms.ts";
import type { Channel } from "../rules.ts";
import { listChannels } from "./deliver/channels.ts";
import { deliverDue } from "./deliver/deliver.ts";
import { queueDueMails } from "./deliver/mails.ts";
import { replaceShown } from "./deliver/replace_shown.ts";
import { writeDigests } from "./digest/digests.ts";
import { planEvents } from "./plan/event_planner.ts";
import { endDueSnoozes } from "./plan/snoozed.ts";
import { areTasksDue, planTasks, sweepTasks } from "./plan/task_planner.ts";
import { getSubjectRoom } from "./subject_rooms.ts";

/** In bulk nodes plan in turns: while one pauses, another goes on. */
const TURN_MS = 20;
/** In bulk the sweep for late writes runs less often. */
const SWEEP_IN_BULK_SECONDS = 180;
/** So many rounds of a channel may wait for services at the same time. */
const MAX_ROUNDS = 8;
/** Urgent deliveries don't wait behind the others. */
const DELIVERY_QUEUES = ["urgent", "others"] as const;

/** An unsent delivery of a channel that is due. */
const isDeliveryDue = (channel: Channel, isUrgent: boolean) => sql<boolean>`exists (
    select from notification_deliveries
     where channel = ${sql.lit(channel)} and is_urgent = ${sql.lit(isUrgent)}
       and sent_at is null and outcome is null and next_attempt_at <= now())`;
const isReplacementDue = (channel: Channel) => sql<boolean>`exists (
    select from notification_deliveries where channel = ${sql.lit(channel)} and replace_at <= now())`;

/** Plans and sends due notifications, on every node: rows are locked by the node that works on them. */
export function startReminders(given: RoomParts): { stop(): Promise<void> } {
  const pace = given.pace ?? new Pace();
  const clock = given.clock ?? systemClock;
  const parts = { ...given, pace };
  let stopped = false;
  const isStopped = () => stopped;
  const createWork = (
    failure: string,
    isDue: DueWork["isDue"],
    run: DueWork["run"],
    rounds = 1,
  ): DueWork => ({
    part: "notifications",
    ...{ failure, isDue, run, rounds },
  });
  const doses = getSubjectRoom("dose");
  const appointments = getSubjectRoom("appointment");
  const works = runWhenDue(parts, [
    createWork("Reminders can't be planned.", areTasksDue, async () => {
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
    createWork(
      "Notifications can't be planned.",
      sql`exists (select from unplanned_notifications)`,
      async () => {
        while (!stopped && (await pace.run("later", () => planEvents(parts.database))).isFull)
          pace.noteMore();
      },
    ),
    createWork("Reminders of doses can't be planned.", doses.areDue, async () => {
      while (!stopped && (await pace.run("urgent", () => doses.plan(parts.database))).isFull) pace.noteMore();
    }),
    createWork("Reminders of appointments can't be planned.", appointments.areDue, async () => {
      while (!stopped && (await pace.run("next", () => appointments.plan(parts.database))).isFull)
        pace.noteMore();
    }),
    createWork(
      "What was put off can't be brought back.",
      sql`exists (select from notifications where later_until <= now() and done_at is null)`,
      async () => {
        while (!stopped && (await endDueSnoozes(parts.database)));
      },
    ),
    // Each channel by itself, and a round that waits for a service that hangs doesn't hold the next one up.
    ...listChannels().flatMap((sender) =>
      DELIVERY_QUEUES.map((queue) =>
        createWork(
          "Notifications can't be sent.",
          isDeliveryDue(sender.channel, queue === "urgent"),
          () => deliverDue(parts, sender, isStopped, queue),
          MAX_ROUNDS,
        ),
      ),
    ),
    createWork(
      "What devices show can't be replaced.",
      sql`(exists (select from settled_notifications where look_at <= now())
           or ${isReplacementDue("push")} or ${isReplacementDue("webhook")})`,
      () => replaceShown(parts, isStopped),
    ),
    createWork(
      "Mails of notifications can't be written.",
      sql`(${isDeliveryDue("mail", true)} or ${isDeliveryDue("mail", false)})`,
      () => queueDueMails(parts, isStopped),
    ),
    createWork(
      "Digests can't be written.",
      sql`exists (select from notification_settings where next_digest_at <= now())`,
      () => writeDigests(parts, isStopped),
    ),
  ]);
  return {
    stop() {
      stopped = true;
      return works.stop();
    },
  };
}
