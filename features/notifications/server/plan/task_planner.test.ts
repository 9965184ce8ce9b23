import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { DEFAULT_RETENTION } from "../../../../server/config/retention.ts";
import { createLog } from "../../../../server/log.ts";
import { addMember, careTeam, createNote, createPerson, type TestPerson } from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { deleteOldNotifications } from "../expired.ts";
import { planTasks, sweepTasks } from "./task_planner.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await sql("delete from tasks");
  await sql("delete from notifications");
  await setClock(0);
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Where the planner has got to, in ms from now. */
const setClock = (ms: number) =>
  sql(
    `update reminder_clocks set done_until = now() + make_interval(secs => $1), done_id = gen_random_uuid(), swept_at = now() - interval '1 hour'`,
    [ms / 1000],
  );

async function task(
  diaryId: string,
  by: TestPerson,
  atMs: number,
  { assignedTo = null, noteId = null }: { assignedTo?: string | null; noteId?: string | null } = {},
): Promise<string> {
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to, note_id)
     values ($1, $2, 'canary title', $3, now() + make_interval(secs => $4), $5, $6)`,
    [id, diaryId, by.userId, atMs / 1000, assignedTo, noteId],
  );
  return id;
}

const told = async (taskId: string) =>
  (await sql("select user_id from notifications where subject_id = $1", [taskId]))
    .map(({ user_id }) => user_id)
    .sort();

it("reminds the assignee, or of nobody's task all who may do it and see it", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const viewer = await createPerson(service, "Viktor");
  await addMember(service, diaryId, viewer, "extended");
  const privateNote = await createNote(caregiver, diaryId, { visibility: "private" });
  await setClock(-MINUTE);
  const assigned = await task(diaryId, owner, -1000, { assignedTo: viewer.userId });
  const open = await task(diaryId, owner, -1000);
  const secret = await task(diaryId, caregiver, -1000, { noteId: privateNote });
  const later = await task(diaryId, owner, HOUR);
  await planTasks(service.database);
  expect(await told(assigned)).toEqual([viewer.userId]);
  expect(await told(open)).toContain(owner.userId);
  expect(await told(open)).toContain(caregiver.userId);
  expect(await told(open)).not.toContain(viewer.userId);
  expect(await told(secret)).toEqual([caregiver.userId]);
  expect(await told(later)).toEqual([]);
});

it("plans each time once, in batches, also when several nodes plan at once and the clock is set back", async () => {
  const { owner, diaryId } = await careTeam(service);
  await setClock(-MINUTE);
  const ids = [];
  // The same moment: the id tells them apart.
  for (let n = 0; n < 12; n++) ids.push(await task(diaryId, owner, -5000, { assignedTo: owner.userId }));
  await sql("update tasks set scheduled_date = date_trunc('second', now() - interval '5 seconds')");
  let full = true;
  while (full) {
    const results = await Promise.all([1, 2, 3].map(() => planTasks(service.database, 5)));
    full = results.some((result) => result?.isFull ?? true) && results.some((result) => result !== null);
    if (results.every((result) => !result?.isFull)) break;
  }
  const count = async () => (await sql("select count(*)::int as n from notifications"))[0].n;
  expect(await count()).toBe(ids.length);
  await setClock(-MINUTE);
  await planTasks(service.database);
  expect(await count()).toBe(ids.length);
  // While PostgreSQL's clock is behind what was planned, the planner waits.
  await setClock(HOUR);
  expect(await planTasks(service.database)).toBeNull();
});

it("finds tasks by sweeping that a slow transaction commits behind the clock", async () => {
  const { owner, diaryId } = await careTeam(service);
  await setClock(-MINUTE);
  const client = await service.database.pool.connect();
  const id = uuidv7();
  try {
    await client.query("begin");
    await client.query(
      `insert into tasks (id, diary_id, title, created_by, assigned_to, scheduled_date) values ($1, $2, 'Walk', $3, $3, now() - interval '5 seconds')`,
      [id, diaryId, owner.userId],
    );
    await planTasks(service.database);
    await client.query("commit");
  } finally {
    client.release();
  }
  await planTasks(service.database);
  expect(await told(id)).toEqual([]);
  expect(await sweepTasks(service.database)).toMatchObject({ notifications: 1 });
  expect(await told(id)).toEqual([owner.userId]);
  expect(await sweepTasks(service.database)).toBeNull();
  expect(await sweepTasks(service.database, { everySeconds: 0 })).toMatchObject({ notifications: 0 });
});

it("reminds again of a moved task, and never of a completed or paused one or in an archived notebook", async () => {
  const { owner, diaryId } = await careTeam(service);
  await setClock(-MINUTE);
  const moved = await task(diaryId, owner, -30_000, { assignedTo: owner.userId });
  await planTasks(service.database);
  await sql("update tasks set scheduled_date = now() where id = $1", [moved]);
  const done = await task(diaryId, owner, -10, { assignedTo: owner.userId });
  await sql("update tasks set status = 'completed', completed_at = now(), completed_by = $2 where id = $1", [
    done,
    owner.userId,
  ]);
  await planTasks(service.database);
  expect(await told(moved)).toEqual([owner.userId, owner.userId]);
  expect(await told(done)).toEqual([]);
  await sql("update diaries set is_archived = true where id = $1", [diaryId]);
  const archived = await task(diaryId, owner, -10, { assignedTo: owner.userId });
  await sweepTasks(service.database, { everySeconds: 0 });
  expect(await told(archived)).toEqual([]);
});

it("writes deliveries by the user's choices, for the end of quiet hours, and late ones only for the digest", async () => {
  const { owner, diaryId } = await careTeam(service);
  const [{ id: device }] = await sql(
    `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
     values (gen_random_uuid(), $1, 'push', '\\x00', sha256('phone')) returning id`,
    [owner.userId],
  );
  const deliveries = async (channel = "push") =>
    sql(
      `select d.target_id, n.while_away, extract(epoch from d.next_attempt_at - now())::float8 as wait
         from notification_deliveries d join notifications n on n.id = d.notification_id
        where d.channel = $1`,
      [channel],
    );
  await setClock(-8 * HOUR);
  await task(diaryId, owner, -1000, { assignedTo: owner.userId });
  await task(diaryId, owner, -7 * HOUR, { assignedTo: owner.userId });
  await planTasks(service.database);
  expect(await deliveries()).toMatchObject([{ target_id: device, while_away: false }]);
  expect(await deliveries("digest")).toMatchObject([{ while_away: true, wait: Infinity }]);
  const { rows } = await service.database.pool.query(
    "select count(*)::int as n from notifications where while_away",
  );
  expect(rows[0].n).toBe(1);

  await sql("delete from notifications");
  const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
  await sql(
    `insert into notification_settings (user_id, time_zone, quiet_from, quiet_to) values ($1, 'UTC', $2, $3)
       on conflict (user_id) do update set time_zone = 'UTC', quiet_from = $2, quiet_to = $3`,
    [owner.userId, (minute + 1380) % 1440, (minute + 60) % 1440],
  );
  await task(diaryId, owner, 0, { assignedTo: owner.userId });
  await planTasks(service.database);
  const [quiet] = await deliveries();
  expect(quiet!.wait).toBeGreaterThan(55 * 60);

  await sql("delete from notifications");
  await sql(
    "insert into notification_rules (user_id, diary_id, kind, channel, mode) values ($1, $2, 'task-due', 'push', 'off')",
    [owner.userId, diaryId],
  );
  await task(diaryId, owner, 0, { assignedTo: owner.userId });
  await planTasks(service.database);
  expect(await deliveries()).toEqual([]);
  expect(await sql("select 1 as one from notifications")).toHaveLength(1);
});

it("deletes notifications after ninety days, and no earlier", async () => {
  const { owner, diaryId } = await careTeam(service);
  await setClock(-MINUTE);
  const old = await task(diaryId, owner, -2000, { assignedTo: owner.userId });
  const young = await task(diaryId, owner, -1000, { assignedTo: owner.userId });
  await planTasks(service.database);
  await sql("update notifications set made_at = now() - interval '91 days' where subject_id = $1", [old]);
  await sql("update notifications set made_at = now() - interval '89 days' where subject_id = $1", [young]);
  await deleteOldNotifications({
    database: service.database,
    log: createLog("silent"),
    retention: DEFAULT_RETENTION,
    onDeleted: () => {},
  });
  expect([await told(old), await told(young)]).toEqual([[], [owner.userId]]);
});
