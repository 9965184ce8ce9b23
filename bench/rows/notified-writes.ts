import { loadavg } from "node:os";
import type { Environment } from "../environment.ts";
import { percentile, type Row, round } from "../statistics.ts";

const MEMBERS = 10;
const ROUNDS = 12;
const WRITES = 15;
const PROGRAM_DAYS = 365;
const WARM_UP = 40;

/** What of a write belongs to notifications: rows for all who are told, and triggers of tasks. */
const OFF = `alter table notifications enable trigger bench_off;
  alter table tasks disable trigger notify_new_assigned; alter table tasks disable trigger notify_assigned`;
const ON = `alter table notifications disable trigger bench_off;
  alter table tasks enable trigger notify_new_assigned; alter table tasks enable trigger notify_assigned`;

/**
 * What notifications add to what people write: a note, a comment on somebody's note and a task given to somebody, in a
 * notebook with ten members with a device each, with and without them in turns; and to the insert of a year of tasks.
 */
export async function measureNotifiedWrites(environment: Environment): Promise<Row[]> {
  const { pool } = environment.database;
  const { owner, members } = await environment.notebook(MEMBERS);
  await pool.query(
    `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
     select gen_random_uuid(), user_id, 'push', '\\x00', sha256(convert_to('written ' || id, 'UTF8'))
       from members where diary_id = $1`,
    [owner.diaryId],
  );
  await pool.query(`create function bench_off() returns trigger language plpgsql as 'begin return null; end';
    create trigger bench_off before insert on notifications for each row execute function bench_off()`);
  const target = await environment.start("ours");
  const call = async (token: string, path: string, args: object): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${target.port}/api/mutation`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ path, args, format: "json" }),
    });
    const answer = (await response.json()) as { value?: string };
    if (typeof answer.value !== "string") throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.value;
  };
  const { diaryId, token } = owner;
  const member = members[0]!;
  const note = { diaryId, type: "default", content: "Slept well.", visibility: "team" };
  const noteId = await call(member.token, "notes:createNote", {
    ...note,
    title: "A day",
    noteDate: Date.now(),
  });
  const writes: Record<string, () => Promise<unknown>> = {
    note: () => call(token, "notes:createNote", { ...note, title: "Another day", noteDate: Date.now() }),
    comment: () =>
      call(token, "comments:createComment", {
        diaryId,
        targetType: "note",
        targetId: noteId,
        content: "Good to hear.",
      }),
    task: () =>
      call(token, "tasks:createTask", {
        ...{ diaryId, title: "Walk", assignedTo: member.userId, scheduledDate: Date.now() + 86_400_000 },
      }),
    year: () => insertYear(environment, owner, member.userId),
  };
  const times = new Map(
    Object.keys(writes).map((name) => [name, { off: [] as number[], on: [] as number[] }]),
  );
  for (let n = 0; n < WARM_UP; n++) await writes.note!();
  for (let n = 0; n < ROUNDS; n++) {
    for (const state of n % 2 === 0 ? (["off", "on"] as const) : (["on", "off"] as const)) {
      await pool.query(state === "on" ? ON : OFF);
      for (const [name, write] of Object.entries(writes))
        for (let each = 0; each < (name === "year" ? 2 : WRITES); each++) {
          const began = performance.now();
          await write();
          times.get(name)![state].push(performance.now() - began);
        }
    }
  }
  target.stop();
  const load = round(loadavg()[0]!);
  return [...times].map(([name, { off, on }]) => {
    const at = (share: number, list: number[]) => round(percentile(list, share));
    return {
      what: `${name === "year" ? `insert of ${PROGRAM_DAYS} tasks` : `a ${name} that ${name === "note" ? `${MEMBERS} are` : "one is"} notified of`}, p50 / p95, ms (floor: without; load ${load})`,
      ours: `${at(0.5, on)} / ${at(0.95, on)}`,
      floor: `${at(0.5, off)} / ${at(0.95, off)}`,
      ratio: round(percentile(on, 0.95) / percentile(off, 0.95)),
      goal: "–",
      met: true,
    };
  });
}

/** As an activation writes its tasks: in one statement, and only the first says to whom they were given. */
const insertYear = (
  { database: { pool } }: Environment,
  { diaryId, userId }: { diaryId: string; userId: string },
  assignee: string,
) =>
  pool.query(
    `insert into tasks (id, diary_id, title, created_by, assigned_to, assigned_by, assigned_at, scheduled_date)
     select gen_random_uuid(), $1, 'Walk', $2, $3, $2, case when n = 1 then clock_timestamp() end, now() + n * interval '1 day'
       from generate_series(1, ${PROGRAM_DAYS}) n`,
    [diaryId, userId, assignee],
  );
