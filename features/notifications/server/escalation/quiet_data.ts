import type { Kysely } from "kysely";
import { DAY, MINUTE } from "../../../../lib/time.ts";
import { addDays, dayInZone } from "../../../../lib/zone-day.ts";
import { type NotebookAccess, timeZoneOf } from "../../../../server/access/gate.ts";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { type EscalatedKind, type EscalationSetup, stepsOf } from "../../../escalation/rules.ts";
import { plannedSlots } from "../../../plans/rules/slots.ts";
import { asVersion, selectPlans, teamPlans, versionsFrom } from "../../../plans/server/public.ts";
import { breaksQuietHours, quietEnd } from "../planned_deliveries.ts";
import { settingsOfPeople } from "../settings_data.ts";
import { leads } from "./roles.ts";

type Db = Kysely<Tables>;

const LOOKED_AHEAD = 7;
/** Times of the day that are looked at; a notebook has fewer. */
const MAX_TIMES = 200;

/**
 * Whom a setup would reach only after their quiet hours, at some of the times of the week to come. It says nothing of when
 * these hours are.
 */
export async function reachedLate(
  db: Db,
  access: NotebookAccess,
  { kind, setup }: { kind: EscalatedKind; setup: EscalationSetup },
  now: Date,
): Promise<string[]> {
  const { diaryId } = access;
  const steps = stepsOf(setup);
  const members = await db
    .selectFrom("members")
    .select(["user_id", "role"])
    .where("diary_id", "=", diaryId)
    .execute();
  const offsets = new Map<string, number[]>();
  for (const step of steps) {
    const told =
      step.whom === "next"
        ? members.filter(({ user_id }) => user_id === step.userId)
        : step.whom === "leaders"
          ? members.filter(({ role }) => leads(role as Role))
          : [];
    for (const { user_id } of told) offsets.set(user_id, [...(offsets.get(user_id) ?? []), step.after]);
  }
  const userIds = [...offsets.keys()];
  const settings = await settingsOfPeople(db, userIds);
  const breaking = await breaksQuietHours(
    db,
    userIds.map((userId) => ({ userId, diaryId })),
  );
  const quiet = userIds.filter(
    (userId) =>
      settings.get(userId)?.quietHours && !breaking({ userId, diaryId, settings: settings.get(userId) }),
  );
  if (quiet.length === 0) return [];
  const times = await (kind === "task-due" ? taskTimes(db, access, now) : doseTimes(db, access, now));
  return quiet.filter((userId) =>
    times.some((at) =>
      offsets.get(userId)!.some((after) => quietEnd(settings.get(userId), at + after * MINUTE) !== null),
    ),
  );
}

/** One moment of the week to come for each time of the day. */
const oneEach = (times: readonly number[]): number[] =>
  [...new Map(times.map((at) => [at % DAY, at])).values()].slice(0, MAX_TIMES);

async function taskTimes(db: Db, { diaryId }: NotebookAccess, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("remind_at")
    .where("diary_id", "=", diaryId)
    .where("status", "in", ["pending", "in_progress"])
    .where("remind_at", ">", now as never)
    .where("remind_at", "<=", new Date(now.getTime() + LOOKED_AHEAD * DAY) as never)
    .limit(5000)
    .execute();
  return oneEach(rows.flatMap(({ remind_at }) => remind_at ?? []));
}

async function doseTimes(db: Db, { diaryId }: NotebookAccess, now: Date): Promise<number[]> {
  const plans = await selectPlans(db, teamPlans(diaryId)).where("p.ended_at", "is", null).execute();
  const versions = await versionsFrom(
    db,
    diaryId,
    plans.map(({ id }) => id),
    now,
  );
  const today = dayInZone(now.getTime(), await timeZoneOf(db, { diaryId }));
  const span = { from: today, to: addDays(today, LOOKED_AHEAD) };
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  return oneEach(
    [...byPlan.values()].flatMap((rows) =>
      plannedSlots(rows.map(asVersion), span, null).map(({ dueAt }) => dueAt),
    ),
  );
}
