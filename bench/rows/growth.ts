import type { Place } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { medianLatency, type QueryCall } from "../latency.ts";
import { type Row, round } from "../statistics.ts";

const FEW = 10;
const MANY = 1000;
const NOTES_EACH = 100;
const TASKS_EACH = 500;
/** How many notebooks the person who looks is a member of. */
const OWN = 3;
const DAY = 86_400_000;

/**
 * The latency of what the list of notes, the tasks page, the calendar and home ask the server, in a database of 1,000
 * notebooks with 100,000 notes and 500,000 tasks, against one of 10 notebooks. The same person looks at the same
 * notebooks in both; each answer is computed anew, over the HTTP functions API.
 */
export async function measureGrowth(environment: Environment): Promise<Row[]> {
  const { pool } = environment.database;
  const { owner } = await environment.notebook(0);
  const own = [owner.diaryId];
  while (own.length < OWN) {
    const { owner: other } = await environment.notebook(0);
    own.push(other.diaryId);
    await pool.query(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [other.diaryId, owner.userId],
    );
  }
  const { owner: somebodyElse } = await environment.notebook(0);
  for (const diaryId of own) await fill(environment, [diaryId], owner.userId);
  await addNotebooks(environment, FEW - OWN - 1, somebodyElse.userId);
  const target = await environment.start("ours");
  const few = await latencies(target.port, owner);
  await addNotebooks(environment, MANY - FEW, somebodyElse.userId);
  const many = await latencies(target.port, owner);
  target.stop();
  return Object.keys(few).map((screen) => {
    const ratio = round(many[screen]! / few[screen]!);
    return {
      what: `${screen} with ${MANY} notebooks, ${MANY * NOTES_EACH} notes, ${MANY * TASKS_EACH} tasks, p50 against ${FEW} notebooks`,
      ours: `${round(many[screen]!, 1)} ms`,
      floor: `${round(few[screen]!, 1)} ms`,
      ratio,
      goal: "≤ 1.3 ×",
      met: ratio <= 1.3,
    };
  });
}

/** What each screen asks, with the median of its latency in milliseconds. */
async function latencies(port: number, place: Place): Promise<Record<string, number>> {
  const { diaryId } = place;
  const today = new Date().setHours(0, 0, 0, 0);
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const calls: Record<string, QueryCall> = {
    "list of notes": {
      path: "notes:pageNotes",
      args: { diaryId, paginationOpts: { numItems: 50, cursor: null } },
    },
    "tasks page": {
      path: "tasks:listMyTasks",
      args: { filter: "all", limit: 200, around: today, countsAt: today },
    },
    calendar: {
      path: "tasks:listMyTasks",
      args: { filter: "all", limit: 500, fromDay: dayOf(today - 15 * DAY), toDay: dayOf(today + 27 * DAY) },
    },
    home: { path: "home:getHomeRecent", args: { notesLimit: 4, updatesLimit: 20 } },
  };
  const found: Record<string, number> = {};
  for (const [screen, call] of Object.entries(calls)) found[screen] = await medianLatency(port, place, call);
  return found;
}

/** Notebooks of somebody else, each as full as the others. */
async function addNotebooks(environment: Environment, count: number, authorId: string): Promise<void> {
  const { rows } = await environment.database.pool.query<{ id: string }>(
    `with made as (
       insert into diaries (id, short_id, name, region, created_by)
       select gen_random_uuid(), ${shortId}, 'Another notebook', 'DE', $2 from generate_series(1, $1) i
       on conflict (short_id) do nothing returning id
     ), owners as (
       insert into members (id, diary_id, user_id, role) select gen_random_uuid(), id, $2, 'owner' from made
     ), people as (
       insert into person_infos (diary_id, full_name) select id, 'Somebody else' from made
     )
     select id from made`,
    [count, authorId],
  );
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += 50) {
    await fill(environment, ids.slice(from, from + 50), authorId);
  }
}

/** Six letters of the alphabet of short ids, by chance. */
const shortId = `(select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + floor(random() * 31)::int, 1), '')
                    from generate_series(1, 6) where i is not null)`;

/** Writes notes and tasks as many people would over years; without our triggers, which these figures aren't about. */
async function fill(
  { database: { pool } }: Environment,
  diaryIds: string[],
  authorId: string,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("alter table notes disable trigger user; alter table tasks disable trigger user");
    await client.query(
      `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
       select gen_random_uuid(), ${shortId}, d, 'default', 'Note ' || i,
              '{"type": "default", "data": {"text": "Ate well."}, "metadata": {}}', 'Ate well.',
              now() - make_interval(days => i), 'team', $2, $2
         from unnest($1::uuid[]) d, generate_series(1, ${NOTES_EACH}) i
       on conflict (short_id) do nothing`,
      [diaryIds, authorId],
    );
    await client.query(
      `insert into tasks (id, diary_id, title, status, completed_at, scheduled_date, due_date, created_by)
       select gen_random_uuid(), d, 'Task ' || i, case when i % 3 = 0 then 'completed' else 'pending' end,
              case when i % 3 = 0 then now() end, now() + make_interval(days => i - 250),
              now() + make_interval(days => i - 250), $2
         from unnest($1::uuid[]) d, generate_series(1, ${TASKS_EACH}) i`,
      [diaryIds, authorId],
    );
    await client.query("alter table notes enable trigger user; alter table tasks enable trigger user");
    await client.query("commit");
    await client.query("analyze notes, tasks, diaries, person_infos, members");
  } finally {
    client.release();
  }
}
