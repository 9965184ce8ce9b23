import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rooms } from "../../../registry/rooms.ts";
import { deleteAccount } from "../../../server/auth/account_deletion.ts";
import { composeAccountDeletedLetter } from "../../../server/auth/letters.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { everyDayAt, planOf } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** All tables of notifications and escalation; a new one has to be filled here too. */
const TABLES = Object.keys(rooms.find(({ name }) => name === "notifications")!.tables ?? {});
/** Their rows as text. */
const rowsOf = async (table: string): Promise<string[]> =>
  (await sql(`select t::text as text from ${table} t order by 1`)).map(({ text }) => text);

/** Everything that can be stored of how somebody is notified, each with a word of its own. */
async function fill(diaryId: string, { userId }: TestPerson, run: string, word: string): Promise<void> {
  await sql(
    `with note as (
       insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, slot, actor_id, group_key,
                                  due_at, run_id, step, contacts)
       values (gen_random_uuid(), $3::text, $1::uuid, $2::uuid, 'escalation', 'task', gen_random_uuid(), $3::text, $1::uuid,
               $3::text, now(), $4::uuid, 'next',
               jsonb_build_array(jsonb_build_object('userId', $1::uuid, 'device', 'phone', 'at', 0)))
       returning id),
     target as (
       insert into notification_targets (id, user_id, channel, sealed, endpoint_hash, label)
       values (gen_random_uuid(), $1::uuid, 'push', convert_to($3::text, 'UTF8'), sha256(convert_to($3::text, 'UTF8')),
               $3::text) returning id),
     delivery as (
       insert into notification_deliveries (id, notification_id, target_id, channel, due_at, next_attempt_at)
       select gen_random_uuid(), note.id, target.id, 'push', now(), 'infinity' from note, target),
     unplanned as (insert into unplanned_notifications select id from note),
     settled as (insert into settled_notifications (notification_id) select id from note)
     insert into quiet_exceptions (user_id, diary_id) values ($1::uuid, $2::uuid)`,
    [userId, diaryId, word, run],
  );
  await sql(
    `insert into notification_settings (user_id, time_zone) values ($1, 'Europe/Berlin') on conflict do nothing`,
    [userId],
  );
  await sql(
    "insert into notification_rules (user_id, diary_id, kind, channel, mode) values ($1, $2, 'note', 'push', 'now')",
    [userId, diaryId],
  );
  await sql("insert into mention_mails (user_id, sent_at, kind) values ($1, now(), 'mentioned')", [userId]);
  await sql("insert into digests (user_id, local_date) values ($1, '2026-01-01')", [userId]);
}

it("deletes all rows of a deleted account and none of others, and copies nothing with a notebook", async () => {
  const { owner, admin, caregiver, diaryId } = await careTeam(service);
  await planOf(owner, diaryId, "ramipril", everyDayAt("08:00"));
  await sql("insert into mail_blocks values (sha256('canary'), 'refused')");
  const setup = (...people: TestPerson[]) =>
    owner.http.mutation(api.escalation.setEscalation, {
      diaryId,
      kind: "task-due",
      setup: {
        again: { everyMinutes: 10, times: 1 },
        people: people.map(({ userId }) => ({ userId, waitMinutes: 60 })),
        leadersWaitMinutes: null,
      },
      version: 0,
    });
  await setup(caregiver, admin);
  const [{ id: run }] = await sql(
    `insert into escalation_runs (id, plan_id, diary_id, subject_kind, subject_id, slot, occurrence, next_at, told, taken_by,
                                  taken_until)
     select gen_random_uuid(), id, diary_id, 'task', gen_random_uuid(), 'canary-run', now(), 'infinity',
            jsonb_build_array(jsonb_build_object('userId', $1::uuid, 'at', 0)), $1::uuid, now()
       from escalation_plans returning id`,
    [caregiver.userId],
  );
  await fill(diaryId, owner, run, "canary-owner");
  await fill(diaryId, caregiver, run, "canary-caregiver");

  // A forgotten table is empty here.
  const empty = [];
  for (const table of TABLES) if ((await rowsOf(table)).length === 0) empty.push(table);
  expect(empty).toEqual([]);

  const { url } = await owner.http.action(api.diaries.getCopyUrl, { diaryId });
  const files = Object.values(unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())));
  const copy = files.map((bytes) => Buffer.from(bytes).toString()).join("\n");
  expect(copy).toContain("ramipril");
  expect(copy).not.toContain("canary");

  const before = new Map<string, string[]>();
  for (const table of TABLES) before.set(table, await rowsOf(table));
  const ids = (
    await sql(
      `select id from notifications where user_id = $1
        union all select id from notification_targets where user_id = $1
        union all select d.id from notification_deliveries d join notifications n on n.id = d.notification_id
                   where n.user_id = $1`,
      [caregiver.userId],
    )
  ).map(({ id }) => id as string);
  await deleteAccount(
    service.database,
    caregiver.subject,
    composeAccountDeletedLetter(caregiver.email),
    rooms,
  );

  // Runs keep the number of whom they told, which is shown as “Former member”.
  const kept = ["escalation_runs"];
  for (const table of TABLES) {
    const rows = await rowsOf(table);
    const text = rows.join("\n");
    if (!kept.includes(table)) expect([table, text.includes(caregiver.userId)]).toEqual([table, false]);
    expect([table, text.includes("canary-caregiver"), ids.filter((id) => text.includes(id))]).toEqual([
      table,
      false,
      [],
    ]);
    if (table === "escalation_plans") continue;
    // What isn't theirs is as it was.
    const others = before
      .get(table)!
      .filter((row) => ![caregiver.userId, ...ids].some((id) => row.includes(id)) || kept.includes(table));
    expect([table, rows]).toEqual([table, others]);
  }
  const { plans } = await owner.http.query(api.escalation.getEscalation, { diaryId });
  expect(plans[0]!.setup!.people).toMatchObject([{ userId: admin.userId, waitMinutes: 120 }]);
});
