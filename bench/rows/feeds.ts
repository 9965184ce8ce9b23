import { createHash, randomBytes } from "node:crypto";
import type { CalendarEvent } from "../../features/feeds/server/calendar_event.ts";
import { writeCalendar } from "../../features/feeds/server/calendar_file.ts";
import { createFeedRoute } from "../../features/feeds/server/routes.ts";
import type { Environment } from "../environment.ts";
import { percentile, type Row, round } from "../statistics.ts";

const EVENTS = 500;
/** Below the limit of fetches an hour. */
const ROUNDS = 50;
const RENDER_MS = 20;
const UNCHANGED_MS = 25;

/** A calendar feed with 500 tasks: the file alone, and a whole fetch that is answered with 304. */
export async function measureFeeds({ database, notebook }: Environment): Promise<Row[]> {
  const { owner } = await notebook(0);
  const { pool } = database;
  const token = randomBytes(32).toString("base64url");
  await pool.query(
    `insert into tasks (id, diary_id, title, scheduled_date, due_date, created_by)
     select gen_random_uuid(), $1, 'Blood pressure, both arms ' || i, now() + make_interval(hours => i * 4 - 600),
            now() + make_interval(hours => i * 4 - 599), $2 from generate_series(1, ${EVENTS}) i`,
    [owner.diaryId, owner.userId],
  );
  await pool.query(
    `insert into calendar_feeds (id, user_id, diary_id, token_hash, whose, detail)
     values (gen_random_uuid(), $1, $2, $3, 'all', 'titles')`,
    [owner.userId, owner.diaryId, createHash("sha256").update(token).digest()],
  );
  const route = createFeedRoute({ database, baseUrl: "https://care.example.org", trustProxy: false });
  const fetchFeed = (headers: Record<string, string> = {}) =>
    route.request(`/api/calendars/${token}.ics`, { headers });
  const first = await fetchFeed();
  const events = (await first.text()).match(/BEGIN:VEVENT/g)?.length ?? 0;
  if (events < EVENTS) throw new Error(`The feed has ${events} events instead of ${EVENTS}`);
  const unchanged = await timesOf(async () => {
    const { status } = await fetchFeed({ "if-none-match": first.headers.get("etag")! });
    if (status !== 304) throw new Error(`A fetch was answered with ${status}`);
  });
  const rendered = await timesOf(async () => void writeCalendar("A notebook", EXAMPLES, null));
  return [
    row(`a calendar file of ${EVENTS} events`, rendered, RENDER_MS),
    row(`a fetch of a calendar feed of ${EVENTS} events that hasn't changed`, unchanged, UNCHANGED_MS),
  ];
}

const EXAMPLES = Array.from(
  { length: EVENTS },
  (_, i): CalendarEvent => ({
    uid: `task-${i}@carediary`,
    at: { from: i * 3_600_000, to: i * 3_600_000 + 900_000 },
    summary: `✓ Blood pressure, both arms ${i}`,
    url: `https://care.example.org/tasks?task=0199a2b4-0000-7000-8000-${String(i).padStart(12, "0")}`,
    about: "Rosa's notebook",
    createdAt: 0,
    changedAt: i * 1000,
    isOpen: true,
  }),
);

async function timesOf(work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return times;
}

function row(what: string, times: number[], goal: number): Row {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return {
    what: `${what}, p50 (p95)`,
    ours: `${round(p50)} ms (${round(p95)} ms)`,
    floor: "–",
    ratio: null,
    goal: `≤ ${goal} ms`,
    met: p50 <= goal,
  };
}
