import type { Environment } from "./environment.ts";

export const NOTES_EACH = 100;
export const TASKS_EACH = 500;

/**
 * Adds notebooks of one owner, with 100 notes and 500 tasks each, by SQL; returns their ids. Half of the tasks are to
 * come; of the others one in twenty is overdue.
 */
export async function addNotebooks(
  environment: Environment,
  count: number,
  authorId: string,
): Promise<string[]> {
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
  return ids;
}

/** Six letters of the alphabet of short ids, by chance. */
export const shortId = `(select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + floor(random() * 31)::int, 1), '')
                    from generate_series(1, 6) where i is not null)`;

/** Writes notes and tasks as many people would over years; without most of our triggers, which these figures aren't about. */
export async function fill(
  { database: { pool } }: Environment,
  diaryIds: string[],
  authorId: string,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("alter table notes disable trigger user; alter table tasks disable trigger user");
    // Sets the days and the moments by which lists are ordered.
    await client.query("alter table tasks enable trigger task_days");
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
       select gen_random_uuid(), d, 'Task ' || i, case when is_done then 'completed' else 'pending' end,
              case when is_done then now() end, now() + make_interval(days => i - 250),
              now() + make_interval(days => i - 250), $2
         from unnest($1::uuid[]) d, generate_series(1, ${TASKS_EACH}) i, lateral (select i < 250 and i % 20 > 0 as is_done)`,
      [diaryIds, authorId],
    );
    await client.query("alter table notes enable trigger user; alter table tasks enable trigger user");
    await client.query("commit");
    await client.query("analyze notes, tasks, diaries, person_infos, members");
  } finally {
    client.release();
  }
}
