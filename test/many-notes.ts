import type { Database } from "../server/db/database.ts";

/** SQL for a short id by counting `i`, in the alphabet of short ids. */
export const SHORT_ID_SQL = `(select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + (i / (31 ^ p)::int) % 31, 1), '')
                                 from generate_series(0, 5) p)`;

/**
 * Inserts many notes by one person at once: number i (from `from`) is dated i hours ago, and for everyone, the team
 * or its author in turn. Two calls for one database must not share numbers.
 */
export async function addNotes(
  { pool }: Database,
  { diaryId, userId, count, from = 1 }: { diaryId: string; userId: string; count: number; from?: number },
): Promise<void> {
  await pool.query(
    `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
     select gen_random_uuid(), ${SHORT_ID_SQL}, $1, 'default', 'Note ' || i, '{"type":"default","data":{"text":"x"},"metadata":{}}', 'x',
            current_date - i / 24, (array['extended','team','private'])[1 + i % 3], $2, $2
       from generate_series($3::int, $4::int) i`,
    [diaryId, userId, from, from + count - 1],
  );
}
