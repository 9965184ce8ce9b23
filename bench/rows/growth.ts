import type { Place } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { addNotebooks, fill, NOTES_EACH, TASKS_EACH } from "../filled.ts";
import { medianLatency, type QueryCall } from "../latency.ts";
import { type Row, round } from "../statistics.ts";

const FEW = 10;
const MANY = 1000;
/** How many notebooks the person who looks is a member of. */
const OWN = 3;
const DAY = 86_400_000;

/**
 * The latency of what the list of notes, the tasks page, the calendar, home and updates ask the server, in a database of 1,000
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
    "what is new": { path: "updates:listNew", args: {} },
    "all updates": { path: "updates:pageUpdates", args: { paginationOpts: { numItems: 50, cursor: null } } },
  };
  const found: Record<string, number> = {};
  for (const [screen, call] of Object.entries(calls)) found[screen] = await medianLatency(port, place, call);
  return found;
}
